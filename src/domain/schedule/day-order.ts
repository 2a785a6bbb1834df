/** A stop of a day. Times are minutes after midnight. */
type DayStop = {
  id: string
  /** An index into the places of the day. */
  place: number
  /** How long the work takes, in minutes. */
  minutes: number
  /** The time promised to the customer; null if any will do. */
  start_minutes: number | null
}
/** A team's day: where it starts and when, and what is to be done. */
export type Day = {
  stops: readonly DayStop[]
  /** Driving from place to place, in minutes. */
  drive: (from: number, to: number) => number
  begins_minutes: number
  /** The place the day starts from and ends at; null if it is not known. */
  from: number | null
  to: number | null
}
/** How a day goes. */
export type DayPlan = {
  /** Every stop, in order, with when the crew arrives. */
  stops: { id: string; arrives_minutes: number }[]
  drive_minutes: number
  /** Minutes after promised times, summed. */
  late_minutes: number
  /** Minutes of waiting for promised times, summed. */
  wait_minutes: number
}

/**
 * How the day goes if the stops without a time are done in this order. Stops with a time come when
 * it is time for them: another is done before only if the promise can still be kept.
 */
function planDay(day: Day, untimed: readonly DayStop[]): DayPlan {
  const timed = timedOf(day)
  const plan: DayPlan = { stops: [], drive_minutes: 0, late_minutes: 0, wait_minutes: 0 }
  let now = day.begins_minutes
  let here = day.from
  const go = (from: number | null, to: number) => (from === null ? 0 : day.drive(from, to))
  const visit = (stop: DayStop) => {
    const drive = go(here, stop.place)
    const arrives = now + drive
    const promised = stop.start_minutes ?? arrives
    plan.drive_minutes += drive
    plan.late_minutes += Math.max(0, arrives - promised)
    plan.wait_minutes += Math.max(0, promised - arrives)
    plan.stops.push({ id: stop.id, arrives_minutes: Math.max(arrives, promised) })
    now = Math.max(arrives, promised) + stop.minutes
    here = stop.place
  }
  let next = 0
  for (const stop of untimed) {
    const done = () => now + go(here, stop.place) + stop.minutes
    const fits = (promised: DayStop) =>
      done() + day.drive(stop.place, promised.place) <= promised.start_minutes!
    while (timed[next] && !fits(timed[next]!)) visit(timed[next++]!)
    visit(stop)
  }
  for (const stop of timed.slice(next)) visit(stop)
  if (here !== null && day.to !== null) plan.drive_minutes += day.drive(here, day.to)
  return plan
}

const timedOf = ({ stops }: Day): DayStop[] =>
  stops
    .filter(({ start_minutes }) => start_minutes !== null)
    .toSorted((a, b) => a.start_minutes! - b.start_minutes!)
const untimedOf = ({ stops }: Day): DayStop[] =>
  stops.filter(({ start_minutes }) => start_minutes === null)

/** An order of a day's stops without a time, and how the day goes with it. */
type Order = { ids: string[]; plan: DayPlan }
const orderOf = (stops: readonly DayStop[], plan: DayPlan): Order => ({
  ids: stops.map(({ id }) => id),
  plan,
})

/** The day in the order its stops are given. */
export const orderNow = (day: Day): Order => {
  const untimed = untimedOf(day)
  return orderOf(untimed, planDay(day, untimed))
}

/** After this many rounds without a better order the search ends. */
const patience = 12
const mostRounds = 60

/**
 * Searches for a better order, and yields the best one so far after each round, so that the caller
 * can let others have a turn. The first is never worse than the order given, each later one never
 * worse than the one before: fewer late minutes, or as many and less driving. Repeatable.
 */
export function* searchOrder(day: Day): Generator<Order> {
  const given = untimedOf(day)
  const chance = randomFrom(given.length + 1)
  let best = improved(day, given)
  const greedy = improved(day, nearestFirst(day, given))
  if (isBetter(greedy.plan, best.plan)) best = greedy
  yield orderOf(best.stops, best.plan)
  let vain = 0
  for (let round = 0; round < mostRounds && vain < patience && given.length > 3; round++) {
    const tried = improved(day, kicked(best.stops, chance))
    if (isBetter(tried.plan, best.plan)) {
      best = tried
      vain = 0
    } else vain++
    yield orderOf(best.stops, best.plan)
  }
}

/** Rounding alone can make this difference, in minutes. */
const rounding = 1e-9
/** Promises come first, then driving; of two days alike in both, the one with less waiting. */
const weighed = ['late_minutes', 'drive_minutes', 'wait_minutes'] as const
function isBetter(one: DayPlan, other: DayPlan): boolean {
  const which = weighed.find((name) => Math.abs(one[name] - other[name]) > rounding)
  return which !== undefined && one[which] < other[which]
}

/** Always on to the nearest one. */
function nearestFirst(day: Day, stops: readonly DayStop[]): DayStop[] {
  const left = [...stops]
  const order: DayStop[] = []
  let here = day.from
  while (left.length > 0) {
    const from = here
    const next =
      from === null
        ? left[0]!
        : left.reduce((a, b) => (day.drive(from, b.place) < day.drive(from, a.place) ? b : a))
    left.splice(left.indexOf(next), 1)
    order.push(next)
    here = next.place
  }
  return order
}

type Tried = { stops: DayStop[]; plan: DayPlan }

/** Turns parts around (2-opt) and moves up to three stops elsewhere (Or-opt), as long as that helps. */
function improved(day: Day, from: readonly DayStop[]): Tried {
  let best: Tried = { stops: [...from], plan: planDay(day, from) }
  for (;;) {
    const better = firstBetter(day, best)
    if (!better) return best
    best = better
  }
}

function firstBetter(day: Day, best: Tried): Tried | null {
  for (const stops of neighborsOf(best.stops)) {
    const plan = planDay(day, stops)
    if (isBetter(plan, best.plan)) return { stops, plan }
  }
  return null
}

function* neighborsOf(stops: readonly DayStop[]): Generator<DayStop[]> {
  const n = stops.length
  for (let i = 0; i < n - 1; i++)
    for (let j = i + 1; j < n; j++)
      yield stops.slice(0, i).concat(stops.slice(i, j + 1).toReversed(), stops.slice(j + 1))
  for (let size = 1; size <= Math.min(3, n - 1); size++)
    for (let i = 0; i + size <= n; i++) {
      const part = stops.slice(i, i + size)
      const others = stops.toSpliced(i, size)
      for (let at = 0; at <= others.length; at++) {
        if (at === i) continue
        yield others.toSpliced(at, 0, ...part)
        if (size > 1) yield others.toSpliced(at, 0, ...part.toReversed())
      }
    }
}

/** Exchanges two neighboring parts (a double bridge): a change the small steps cannot make. */
function kicked(stops: readonly DayStop[], chance: () => number): DayStop[] {
  const cuts = [0, 0, 0].map(() => 1 + Math.floor(chance() * (stops.length - 1)))
  const [a = 0, b = 0, c = 0] = cuts.toSorted((one, other) => one - other)
  return [...stops.slice(0, a), ...stops.slice(b, c), ...stops.slice(a, b), ...stops.slice(c)]
}

/** The same numbers between 0 and 1 for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Streets are longer than the line between two points. */
const detour = 1.3
/** The first miles are in town, at 30 miles in an hour; the rest is faster. */
const townMiles = 8
const townMinutesPerMile = 2
const roadMinutesPerMile = 1.1
/** Parking, unloading, the last street. */
const eachStop_minutes = 4

/** Minutes of driving between two addresses that lie this far apart as the crow flies. */
export function driveMinutes(miles: number): number {
  const road = miles * detour
  const inTown = Math.min(road, townMiles)
  return eachStop_minutes + inTown * townMinutesPerMile + (road - inTown) * roadMinutesPerMile
}
