import { describe, expect, it } from 'vitest'
import type { MonthDay } from '../../../domain/base/month.ts'
import { dayWords, hoursText, stepOfKey } from './month-text.ts'

const day: MonthDay = {
  date: '2027-06-09',
  visits: 3,
  minutes: 390,
  capacity_minutes: 960,
  unassigned: 0,
  teams_off: [],
  is_closed: false,
  closed_reason: null,
}

describe('a day of the month', () => {
  it.each([
    [{}, '3 visits, 6 h 30 min of 16 h'],
    [{ capacity_minutes: null }, '3 visits, 6 h 30 min'],
    [
      { capacity_minutes: 300, unassigned: 2 },
      '3 visits, 6 h 30 min of 5 h, too much, 2 without a team',
    ],
    [{ visits: 0, minutes: 0 }, 'free'],
    [{ visits: 0, is_closed: true, closed_reason: 'Memorial Day' }, 'free, closed: Memorial Day'],
    [{ visits: 0, teams_off: ['North Crew'] }, 'free, North Crew off'],
  ] as const)('%o is read as %s', (some, words) =>
    expect(
      dayWords({ ...day, ...some, teams_off: [...('teams_off' in some ? some.teams_off : [])] }),
    ).toBe(words),
  )

  it('shows hours against capacity', () => {
    expect(hoursText(day)).toBe('6.5 of 16 h')
    expect(hoursText({ minutes: 60, capacity_minutes: null })).toBe('1 h')
  })

  it('goes on by arrow keys only', () => {
    expect(['ArrowLeft', 'ArrowDown', 'x'].map(stepOfKey)).toEqual([-1, 7, null])
  })
})
