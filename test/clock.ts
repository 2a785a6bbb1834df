import { afterAll, beforeAll } from 'vitest'
import { wallClockIn, zonedToUtcIso } from '../src/domain/dates.ts'
import type { Store } from '../src/server/db/store.ts'
import { ahead_ms, moveClock, shiftedClocks } from './day.ts'

const zone = 'America/New_York'
const usual = { Date: globalThis.Date, origin: performance.timeOrigin }
/** How far this process's clock is ahead of the tests' clock. */
let moved_ms = 0

function moveBy(by_ms: number): void {
  globalThis.Date = usual.Date
  Object.defineProperty(performance, 'timeOrigin', { value: usual.origin, configurable: true })
  moved_ms = by_ms
  if (by_ms !== 0) moveClock(by_ms)
}

/** Puts a test's own database on this process's clock. Databases that are opened later are on it already. */
export async function onClock(store: Store): Promise<void> {
  if (moved_ms === 0) return
  const wire = await store.acquire()
  await wire.query(shiftedClocks(ahead_ms + moved_ms)).finally(() => wire.release())
}

/** Puts the clock of this process and of a test's own database at a moment, from which it runs on. */
export async function setClock(store: Store, moment: string): Promise<void> {
  moveBy(Date.parse(moment) - usual.Date.now())
  await onClock(store)
}

/** Ends what `setClock` did to this process, in which other test files run too. */
export const resetClock = (): void => moveBy(0)

/**
 * For a file whose stories need the day: its letters leave at once, which wait for the morning at night, or its work
 * began hours ago. If it is night, they happen at ten in the morning of the same day.
 */
export function byDay(): void {
  beforeAll(() => {
    const { date, minutes } = wallClockIn(zone, Date.now())
    if (minutes < 8 * 60 || minutes >= 20 * 60)
      moveBy(Date.parse(zonedToUtcIso(date, 10 * 60, zone)) - usual.Date.now())
  })
  afterAll(resetClock)
}
