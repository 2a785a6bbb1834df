import { keepHere } from './local.ts'

// What time the server has. A phone's clock may be days off, and a day, a shift's length or the age of what is kept must not be.
// Waiting times (`waited_ms`, time limits) are differences of one clock and stay with the phone's.

/** How far this phone's clock is ahead of the server's, as of the server's last answer. */
type Known = { ahead_ms: number; heard_ms: number }

const key = 'fieldhive.clock'
/** An answer's date is in whole seconds and some seconds old; nobody minds a clock that is this near. */
const near_ms = 2 * 60_000
/** An answer that took longer says little: the page may have slept meanwhile. */
const slow_ms = 10_000
/** Two readings that differ less are the same. */
const same_ms = 5000
const often_ms = 60_000

let known = saved()
let saved_ms = known.heard_ms
const listeners = new Set<() => void>()

/** Calls back when it turns out how far off the phone's clock is. */
export function followTime(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reads the `Date` of an answer that was asked for at `asked_ms` of this phone's clock. */
export function learnTime(date: string | null, asked_ms: number): void {
  const here_ms = Date.now()
  const heard_ms = Date.parse(date ?? '')
  const took_ms = here_ms - asked_ms
  if (Number.isNaN(heard_ms) || took_ms < 0 || took_ms > slow_ms) return
  const off_ms = here_ms - heard_ms
  const ahead_ms = Math.abs(off_ms) < near_ms ? 0 : off_ms
  const isNews = Math.abs(ahead_ms - known.ahead_ms) > same_ms
  known = { ahead_ms: isNews ? ahead_ms : known.ahead_ms, heard_ms }
  if (isNews || Math.abs(heard_ms - saved_ms) > often_ms) save()
  if (isNews) for (const listener of listeners) listener()
}

/** The server's time. */
export function nowMs(): number {
  const here_ms = Date.now()
  const there_ms = here_ms - known.ahead_ms
  // Earlier than the last answer: somebody has set the clock since.
  return there_ms < known.heard_ms - near_ms ? Math.max(here_ms, known.heard_ms) : there_ms
}
export const nowIso = (): string => new Date(nowMs()).toISOString()
/** The server's time at a moment that this phone's clock recorded. */
export const timeOf = (here_ms: number): number => here_ms - known.ahead_ms
/** How far this phone's clock is ahead (negative: behind); 0 if it is right, as far as is known. */
export const clockAhead_ms = (): number => Date.now() - nowMs()

function saved(): Known {
  try {
    const { ahead_ms, heard_ms } = JSON.parse(localStorage.getItem(key) ?? '{}')
    return { ahead_ms: Number(ahead_ms) || 0, heard_ms: Number(heard_ms) || 0 }
  } catch {
    return { ahead_ms: 0, heard_ms: 0 }
  }
}

function save(): void {
  saved_ms = known.heard_ms
  // Without storage it is learned again at the next opening.
  keepHere(key, JSON.stringify(known))
}
