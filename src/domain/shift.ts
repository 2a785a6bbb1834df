import { z } from 'zod'
import { Moment } from './dates.ts'
import { Id } from './id.ts'

export const Shift = z.object({
  active: z.boolean(),
  shift_id: Id.nullable(),
  started_at: Moment.nullable(),
  ended_at: Moment.nullable(),
})
export type Shift = z.infer<typeof Shift>

/** Sent only with the device's consent; accuracy in metres. */
export const ShiftLocation = z.object({
  lat: z.number().min(-90).max(90).nullish(),
  lng: z.number().min(-180).max(180).nullish(),
  accuracy: z.number().min(0).nullish(),
})
export type ShiftLocation = z.infer<typeof ShiftLocation>

/** For how long a clock-in or clock-out may wait on a phone without a connection. */
const clockWaitMaxMs = 3 * 24 * 3_600_000

/** How far apart what was pressed one after the other may arrive, as a slow connection tells it: not yet another shift. */
export const clockSlackMs = 60_000

/** A clock-in or clock-out. */
export const ClockAct = ShiftLocation.extend({
  /** How long ago the button was pressed, by the device's own clock, which need not be right; absent: now. */
  waited_ms: z.int().min(0).max(clockWaitMaxMs, 'That was more than three days ago.').optional(),
})
export type ClockAct = z.infer<typeof ClockAct>

/** A shift longer than this is marked for review, never cut. */
export const longShiftHours = 14
export const isLong = (minutes: number): boolean => minutes >= longShiftHours * 60

/** Whole minutes on the clock. Moments ISO 8601; `ended_at` null counts up to `now`. */
export const shiftMinutes = (
  { started_at, ended_at }: { started_at: string; ended_at: string | null },
  now: string,
): number =>
  Math.max(0, Math.floor((Date.parse(ended_at ?? now) - Date.parse(started_at)) / 60_000))

export const needsReview = (
  shift: { started_at: string; ended_at: string | null },
  now: string,
): boolean => isLong(shiftMinutes(shift, now))

/** 125 → '2 h 05 min'. */
export const durationText = (minutes: number): string =>
  minutes < 60
    ? `${minutes} min`
    : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
