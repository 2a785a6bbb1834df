import { expect, it } from 'vitest'
import { firstResume, pausedFrom, pauseValues } from './pause.ts'

const today = '2026-11-20'
const ended = { paused_from: '2026-10-01', resume_on: '2026-10-09', pause_reason: 'Away' }

it.each([
  { status: 'active' as const, values: { from: today, resume_on: null, reason: '' } },
  {
    status: 'paused' as const,
    values: { from: '2026-10-01', resume_on: '2026-10-09', reason: 'Away' },
  },
])('of a customer who is $status', ({ status, values }) => {
  expect(pauseValues({ status, ...ended }, today)).toEqual(values)
})

it('of a pause without dates', () => {
  const open = { paused_from: null, resume_on: null, pause_reason: null }
  expect(pauseValues({ status: 'paused', ...open }, today)).toEqual({
    from: today,
    resume_on: null,
    reason: '',
  })
})

it.each([
  { from: null, first: '2026-11-21' },
  { from: '2026-11-01', first: '2026-11-21' },
  { from: '2026-12-01', first: '2026-12-02' },
])('paused from $from it may end on $first', ({ from, first }) => {
  expect(firstResume(from, today)).toBe(first)
})

it.each([
  { date: null, resume_on: '2026-11-01', change: { from: today } },
  { date: '2026-12-01', resume_on: null, change: { from: '2026-12-01' } },
  { date: '2026-12-01', resume_on: '2026-12-02', change: { from: '2026-12-01' } },
  {
    date: '2026-12-01',
    resume_on: '2026-12-01',
    change: { from: '2026-12-01', resume_on: null },
  },
])('from $date with an end on $resume_on', ({ date, resume_on, change }) => {
  expect(pausedFrom(date, resume_on, today)).toEqual(change)
})
