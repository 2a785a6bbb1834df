import type { ImportField, ImportSource, ImportTarget } from './import.ts'
import { flagFields, targetsByWords } from './import-headers.ts'
import { profiles, type Profile } from './import-profiles.ts'
import { byLook } from './import-look.ts'
import { plainCell } from './import-values.ts'

/** 'Main Phone #s' → 'mainphonenumbers'. */
const headerKey = (header: string): string =>
  header
    .toLowerCase()
    .replaceAll('#', 'number')
    .replace(/[^\p{L}\p{N}]/gu, '')

/** What a column is likely to be in a file we do not know. */
const guesses: Readonly<Record<string, ImportField>> = {
  accountnumber: 'external_id',
  clientid: 'external_id',
  customerid: 'external_id',
  customernumber: 'external_id',
  id: 'external_id',
  name: 'name',
  fullname: 'name',
  customerfullname: 'name',
  customer: 'name',
  customername: 'name',
  client: 'name',
  clientname: 'name',
  displayname: 'name',
  accountname: 'name',
  firstname: 'first_name',
  lastname: 'last_name',
  company: 'company',
  companyname: 'company',
  businessname: 'company',
  email: 'email',
  emailaddress: 'email',
  primaryemail: 'email',
  emails: 'email',
  phone: 'phone',
  phonenumber: 'phone',
  phonenumbers: 'phone',
  mainphone: 'phone',
  mobilenumber: 'phone',
  homenumber: 'phone',
  worknumber: 'phone',
  homephone: 'phone',
  cellphone: 'phone',
  mobile: 'phone',
  mobilephone: 'phone',
  workphone: 'phone',
  primaryphone: 'phone',
  tags: 'tags',
  notes: 'notes',
  customernotes: 'notes',
  gatecode: 'gate_code',
  address: 'street',
  address1: 'street',
  addressline1: 'street',
  street: 'street',
  streetaddress: 'street',
  serviceaddress: 'street',
  shippingaddress: 'street',
  addressstreetline1: 'street',
  addressstreetline2: 'street2',
  addresscity: 'city',
  addressstate: 'state',
  addresspostalcode: 'zip',
  addresszip: 'zip',
  billingaddress: 'billing_street',
  billto: 'billing_street',
  address2: 'street2',
  addressline2: 'street2',
  city: 'city',
  servicecity: 'city',
  state: 'state',
  province: 'state',
  servicestate: 'state',
  zip: 'zip',
  zipcode: 'zip',
  postalcode: 'zip',
  servicezip: 'zip',
  service: 'service',
  servicename: 'service',
  frequency: 'interval',
  recurrence: 'interval',
  every: 'interval',
  schedule: 'interval',
  nextdate: 'next_date',
  nextservicedate: 'next_date',
  nextvisit: 'next_date',
  startdate: 'next_date',
  starttime: 'start_time',
  duration: 'duration',
  budgetedhours: 'duration',
  price: 'price',
  rate: 'price',
  amount: 'price',
  team: 'team',
  crew: 'team',
  route: 'team',
  assignedto: 'team',
  balance: 'balance',
  openbalance: 'balance',
  accountbalance: 'balance',
  amountdue: 'balance',
  duedate: 'due_date',
}

const addressParts: Readonly<Record<string, ImportField>> = {
  streetline1: 'street',
  streetline2: 'street2',
  city: 'city',
  state: 'state',
  postalcode: 'zip',
  notes: 'place_notes',
}

/** Housecall Pro numbers its addresses: 'Address_3 Postal Code'. */
function numberedAddress(key: string): ImportTarget | null {
  const [, number, part] = /^address(\d{1,2})(\D.*)$/.exec(key) ?? []
  const field = part && addressParts[part]
  return field && Number(number) >= 1 ? { field, place: Number(number) } : null
}

export type Recognized = {
  source: ImportSource
  holds: string | null
  report: boolean
  mapping: (ImportTarget | null)[]
}

/** How many rows say what their columns hold. */
const looked = 200

/** Whose file this is, by its headers, and what its columns are, by headers and values. */
export function recognize(
  headers: readonly string[],
  rows: readonly (readonly string[])[] = [],
): Recognized {
  const keys = headers.map(headerKey)
  const known = profiles.find(({ marks }) => marks.every((mark) => keys.includes(mark)))
  const columns = headers.map((_, at) =>
    rows.slice(0, looked).flatMap((cells) => plainCell(cells[at] ?? '') || []),
  )
  return {
    source: known?.source ?? 'other',
    holds: known?.holds ?? null,
    report: known?.report ?? false,
    mapping:
      known && !known.by_words
        ? headers.map((header) => targetOf(header, known))
        : byWords(headers, known, columns),
  }
}

/** By words, then by the values; a column of yes and no is never a text. */
function byWords(
  headers: readonly string[],
  known: Profile | undefined,
  columns: readonly (readonly string[])[],
): (ImportTarget | null)[] {
  const isFlags = columns.map(
    (values) =>
      values.length > 0 && values.every((value) => /^(?:true|false|yes|no|y|n)$/i.test(value)),
  )
  const isNamed = (key: string) => known !== undefined && Object.hasOwn(known.fields, key)
  const words = targetsByWords(
    headers,
    (at) => isNamed(headerKey(headers[at]!)),
    (at) => isFlags[at]!,
  )
  const found = headers.map((header, at) => {
    const key = headerKey(header)
    const field = Object.hasOwn(guesses, key) ? guesses[key] : undefined
    const target = isNamed(key)
      ? targetOf(header, known!)
      : (words[at] ?? (field ? { field, place: 1 } : null) ?? numberedAddress(key))
    return target && isFlags[at] && !flagFields.has(target.field) ? null : target
  })
  for (const [at, header] of headers.entries())
    if (!found[at] && !isNamed(headerKey(header)) && !isFlags[at])
      found[at] = byLook(header, columns[at]!, found)
  return found
}

/** Jobber's: 'CFT[Gate]', 'PFL[Alarm]', of a client or a property and of one kind. */
const customField = /^[cpj]f[a-z]? ?\[/i

function targetOf(header: string, profile: Profile): ImportTarget | null {
  const key = headerKey(header)
  if (profile.source === 'jobber' && customField.test(header)) return { field: 'notes', place: 1 }
  const field = Object.hasOwn(profile.fields, key) ? profile.fields[key] : undefined
  return field ? { field, place: 1 } : numberedAddress(key)
}
