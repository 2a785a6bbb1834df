import { describe, expect, it } from 'vitest'
import {
  NewMiscEvent,
  NewRule,
  pauseOn,
  startMinutesOf,
  visitDuration,
  withoutPause,
  withPause,
  type PauseInput,
  type RulePause,
} from './schedule.ts'

const messages = (result: { error?: { issues: { message: string }[] } | undefined }): string[] =>
  result.error?.issues.map(({ message }) => message) ?? []

describe('Add to Schedule', () => {
  const rule = {
    customer_id: '0199aa00-0000-7000-8000-000000000001',
    service_key: 'mowing',
    pattern: 'weekly',
    start_date: '2026-05-04',
  }
  it('needs a customer and a service', () => {
    expect(
      messages(NewRule.safeParse({ ...rule, customer_id: '', service_key: undefined })),
    ).toEqual(['Select a customer', 'Select a service'])
  })
  it('fills in defaults', () => {
    expect(NewRule.parse(rule)).toMatchObject({
      interval: 1,
      weekdays: null,
      end_date: null,
      team_id: null,
      price_cents: null,
    })
  })
  it('checks its dates', () => {
    expect(messages(NewRule.safeParse({ ...rule, end_date: '2026-05-03' }))).toEqual([
      'The end date is before the start date',
    ])
    expect(
      messages(NewRule.safeParse({ ...rule, pattern: 'every_x_weeks', interval: 30 })),
    ).toEqual(['Choose 1 to 26 weeks'])
  })
  it('accepts a time in either format, and both only if they agree', () => {
    expect(NewRule.safeParse({ ...rule, start_time: '09:00', start_minutes: 540 }).success).toBe(
      true,
    )
    expect(
      messages(NewRule.safeParse({ ...rule, start_time: '09:00', start_minutes: 541 })),
    ).toEqual(['start_time and start_minutes name different times'])
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
  it('needs a title and a duration', () => {
    expect(
      messages(NewMiscEvent.safeParse({ title: ' ', date: '2026-05-04', duration_minutes: 0 })),
    ).toEqual(['Title is required', 'Duration (minutes) must be > 0'])
    expect(NewMiscEvent.parse({ title: 'Training', date: '2026-05-04' })).toMatchObject({
      duration_minutes: 60,
      team_id: null,
    })
  })
})

describe('pauses of a rule', () => {
  const today = '2026-05-04'
  const pause = (from: string, resume_on: string | null = null): RulePause => ({
    from,
    resume_on,
    reason: null,
  })
  const over = pause('2026-01-01', '2026-02-01')
  const running = pause('2026-05-01')

  it.each<[string, RulePause[], PauseInput, RulePause[] | { path: string }]>([
    ['from today until resumed', [], {}, [pause(today)]],
    [
      'between two future days',
      [],
      { from: '2026-05-10', resume_on: '2026-05-20' },
      [pause('2026-05-10', '2026-05-20')],
    ],
    ['past pauses stay', [over], {}, [over, pause(today)]],
    [
      'changing the end of a current one',
      [running],
      { resume_on: '2026-05-20' },
      [pause('2026-05-01', '2026-05-20')],
    ],
    ['repeating the same', [running], { from: '2026-05-01' }, [running]],
    [
      'delaying one that begins today',
      [pause(today)],
      { from: '2026-07-01' },
      [pause('2026-07-01')],
    ],
    ['delaying a future one', [pause('2026-06-01')], { from: '2026-07-01' }, [pause('2026-07-01')]],
    [
      'a later one, which ends the current one today',
      [running],
      { from: '2026-07-01' },
      [pause('2026-05-01', today), pause('2026-07-01')],
    ],
    ['not in the past', [], { from: '2026-05-03' }, { path: 'from' }],
    ['no resuming today', [], { resume_on: today }, { path: 'resume_on' }],
    [
      'no end before the start',
      [],
      { from: '2026-06-01', resume_on: '2026-06-01' },
      { path: 'resume_on' },
    ],
  ])('%s', (_, pauses, wish, expected) =>
    expect(withPause(pauses, wish, today)).toMatchObject(expected),
  )

  it('resuming ends a current pause today, removes a future one, and keeps past ones', () => {
    expect(withoutPause([over, running], today)).toEqual([over, pause('2026-05-01', today)])
    expect(withoutPause([over, pause('2026-06-01')], today)).toEqual([over])
    expect(withoutPause([pause(today)], today)).toEqual([])
    expect([pauseOn([over, running], today), pauseOn([over], today)]).toEqual([running, null])
  })
})
