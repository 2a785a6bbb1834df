import { describe, expect, it } from 'vitest'
import { closedHours, gapAt, landingOnDay, leftOf, type Ruler } from './ruler.ts'

const date = '2026-11-23'
const axis = { from: 420, to: 1080 }
const ruler: Ruler = { axis, scale: 2, snap: 15 }

it('an hour after the first one is 60 minutes to the right', () => {
  expect(leftOf(480, ruler)).toBe(120)
})

describe('closed are', () => {
  const open = { weekday: 1, opens_minutes: 480, closes_minutes: 1020, is_closed: false }
  it.each([
    [
      'the hours before and after the open ones',
      open,
      [
        { from: 420, to: 480 },
        { from: 1020, to: 1080 },
      ],
    ],
    ['all hours of a closed day', null, [axis, { from: 1080, to: 1080 }]],
  ])('%s', (_title, hours, spans) => expect(closedHours(hours, axis)).toEqual(spans))
})

describe('a card put down', () => {
  const over = { left: 125, at: undefined }
  it.each([
    ['on the tab of a day keeps team and time', 'day', null, over, { date }],
    [
      'on the hours of a team gets a time',
      'lane',
      'red',
      over,
      { team_id: 'red', start_minutes: 480 },
    ],
    [
      'on the strip of a team loses its time',
      'any',
      'red',
      over,
      { team_id: 'red', start_minutes: null },
    ],
    [
      'between two cards of a strip goes there',
      'any',
      null,
      { left: 0, at: 1 },
      { team_id: null, start_minutes: null, at: 1 },
    ],
    ['nowhere yet lands nowhere', 'lane', 'red', { left: null, at: undefined }, null],
  ] as const)('%s', (_title, kind, team_id, where, landing) =>
    expect(landingOnDay({ kind, team_id, date }, where, ruler)).toEqual(landing),
  )
})

describe('the gap of a strip', () => {
  const cards = [
    { top: 104, bottom: 150 },
    { top: 154, bottom: 200 },
  ]
  it.each([
    ['over the first card', 110, { at: 0, top: 1 }],
    ['between two cards', 140, { at: 1, top: 51 }],
    ['under the last card', 190, { at: 2, top: 101 }],
  ])('is %s', (_title, y, gap) => expect(gapAt(y, cards, 100)).toEqual(gap))

  it('of an empty strip is its first place', () => {
    expect(gapAt(500, [], 100)).toEqual({ at: 0, top: 1 })
  })
})
