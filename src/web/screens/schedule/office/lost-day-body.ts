import type { LostDay } from '../../../../api/series.ts'
import type { LocalDate } from '../../../../domain/dates.ts'
import type { LostDayAct, LostDayReason } from '../../../../domain/lost-day.ts'
import type { Refusal } from '../../../../domain/rule.ts'

export type LostDayChoice = {
  date: LocalDate
  /** None chosen: every team. */
  teams: string[]
  /** None chosen: every area. */
  zips: string[]
  act: LostDayAct
  /** Over how many days the work is spread. */
  days: number
  reason: LostDayReason
  notify: boolean
  /** The later visits of a series move along. */
  shifts: boolean
}

/** What is sent, as a preview and to do it. */
export const lostDayBody = ({
  date,
  teams,
  zips,
  act,
  days,
  reason,
  notify,
  shifts,
}: LostDayChoice): Omit<LostDay, 'dry_run'> => ({
  date,
  team_ids: teams.length ? teams : null,
  zips: zips.length ? zips : null,
  act,
  ...(act === 'spread' ? { spread_days: days } : {}),
  reason,
  notify,
  shift_following: act !== 'skip' && shifts,
})

/** Why it cannot be done: the preview is not of what stands there, or there is nothing to do. */
export function lostDayRefusal({
  visits,
  isCurrent,
  problem,
}: {
  visits: number
  isCurrent: boolean
  problem: string | null
}): Refusal | null {
  if (!isCurrent)
    return { code: 'no_preview', sentence: problem ?? 'Working out what this would do.' }
  return visits === 0
    ? { code: 'nothing_to_move', sentence: 'Nothing is left to do on this day.' }
    : null
}
