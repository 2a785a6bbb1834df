import { expect, it } from 'vitest'
import { aroundNext, isComing } from './upcoming.ts'

const visit = (state: Parameters<typeof aroundNext>[0][number]['state']) => ({ state })

it.each([
  { title: 'nothing', states: [], before: 0, next: undefined, later: 0 },
  { title: 'one', states: ['scheduled'], before: 0, next: 'scheduled', later: 0 },
  {
    title: 'a cancelled one first',
    states: ['cancelled', 'scheduled', 'paused'],
    before: 1,
    next: 'scheduled',
    later: 1,
  },
  // Then the first leads all the same: there is nothing better.
  {
    title: 'only cancelled ones',
    states: ['cancelled', 'completed'],
    before: 0,
    next: 'cancelled',
    later: 1,
  },
] as const)('the next visit of $title', ({ states, before, next, later }) => {
  const found = aroundNext(states.map(visit))
  expect([found.before.length, found.next?.state, found.later.length]).toEqual([
    before,
    next,
    later,
  ])
})

it.each([
  { title: 'nobody set out', underway: false, on_the_way_at: null, is: false },
  { title: 'a crew set out', underway: false, on_the_way_at: '2027-06-09T14:00:00Z', is: true },
  { title: 'a crew is at work', underway: true, on_the_way_at: null, is: true },
])('where $title the card says so, whatever the customer asked for: $is', ({ is, ...visit }) => {
  expect(isComing(visit)).toBe(is)
})
