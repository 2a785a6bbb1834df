import type { ScheduleWindow } from '../../../api/week.ts'
import { clockText, daysBetween, type LocalDate } from '../../../domain/base/dates.ts'
import type { VisitCustomer } from '../../../domain/customers/contact-fields.ts'
import type { Organization } from '../../../domain/base/organization.ts'
import { placeWarnings } from '../../../domain/schedule/placement.ts'
import type { Refusal } from '../../../domain/base/rule.ts'
import { isOnHold, visitRules, type Visit } from '../../../domain/schedule/visit.ts'
import { dayLabel } from '../../ui/when.ts'
import { shifted } from './day-grid.ts'
import { teamName, type Teams } from './teams.ts'
import { customerText } from './visit-text.ts'

// Where visits are held, and what it would mean to hold them elsewhere.

/** Where a visit is held: no team is Unassigned, no time is Anytime. */
export type Spot = { date: LocalDate; team_id: string | null; start_minutes: number | null }
export type Carry = { visit: Visit; to: Spot }

/** Why a visit cannot be carried anywhere; one on hold is placed. */
export const carryRefusal = (visit: Visit): Refusal | null =>
  isOnHold(visit) ? null : visitRules.reschedule(visit)

export const spotOf = ({ date, team_id, start_minutes }: Visit): Spot => ({
  date,
  team_id,
  start_minutes,
})
export const keyOf = ({ date, team_id, start_minutes }: Spot): string =>
  `${date} ${team_id} ${start_minutes}`
export const isSameSpot = (a: Spot, b: Spot): boolean => keyOf(a) === keyOf(b)

/** 'North Crew, Mon, Nov 23, 9:00 AM'. */
export const spotText = ({ date, team_id, start_minutes }: Spot, teams: Teams): string =>
  [
    teamName(teams, team_id),
    dayLabel(date),
    start_minutes === null ? 'Anytime' : clockText(start_minutes),
  ].join(', ')

/** Whether anything is to be done: what is on hold stands nowhere, also where it stood. */
export const isCarried = ({ visit, to }: Carry): boolean =>
  isOnHold(visit) || !isSameSpot(spotOf(visit), to)

/** Carries several as one: to the same day and team, each as much earlier or later as the one that was held. */
export function carryAll(held: Visit, others: readonly Visit[], to: Spot): Carry[] {
  const follow = (visit: Visit): number | null => {
    if (to.start_minutes === null)
      return to.start_minutes === held.start_minutes ? visit.start_minutes : null
    if (visit.start_minutes === null || held.start_minutes === null) return visit.start_minutes
    return shifted(visit.start_minutes, to.start_minutes - held.start_minutes)
  }
  const rest = others
    .filter(({ id }) => id !== held.id)
    .map((visit) => ({ visit, to: { ...to, start_minutes: follow(visit) } }))
  return [{ visit: held, to }, ...rest].filter(isCarried)
}

export type BoardFacts = Pick<ScheduleWindow, 'business_hours' | 'closed_dates' | 'occurrences'> & {
  organization: Organization | undefined
  teams?: ScheduleWindow['teams']
}

/** The same about another week, whose closed days may lie beyond those that the week on screen knows of; no visits until it is there. */
export const factsOfWeek = (
  facts: BoardFacts,
  week: Pick<ScheduleWindow, 'closed_dates' | 'occurrences'> | undefined,
): BoardFacts => ({
  ...facts,
  closed_dates: [...facts.closed_dates, ...(week?.closed_dates ?? [])],
  occurrences: week?.occurrences ?? [],
})

/** What is asked about a place in the schedule, but for what else is there. */
export const factsAbout = (
  { business_hours, closed_dates, organization, teams = [] }: Omit<BoardFacts, 'occurrences'>,
  { available_days, zip }: Pick<VisitCustomer, 'available_days' | 'zip'>,
) => ({
  hours: business_hours,
  teams: new Map(teams.map((team) => [team.id, team])),
  closed_dates: new Set(closed_dates.map(({ date }) => date)),
  time_zone: organization?.time_zone,
  available_days,
  capacity_per_team_day: organization?.schedule_settings.capacity_per_team_day ?? null,
  service_area: organization?.service_area_zipcodes ?? [],
  zip,
})

/** Doubts that a move would bring, as sentences. What was doubtful before it is not asked about again. */
export function doubtsAbout(
  carries: readonly Carry[],
  { occurrences, ...facts }: BoardFacts,
): string[] {
  const target = new Map(carries.map(({ visit, to }) => [visit.id, to]))
  const known = [
    ...occurrences,
    ...carries
      .map(({ visit }) => visit)
      .filter(({ id }) => !occurrences.some((one) => one.id === id)),
  ]
  const moved = known.map((visit) => ({ ...visit, ...target.get(visit.id) }))
  const about = (visit: Visit, spot: Spot, all: readonly Visit[]): string[] =>
    placeWarnings(
      { ...spot, duration_minutes: visit.duration_minutes },
      {
        ...factsAbout(facts, visit.customer),
        buffer_days: visit.buffer_days,
        original_date: visit.original_date,
        same_series: all.some(
          (other) =>
            other.id !== visit.id &&
            !other.skipped &&
            other.series_id === visit.series_id &&
            other.date === spot.date,
        ),
        others: all.filter(
          (other) =>
            other.id !== visit.id &&
            !other.skipped &&
            Math.abs(daysBetween(other.date, spot.date)) <= 1 &&
            other.team_id === spot.team_id,
        ),
      },
    ).map(({ sentence }) => sentence)
  const sentences = carries.flatMap(({ visit, to }) => {
    const before = new Set(isOnHold(visit) ? [] : about(visit, spotOf(visit), known))
    const fresh = about(visit, to, moved).filter((sentence) => !before.has(sentence))
    return carries.length === 1
      ? fresh
      : fresh.map((sentence) => `${customerText(visit)}: ${sentence}`)
  })
  return [...new Set(sentences)]
}
