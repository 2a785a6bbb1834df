import type { LocalDate } from '../base/dates.ts'

/** The coming visits of planned work as its pattern gives them, and what limits them. */
export type Plan = {
  /** By date, at most `planSlots`; visits in a pause are among them. */
  slots: readonly PlanSlot[]
  /** The last day on which it can have a visit; null if it goes on. */
  last: LocalDate | null
  pause: PlanPause | null
}
/** `of_all`: all work of the customer is paused, not only this. */
type PlanPause = { from: LocalDate; until: LocalDate | null; of_all: boolean }
type PlanSlot = { date: LocalDate; start_minutes: number | null }

/** How many coming visits two plans are compared by. */
export const planSlots = 6

export type PlanNews = 'planned' | 'changed' | 'ended' | 'paused' | 'resumed'

/**
 * What a customer should hear after the office changed a plan; null if nothing they would notice
 * changed. `was` is null for new work. More visits at its end, and a time of day that was only set or
 * cleared, are not worth a message.
 */
export function planNews(was: Plan | null, now: Plan, today: LocalDate): PlanNews | null {
  const coming = slotsFrom(now, today)
  const before = was ? slotsFrom(was, today) : []
  if (!was || before.length === 0) return coming.length > 0 ? 'planned' : null
  if (coming.length === 0) return 'ended'
  const paused = pauseNews(was, now, today)
  if (paused) return paused
  const isOther = coming.some((slot, at) => before[at] !== undefined && differs(before[at], slot))
  if (isOther) return 'changed'
  return now.last !== null && (was.last === null || now.last < was.last) ? 'ended' : null
}

const slotsFrom = ({ slots }: Plan, today: LocalDate): PlanSlot[] =>
  slots.filter(({ date }) => date >= today)

const differs = (a: PlanSlot, b: PlanSlot): boolean =>
  a.date !== b.date ||
  (a.start_minutes !== null && b.start_minutes !== null && a.start_minutes !== b.start_minutes)

function pauseNews(was: Plan, now: Plan, today: LocalDate): PlanNews | null {
  const isOver = ({ pause }: Plan) =>
    pause === null || (pause.until !== null && pause.until <= today)
  if (isOver(now)) return isOver(was) ? null : 'resumed'
  const isSame = was.pause?.from === now.pause?.from && was.pause?.until === now.pause?.until
  return isSame ? null : 'paused'
}
