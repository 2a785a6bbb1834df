import { describe, expect, it } from 'vitest'
import { daysOf, heatOf, inWeeks, monthsLater, weeksOf, type MonthDay } from './month.ts'

describe('a month', () => {
  it.each([
    ['2027-06', '2027-05-30', '2027-07-03'],
    ['2027-02', '2027-01-31', '2027-03-06'],
    // Starts on a Sunday and has exactly four weeks.
    ['2026-02', '2026-02-01', '2026-02-28'],
    ['2028-02', '2028-01-30', '2028-03-04'],
  ])('%s is shown from %s to %s', (month, from, to) => {
    expect(weeksOf(month)).toEqual({ from, to })
    expect(inWeeks(daysOf({ from, to })).every((week) => week.length === 7)).toBe(true)
  })

  it('goes to the next month from any day', () => {
    expect(monthsLater('2027-01-31', 1)).toBe('2027-02-01')
    expect(monthsLater('2027-01-31', -1)).toBe('2026-12-01')
  })
})

describe('how full a day is', () => {
  const day = (some: Partial<MonthDay>): MonthDay => ({
    date: '2027-06-09',
    visits: 3,
    minutes: 240,
    capacity_minutes: 480,
    unassigned: 0,
    teams_off: [],
    is_closed: false,
    closed_reason: null,
    ...some,
  })
  it.each([
    [{ visits: 0, minutes: 0 }, 0],
    [{ minutes: 60 }, 1],
    [{ minutes: 240 }, 2],
    [{ minutes: 300 }, 3],
    [{ minutes: 480 }, 4],
    [{ minutes: 481 }, 5],
    // Every team is off, and yet something is planned.
    [{ capacity_minutes: 0 }, 5],
    [{ capacity_minutes: null }, 4],
    [{ capacity_minutes: null, minutes: 60 }, 1],
  ] as const)('%o is %i', (some, heat) => expect(heatOf(day(some), 240)).toBe(heat))

  it('is full with the only minute of the month', () => {
    expect(heatOf(day({ capacity_minutes: null, minutes: 1 }), 1)).toBe(4)
  })
})
