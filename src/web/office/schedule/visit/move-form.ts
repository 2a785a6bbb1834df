import type { LocalDate } from '../../../../domain/base/dates.ts'
import type { Refusal } from '../../../../domain/base/rule.ts'
import { changedSince, isOnHold, type Visit } from '../../../../domain/schedule/visit.ts'
import {
  carryRefusal,
  isCarried,
  spotOf,
  spotText,
  type Carry,
} from '../../../shared/visits/drop-targets.ts'
import { noTeam, type Teams } from '../../../shared/visits/teams.ts'
import { customerText, serviceText } from '../../../shared/visits/visit-text.ts'

/** One visit that is to be moved, as it is now, or several. */
export type Moving = {
  visits: readonly Visit[]
  /** They are on hold: what is begun here is to place them. */
  waits: boolean
  today: LocalDate
}

export type MoveValues = {
  /** A team's id, `noTeam`, or `eachTeam`. */
  team: string
  /** Null: each keeps its own, or none is chosen yet. */
  date: LocalDate | null
  minutes: number | null
}

/** Each visit keeps its own team. */
export const eachTeam = 'each'
export const isOne = ({ visits }: Pick<Moving, 'visits'>): boolean => visits.length === 1

export const moveTitle = (visits: readonly Visit[]): string =>
  `${visits[0] && isOnHold(visits[0]) ? 'Schedule' : 'Move'} ${visits.length > 1 ? `${visits.length} visits` : 'visit'}`

/** What the form starts with: where the one visit is. A day that has passed is no day to place it on. */
export function moveValues(moving: Moving): MoveValues {
  const first = moving.visits[0]!
  if (!isOne(moving)) return { team: eachTeam, date: null, minutes: first.start_minutes }
  const isGone = moving.waits && first.date < moving.today
  return {
    team: first.team_id ?? noTeam,
    date: isGone ? null : first.date,
    minutes: first.start_minutes,
  }
}

/** The visits that would go elsewhere, and where to. */
export const carriesOf = (moving: Moving, { team, date, minutes }: MoveValues): Carry[] =>
  moving.visits
    .map((visit) => ({
      visit,
      to: {
        date: date ?? visit.date,
        team_id: team === eachTeam ? visit.team_id : team === noTeam ? null : team,
        start_minutes: isOne(moving) ? minutes : visit.start_minutes,
      },
    }))
    .filter(isCarried)

/** Whether a day must be chosen first. */
export const lacksDate = ({ waits }: Moving, { date }: MoveValues): boolean =>
  waits && date === null

/** Why they cannot be moved; null if they can. */
export function moveRefusal(
  moving: Moving,
  values: MoveValues,
  overtaken: boolean,
): Refusal | null {
  const { visits, waits, today } = moving
  if (overtaken) return changedSince
  const refused = isOne(moving) ? carryRefusal(visits[0]!) : null
  if (refused) return refused
  const carries = carriesOf(moving, values)
  if (carries.length === 0 || lacksDate(moving, values)) return nothingChosen(waits)
  return carries.some(({ visit, to }) => (waits || to.date !== visit.date) && to.date < today)
    ? { code: 'date_past', sentence: 'Choose a date that has not passed.' }
    : null
}

const nothingChosen = (waits: boolean): Refusal => ({
  code: 'nothing_chosen',
  sentence: waits ? 'Choose a date.' : 'Choose another team, date or time.',
})

const named = 4
/** Which visits, and where they are. */
export function movingText(moving: Moving, teams: Teams): string {
  const { visits, waits } = moving
  const first = visits[0]!
  if (isOne(moving))
    return `${customerText(first)}, ${serviceText(first)}: ${waits ? 'on hold, was ' : ''}${spotText(spotOf(first), teams)}`
  const names = visits.slice(0, named).map(customerText).join(', ')
  const more = visits.length > named ? ` and ${visits.length - named} more` : ''
  return `${names}${more}. Each keeps its time.`
}

/** What the button says. */
export const moveAction = (waits: boolean, isDoubtful: boolean): string =>
  `${waits ? 'Schedule' : 'Move'}${isDoubtful ? ' anyway' : ''}`
