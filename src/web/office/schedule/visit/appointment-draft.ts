import type { Refusal } from '../../../../domain/base/rule.ts'
import {
  changedSince,
  visitRules,
  type Visit,
  isOnHold,
} from '../../../../domain/schedule/visit.ts'
import type { Slot } from '../../../shared/visits/visit-acts.ts'
import { wordsNow } from '../../../app/words.ts'
import { appointmentWords } from '../../../../words/en/appointment.ts'
import { invoiceRules } from '../../../../domain/money/invoice.ts'

/** What was chosen in the dialog. What was not follows the visit, wherever that is changed. */
export type AppointmentDraft = { team?: string | null; minutes?: number | null }
export type TeamScope = 'date' | 'rule'

type AppointmentValues = {
  team: string | null
  minutes: number | null
  teamChanged: boolean
  /** A time that was taken away is not saved from here. */
  timeChanged: boolean
}

/** The team and time that stand in the fields. */
export function valuesOf(
  draft: AppointmentDraft,
  visit: Pick<Visit, 'team_id' | 'start_minutes'>,
): AppointmentValues {
  const team = draft.team === undefined ? visit.team_id : draft.team
  const minutes = draft.minutes === undefined ? visit.start_minutes : draft.minutes
  return {
    team,
    minutes,
    teamChanged: team !== visit.team_id,
    timeChanged: minutes !== visit.start_minutes && minutes !== null,
  }
}

/** Why the fields cannot be saved; null if they can. */
export function saveRefusal(
  { team, minutes, teamChanged }: AppointmentValues,
  visit: Visit,
  overtaken: boolean,
): Refusal | null {
  return (
    (overtaken ? changedSince : null) ??
    visitRules.setTime(visit) ??
    (teamChanged ? visitRules.assignTeam(visit) : null) ??
    (minutes === null && team === null
      ? { code: 'nothing_chosen', sentence: wordsNow(appointmentWords).chooseTeamOrTime }
      : null)
  )
}

/** What Save sends: the time, unless only the team changed, and the team, if it changed or is all there is. */
export function slotOf(
  { team, minutes, teamChanged, timeChanged }: AppointmentValues,
  { scope, replaces }: { scope: TeamScope; replaces: boolean },
): Slot {
  const time = minutes !== null && (timeChanged || !teamChanged) ? { start_minutes: minutes } : {}
  if (teamChanged)
    return {
      ...time,
      team_id: team,
      apply_team_to: scope,
      replace_changed: scope === 'rule' && replaces,
    }
  return minutes === null ? { team_id: team } : time
}

/** Which buttons an appointment has; whether each can be pressed is for the rules. */
export const appointmentOffers = (visit: Visit, byCrew: boolean) => ({
  completes: !visit.is_completed,
  /** Cash or a check for work that is done. */
  marksPaid: visit.is_completed && !byCrew && visit.invoice_id !== null && isUnpaid(visit),
  /** What is done leads to its bill. */
  bill: visit.is_completed && !byCrew && visit.invoice_id !== null,
  /** Work that is done is locked, which is said once above. */
  changes: !visit.is_completed,
  /** Instead of rescheduling. */
  places: isOnHold(visit) && !byCrew,
  clears: visit.start_minutes !== null && !visit.is_completed,
  holds: !visit.skipped && !visit.is_completed,
  /** Instead of cancelling. */
  letsGo: isOnHold(visit),
})

/** Bills that only wait for the rest of their period are refused where they are shown. */
const isUnpaid = ({ invoice_status, invoice_total_cents }: Visit): boolean =>
  invoiceRules.markPaid({
    status: invoice_status ?? 'open',
    total_cents: invoice_total_cents ?? 0,
  }) === null

/** What is cancelled already says so. */
export const cancelRefusal = (visit: Visit): Refusal | null =>
  visit.skipped ? visitRules.edit(visit) : visitRules.skip(visit)
