import { describe, expect, it } from 'vitest'
import type { Calendar } from '../../../shared/visits/calendar.ts'
import { dayKeys } from '../../../../domain/base/dates.ts'
import { defaultEndDate } from '../../../../domain/schedule/recurrence.ts'
import {
  beginOn,
  datesText,
  firstDates,
  newAdd,
  repeatBy,
  usualPlace,
  type AddValues,
} from './add-rule.ts'

const hours = dayKeys.map((_, weekday) => ({
  weekday,
  opens_minutes: 480,
  closes_minutes: 1020,
  is_closed: weekday === 0,
}))
const customer = (available_days: string[]) =>
  ({ available_days }) as unknown as AddValues['customer']
const dates = (values: Partial<AddValues>) =>
  firstDates({ ...newAdd('2026-11-26', null), ...values }, hours, ['2026-11-26'], 2).map(
    ({ date, shifted }) => (shifted ? `${date} shifted` : date),
  )

describe('new work', () => {
  const [one, two] = [{ id: 'one' }, { id: 'two' }] as unknown as Calendar['teams']
  const place = (today: string, teams: Calendar['teams'], closed: string[] = []) =>
    usualPlace({
      today,
      teams,
      business_hours: hours,
      closed_dates: closed.map((date) => ({ date, reason: null })),
    })
  it.each<[string, ReturnType<typeof place>, ReturnType<typeof place>]>([
    ['begins today', place('2026-11-27', []), { date: '2026-11-27', team_id: null }],
    ['not on a closed weekday', place('2026-11-29', []), { date: '2026-11-30', team_id: null }],
    [
      'nor on a closed date after it',
      place('2026-11-29', [], ['2026-11-30']),
      { date: '2026-12-01', team_id: null },
    ],
    ['with the only team', place('2026-11-27', [one!]), { date: '2026-11-27', team_id: 'one' }],
    [
      'of several with none',
      place('2026-11-27', [one!, two!]),
      { date: '2026-11-27', team_id: null },
    ],
  ])('%s', (_, found, expected) => expect(found).toEqual(expected))
})

describe('the first dates beside the form are those the schedule will have', () => {
  it.each<[string, Partial<AddValues>, string[]]>([
    [
      'a one-off stays on the closed day chosen for it',
      { pattern: 'once', end_date: '2026-11-26' },
      ['2026-11-26'],
    ],
    ['a weekly one goes on to the next open day', {}, ['2026-11-27 shifted', '2026-12-03']],
    // The 26th of December is a Saturday, the day after Thanksgiving a Friday.
    [
      'a day of the month goes on to one of the customer’s days',
      { pattern: 'monthly', customer: customer(['mon']) },
      ['2026-11-30 shifted', '2026-12-28 shifted'],
    ],
    [
      'and to any open day of a customer who named none',
      { pattern: 'monthly', customer: customer([]) },
      ['2026-11-27 shifted', '2026-12-26'],
    ],
  ])('%s', (_, values, expected) => expect(dates(values)).toEqual(expected))
})

describe('the dates in words', () => {
  const planned = (date: string, shifted = false) =>
    ({ date, shifted }) as ReturnType<typeof firstDates>[number]
  it.each([
    ['say when there is none', [], 'no date before the end'],
    ['say which are shifted', [planned('2026-11-27', true)], 'Fri, Nov 27 (shifted)'],
    [
      'have the year where another one begins',
      [planned('2026-12-28'), planned('2027-01-04'), planned('2027-01-11')],
      'Mon, Dec 28 · Mon, Jan 4, 2027 · Mon, Jan 11',
    ],
    [
      'go on after four',
      ['2027-04-01', '2027-04-08', '2027-04-15', '2027-04-22'].map((date) => planned(date)),
      'Thu, Apr 1, 2027 · Thu, Apr 8 · Thu, Apr 15 · Thu, Apr 22 …',
    ],
  ])('%s', (_title, those, text) => expect(datesText(those, '2026-11-26')).toBe(text))
})

describe('the usual end', () => {
  const values = newAdd('2026-11-26', null)
  it('goes with the first date', () => {
    expect(beginOn(values, '2026-12-03')).toEqual({
      start_date: '2026-12-03',
      end_date: newAdd('2026-12-03', null).end_date,
    })
  })
  it.each<[string, Partial<AddValues>, Partial<AddValues>]>([
    ['stays with other weekdays', { weekdays: [1] }, { weekdays: [1] }],
    [
      'goes with the pattern',
      { pattern: 'once' },
      { pattern: 'once', end_date: defaultEndDate('once', values.start_date) },
    ],
  ])('%s', (_title, next, change) => expect(repeatBy(values, next)).toEqual(change))
  it('stays where it was chosen', () => {
    const chosen = { ...values, end_date: '2027-03-01' }
    expect(repeatBy(chosen, { pattern: 'monthly' }).end_date).toBe('2027-03-01')
    expect(beginOn(chosen, '2026-12-03').end_date).toBe('2027-03-01')
  })
})
