import { describe, expect, it } from 'vitest'
import { dateInSearch, NewMiscEvent, NewRule, startMinutesOf, visitDuration } from './schedule.ts'

const messages = (result: { error?: { issues: { message: string }[] } | undefined }): string[] => result.error?.issues.map(({ message }) => message) ?? []

describe('Add to Schedule', () => {
  const rule = { customer_id: '0199aa00-0000-7000-8000-000000000001', service_key: 'mowing', pattern: 'weekly', start_date: '2026-05-04' }
  it('needs a customer and a service', () => {
    expect(messages(NewRule.safeParse({ ...rule, customer_id: '', service_key: undefined }))).toEqual(['Select a customer', 'Select a service'])
  })
  it('fills in the rest', () => {
    expect(NewRule.parse(rule)).toMatchObject({ interval: 1, weekdays: null, end_date: null, team_id: null, billing_mode: 'per_visit', price_cents: null })
  })
  it('checks its dates', () => {
    expect(messages(NewRule.safeParse({ ...rule, end_date: '2026-05-03' }))).toEqual(['The end date is before the start date'])
    expect(messages(NewRule.safeParse({ ...rule, pattern: 'every_x_weeks', interval: 30 }))).toEqual(['Choose 1 to 26 weeks'])
  })
  it('takes a time either way, and both only if they agree', () => {
    expect(NewRule.safeParse({ ...rule, start_time: '09:00', start_minutes: 540 }).success).toBe(true)
    expect(messages(NewRule.safeParse({ ...rule, start_time: '09:00', start_minutes: 541 }))).toEqual(['start_time and start_minutes name different times'])
  })
})

it.each([
  [{}, undefined],
  [{ start_time: '09:05' }, 545],
  [{ start_minutes: 0 }, 0],
  [{ start_time: '09:05', start_minutes: 545 }, 545],
  [{ start_time: null }, null],
  [{ start_minutes: null }, null],
  [{ start_time: null, start_minutes: 60 }, 60],
])('%o starts at %s', (input, minutes) => {
  expect(startMinutesOf(input)).toBe(minutes)
})

it.each([
  [30, 45, 50, 30],
  [null, 45, 50, 45],
  [null, null, 50, 50],
  [null, null, null, 60],
])('visit %s, rule %s, service %s: %i minutes', (visit, rule, service, minutes) => {
  expect(visitDuration(visit, rule, service)).toBe(minutes)
})

describe('a misc event', () => {
  it('needs a title and some length', () => {
    expect(messages(NewMiscEvent.safeParse({ title: ' ', date: '2026-05-04', duration_minutes: 0 }))).toEqual([
      'Title is required',
      'Duration (minutes) must be > 0',
    ])
    expect(NewMiscEvent.parse({ title: 'Training', date: '2026-05-04' })).toMatchObject({ duration_minutes: 60, team_id: null })
  })
})

it.each([
  ['2026-05-04', '2026-05-04'],
  ['5/4', '2026-05-04'],
  [' 05/04/27 ', '2027-05-04'],
  ['5/4/2028', '2028-05-04'],
  ['2/30', null],
  ['13/1', null],
  ['May 4', null],
  ['', null],
])('%s searches for %s', (text, date) => {
  expect(dateInSearch(text, '2026-11-21')).toBe(date)
})
