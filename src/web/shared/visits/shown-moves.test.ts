import { beforeEach, expect, test } from 'vitest'
import { testVisit } from './test-visit.ts'
import {
  forgetShown,
  isMovedSince,
  keepShown,
  raiseShown,
  settleShown,
  withMoves,
} from './shown-moves.ts'

const before = testVisit('1', { date: '2027-06-07', version: 3 })
const moved = { ...before, date: '2027-06-09' }
const saved = { ...moved, version: 4 }
const other = testVisit('2')
const days = (visits: { id: string; date: string }[]) =>
  Object.fromEntries(visits.map(({ id, date }) => [id, date]))

beforeEach(() => forgetShown(before.id))

test('a read without an unanswered move shows the visit where it was moved to', () => {
  keepShown(moved)
  const asked = performance.now()
  expect(days(withMoves([before, other], asked))).toEqual(days([moved, other]))
  expect(isMovedSince(before, asked)).toBe(true)
  // A week that never held the visit gets it: the day may be one of its own.
  expect(days(withMoves([other], asked))).toEqual(days([moved, other]))
})

test('a read begun before the answer lacks the move; one begun after it has it', () => {
  keepShown(moved)
  const asked = performance.now()
  settleShown(saved)
  expect(days(withMoves([before], asked))).toEqual(days([moved]))
  const later = performance.now() + 1
  expect(withMoves([before], later)).toEqual([before])
  expect(isMovedSince(before, later)).toBe(false)
})

test('someone else’s newer change wins over the move', () => {
  keepShown(moved)
  const theirs = { ...before, date: '2027-06-11', version: 5 }
  expect(withMoves([theirs], performance.now())).toEqual([theirs])
  expect(isMovedSince(theirs, performance.now())).toBe(false)
})

test('a visit moved again before the first answer stays at its second place', () => {
  const again = { ...before, date: '2027-06-10' }
  keepShown(moved)
  keepShown(again)
  raiseShown(saved)
  expect(days(withMoves([saved], performance.now()))).toEqual(days([again]))
})

test('a refused move is shown no more', () => {
  keepShown(moved)
  forgetShown(moved.id)
  expect(withMoves([before], performance.now())).toEqual([before])
})
