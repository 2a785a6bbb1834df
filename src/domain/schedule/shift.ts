import { z } from 'zod'
import { Moment } from '../base/dates.ts'
import { Id } from '../base/id.ts'

export const Shift = z.object({
  active: z.boolean(),
  shift_id: Id.nullable(),
  started_at: Moment.nullable(),
  ended_at: Moment.nullable(),
})
export type Shift = z.infer<typeof Shift>

/** Sent only with consent on the device; accuracy in meters. */
export const ShiftLocation = z.object({
  lat: z.number().min(-90).max(90).nullish(),
  lng: z.number().min(-180).max(180).nullish(),
  accuracy: z.number().min(0).nullish(),
})
export type ShiftLocation = z.infer<typeof ShiftLocation>

/** How long a clock-in or clock-out can wait on an offline phone. */
export const clockWaitMaxMs = 3 * 24 * 3_600_000

/** How far apart two presses in a row may arrive over a slow connection and still be one shift. */
export const clockSlackMs = 60_000

/** A clock-in or clock-out. */
export const ClockAct = ShiftLocation.extend({
  /**
   * How long ago the button was pressed, measured by the device, whose clock may be wrong; absent:
   * now.
   */
  waited_ms: z.int().min(0).max(clockWaitMaxMs, 'That was more than three days ago.').optional(),
})
export type ClockAct = z.infer<typeof ClockAct>

/** A longer shift is flagged for review, never cut. */
export const longShiftHours = 14
export const isLong = (minutes: number): boolean => minutes >= longShiftHours * 60

/** Whole minutes on the clock; a null `ended_at` counts up to `now`. Moments in ISO 8601. */
export const shiftMinutes = (
  { started_at, ended_at }: { started_at: string; ended_at: string | null },
  now: string,
): number =>
  Math.max(0, Math.floor((Date.parse(ended_at ?? now) - Date.parse(started_at)) / 60_000))

/** A shorter break is always paid: the law counts it as work (29 CFR 785.18). */
export const unpaidBreakMin = 20

/** Whole minutes of a break that are not paid: all of it from `from` minutes on, or none. Null: breaks are paid. */
export const unpaidMinutes = (
  pause: { started_at: string; ended_at: string },
  from: number | null,
): number => {
  const minutes = shiftMinutes(pause, pause.ended_at)
  return from !== null && minutes >= from ? minutes : 0
}

export const needsReview = (
  shift: { started_at: string; ended_at: string | null },
  now: string,
): boolean => isLong(shiftMinutes(shift, now))

/** 125 → '2 h 05 min'. */
export const durationText = (minutes: number): string =>
  minutes < 60
    ? `${minutes} min`
    : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
