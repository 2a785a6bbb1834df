import type { LostDay } from '../../../../api/series.ts'
import { addDays, type LocalDate } from '../../../../domain/base/dates.ts'
import {
  lostDayBackDays,
  type LostDayAct,
  type LostDayReason,
} from '../../../../domain/schedule/lost-day.ts'
import type { Refusal } from '../../../../domain/base/rule.ts'
import { count } from '../../../shared/visits/visit-text.ts'

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

/** What was rained off may be put right the morning after. */
export const earliestLostDay = (today: LocalDate): LocalDate => addDays(today, -lostDayBackDays)

export const newLostDay = (date: LocalDate, today: LocalDate): LostDayChoice => ({
  date: date < earliestLostDay(today) ? today : date,
  teams: [],
  zips: [],
  act: 'next_working_day',
  days: 3,
  reason: 'weather',
  notify: true,
  shifts: false,
})

/** Another day or team may have work elsewhere, so no area stays chosen. */
export const changeLostDay = (
  choice: LostDayChoice,
  change: Partial<LostDayChoice>,
): LostDayChoice => ({
  ...choice,
  ...('date' in change || 'teams' in change ? { zips: [] } : {}),
  ...change,
})

/** The areas to choose from: those with work, and those chosen already. */
export const areasOf = (found: readonly string[], chosen: readonly string[]): string[] =>
  [...new Set([...found, ...chosen])].sort()

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

/** What the button says. */
export const lostDayAction = (act: LostDayAct, visits: number): string =>
  `${act === 'skip' ? 'Skip' : 'Move'} ${count(visits, 'visit')}`
export const lostDayDone = (act: LostDayAct, visits: number): string =>
  `${count(visits, 'visit')} ${act === 'skip' ? 'skipped' : 'moved'}`
