import { breakNeedsCheck } from '../../../domain/schedule/break-check.ts'
import { durationText, needsReview, shiftMinutes } from '../../../domain/schedule/shift.ts'
import type { TimesheetShift } from '../../../domain/people/timesheet.ts'
import { nowIso } from '../../app/server-time.ts'

type Break = TimesheetShift['breaks'][number]

/** Why a shift waits to be looked at: as a label, and as a sentence. */
export function whyChecked(shift: TimesheetShift): { label: string; sentence: string } {
  if (shift.came_late)
    return {
      label: 'Sent after the approval',
      sentence: 'A phone sent it after these days were approved: open the days again to count it.',
    }
  if (needsReview(shift, nowIso()))
    return { label: 'More than 14 hours', sentence: 'It is longer than 14 hours.' }
  return {
    label: 'A break to check',
    sentence: shift.breaks.map(whyBreak).filter(Boolean).join(' '),
  }
}

function whyBreak({ started_at, ended_at, ...how }: Break): string | null {
  if (!ended_at || !breakNeedsCheck({ started_at, ended_at }, how)) return null
  const long = durationText(shiftMinutes({ started_at, ended_at }, ended_at))
  if (how.ended_by_work) return `Work on a stop ended its break after ${long}.`
  if (how.entered_at) return `The end of its break, after ${long}, was entered later.`
  return `It has a break of ${long}.`
}
