import { afterAll, beforeAll } from 'vitest'
import { wallClockIn, zonedToUtcIso } from '../src/domain/base/dates.ts'
import type { Store } from '../src/server/base/db/store.ts'
import { ahead_ms, moved_ms, shiftedClocks } from './day.ts'

const zone = 'America/New_York'

/** Puts a test's own database on this process's clock, where the embedded one is already. */
export async function onClock(store: Store): Promise<void> {
  if (moved_ms[0] === 0 || store.kind === 'embedded') return
  const wire = await store.acquire()
  await wire.query(shiftedClocks(ahead_ms + moved_ms[0]!)).finally(() => wire.release())
}

const moveTo = (moment: string): void => {
  moved_ms[0]! += Date.parse(moment) - Date.now()
}

/** Puts the clock of this process and of a test's own database at a moment, from which it runs on. */
export async function setClock(store: Store, moment: string): Promise<void> {
  moveTo(moment)
  await onClock(store)
}

/** Ends what `setClock` did to this process, in which other test files run too. */
export const resetClock = (): void => {
  moved_ms[0] = 0
}

/**
 * For a file whose stories need the day: its letters leave at once, which wait for the morning at night, or its work
 * began hours ago. If it is night, they happen at ten in the morning of the same day.
 */
export function byDay(): void {
  beforeAll(() => {
    const { date, minutes } = wallClockIn(zone, Date.now())
    if (minutes < 8 * 60 || minutes >= 20 * 60) moveTo(zonedToUtcIso(date, 10 * 60, zone))
  })
  afterAll(resetClock)
}
