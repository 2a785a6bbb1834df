import { sql } from 'kysely'
import type { LostDay, LostDayDone } from '../../../api/series.ts'
import { zipDigits } from '../../../domain/base/contact.ts'
import { addDays, type LocalDate } from '../../../domain/base/dates.ts'
import {
  lostDayBackDays,
  lostDayRules,
  placeLostVisits,
  workingDaysAfter,
} from '../../../domain/schedule/lost-day.ts'
import { ascending } from '../../../domain/schedule/visit.ts'
import { titleOf } from '../../messages/notify-visits.ts'
import { invalid, refused } from '../../base/kit/refusals.ts'
import type { ScheduleContext } from '../week/context.ts'
import { addRows, lockRows } from '../visits/write.ts'
import { anyOf, type ResolvedVisit } from '../week/rows.ts'
import { calendarFacts } from '../week/warnings.ts'
import { addressOf, readWindow, type WindowRead } from '../week/window.ts'
import {
  lastOfSeries,
  previewShift,
  writeLostDay,
  type KeptVisit,
  type LostVisit,
} from './lost-day-write.ts'

/** Moves or cancels the rest of a day in one transaction. A dry run only previews it. */
export async function loseDay(ctx: ScheduleContext, input: LostDay): Promise<LostDayDone> {
  checkInput(ctx, input)
  const seen = await readDay(ctx, input)
  if (!input.dry_run) await lockVisits(ctx, seen.visits, input.shift_following)
  const day = input.dry_run ? seen : await readDay(ctx, input)
  // A visit that only just moved to this day was neither shown nor locked.
  const shown = new Set(seen.visits.map((visit) => visit.occurrence_id))
  const { visits, kept } = sortVisits(
    day.visits.filter((visit) => shown.has(visit.occurrence_id)),
    input,
  )
  const { lost, capacity } = await findPlaces(ctx, input, visits, day)
  const shifted = input.shift_following && input.act !== 'skip' ? lastOfSeries(lost) : []
  for (const one of shifted) kept.push(...(await previewShift(ctx, one)))
  const edit_id = input.dry_run ? null : await writeLostDay(ctx, input, lost, shifted)
  return {
    ok: true,
    dry_run: input.dry_run,
    visits: lost.map((one) => answerOf(one, day.customers)),
    areas: day.areas,
    capacity,
    kept,
    customers: new Set(visits.map((visit) => visit.customer_id)).size,
    edit_id,
  }
}

function checkInput({ calendar }: ScheduleContext, { date, team_ids }: LostDay): void {
  if (date < addDays(calendar.today, -lostDayBackDays))
    throw invalid({ date: 'Choose a day in the past week or later.' })
  for (const team_id of team_ids ?? [])
    if (team_id !== 'none' && !calendar.teams.has(team_id))
      throw invalid({ team_ids: 'Choose a team.' })
}

const answerOf = (
  { visit, to_date, warnings }: LostVisit,
  customers: Day['customers'],
): LostDayDone['visits'][number] => ({
  occurrence_id: visit.occurrence_id,
  customer_id: visit.customer_id,
  customer_name: customers.get(visit.customer_id)?.name ?? null,
  title: titleOf(visit) || 'Visit',
  from_date: visit.date,
  to_date,
  team_id: visit.team_id,
  start_minutes: visit.start_minutes,
  warnings,
})

type Day = Pick<WindowRead, 'visits' | 'customers'> & { areas: string[] }

/** That day's visits of these teams in this area, except cancelled ones. */
async function readDay(
  { tx, calendar }: ScheduleContext,
  { date, team_ids, zips }: LostDay,
): Promise<Day> {
  const teams = team_ids?.map((id) => (id === 'none' ? null : id))
  const read = await readWindow(tx, calendar, { from: date, to: date }, { team_ids: teams })
  const zipOf = (visit: ResolvedVisit): string => zipDigits(addressOf(visit, read)?.zip ?? '')
  const standing = read.visits.filter((visit) => visit.status !== 'skipped')
  const areas = [...new Set(standing.map(zipOf))].filter(Boolean).sort(ascending)
  return {
    visits: zips ? standing.filter((visit) => zips.includes(zipOf(visit))) : standing,
    customers: read.customers,
    areas,
  }
}

/** Locks visits in the order every edit uses: the segments of their series, then their rows. */
async function lockVisits(
  { tx }: ScheduleContext,
  visits: readonly ResolvedVisit[],
  with_series: boolean,
): Promise<void> {
  if (!visits.length) return
  const ofSeries = sql`where series_id = ${anyOf([...new Set(visits.map((visit) => visit.series_id))])}
    order by series_id, start_date, id`
  await (
    with_series
      ? sql`select 1 from rules ${ofSeries} for update`
      : sql`select 1 from rules ${ofSeries} for share`
  ).execute(tx)
  addRows(tx, visits)
  await lockRows(tx, visits)
}

/** Separates the visits a rule keeps in place. */
function sortVisits(
  all: readonly ResolvedVisit[],
  { act }: LostDay,
): { visits: ResolvedVisit[]; kept: KeptVisit[] } {
  const kept: KeptVisit[] = []
  const visits = all.filter(({ occurrence_id, status, invoice_status, row }) => {
    const facts = { status, invoice_status, invoice_id: row?.invoice_id ?? null }
    const refusal = lostDayRules[act === 'skip' ? 'skip' : 'move'](facts)
    if (refusal) kept.push({ occurrence_id, sentence: refusal.sentence })
    return !refusal
  })
  return { visits, kept }
}

async function findPlaces(
  { tx, calendar }: ScheduleContext,
  { act, date, spread_days = 1 }: LostDay,
  visits: readonly ResolvedVisit[],
  { customers }: Pick<WindowRead, 'customers'>,
): Promise<{ lost: LostVisit[]; capacity: LostDayDone['capacity'] }> {
  if (act === 'skip' || !visits.length)
    return { lost: visits.map((visit) => ({ visit, to_date: null, warnings: [] })), capacity: [] }
  const days = workingDaysAfter(date, act === 'spread' ? spread_days : 1, {
    ...calendar,
    today: calendar.today,
  })
  const window = windowOf(days)
  const { visits: others } = await readWindow(tx, calendar, {
    from: addDays(window.from, -1),
    to: addDays(window.to, 1),
  })
  const { placed, load } = placeLostVisits(
    visits.map((visit) => ({
      ...visit,
      buffer_days: visit.rule.buffer_days,
      available_days: customers.get(visit.customer_id)?.available_days ?? [],
    })),
    days,
    others.filter((other) => other.status !== 'skipped'),
    calendarFacts(calendar),
  )
  const placeOf = new Map(placed.map((place) => [place.occurrence_id, place]))
  const lost = visits.map((visit) => {
    const place = placeOf.get(visit.occurrence_id)
    return { visit, to_date: place?.date ?? window.from, warnings: place?.warnings ?? [] }
  })
  return { lost, capacity: load }
}

function windowOf(days: readonly LocalDate[]): { from: LocalDate; to: LocalDate } {
  const [from, to] = [days[0], days.at(-1)]
  if (!from || !to) throw refused('no_working_day', 'There is no working day to move this to.')
  return { from, to }
}
