import {
  addDays,
  daysBetween,
  weekdayOf,
  weekdaysOfKeys,
  type LocalDate,
} from '../../../domain/base/dates.ts'
import { startSlots } from '../../../domain/base/hours.ts'
import { placeWarnings } from '../../../domain/schedule/placement.ts'
import { preferredChoices } from '../../../domain/schedule/request.ts'
import { rescheduleChoices } from '../../../domain/schedule/reschedule-choices.ts'
import {
  byNearness,
  moveBounds,
  nearestStart,
  selfMoveDays,
  type OpenDate,
  type OpenDates,
} from '../../../domain/schedule/self-move.ts'
import type { MiscEvent } from '../../../domain/schedule/schedule.ts'
import { widenSight } from '../../base/db/sight.ts'
import { readMiscEvents } from '../misc-events/read.ts'
import type { FoundVisit } from '../visits/find.ts'
import type { Calendar } from '../week/calendar.ts'
import type { ScheduleContext } from '../week/context.ts'
import { isPausedOn } from '../week/paused.ts'
import { calendarFacts } from '../week/warnings.ts'
import type { ResolvedVisit } from '../week/rows.ts'
import { addressOf, readPlaces, readWindow, type WindowRead } from '../week/window.ts'
import { areNear } from '../../base/kit/zip.ts'
import { isInTime, moveNow } from './upcoming.ts'

/**
 * What a customer may choose from for their visit. Reads the work of the whole team, so nothing the
 * customer must not see may be read after it in the same transaction.
 */
export async function readOpenDates(ctx: ScheduleContext, visit: FoundVisit): Promise<OpenDates> {
  const { calendar } = ctx
  const { date, occurrence_id } = visit
  const move = moveNow(visit, calendar)
  return {
    occurrence_id,
    date,
    move,
    cutoff_hours: calendar.settings.self_move_cutoff_hours,
    dates: move === 'immediate' ? await findDates(ctx, visit) : [],
    wishes: preferredChoices({ ...calendar, date }),
  }
}

async function findDates(ctx: ScheduleContext, visit: FoundVisit): Promise<OpenDate[]> {
  const { tx, calendar } = ctx
  const bounds = moveBounds({
    date: visit.date,
    earliest: addDays(calendar.today, 1),
    others: await readOthersOfSeries(ctx, visit),
  })
  const choices = bounds && choicesWithin(ctx, visit, bounds)
  if (!choices?.length) return []
  const window = { from: choices[0]!, to: choices.at(-1)! }
  widenSight(tx)
  const around = { from: addDays(window.from, -1), to: addDays(window.to, 1) }
  const read = await readWindow(
    tx,
    calendar,
    around,
    visit.team_id === null ? {} : { team_ids: [visit.team_id] },
  )
  const events = await readMiscEvents(tx, around)
  const zip = (await readPlaces(tx, [visit])).get(visit.rule.location_id ?? '')?.zip
  const facts = { zip: zip ?? visit.customer?.zip, read, events }
  return choices.flatMap((date) => openOn(ctx, visit, date, facts) ?? []).toSorted(byNearness)
}

/** The dates of the other visits of its series around it. */
async function readOthersOfSeries(
  { tx, calendar }: ScheduleContext,
  { date, series_id, occurrence_id, customer_id }: FoundVisit,
): Promise<LocalDate[]> {
  const window = { from: addDays(date, -selfMoveDays), to: addDays(date, selfMoveDays) }
  const { visits } = await readWindow(tx, calendar, window, { customer_id })
  return visits
    .filter((one) => one.series_id === series_id && one.occurrence_id !== occurrence_id)
    .filter(({ status }) => status !== 'skipped')
    .map((one) => one.date)
}

/** Open days that suit the customer; none where only the office could find one. */
function choicesWithin(
  { calendar }: ScheduleContext,
  visit: FoundVisit,
  { from, to }: { from: LocalDate; to: LocalDate },
): LocalDate[] {
  const { open_weekdays, closed_dates } = calendar
  const { date, customer } = visit
  const { dates, fallback } = rescheduleChoices({
    today: addDays(from, -1),
    horizon_days: daysBetween(from, to) + 1,
    exclude: [date],
    open_weekdays,
    closed_dates,
    customer_weekdays: weekdaysOfKeys(customer?.available_days ?? []),
  })
  return fallback ? [] : dates.filter((day) => !isPausedOn(day, visit))
}

/** What is known of the window in which the visit could move. */
type Around = {
  /** Where the visit is done. */
  zip: string | null | undefined
  read: WindowRead
  events: readonly MiscEvent[]
}

/** The day as the customer may choose it, or null if the office would be warned about it. */
function openOn(
  { calendar }: ScheduleContext,
  visit: FoundVisit,
  date: LocalDate,
  { zip, read, events }: Around,
): OpenDate | null {
  const { team_id, duration_minutes, original_date, rule, customer } = visit
  const others = read.visits.filter(
    (one) =>
      Math.abs(daysBetween(one.date, date)) <= 1 &&
      one.status !== 'skipped' &&
      one.team_id === team_id,
  )
  const start_minutes = startOn(calendar, visit, date, { others, events })
  if (start_minutes === undefined) return null
  const { self_move_cutoff_hours } = calendar.settings
  if (!isInTime({ date, start_minutes }, calendar, self_move_cutoff_hours)) return null
  const warnings = placeWarnings(
    { date, team_id, start_minutes, duration_minutes },
    {
      ...calendarFacts(calendar),
      available_days: customer?.available_days ?? [],
      others,
      buffer_days: rule.buffer_days,
      original_date,
    },
  )
  if (warnings.length) return null
  const nearby = others.filter(
    (other) => other.date === date && areNear(zip, addressOf(other, read)?.zip),
  ).length
  return { date, start_minutes, nearby }
}

type Busy = { others: readonly ResolvedVisit[]; events: readonly MiscEvent[] }

/** Null for a visit without a time; undefined if no start is free. */
function startOn(
  { hours, settings }: Calendar,
  { start_minutes: wanted, duration_minutes, team_id }: FoundVisit,
  date: LocalDate,
  { others, events }: Busy,
): number | null | undefined {
  if (wanted === null) return null
  const { slot_minutes } = settings
  const start = nearestStart({
    date,
    wanted,
    duration_minutes,
    slots: startSlots(hours, weekdayOf(date), { slot_minutes, duration_minutes }),
    busy: [
      // Visits without a team never overlap.
      ...(team_id === null ? [] : others),
      ...events.filter((event) => event.team_id === null || event.team_id === team_id),
    ],
  })
  return start ?? undefined
}
