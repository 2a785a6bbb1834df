import type { Refusal } from '../../../../domain/rule.ts'
import { changedSince, visitRules, type Visit } from '../../../../domain/visit.ts'
import type { Slot } from '../../../visits/visit-acts.ts'
import { wordsNow } from '../../../words.ts'
import { appointmentWords } from './words.ts'

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
