import { describe, expect, it } from 'vitest'
import { newAdd, type RepeatValues } from './add-rule.ts'
import {
  hasWrongOption,
  monthDayOf,
  monthDayOptions,
  usesMoreOptions,
  weekOfMonthDay,
  withSeason,
} from './more-options.ts'

const plain = newAdd('2026-11-26', null)

describe('more options', () => {
  it.each<[boolean, Partial<RepeatValues>]>([
    [false, {}],
    [false, { pattern: 'weekly', month_week: 2 }],
    [true, { pattern: 'monthly', month_week: 2 }],
    [true, { season_start_month: 4 }],
    [true, { skips_closed: true }],
    [true, { counts_from: 'completion' }],
    [true, { buffer_days: 0 }],
  ])('are in use: %s with %j', (uses, change) =>
    expect(usesMoreOptions({ ...plain, ...change })).toBe(uses),
  )
  it.each([
    [false, {}],
    [false, { interval: 'At least 1' }],
    [true, { season_end_month: 'Choose both' }],
    [true, { counts_from: 'Not with a season' }],
    [true, { buffer_days: 'Too many' }],
  ])('are wrong: %s with %j', (wrong, errors) => expect(hasWrongOption(errors)).toBe(wrong))
})

describe('the day of the month', () => {
  it('is the same day or a week with the chosen weekdays', () => {
    expect(monthDayOptions('Thursday')).toHaveLength(6)
    expect(monthDayOptions('Thursday').at(-1)).toEqual({
      value: '-1',
      label: 'The last Thursday',
    })
  })
  it.each(monthDayOptions('Thursday').map(({ value }) => value))('%s reads back', (value) => {
    expect(monthDayOf(weekOfMonthDay(value))).toBe(value)
  })
  it('is the same day where nothing is chosen', () => expect(weekOfMonthDay(null)).toBeNull())
})

describe('the season', () => {
  it.each([
    ['season_start_month', '4', { season_start_month: 4 }],
    ['season_end_month', '10', { season_end_month: 10 }],
    ['season_start_month', null, { season_start_month: null, season_end_month: null }],
    ['season_end_month', null, { season_start_month: null, season_end_month: null }],
  ] as const)('with %s %s', (field, month, change) =>
    expect(withSeason(field, month)).toEqual(change),
  )
})
