import { expect, it } from 'vitest'
import { durationText, needsReview, shiftMinutes, unpaidMinutes } from './shift.ts'

const started_at = '2026-05-04T08:00:00Z'

it.each([
  [null, '2026-05-04T08:00:59Z', 0],
  [null, '2026-05-04T10:05:00Z', 125],
  ['2026-05-04T09:00:00Z', '2026-05-05T00:00:00Z', 60],
  [null, '2026-05-04T07:00:00Z', 0],
])('ended at %s, now %s: %i minutes', (ended_at, now, minutes) => {
  expect(shiftMinutes({ started_at, ended_at }, now)).toBe(minutes)
})

it.each([
  ['put forward', '2027-03-13T23:00:00-05:00', '2027-03-14T07:00:00-04:00', 7],
  ['put back', '2026-10-31T23:00:00-04:00', '2026-11-01T07:00:00-05:00', 9],
])('a night when clocks go %s counts the elapsed hours', (_, from, to, hours) => {
  expect(shiftMinutes({ started_at: from, ended_at: to }, to)).toBe(hours * 60)
})

it.each<[string, number | null, number]>([
  ['08:29:59', 30, 0],
  ['08:30:00', 30, 30],
  ['08:45:59', 20, 45],
  ['09:00:00', null, 0],
])('a break from 8:00 to %s, unpaid from %s minutes on: %i unpaid', (to, from, minutes) => {
  expect(unpaidMinutes({ started_at, ended_at: `2026-05-04T${to}Z` }, from)).toBe(minutes)
})

it('needs review from 14 hours on', () => {
  expect([
    needsReview({ started_at, ended_at: null }, '2026-05-04T21:59:00Z'),
    needsReview({ started_at, ended_at: null }, '2026-05-04T22:00:00Z'),
  ]).toEqual([false, true])
})

it.each([
  [0, '0 min'],
  [59, '59 min'],
  [60, '1 h 00 min'],
  [125, '2 h 05 min'],
])('%i is %s', (minutes, text) => {
  expect(durationText(minutes)).toBe(text)
})
