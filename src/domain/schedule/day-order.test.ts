import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { driveMinutes, orderNow, searchOrder, type Day } from './day-order.ts'

type DayStop = Day['stops'][number]
type Order = ReturnType<typeof orderNow>

type Given = { x: number; y: number; minutes: number; start: number | null }
const dayOf = (given: readonly Given[], hasBase = true): Day => {
  const points = [{ x: 0, y: 0 }, ...given]
  return {
    stops: given.map(({ minutes, start }, index) => ({
      id: `s${index}`,
      place: index + 1,
      minutes,
      start_minutes: start,
    })),
    drive: (a, b) => 4 + Math.hypot(points[a]!.x - points[b]!.x, points[a]!.y - points[b]!.y),
    begins_minutes: 480,
    from: hasBase ? 0 : null,
    to: hasBase ? 0 : null,
  }
}
const bestOf = (day: Day): Order => [...searchOrder(day)].at(-1)!

const coordinate = fc.integer({ min: 0, max: 40 })
const stop = fc.record({
  x: coordinate,
  y: coordinate,
  minutes: fc.integer({ min: 10, max: 60 }),
  start: fc.option(
    fc.integer({ min: 32, max: 64 }).map((quarter) => quarter * 15),
    { freq: 3 },
  ),
})
const aDay = (most: number) =>
  fc
    .tuple(fc.array(stop, { maxLength: most }), fc.boolean())
    .map(([given, hasBase]) => dayOf(given, hasBase))

function* permutations(stops: readonly DayStop[]): Generator<DayStop[]> {
  if (stops.length < 2) yield [...stops]
  for (const [index, first] of stops.entries())
    if (stops.length > 1)
      for (const rest of permutations(stops.toSpliced(index, 1))) yield [first, ...rest]
}

describe('the order of a day', () => {
  it('is never worse than the one it was: no promise is kept less, and none for more driving', () => {
    fc.assert(
      fc.property(aDay(14), (day) => {
        const [now, best] = [orderNow(day).plan, bestOf(day).plan]
        expect(best.late_minutes).toBeLessThanOrEqual(now.late_minutes + 1e-6)
        if (best.late_minutes >= now.late_minutes - 1e-6)
          expect(best.drive_minutes).toBeLessThanOrEqual(now.drive_minutes + 1e-6)
      }),
      { numRuns: 500 },
    )
  })

  it('has every stop once, the promised ones in the order of their times', () => {
    fc.assert(
      fc.property(aDay(12), (day) => {
        const { ids, plan } = bestOf(day)
        expect(plan.stops.map(({ id }) => id).toSorted()).toEqual(
          day.stops.map(({ id }) => id).toSorted(),
        )
        const stopOf = new Map(day.stops.map((one) => [one.id, one]))
        const order = plan.stops.map(({ id }) => stopOf.get(id)!)
        expect(order.filter((one) => one.start_minutes === null).map(({ id }) => id)).toEqual(ids)
        const times = order.flatMap(({ start_minutes }) => start_minutes ?? [])
        expect(times).toEqual(times.toSorted((a, b) => a - b))
        for (const { id, arrives_minutes } of plan.stops)
          expect(arrives_minutes).toBeGreaterThanOrEqual(stopOf.get(id)!.start_minutes ?? 0)
      }),
      { numRuns: 500 },
    )
  })

  it('is nearly as short as the shortest of all, for a few stops', () => {
    let [ours, shortest] = [0, 0]
    fc.assert(
      fc.property(aDay(6), (day) => {
        const untimed = day.stops.filter(({ start_minutes }) => start_minutes === null)
        const timed = day.stops.filter(({ start_minutes }) => start_minutes !== null)
        const costs = [...permutations(untimed)].map(
          (order) => orderNow({ ...day, stops: [...timed, ...order] }).plan,
        )
        const late = Math.min(...costs.map(({ late_minutes }) => late_minutes))
        const best = bestOf(day).plan
        expect(best.late_minutes).toBeLessThanOrEqual(late + 20)
        ours += best.drive_minutes
        shortest += Math.min(
          ...costs
            .filter(({ late_minutes }) => late_minutes <= best.late_minutes + 1e-6)
            .map(({ drive_minutes }) => drive_minutes),
        )
      }),
      { numRuns: 150, seed: 7 },
    )
    expect(ours / shortest).toBeLessThan(1.01)
  })

  it('is the same for the same day', () => {
    fc.assert(
      fc.property(aDay(10), (day) => {
        expect(bestOf(day)).toEqual(bestOf(day))
      }),
      { numRuns: 30 },
    )
  })

  it.each([
    ['what fits is done before a promised time', 60, ['s0', 's1', 's2']],
    ['what would make the crew late waits', 90, ['s1', 's0', 's2']],
  ])('%s', (_, minutes, order) => {
    const day = dayOf([
      { x: 38, y: 0, minutes, start: null },
      { x: 40, y: 0, minutes: 30, start: 600 },
      { x: 1, y: 0, minutes: 60, start: null },
    ])
    const { plan } = orderNow(day)
    expect(plan.late_minutes).toBe(0)
    expect(plan.stops.map(({ id }) => id)).toEqual(order)
  })

  it('finds the ring road through sixty stops', () => {
    const ring = Array.from({ length: 60 }, (_, index) => {
      const angle = ((index * 37) % 60) * (Math.PI / 30)
      return { x: Math.cos(angle) * 20, y: Math.sin(angle) * 20, minutes: 10, start: null }
    })
    const day = dayOf(ring)
    const { plan } = bestOf(day)
    expect(plan.drive_minutes).toBeLessThan(61 * 4 + 2 * Math.PI * 20 + 2 * 20 + 5)
    expect(orderNow(day).plan.drive_minutes).toBeGreaterThan(1.5 * plan.drive_minutes)
  })
})

it.each([
  [0, 4],
  [2, 9],
  [100, 154],
])('%i miles take about %i minutes', (miles, minutes) => {
  expect(Math.round(driveMinutes(miles))).toBe(minutes)
})
