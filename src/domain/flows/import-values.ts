import { stateCodeOf } from '../base/contact.ts'
import { addDays, isLocalDate, monthNames, type LocalDate } from '../base/dates.ts'
import { readEmail } from '../base/email.ts'
import { readCents } from '../base/money.ts'
import { readPhone } from '../base/phone.ts'

// What other programs write into a cell, read as what we store. Null: the cell has a text, but not one we can read.

/** A formula that only quotes a text is that text; our own exports mark text that looks like a formula. */
export function plainCell(cell: string): string {
  const text = cell.trim()
  const quoted = /^="((?:[^"]|"")*)"$/.exec(text)
  if (quoted) return quoted[1]!.replaceAll('""', '"').trim()
  return /^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text
}

/** The beginning of a text, never half of a character. */
export const cut = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '')

/** 'Yes', 'true', '1', 'x'. */
export const isYes = (text: string): boolean =>
  /^(?:yes|y|true|1|x|s[ií]|archived)$/i.test(text.trim())

/** The parts of a list in one cell. */
export const partsOf = (text: string, at: RegExp = /[,;\n]/): string[] =>
  text
    .split(at)
    .map((part) => part.trim())
    .filter(Boolean)

export const emailsIn = (text: string): { emails: string[]; wrong: string[] } => {
  const whole = readEmail(text)
  if (whole) return { emails: [whole], wrong: [] }
  const parts = partsOf(text, /[,;\s]+|:::/)
  return {
    emails: parts.flatMap((part) => readEmail(part) ?? []),
    wrong: parts.filter((part) => readEmail(part) === null),
  }
}

/** A phone number as it is kept; spreadsheets write it as an amount. */
export const phoneIn = (text: string): string | null => readPhone(text.trim().replace(/\.0$/, ''))

const numberIn =
  /(?<![\d+])\+?(?:1[\s.-]*)?\(?\d{3}\)?[\s./-]*\d{3}[\s.-]*\d{4}(?!\d)(?:\s*(?:x|ext\.?|extension)\s*\d{1,7})?/gi

export const phonesIn = (text: string): { phones: string[]; wrong: string[] } => {
  const whole = phoneIn(text)
  if (whole) return { phones: [whole], wrong: [] }
  const parts = partsOf(text, /[;,/&\n]|:::|\bor\b|\band\b/i).map((part) => ({
    part,
    found: numbersAmong(part),
  }))
  const phones = parts.flatMap(({ found }) => found)
  // A word alone is wrong only where no number stands beside it.
  const isWrong = (part: string) => phones.length === 0 || /\d/.test(part)
  return {
    phones,
    wrong: parts.flatMap(({ part, found }) => (!found.length && isWrong(part) ? [part] : [])),
  }
}

/** The numbers of a text with words around them: 'H: 919-234-1006 C: 919-234-1007'. None if other digits are left. */
function numbersAmong(text: string): string[] {
  const whole = phoneIn(text)
  if (whole) return [whole]
  if (/\d/.test(text.replace(numberIn, ''))) return []
  const found = (text.match(numberIn) ?? []).map(phoneIn)
  return found.every((one) => one !== null) ? found : []
}

const phoneWords = new Set(
  'h c w m o x tel phone ph cell mobile home work office main fax ext extension or and no'.split(
    ' ',
  ),
)
/** Whether a phone number's cell has words that say more than what kind of phone it is. */
export const saysMore = (text: string): boolean =>
  (text.replace(numberIn, ' ').match(/\p{L}+/gu) ?? []).some(
    (word) => !phoneWords.has(word.toLowerCase()),
  )

/** 'Florida (Pelican Preserve)' → 'FL'. */
export function stateIn(text: string): string | null {
  const bare = text.replace(/\(.*\)/, '').trim()
  return stateCodeOf(bare)
}

/** '33957 (Gulfside Place)' → '33957'; spreadsheets drop the zero that '02139' begins with. */
export function zipIn(text: string): string | null {
  const digits = /^\s*(\d{3,5})(?:\.0|-\d{1,4}|\d{4})?\b/.exec(text)?.[1]
  return digits ? digits.padStart(5, '0') : null
}

/** '$1,234.50', '(50.00)', '-50', '50-' and '50 CR' in cents. */
export const centsIn = (text: string): number | null =>
  readCents(
    text
      .trim()
      .replace(/\s*(?:CR|credit)$/i, '-')
      .replace(/\s*DR$/i, ''),
  )

const monthOf = (word: string): number =>
  monthNames.findIndex(
    (name) => word.length >= 3 && name.toLowerCase().startsWith(word.toLowerCase()),
  ) + 1

const civil = (year: number, month: number, day: number): LocalDate | null => {
  const full = year < 100 ? 2000 + year : year
  const text = `${full}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return full >= 1900 && full <= 2200 && isLocalDate(text) ? text : null
}

/** The day spreadsheets count from. */
const serialStart = '1899-12-30'

/** How a column writes its days: '4/2/2026' in April or in February; mixed if it does both. */
export type DayOrder = 'month_first' | 'day_first' | 'mixed'
const slashed = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:\D|$)/

/** The one order of a whole column: a number above twelve decides. */
export function dayOrderOf(values: readonly string[]): DayOrder {
  let [isDayFirst, isMonthFirst, isDotted] = [false, false, false]
  for (const value of values) {
    const [, first = 0, second = 0] = (slashed.exec(bareDate(value)) ?? []).map(Number)
    isDayFirst ||= first > 12 && second <= 12
    isMonthFirst ||= second > 12 && first <= 12
    isDotted ||= first > 0 && /^\d+\./.test(bareDate(value))
    if (isDayFirst && isMonthFirst) return 'mixed'
  }
  // With dots, the day comes first wherever people write so.
  return isDayFirst || (isDotted && !isMonthFirst) ? 'day_first' : 'month_first'
}

/**
 * The first date of a column that could be either of two days, unless a number above twelve elsewhere says that months come first, as
 * they do here; null if none is open.
 */
export function openDay(values: readonly string[]): string | null {
  const parts = values.map((value) => (slashed.exec(bareDate(value)) ?? []).slice(1, 3).map(Number))
  const isPlain =
    dayOrderOf(values) === 'month_first' &&
    parts.some(([first = 0, second = 0]) => first <= 12 && second > 12)
  const at = parts.findIndex(
    ([first = 0, second = 0]) => first > 0 && first !== second && first <= 12 && second <= 12,
  )
  return isPlain || at < 0 ? null : values[at]!.trim()
}

const bareDate = (text: string): string =>
  text.trim().replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+/i, '')

/** 'Apr 02, 2026', '4/2/2026', '2-Apr-26', '2026-04-02T09:00', or a spreadsheet's number. Null, too, where a mixed column leaves two days open. */
export function dateIn(
  text: string,
  _column = '',
  order: DayOrder = 'month_first',
): LocalDate | null {
  const bare = bareDate(text)
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:\D|$)/.exec(bare)
  if (iso) return civil(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numbers = slashed.exec(bare)
  if (numbers) {
    const [first, second, year] = numbers.slice(1).map(Number) as [number, number, number]
    if (order === 'mixed' && first <= 12 && second <= 12 && first !== second) return null
    const isDayFirst = first > 12 || (order === 'day_first' && second <= 12)
    return isDayFirst ? civil(year, second, first) : civil(year, first, second)
  }
  const worded =
    /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/i.exec(bare) ??
    /^(\d{1,2})[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4}|\d{2})(?!\d)/i.exec(bare)
  if (worded) {
    const [, a = '', b = '', year] = worded
    const [month, day] = /^\d/.test(a) ? [monthOf(b), Number(a)] : [monthOf(a), Number(b)]
    return month > 0 ? civil(Number(year), month, day) : null
  }
  return /^[34]\d{4}(?:\.\d+)?$/.test(bare) ? addDays(serialStart, Math.floor(Number(bare))) : null
}

/** The name of a service in a text such as 'Mowing (1, $45.00), Edging (1, $10.00)'. */
export const serviceIn = (text: string): string =>
  cut(
    text
      .split(/\n|;|,(?![^(]*\))/)[0]!
      .replace(/\s*\(.*$/, '')
      .replace(/\s+[x×]\s*\d+.*$/i, '')
      .trim(),
    120,
  )

const lineItem = /\(([^(),]*),\s*(\$[^()]*)\)/g

/**
 * What one visit costs by a text such as 'Mowing (1, $45.00), Edging (1, $10.00)', in cents: the sum. Null without amounts, and where a
 * quantity leaves open whether the amount is for one or for all.
 */
export function lineItemsCents(text: string): number | null {
  const items = [...text.matchAll(lineItem)]
  const cents = items.map(([, quantity = '', amount = '']) =>
    Number(quantity) === 1 ? centsIn(amount) : null,
  )
  if (!items.length || cents.some((one) => one === null || one < 0)) return null
  return cents.reduce<number>((sum, one) => sum + (one ?? 0), 0)
}
