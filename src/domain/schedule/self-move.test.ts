import { describe, expect, it } from 'vitest'
import { byNearness, moveBounds, movesImmediately, nearestStart } from './self-move.ts'

describe('moveBounds', () => {
  const date = '2027-06-16'
  it.each([
    ['two weeks around a visit of its own', '2027-06-01', [], '2027-06-02', '2027-06-30'],
    ['not before the earliest day', '2027-06-10', [], '2027-06-10', '2027-06-30'],
    [
      'between its neighbors of a weekly series',
      '2027-06-01',
      ['2027-06-09', '2027-06-23', '2027-06-30'],
      '2027-06-10',
      '2027-06-22',
    ],
  ] as const)('%s', (_, earliest, others, from, to) => {
    expect(moveBounds({ date, earliest, others })).toEqual({ from, to })
  })
  it('none between visits on neighboring days', () => {
    const others = ['2027-06-16', '2027-06-15', '2027-06-17']
    expect(moveBounds({ date, earliest: '2027-06-17', others })).toBe(null)
  })
})

describe('nearestStart', () => {
  const slots = [480, 510, 540, 570, 600]
  const date = '2027-06-16'
  const at = (start_minutes: number | null) => ({ date, start_minutes, duration_minutes: 30 })
  it.each([
    ['its own time, even between slots', 545, [], 545],
    ['the earlier of two equally near', 540, [at(540)], 510],
    ['the later one if that is nearer', 550, [at(540)], 570],
    ['any time beside work without one', 540, [at(null)], 540],
    ['the first of the day for one before it opens', 420, [], 480],
    ['none if every start is taken', 540, slots.map(at), null],
  ])('%s', (_, wanted, busy, start) => {
    expect(nearestStart({ date, wanted, duration_minutes: 30, slots, busy })).toBe(start)
  })
  it('none on a closed day', () => {
    expect(nearestStart({ date, wanted: 540, duration_minutes: 30, slots: [], busy: [] })).toBe(
      null,
    )
  })
})

it('lists the days with most stops nearby first, then the soonest', () => {
  const day = (date: string, nearby: number) => ({ date, start_minutes: null, nearby })
  const days = [
    day('2027-06-11', 0),
    day('2027-06-15', 2),
    day('2027-06-10', 0),
    day('2027-06-14', 2),
  ]
  expect(days.toSorted(byNearness).map(({ date }) => date)).toEqual([
    '2027-06-14',
    '2027-06-15',
    '2027-06-10',
    '2027-06-11',
  ])
})

it.each([
  [{ self_move: true, in_time: true, underway: false }, true],
  [{ self_move: false, in_time: true, underway: false }, false],
  [{ self_move: true, in_time: false, underway: false }, false],
  [{ self_move: true, in_time: true, underway: true }, false],
])('movesImmediately %j is %s', (facts, moves) => {
  expect(movesImmediately(facts)).toBe(moves)
})
