import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dateEntry, dateInWords, missingDateSentence, writtenDate } from './date-words.ts'
import { addDays, dateText, dayNames, isLocalDate, monthNames, weekdayOf } from './dates.ts'

it.each([
  ['2026-05-04', '2026-05-04'],
  ['5/4', '2027-05-04'],
  [' 05/04/27 ', '2027-05-04'],
  ['5/4/2028', '2028-05-04'],
  ['1/5', '2027-01-05'],
  ['11/20', '2026-11-20'],
  ['yesterday', '2026-11-20'],
  ['Tomorrow', '2026-11-22'],
  ['saturday', '2026-11-21'],
  ['Friday', '2026-11-27'],
  ['Nov 27', '2026-11-27'],
  ['27 nov', '2026-11-27'],
  ['Wed, Nov. 25, 2026', '2026-11-25'],
  ['december 1', '2026-12-01'],
  ['2/30', null],
  ['13/1', null],
  ['May Flowers', null],
  ['Unit 12', null],
  ['Jan 12 Oak', null],
  ['Fri', '2026-11-27'],
  ['wed', '2026-11-25'],
  ['Thurs.', '2026-11-26'],
  ['next monday', '2026-11-23'],
  ['Next  Sat', '2026-11-28'],
  ['next sunday', '2026-11-22'],
  ['11-27', '2026-11-27'],
  ['12/1', '2026-12-01'],
  ['1-5-27', '2027-01-05'],
  ['+3', '2026-11-24'],
  ['-1', '2026-11-20'],
  ['in 10 days', '2026-12-01'],
  ['in 3', null],
  ['11-27/26', null],
  ['next', null],
  ['next door', null],
  ['we', null],
  ['Wednes Day', null],
  ['constructor', null],
  ['', null],
  ['2026-1-5', '2026-01-05'],
  ['2026/11/27', '2026-11-27'],
  ['2026-02-30', null],
  ['2/29', '2028-02-29'],
  ['Dec 24th', '2026-12-24'],
  ['1st december', '2026-12-01'],
  ['Fri, Nov 27', '2026-11-27'],
  ['Mon, Nov 27', null],
  ['this friday', '2026-11-27'],
  ['+2w', '2026-12-05'],
  ['in a week', '2026-11-28'],
  ['in 2 weeks', '2026-12-05'],
  ['in 3 months', '2027-02-21'],
  ['in a', null],
  ['in 2d', '2026-11-23'],
  ['in 2w', '2026-12-05'],
])('%s is %s', (text, date) => {
  expect(dateInWords(text, '2026-11-21')).toBe(date)
})

it.each([
  // A day already past this year means next year's if past dates aren't allowed, and this year's if they are.
  ['11/20', {}, '2026-11-20'],
  ['11/20', { min: '2026-11-21' }, '2027-11-20'],
  ['nov 21', { min: '2026-11-21' }, '2026-11-21'],
  ['2/1', { min: '2027-03-01' }, '2028-02-01'],
  ['1/5', { max: '2026-11-21' }, '2026-01-05'],
  ['saturday', { min: '2026-11-22' }, '2026-11-28'],
  [' 12/24/2026 ', { min: '2026-11-21' }, '2026-12-24'],
  [
    '11/20/2026',
    { min: '2026-11-21' },
    'Fri, Nov 20, 2026 is too early. Choose Sat, Nov 21, 2026 or later.',
  ],
  [
    'yesterday',
    { min: '2026-11-21' },
    'Fri, Nov 20, 2026 is too early. Choose Sat, Nov 21, 2026 or later.',
  ],
  [
    'tomorrow',
    { max: '2026-11-21' },
    'Sun, Nov 22, 2026 is too late. Choose Sat, Nov 21, 2026 or earlier.',
  ],
  ['Mon, Dec 24, 2026', {}, 'Thu, Dec 24, 2026 is a Thursday.'],
  ['Friday 24 December', {}, 'Thu, Dec 24, 2026 is a Thursday.'],
  ['soon', {}, `“soon” cannot be read as a date. ${missingDateSentence()}`],
  ['13/45', {}, `“13/45” cannot be read as a date. ${missingDateSentence()}`],
  ['next week', {}, `“next week” cannot be read as a date. ${missingDateSentence()}`],
  ['Monday 7', {}, `“Monday 7” cannot be read as a date. ${missingDateSentence()}`],
])('%s in a field of the range %j is %s', (text, range, answer) => {
  const entry = dateEntry(text, '2026-11-21', range)
  expect(entry.ok ? entry.date : entry.sentence).toBe(answer)
})

const anyDay = fc.integer({ min: 0, max: 73_000 }).map((days) => addDays('1980-01-01', days))

it('parses every date in every format; without a year, within half a year', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -180, max: 180 }), (today, days) => {
      const date = addDays(today, days)
      const [year, month, day] = date.split('-').map(Number) as [number, number, number]
      const name = monthNames[month - 1]!
      const short = name.slice(0, 3)
      const dated = [
        date,
        `${month}/${day}/${year}`,
        `${month}-${day}-${year}`,
        `${name} ${day}, ${year}`,
        dateText(date),
        `${day} ${short} ${year}`,
      ]
      const near = [
        `${month}/${day}`,
        `${month}-${day}`,
        `${short} ${day}`,
        `${dayNames[weekdayOf(date)]!.slice(0, 3)}, ${day} ${name}`,
      ]
      const away = days >= 0 ? [`+${days}`, `in ${days} days`] : [`${days}`]
      for (const words of [...dated, ...near, ...away])
        expect([words, dateInWords(words, today)]).toEqual([words, date])
      for (const weekday of [dayNames[weekdayOf(date)]!, dayNames[weekdayOf(date)]!.slice(0, 3)]) {
        const [coming, next] = [
          dateInWords(weekday, today)!,
          dateInWords(`next ${weekday}`, today)!,
        ]
        expect([weekdayOf(coming), weekdayOf(next)]).toEqual([weekdayOf(date), weekdayOf(date)])
        expect(
          coming >= today &&
            coming < addDays(today, 7) &&
            next >= coming &&
            next < addDays(today, 14),
        ).toBe(true)
      }
    }),
  )
})

const rangeAround = (date: string) =>
  fc
    .record({ before: fc.option(fc.nat(800)), after: fc.option(fc.nat(800)) })
    .map(({ before, after }) => ({
      ...(before === null ? {} : { min: addDays(date, -before) }),
      ...(after === null ? {} : { max: addDays(date, after) }),
    }))
const anyDayInRange = anyDay.chain((date) => fc.tuple(fc.constant(date), anyDay, rangeAround(date)))

it('a field parses every day it displays, whatever today is and whichever dates are allowed', () => {
  fc.assert(
    fc.property(anyDayInRange, ([date, today, range]) => {
      expect(dateEntry(writtenDate(date), today, range)).toEqual({ ok: true, date })
    }),
  )
})

it('a field never returns a disallowed day, but an error', () => {
  const typed = fc.oneof(
    fc.string(),
    fc.stringMatching(/^((next|this|in|mon|tue,|dec|may|24|30th|a|week|days|7|[+-]|[/]) ?){1,4}$/),
  )
  fc.assert(
    fc.property(typed, anyDayInRange, (text, [, today, range]) => {
      const entry = dateEntry(text, today, range)
      if (!entry.ok) expect(entry.sentence).toMatch(/\.$/)
      else
        expect([
          isLocalDate(entry.date),
          entry.date >= (range.min ?? ''),
          entry.date <= (range.max ?? '9'),
        ]).toEqual([true, true, true])
    }),
  )
})

it('returns an existing date or null for any input', () => {
  const typed = fc.oneof(fc.string(), fc.stringMatching(/^[a-z0-9/+ .,-]{0,14}$/))
  fc.assert(
    fc.property(typed, anyDay, (text, today) => {
      const date = dateInWords(text, today)
      expect([text, date === null || isLocalDate(date)]).toEqual([text, true])
    }),
  )
})

it.each([
  ['mañana', '2026-11-22'],
  ['Lunes', '2026-11-23'],
  ['próximo lunes', '2026-11-23'],
  ['próximo sábado', '2026-11-28'],
  ['24 de diciembre', '2026-12-24'],
  ['24 dic.', '2026-12-24'],
  ['mié, 25 de nov de 2026', '2026-11-25'],
  ['miércoles 25 de noviembre', '2026-11-25'],
  ['3 de sept. de 2027', '2027-09-03'],
  ['24/12', '2026-12-24'],
  ['5/4/2027', '2027-04-05'],
  ['12/24', '2026-12-24'],
  ['en 3 días', '2026-11-24'],
  ['en una semana', '2026-11-28'],
  ['en un mes', '2026-12-21'],
  ['2026-12-01', '2026-12-01'],
])('reads %s in Spanish as %s', (text, date) => {
  expect(dateEntry(text, '2026-11-21', {}, 'es')).toEqual({ ok: true, date })
})

it('says in Spanish why a date is refused', () => {
  const sentence = (text: string, range = {}) => {
    const entry = dateEntry(text, '2026-11-21', range, 'es')
    return entry.ok ? null : entry.sentence
  }
  expect(sentence('pronto')).toBe(
    '“pronto” no se puede leer como fecha. Escriba una fecha como 24/12, 24 de diciembre o próximo lunes.',
  )
  expect(sentence('lunes 24 de noviembre')).toBe('mar, 24 de nov de 2026 es martes.')
  expect(sentence('ayer', { min: '2026-11-21' })).toBe(
    'vie, 20 de nov de 2026 es demasiado pronto. Elija sáb, 21 de nov de 2026 o después.',
  )
})

it('reads every date it writes in Spanish', () => {
  fc.assert(
    fc.property(anyDay, anyDay, (date, today) => {
      expect(dateEntry(writtenDate(date, 'es'), today, {}, 'es')).toEqual({ ok: true, date })
    }),
  )
})
