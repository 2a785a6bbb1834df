import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, weekdayOf } from '../base/dates.ts'
import { rescheduleChoices } from './reschedule-choices.ts'

describe('rescheduleChoices', () => {
  const monday = '2026-05-04'
  const ask = { horizon_days: 21, today: monday, open_weekdays: null, customer_weekdays: null }

  it('offers Monday to Friday when the customer named no days', () => {
    const { dates, fallback } = rescheduleChoices(ask)
    expect([dates.length, dates[0], dates.at(-1), fallback]).toEqual([
      15,
      '2026-05-05',
      '2026-05-25',
      false,
    ])
  })

  it('leaves out the visit’s date, closed dates, closed weekdays and the customer’s other days', () => {
    const { dates } = rescheduleChoices({
      ...ask,
      exclude: ['2026-05-12'],
      open_weekdays: [1, 2],
      customer_weekdays: [2, 3],
      closed_dates: new Set(['2026-05-19']),
    })
    expect(dates).toEqual(['2026-05-05'])
  })

  it('falls back to the next 14 weekdays, with a note, when no day is left', () => {
    const { dates, fallback } = rescheduleChoices({
      ...ask,
      horizon_days: 60,
      open_weekdays: [1, 2],
      customer_weekdays: [6],
      closed_dates: new Set(['2026-05-06']),
    })
    expect(fallback).toBe(true)
    expect(dates).toHaveLength(14)
    expect(dates).not.toContain('2026-05-06')
    expect(dates.every((date) => weekdayOf(date) >= 1 && weekdayOf(date) <= 5)).toBe(true)
  })

  it('offers nothing in the past, twice or beyond the horizon', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 6 })),
        fc.integer({ min: 1, max: 60 }),
        (weekdays, horizon_days) => {
          const { dates, fallback } = rescheduleChoices({
            ...ask,
            horizon_days,
            customer_weekdays: weekdays,
          })
          expect(new Set(dates).size).toBe(dates.length)
          expect(
            dates.every(
              (date) => date > monday && (fallback || date <= addDays(monday, horizon_days)),
            ),
          ).toBe(true)
        },
      ),
    )
  })
})
