import {
  addDays,
  addMonthsClamped,
  dayInMonth,
  dayNames,
  daysBetween,
  isLocalDate,
  monthNames,
  startOfWeek,
  weekdayName,
  weekdayOf,
  type LocalDate,
} from './dates.ts'
import { inEnglish } from './date-words-es.ts'
import { localeTags, type Locale } from './locale.ts'

/** The first and last day allowed; either may be open. */
export type DateRange = { min?: LocalDate | undefined; max?: LocalDate | undefined }
type DateEntry = { ok: true; date: LocalDate } | { ok: false; sentence: string }

const sentences = {
  en: {
    missing: 'Enter a date like 12/24, Dec 24 or next Monday.',
    otherDay: (date: string, day: string) => `${date} is a ${day}.`,
    unread: (text: string) => `“${text}” cannot be read as a date.`,
    early: (date: string, first: string) => `${date} is too early. Choose ${first} or later.`,
    late: (date: string, last: string) => `${date} is too late. Choose ${last} or earlier.`,
  },
  es: {
    missing: 'Escriba una fecha como 24/12, 24 de diciembre o próximo lunes.',
    otherDay: (date: string, day: string) => `${date} es ${day}.`,
    unread: (text: string) => `“${text}” no se puede leer como fecha.`,
    early: (date: string, first: string) =>
      `${date} es demasiado pronto. Elija ${first} o después.`,
    late: (date: string, last: string) => `${date} es demasiado tarde. Elija ${last} o antes.`,
  },
}

/** Shown when a required date was cleared. */
export const missingDateSentence = (locale: Locale = 'en'): string => sentences[locale].missing

/**
 * '2026-12-24' → 'Thu, Dec 24, 2026' or 'jue, 24 de dic de 2026', as a date field shows it;
 * `dateEntry` parses it back.
 */
export const writtenDate = (date: LocalDate, locale: Locale = 'en'): string =>
  locale === 'en'
    ? `${dayNames[weekdayOf(date)]!.slice(0, 3)}, ${monthNames[Number(date.slice(5, 7)) - 1]!.slice(0, 3)} ${dayInMonth(date)}, ${date.slice(0, 4)}`
    : new Intl.DateTimeFormat(localeTags[locale], {
        timeZone: 'UTC',
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
      }).format(new Date(`${date}T12:00:00Z`))

/**
 * The day typed into a date field, or why it was rejected: not understood, wrong weekday, out of
 * range.
 */
export function dateEntry(
  typed: string,
  today: LocalDate,
  { min, max }: DateRange = {},
  locale: Locale = 'en',
): DateEntry {
  const text = locale === 'es' ? inEnglish(typed) : typed
  const say = sentences[locale]
  const written = (day: LocalDate) => writtenDate(day, locale)
  const date = dateInWords(text, today, { min, max })
  const no = (sentence: string): DateEntry => ({ ok: false, sentence })
  if (date === null) {
    const bare = dateInWords(text.trim().replace(/^[a-z]+\.?,? +/i, ''), today, { min, max })
    const isOtherDay =
      bare !== null && weekdayNamed(/^\s*[a-z]+/i.exec(text)?.[0].trim().toLowerCase() ?? '') !== -1
    if (isOtherDay) return no(say.otherDay(written(bare), weekdayName(weekdayOf(bare), locale)))
    return no(`${say.unread(typed.trim())} ${say.missing}`)
  }
  if (min && date < min) return no(say.early(written(date), written(min)))
  if (max && date > max) return no(say.late(written(date), written(max)))
  return { ok: true, date }
}

const nearDays = ['yesterday', 'today', 'tomorrow']

/**
 * Parses a typed date: YYYY-MM-DD, MM/DD or MM-DD, optionally with a year; Nov 27, 27 Nov or Nov
 * 27th, optionally with a weekday before and a year after. Without a year, picks the date in the
 * range nearest to `today`. Also yesterday, today, tomorrow, +3, +2w, in 3 days, in a month; a
 * weekday of three letters or more is the next one, and "next Monday" the one next week. Otherwise
 * null. A day outside the range is returned only if the text can mean nothing else.
 */
export function dateInWords(
  text: string,
  today: LocalDate,
  range: DateRange = {},
): LocalDate | null {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const [, full, monthOf, dayOf] = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})$/.exec(words) ?? []
  if (full) return dateNear(Number(monthOf), Number(dayOf), full, today, range)
  const near = nearDays.indexOf(words)
  if (near !== -1) return addDays(today, near - 1)
  const away = dateAway(words, today)
  if (away) return away
  const [, which, name = ''] = /^(next |this )?([a-z]{3,9})\.?$/.exec(words) ?? []
  const weekday = weekdayNamed(name)
  if (weekday !== -1) {
    if (which === 'next ') return addDays(startOfWeek(today), 7 + weekday)
    const ahead = (weekday - weekdayOf(today) + 7) % 7
    // If today is out of range, its weekday means the one a week from now.
    return addDays(today, ahead === 0 && range.min && today < range.min ? 7 : ahead)
  }
  const numbers = /^(\d{1,2})([/-])(\d{1,2})(?:\2(\d{2}|\d{4}))?$/.exec(words)
  if (numbers) return dateNear(Number(numbers[1]), Number(numbers[3]), numbers[4], today, range)
  const [, before = '', rest = ''] =
    /^(?:([a-z]{3,9}),? )?(\S+ .+)$/.exec(words.replaceAll('.', '')) ?? []
  const said = weekdayNamed(before)
  const named = dayOfMonthNamed(before && said === -1 ? `${before} ${rest}` : rest)
  const date = named && dateNear(named.month, named.day, named.year, today, range)
  return date && said !== -1 && weekdayOf(date) !== said ? null : date
}

const weekdayNamed = (word: string): number =>
  word.length < 3 ? -1 : dayNames.findIndex((name) => name.toLowerCase().startsWith(word))

/** '+3', '-1', '+2w', 'in 3 days', 'in a week' or 'in 2 months'. */
function dateAway(words: string, today: LocalDate): LocalDate | null {
  const [, sign, number = '', unit = ''] =
    /^([+-]|in )(\d{1,3}|an?(?= )) ?(d|days?|w|weeks?|months?)?$/.exec(words) ?? []
  if (!sign || (sign === 'in ' && unit === '')) return null
  const many = (sign === '-' ? -1 : 1) * (number.startsWith('a') ? 1 : Number(number))
  if (unit.startsWith('m')) return addMonthsClamped(today, many)
  return addDays(today, many * (unit.startsWith('w') ? 7 : 1))
}

/** 'nov 27', 'november 27th, 2026' or '27 nov'. */
function dayOfMonthNamed(
  words: string,
): { month: number; day: number; year: string | undefined } | null {
  const [, word = '', day = '', year] =
    /^([a-z]{3,9}) (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$/.exec(words) ?? []
  const [, dayFirst = '', wordAfter = '', yearAfter] =
    /^(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3,9})(?:,? (\d{4}))?$/.exec(words) ?? []
  const month =
    monthNames.findIndex((name) => name.toLowerCase().startsWith(word || wordAfter || '-')) + 1
  return month === 0 ? null : { month, day: Number(day || dayFirst), year: year ?? yearAfter }
}

/** Leap days are at most eight years apart. */
const yearsAround = Array.from({ length: 17 }, (_, at) => at - 8)

function dateNear(
  month: number,
  day: number,
  year: string | undefined,
  today: LocalDate,
  { min, max }: DateRange,
): LocalDate | null {
  const two = (number: number) => String(number).padStart(2, '0')
  const inYear = (full: number | string) => `${full}-${two(month)}-${two(day)}`
  if (year !== undefined)
    return [inYear(year.length === 2 ? `20${year}` : year)].find(isLocalDate) ?? null
  const now = Number(today.slice(0, 4))
  const distance = (date: LocalDate) => Math.abs(daysBetween(today, date))
  const dates = yearsAround
    .map((years) => inYear(now + years))
    .filter(isLocalDate)
    .sort((a, b) => distance(a) - distance(b))
  return dates.find((date) => (!min || date >= min) && (!max || date <= max)) ?? dates[0] ?? null
}
