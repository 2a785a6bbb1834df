import { describe, expect, it } from 'vitest'
import { dayKeys } from '../../../../domain/dates.ts'
import { firstDates, newAdd, type AddValues } from './add-rule.ts'

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
