import { stateCodeOf } from '../base/contact.ts'
import { partsOf } from './import-values.ts'

// A whole address in one cell, in its parts.

type Whole = Record<'street' | 'city' | 'state' | 'zip', string>

const country = /[\s,]+(?:U\.?S\.?A?\.?|United States(?: of America)?)$/i
const streetEnds =
  'street|st|avenue|ave|av|road|rd|drive|dr|lane|ln|boulevard|blvd|court|ct|circle|cir|way|place|pl|terrace|ter|trail|trl|highway|hwy|parkway|pkwy|pky|loop|run|square|sq|row|path|pike|crossing|xing|cove|cv|alley|plaza|plz'
const unit = String.raw`(?:apartment|apt|unit|suite|ste|lot|bldg|building|floor|fl|room|rm)\.?\s*#?\s*[\w-]+|#\s*[\w-]+`
const unparted = (most: '' | '?') =>
  new RegExp(
    String.raw`^(\d.*${most}\s(?:${streetEnds})\b\.?(?:\s+(?:ne|nw|se|sw|n|s|e|w)\b\.?)?(?:\s+(?:${unit}))?)\s+(\p{L}[\p{L}\s.'’-]+)$`,
    'iu',
  )
const [longest, shortest] = [unparted(''), unparted('?')]

/** '1 Oak St, Raleigh, NC 27601' in its parts, with or without commas; null if it is not all there, or could be parted in two ways. */
export function wholeAddressIn(text: string): Whole | null {
  const line = partsOf(text, /[,\n•·]/)
    .join(', ')
    .replace(country, '')
  const [, before, zip] = /^(.+?)[\s,]+(\d{5})(?:-\d{4})?$/.exec(line) ?? []
  if (!before || !zip) return null
  // 'Charleston, West Virginia' is not in Virginia, and 'Washington, D.C.' is a city and its state.
  for (const words of [3, 2, 1]) {
    const place = withState(before, words)
    if (place) return { ...place, zip }
  }
  return null
}

/** Street, city and the state that the last so many words name. */
function withState(text: string, words: number): Omit<Whole, 'zip'> | null {
  const end = new RegExp(
    String.raw`^(.+?)[\s,]+(${Array(words).fill('[^\\s,]+').join('[\\s,]+')})$`,
  )
  const [, rest = '', named = ''] = end.exec(text) ?? []
  const state = stateCodeOf(named)
  if (!state) return null
  const comma = rest.lastIndexOf(', ')
  const parted = comma > 0 ? [rest.slice(0, comma), rest.slice(comma + 2)] : streetAndCity(rest)
  const [street, city] = parted ?? []
  return street && city && !/\d/.test(city) ? { street, city, state } : null
}

/** Without a comma, the end of a street's name parts them; 'Oak Ave St. Louis' has two of these. */
function streetAndCity(text: string): string[] | null {
  const [one, other] = [longest.exec(text), shortest.exec(text)]
  return one && one[1] === other?.[1] ? one.slice(1) : null
}

/** Several whole addresses in one cell; null unless each of two or more is whole. */
export function wholeAddressesIn(text: string): Whole[] | null {
  const parts = partsOf(text, /;|\n\s*\n|\||:::/)
  const found = parts.flatMap((part) => wholeAddressIn(part) ?? [])
  return parts.length > 1 && found.length === parts.length ? found : null
}

/** '12 Elm St', '9 N. 5th Avenue Apt 4, Cary'. */
export const namesStreet = (text: string): boolean =>
  new RegExp(String.raw`^\d+[a-z]?\s+.*\b(?:${streetEnds})\b`, 'i').test(text)

/** Whether a text looks like more of an address than its street. */
export const isMoreThanStreet = (text: string): boolean =>
  /\p{L}.*[\s,]\d{5}(?:-\d{4})?$/u.test(text.trim().replace(country, ''))
