import { shiftMinutes } from './shift.ts'

/** After this long, a phone asks whether the break still goes on. */
export const breakAskMinutes = 60
/** A longer break is put before the office: somebody may have forgotten to end it. */
const longBreakMinutes = 90

/** Whether the office has to look at a break before its shift counts. */
export const breakNeedsCheck = (
  pause: { started_at: string; ended_at: string },
  how: { ended_by_work: boolean; entered_at: string | null },
): boolean =>
  how.ended_by_work ||
  how.entered_at !== null ||
  shiftMinutes(pause, pause.ended_at) > longBreakMinutes
