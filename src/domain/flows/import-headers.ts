import type { ImportField, ImportTarget } from './import.ts'

// A header is read as words: whose, what, and which of several. A word that is none of these makes it another column.

/** One part of an address, of a group such as 'home', 'ship to' or 'address 2'. */
type AddressPart = 'street' | 'street2' | 'city' | 'state' | 'zip' | 'place_notes' | 'label'
type Read = { field: ImportField; group: null } | { field: AddressPart; group: string }

/** 'POAddressLine1' → 'po address line 1'; 'E-mail 2 Address' → 'email 2 address'. */
const wordsOf = (header: string): string =>
  header
    .replaceAll('#', ' number ')
    .replace(/^\s*\$\s*$/, 'price')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}{2})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\be mail/g, 'email')
    .replace(/\bpostcode\b/g, 'postal code')
    .trim()

const groups =
  '(?:home|business|work|office|billing|bill to|bill|invoice|shipping|ship to|ship|service|property|mailing|po|sa|delivery|other|physical|job|site|main|primary|customer|client|address|location|contact)'
const whose = `(?:(?<group>${groups}(?: ${groups})*(?: \\d)?) )?`
const addressParts: [string, AddressPart][] = [
  [`${whose}(?:street(?: address| line)?|address(?: street)?(?: line)?)(?: 1)?`, 'street'],
  [
    `${whose}(?:street(?: address| line)?|address(?: street)?(?: line)?|unit|apartment|apt|suite) ?[2-9]?`,
    'street2',
  ],
  [`${whose}(?:city|town|locality|suburb)`, 'city'],
  [
    `${whose}(?:state|province|region|state province|province state|state region)(?: code)?`,
    'state',
  ],
  [
    `${whose}(?:zip|zip code|zip plus 4|postal|postal code|postal code zip code|postal zip code|zip postal code)`,
    'zip',
  ],
  // 'Code' alone is anything.
  ['(?<group>billing|shipping|mailing|bill to|ship to) code', 'zip'],
  ['(?<group>bill to|ship to) 1', 'street'],
  ['(?<group>bill to|ship to) [2-5]', 'street2'],
  ['(?<group>address \\d) notes?', 'place_notes'],
]
const who =
  '(?:(?:customer|client|contact|primary|main|home|business|work|office|personal|other|alt|alternate|secondary|company|mobile|account) )?'
const others: [string, ImportField][] = [
  [`${who}(?:\\d )?emails?(?: \\d)?(?: addr(?:ess(?:es)?)?| id)?(?: \\d)?(?: value)?`, 'email'],
  [
    `${who}(?:phone|phones|telephone|tel|ph|mobile|cell|cellphone|mobile phone|cell phone)(?: numbers?| no| num)?(?: \\d)?(?: value)?|contact number`,
    'phone',
  ],
  [
    '(?:customer|client|contact|account|display|full|homeowner|resident) ?name|homeowner|resident',
    'name',
  ],
  ['(?:customer |client |contact )?(?:first|given) name|forename|first', 'first_name'],
  ['(?:customer |client |contact )?(?:last|family) name|surname|last', 'last_name'],
  ['(?:company|organi[sz]ation|business)(?: \\d)?(?: name)?', 'company'],
  [
    '(?:customer |client |contact |general |internal |private |public )?(?:notes?|comments?|remarks|memo)|(?:special |delivery )?instructions',
    'notes',
  ],
  [
    '(?:customer |client )?(?:tags?|labels?|categor(?:y|ies)|groups?|group membership)|(?:customer|client) (?:type|class)',
    'tags',
  ],
  [
    '(?:service )?(?:how often|frequency|freq|recurrence|repeats?|cadence)(?: of service)?|visit frequency',
    'interval',
  ],
  [
    '(?:services?|svc|job)(?: name| type| description)?|type of (?:service|work)|work type|kind of work',
    'service',
  ],
  [
    '(?:next|first) (?:service|visit|job|appointment|appt|cleaning|cut|mow)(?: date| on)?|next(?: on| due)?|starts? on',
    'next_date',
  ],
  [
    '(?:end|last|until|stop|final) date|until|(?:service |schedule )?ends?(?: on| date)?',
    'end_date',
  ],
  [
    '(?:service )?seasons?|(?:active |service )months|months of(?: the)? (?:service|year)|seasonal schedule',
    'season',
  ],
  [
    '(?:service |visit |arrival )?(?:start time|time)|arrival(?: window| time)?|appt time|time of day',
    'start_time',
  ],
  [
    '(?:estimated |est |service |job |visit )?(?:duration|minutes|mins|length|hours|hrs)|time on site',
    'duration',
  ],
  [
    '(?:service |visit |job |unit )?(?:price|rate|charge|cost|fee)(?: (?:per|each) ?(?:visit|service|cut|job|clean)?)?|per (?:visit|cut)',
    'price',
  ],
  ['(?:assigned |service )?(?:team|crew|route)(?: name)?|assigned to', 'team'],
  [
    '(?:open |account |outstanding |current |past due |client |customer )?balance(?: due)?|owes|owed|owing|outstanding|past due|(?:amount|amt) (?:due|owed)',
    'balance',
  ],
  ['gate(?: access)?(?: code)?|(?:access|entry|door|lockbox|lock box) code|lockbox', 'gate_code'],
  ['(?:is )?(?:active|inactive|archived)(?: status)?|do not service', 'archived'],
  ['(?:customer|client|account) (?:numbers?|no|id)', 'external_id'],
]
const whole = <Target>(rows: readonly [string, Target][]) =>
  rows.map(([pattern, target]): [RegExp, Target] => [new RegExp(`^(?:${pattern})$`), target])
const [asAddress, asOther] = [whole(addressParts), whole(others)]

function read(header: string): Read | null {
  const words = wordsOf(header)
  for (const [pattern, field] of asAddress) {
    const match = pattern.exec(words)
    if (match) return { field, group: groupName(match.groups?.group) }
  }
  const other = asOther.find(([pattern]) => pattern.test(words))
  return other ? { field: other[1], group: null } : null
}

/** 'address 2' is a group; 'address', 'main' and 'customer' only say that one follows. */
const groupName = (words = ''): string =>
  words
    .replace(/\b(?:main|primary|customer|client|contact|location)\b/g, '')
    .replace(/\baddress\b(?! \d)/g, '')
    .replace(/\bto\b/g, '')
    .replace(/\s+/g, ' ')
    .trim()

const isBilling = (group: string): boolean => /\b(?:bill|billing|po|mailing|invoice)\b/.test(group)
/** Where work is done comes first, then a home. */
const rankOf = (group: string): number =>
  /\b(?:service|property|job|site|sa)\b/.test(group) ? 0 : /\bhome\b/.test(group) ? 1 : 2
const billing: Partial<Record<AddressPart, ImportField>> = {
  street: 'billing_street',
  street2: 'billing_street2',
  city: 'billing_city',
  state: 'billing_state',
  zip: 'billing_zip',
}

/** What a column of yes and no can be. */
export const flagFields: ReadonlySet<ImportField> = new Set(['archived', 'is_company'])

/**
 * What the columns of a file are by the words of their headers; null for the others, and for those
 * in `taken`. Addresses are numbered: where work is done first.
 */
export function targetsByWords(
  headers: readonly string[],
  taken: (at: number) => boolean,
  isFlags: (at: number) => boolean,
): (ImportTarget | null)[] {
  const columns = headers.map((header, at) => {
    const column = taken(at) ? null : read(header)
    return column && isFlags(at) && !flagFields.has(column.field) ? null : column
  })
  keepTwinsApart(headers, columns)
  const parts = new Map<string, Set<AddressPart>>()
  for (const column of columns)
    if (column && column.group !== null)
      parts.set(column.group, (parts.get(column.group) ?? new Set()).add(column.field))
  const joined = joinedGroup(parts)
  const isOne = isOneAddress(parts)
  const groupOf = (group: string) => (group === joined || (isOne && !isBilling(group)) ? '' : group)
  const places = [...new Set([...parts.keys()].map(groupOf))]
    .filter((group) => !isBilling(group))
    .toSorted((a, b) => rankOf(a) - rankOf(b))
  return columns.map((column) => {
    if (!column) return null
    if (column.group === null) return { field: column.field, place: 1 }
    const group = groupOf(column.group)
    if (!isBilling(group)) return { field: column.field, place: places.indexOf(group) + 1 }
    const field = billing[column.field]
    return field ? { field, place: 1 } : null
  })
}

/** Columns of one header are parts of several addresses, in their order. */
function keepTwinsApart(headers: readonly string[], columns: (Read | null)[]): void {
  const seen = new Map<string, number>()
  for (const [at, column] of columns.entries()) {
    if (!column || column.group === null) continue
    const key = wordsOf(headers[at]!)
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    if (count > 1) columns[at] = { ...column, group: `${column.group} again ${count}` }
  }
}

/** Whether no part is there twice: 'Service city', 'Home street' and 'ZIP' are of one address. */
const isOneAddress = (parts: ReadonlyMap<string, ReadonlySet<AddressPart>>): boolean => {
  const all = [...parts].flatMap(([group, own]) => (isBilling(group) ? [] : [...own]))
  return new Set(all).size === all.length
}

/** The one named group that completes the unnamed one: 'Service address, City, State'. */
function joinedGroup(parts: ReadonlyMap<string, ReadonlySet<AddressPart>>): string | null {
  const unnamed = parts.get('')
  if (!unnamed) return null
  const fitting = [...parts].filter(
    ([group, own]) => group !== '' && [...own].every((part) => !unnamed.has(part)),
  )
  return fitting.length === 1 ? fitting[0]![0] : null
}
