import { describe, expect, it } from 'vitest'
import {
  clashesOf,
  dayAxis,
  hoursOf,
  laneLoad,
  layEvents,
  layLane,
  minutesAt,
  shifted,
} from './day-grid.ts'
import { testVisit } from './test-visit.ts'

const open = { weekday: 1, opens_minutes: 450, closes_minutes: 1050, is_closed: false }
const at = (id: string, start_minutes: number | null, duration_minutes = 60) =>
  testVisit(id, { start_minutes, duration_minutes })

describe('the hours a day shows', () => {
  it.each([
    ['an hour around the open ones, whole', open, [], { from: 360, to: 1140 }],
    ['the usual ones when none were entered', undefined, [], { from: 420, to: 1080 }],
    ['the usual ones on a closed day', { ...open, is_closed: true }, [], { from: 420, to: 1080 }],
    [
      'wide enough for early and late work',
      open,
      [at('a', 285), at('b', 1170, 90)],
      { from: 240, to: 1260 },
    ],
    ['no more than the day has', open, [at('a', 0), at('b', 1430, 120)], { from: 0, to: 1440 }],
  ])('%s', (_, hours, visits, axis) => {
    expect(dayAxis(hours, visits)).toEqual(axis)
  })

  it('are counted one by one', () => {
    expect(hoursOf({ from: 480, to: 660 })).toEqual([480, 540, 600])
  })
})

describe('a card dropped on the ruler', () => {
  const axis = { from: 480, to: 1020 }
  it.each([
    [0, 480],
    [7, 480],
    [8, 495],
    [61, 540],
    [-300, 480],
    [5000, 1005],
  ])('%i pixels in starts at minute %i', (x, minutes) => {
    expect(minutesAt(x, axis, 1)).toBe(minutes)
  })

  it('stays within the day when it is shifted', () => {
    expect([shifted(540, 30), shifted(10, -60), shifted(1400, 120)]).toEqual([570, 0, 1425])
  })
})

describe('the cards of a lane', () => {
  it('share a row when one ends before the next begins, and say when the team would be in two places', () => {
    const { laid, rows } = layLane(
      [at('c', 630), at('a', 540), at('b', 570), at('anytime', null)],
      60,
    )
    expect(laid.map(({ visit, row, clashes }) => [visit.id, row, clashes])).toEqual([
      ['a', 0, true],
      ['b', 1, true],
      ['c', 0, false],
    ])
    expect(rows).toBe(2)
  })

  it('of a week’s cell are marked the same', () => {
    const visits = [at('c', 630), at('a', 540), at('b', 570), at('anytime', null)]
    expect([...clashesOf(visits)].map(({ id }) => id)).toEqual(['a', 'b'])
  })

  it('short ones take the room they need to be read, which is no conflict', () => {
    const { laid } = layLane([at('a', 540, 15), at('b', 555, 15)], 60)
    expect(laid.map(({ row, clashes }) => [row, clashes])).toEqual([
      [0, false],
      [1, false],
    ])
  })

  it('work without a team and skipped work are in nobody’s way', () => {
    const nobody = [at('a', 540), at('b', 540)].map((visit) => ({ ...visit, team_id: null }))
    expect(layLane(nobody, 60).laid.some(({ clashes }) => clashes)).toBe(false)
    expect(clashesOf(nobody).size).toBe(0)
    const skipped = testVisit('b', { status: 'skipped' })
    expect(layLane([at('a', 540), skipped], 60).laid.some(({ clashes }) => clashes)).toBe(false)
    expect(laneLoad([at('a', 540), at('c', null, 30), skipped])).toEqual({ many: 2, minutes: 90 })
  })
})

it('events lie side by side where they have the room; what the ruler does not show lies at its end', () => {
  const events = [
    at('noon', 720, 240),
    at('call', 720, 30),
    at('gym', 300),
    at('late', 1380, 180),
    at('all day', null),
    at('after', 870),
  ]
  const { laid, rows } = layEvents(events, { from: 480, to: 1080 }, 1, 150)
  expect(laid.map(({ event, left, width, row }) => [event.id, left, width, row])).toEqual([
    ['gym', 0, 150, 0],
    ['noon', 240, 240, 0],
    ['call', 240, 150, 1],
    ['after', 390, 150, 1],
    ['late', 450, 150, 2],
  ])
  expect(rows).toBe(3)
})
