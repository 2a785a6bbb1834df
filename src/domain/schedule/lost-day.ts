import { z } from 'zod'
import { addDays, weekdayOf, type LocalDate } from '../base/dates.ts'
import { grouped } from '../base/grouped.ts'
import type { DayHours } from '../base/hours.ts'
import { placeWarnings, type PlaceFacts, type PlaceWarning } from './placement.ts'
import { refuse, rule } from '../base/rule.ts'
import { running, type VisitFacts } from './visit.ts'

/** What to do with the visits of a day when work is impossible. */
const lostDayActs = ['next_working_day', 'spread', 'skip'] as const
export const LostDayAct = z.enum(lostDayActs)
export type LostDayAct = z.infer<typeof LostDayAct>

/** A cancelled visit keeps this as its skip reason. */
const lostDayReasons = ['weather', 'staff'] as const
export const LostDayReason = z.enum(lostDayReasons)
export type LostDayReason = z.infer<typeof LostDayReason>

/** The most working days a lost day can be spread over. */
export const spreadDaysMax = 14
/** How many days back a lost day can still be handled. */
export const lostDayBackDays = 7
/** How many days ahead to look for a working day. */
const searchDays = 60

type LostVisitFacts = VisitFacts & { invoice_id: string | null }
const done = refuse(
  'visit_locked',
  'A completed visit is locked.',
  (v: LostVisitFacts) => v.status === 'completed',
)
const paying = refuse(
  'payment_in_progress',
  'Payment in progress',
  (v: LostVisitFacts) => v.invoice_status === 'processing',
)
const paid = refuse(
  'already_paid',
  'Already paid',
  (v: LostVisitFacts) => v.invoice_status === 'paid' || v.invoice_status === 'refunded',
)
// Cancelling voids the bill, and undo cannot bring back a bill that was sent.
const billed = refuse(
  'visit_billed',
  'This visit has an invoice. Cancel it separately.',
  (v: LostVisitFacts) => v.invoice_id !== null,
)

/** Why a visit on a lost day stays put; null if it is moved or cancelled with the others. */
export const lostDayRules = {
  move: rule(done, running, paying, paid),
  skip: rule(done, running, paying, paid, billed),
}

type WorkWeek = { hours: readonly DayHours[] | null; closed_dates: ReadonlySet<LocalDate> }

/**
 * The next working days after `date`, none in the past; fewer than `count` if there are no more
 * within 60 days.
 */
export function workingDaysAfter(
  date: LocalDate,
  count: number,
  { hours, closed_dates, today }: WorkWeek & { today: LocalDate },
): LocalDate[] {
  const days: LocalDate[] = []
  const first = date < today ? today : addDays(date, 1)
  for (let ahead = 0; ahead < searchDays && days.length < count; ahead++) {
    const day = addDays(first, ahead)
    if (!closed_dates.has(day) && !hours?.[weekdayOf(day)]?.is_closed) days.push(day)
  }
  return days
}

/** Minutes the organization is open on a day; null if no hours were entered. */
export function openMinutes(date: LocalDate, hours: readonly DayHours[] | null): number | null {
  const day = hours?.[weekdayOf(date)]
  if (!day) return null
  if (day.is_closed) return 0
  return day.opens_minutes === null || day.closes_minutes === null
    ? null
    : day.closes_minutes - day.opens_minutes
}

/** A visit that needs a new day. */
export type LostVisit = {
  occurrence_id: string
  series_id: string
  team_id: string | null
  start_minutes: number | null
  duration_minutes: number
  available_days: readonly string[]
  original_date?: LocalDate
  buffer_days?: number | null
}
/** What a team already has on a day. */
type Work = {
  series_id: string
  date: LocalDate
  team_id: string | null
  start_minutes: number | null
  duration_minutes: number
}
type Placement = { occurrence_id: string; date: LocalDate; warnings: PlaceWarning[] }
type DayLoad = {
  date: LocalDate
  team_id: string | null
  minutes: number
  capacity_minutes: number | null
}

/**
 * Finds a day for each visit, in order: the one with the fewest warnings, then the one when the
 * team is least busy, then the earliest. With one day there is no choice, only warnings. Times do
 * not change.
 */
export function placeLostVisits(
  visits: readonly LostVisit[],
  days: readonly LocalDate[],
  work: readonly Work[],
  calendar: Pick<PlaceFacts, 'hours' | 'closed_dates' | 'capacity_per_team_day'>,
): { placed: Placement[]; load: DayLoad[] } {
  const nameOf = ({ date, team_id }: Pick<Work, 'date' | 'team_id'>): string => `${date} ${team_id}`
  const held = grouped(work, nameOf)
  const seriesOn = new Set(work.map(({ series_id, date }) => `${series_id} ${date}`))
  const minutesOf = (name: string): number =>
    held.get(name)?.reduce((sum, { duration_minutes }) => sum + duration_minutes, 0) ?? 0
  const placed = visits.map((visit) => {
    const { team_id, available_days, buffer_days, original_date } = visit
    const choices = days.map((date) => {
      const place = { ...visit, date }
      const name = nameOf({ date, team_id })
      const warnings = placeWarnings(place, {
        ...calendar,
        available_days,
        buffer_days,
        ...(original_date ? { original_date } : {}),
        others: [addDays(date, -1), date, addDays(date, 1)].flatMap(
          (day) => held.get(nameOf({ date: day, team_id })) ?? [],
        ),
        same_series: seriesOn.has(`${visit.series_id} ${date}`),
      })
      return {
        date,
        warnings,
        busy: minutesOf(name) / (openMinutes(date, calendar.hours) || fullDay),
      }
    })
    const [best] = choices.toSorted(
      (a, b) =>
        a.warnings.length - b.warnings.length || a.busy - b.busy || (a.date < b.date ? -1 : 1),
    )
    if (!best) throw new RangeError('A lost visit needs a day to go to')
    const { date, warnings } = best
    seriesOn.add(`${visit.series_id} ${date}`)
    held.set(nameOf({ date, team_id }), [
      ...(held.get(nameOf({ date, team_id })) ?? []),
      { ...visit, date },
    ])
    return { occurrence_id: visit.occurrence_id, date, warnings }
  })
  const teams = [...new Set(visits.map(({ team_id }) => team_id))]
  const load = days.flatMap((date) =>
    teams.map((team_id) => ({
      date,
      team_id,
      minutes: minutesOf(nameOf({ date, team_id })),
      capacity_minutes: openMinutes(date, calendar.hours),
    })),
  )
  return { placed, load }
}

/** The length of a day without entered hours. */
const fullDay = 480
