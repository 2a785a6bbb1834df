import { sql } from 'kysely'
import type { LostDay, LostDayDone } from '../../api/series.ts'
import { zipDigits } from '../../domain/contact.ts'
import { addDays, daysBetween, type LocalDate } from '../../domain/dates.ts'
import { lostDayBackDays, lostDayRules, placeLostVisits, workingDaysAfter } from '../../domain/lost-day.ts'
import type { PlaceWarning } from '../../domain/placement.ts'
import { notShiftedSentences, shiftSeries } from '../../domain/series-shift.ts'
import type { OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import { tellVisitsChanged, type VisitChange } from '../messages/tell-visits.ts'
import { invalid, refused } from '../refusals.ts'
import { emitVisit } from './change.ts'
import { closeEdit, openEdit, type Span } from './edits.ts'
import type { Frame } from './frame.ts'
import { anyOf, type HeldVisit } from './rows.ts'
import { holdSeries, readSeries, writeSeries } from './segments.ts'
import { settleRequests } from './settle.ts'
import { calendarFacts } from './warnings.ts'
import { addressOf, readWindow, type WindowRead } from './window.ts'

/** A visit and where it goes; null: it is cancelled. */
type Going = { visit: HeldVisit; to_date: LocalDate | null; warnings: PlaceWarning[] }
type Kept = LostDayDone['kept']

/** Moves or cancels what is left of a day in one transaction; a dry run only says what would happen. */
export async function loseDay(tx: OrgTx, frame: Frame, wish: LostDay): Promise<LostDayDone> {
  if (wish.date < addDays(frame.today, -lostDayBackDays)) throw invalid({ date: 'Choose a day of the last week, or one to come.' })
  for (const team_id of wish.team_ids ?? []) if (team_id !== 'none' && !frame.teams.has(team_id)) throw invalid({ team_ids: 'Choose a team.' })
  const seen = await readDay(tx, frame, wish)
  if (!wish.dry_run) await lockVisits(tx, seen.visits, wish.shift_following)
  const held = new Set(seen.visits.map((visit) => visit.occurrence_id))
  const day = wish.dry_run ? seen : await readDay(tx, frame, wish)

  const kept: Kept = []
  const visits = day.visits.filter((visit) => {
    // What came to this day only now is not held, and nobody was shown it.
    if (!held.has(visit.occurrence_id)) return false
    const facts = { status: visit.status, invoice_status: visit.invoice_status, invoice_id: visit.row?.invoice_id ?? null }
    const refusal = lostDayRules[wish.act === 'skip' ? 'skip' : 'move'](facts)
    if (refusal) kept.push({ occurrence_id: visit.occurrence_id, sentence: refusal.sentence })
    return !refusal
  })
  const { going, capacity } = await findPlaces(tx, frame, wish, visits, day)
  const shifted = wish.shift_following && wish.act !== 'skip' ? lastOfSeries(going) : []
  for (const one of shifted) kept.push(...(await whatIsNotShifted(tx, one)))
  const edit_id = wish.dry_run ? null : await carryOut(tx, frame, wish, going, shifted)
  return {
    ok: true,
    dry_run: wish.dry_run,
    visits: going.map(({ visit, to_date, warnings }) => ({
      occurrence_id: visit.occurrence_id,
      customer_id: visit.customer_id,
      customer_name: day.customers.get(visit.customer_id)?.name ?? null,
      title: titleOf(visit),
      from_date: visit.date,
      to_date,
      team_id: visit.team_id,
      start_minutes: visit.start_minutes,
      warnings,
    })),
    areas: day.areas,
    capacity,
    kept,
    customers: new Set(visits.map((visit) => visit.customer_id)).size,
    edit_id,
  }
}

type Day = Pick<WindowRead, 'visits' | 'customers'> & { areas: string[] }

/** What is on that day for these teams and in this area, cancelled visits left out. */
async function readDay(tx: OrgTx, frame: Frame, { date, team_ids, zips }: LostDay): Promise<Day> {
  const teams = team_ids?.map((id) => (id === 'none' ? null : id))
  const read = await readWindow(tx, frame, { from: date, to: date }, { team_ids: teams })
  const zipOf = (visit: HeldVisit): string => zipDigits(addressOf(visit, read)?.zip ?? '')
  const standing = read.visits.filter((visit) => visit.status !== 'skipped')
  const areas = [...new Set(standing.map(zipOf))].filter(Boolean).sort(ascending)
  return { visits: zips ? standing.filter((visit) => zips.includes(zipOf(visit))) : standing, customers: read.customers, areas }
}

const ascending = (a: string, b: string): number => (a < b ? -1 : 1)

const titleOf = (visit: HeldVisit): string => visit.service?.name ?? 'Visit'

/** Holds visits until the transaction ends, in the order in which everybody does: the segments of their series, then their rows. */
async function lockVisits(tx: OrgTx, visits: readonly HeldVisit[], with_series: boolean): Promise<void> {
  if (!visits.length) return
  const ofSeries = sql`where organization_id = ${tx.org}::uuid and series_id = ${anyOf([...new Set(visits.map((visit) => visit.series_id))])}
    order by series_id, start_date, id`
  await (with_series ? sql`select 1 from rules ${ofSeries} for update` : sql`select 1 from rules ${ofSeries} for share`).execute(tx)
  const rows = sql`jsonb_to_recordset(${JSON.stringify(visits.map(rowOf))}::text::jsonb)
    as o(series_id uuid, original_date date, rule_id uuid, customer_id uuid, date date)`
  await sql`insert into visits (organization_id, series_id, original_date, rule_id, customer_id, date, version)
    select ${tx.org}::uuid, o.series_id, o.original_date, o.rule_id, o.customer_id, o.date, 0 from ${rows} order by 2, 3
    on conflict (organization_id, series_id, original_date) do nothing`.execute(tx)
  await sql`select 1 from visits v where organization_id = ${tx.org}::uuid
    and exists (select 1 from ${rows} where o.series_id = v.series_id and o.original_date = v.original_date)
    order by series_id, original_date for update`.execute(tx)
}

const rowOf = ({ series_id, original_date, rule, customer_id, date }: HeldVisit) => ({ series_id, original_date, rule_id: rule.id, customer_id, date })

async function findPlaces(
  tx: OrgTx,
  frame: Frame,
  { act, date, spread_days = 1 }: LostDay,
  visits: readonly HeldVisit[],
  { customers }: Pick<WindowRead, 'customers'>,
): Promise<{ going: Going[]; capacity: LostDayDone['capacity'] }> {
  if (act === 'skip' || !visits.length) return { going: visits.map((visit) => ({ visit, to_date: null, warnings: [] })), capacity: [] }
  const days = workingDaysAfter(date, act === 'spread' ? spread_days : 1, { ...frame, today: frame.today })
  const [from, to] = [days[0], days.at(-1)]
  if (!from || !to) throw refused('no_working_day', 'There is no working day to move this to.')
  const { visits: others } = await readWindow(tx, frame, { from, to })
  const lost = visits.map((visit) => ({
    ...visit,
    buffer_days: visit.rule.buffer_days,
    available_days: customers.get(visit.customer_id)?.available_days ?? [],
  }))
  const work = others.filter((other) => other.status !== 'skipped')
  const { placed, load } = placeLostVisits(lost, days, work, calendarFacts(frame))
  const placeOf = new Map(placed.map((place) => [place.occurrence_id, place]))
  const going = visits.map((visit) => {
    const place = placeOf.get(visit.occurrence_id)
    return { visit, to_date: place?.date ?? from, warnings: place?.warnings ?? [] }
  })
  return { going, capacity: load }
}

/** Of each repeating series the last visit that moves: what follows it is shifted. */
function lastOfSeries(going: readonly Going[]): Going[] {
  const last = new Map<string, Going>()
  for (const one of going) {
    const known = last.get(one.visit.series_id)
    if (one.visit.rule.pattern !== 'once' && (!known || known.visit.original_date < one.visit.original_date)) last.set(one.visit.series_id, one)
  }
  return [...last.values()].toSorted((a, b) => (a.visit.series_id < b.visit.series_id ? -1 : 1))
}

async function carryOut(tx: OrgTx, frame: Frame, wish: LostDay, going: readonly Going[], shifted: readonly Going[]): Promise<string | null> {
  if (!going.length) return null
  const open = await openEdit(tx, spansOf(going, shifted))
  for (const one of shifted) await shift(tx, one)
  const done = going.map((one) => ({ before: one.visit, after: heldAfter(one, wish) }))
  await writeRows(
    tx,
    done.map(({ after }) => after),
  )
  const told: VisitChange[] = going.map(({ visit, to_date }) => ({
    customer_id: visit.customer_id,
    kind: to_date === null ? 'cancelled' : 'moved',
    title: titleOf(visit),
    from: { date: visit.date, start_minutes: visit.start_minutes },
    ...(to_date === null ? {} : { to: { date: to_date, start_minutes: visit.start_minutes } }),
  }))
  if (wish.act === 'skip')
    for (const after of await withRequests(
      tx,
      done.map(({ after }) => after),
    ))
      await settleRequests(tx, after, frame)
  const edit_id = await closeEdit(tx, open, wish.notify ? told : [])
  if (wish.notify) await tellVisitsChanged(tx, told)
  await Promise.all(
    done.map(({ before, after }) =>
      emitVisit(tx, wish.act === 'skip' ? 'visit.skipped' : 'visit.rescheduled', after, before, { version: (before.row?.version ?? 0) + 1, lost_day: edit_id }),
    ),
  )
  return edit_id
}

/** One span for each visit; a series that is shifted is watched from its first lost visit on. */
function spansOf(going: readonly Going[], shifted: readonly Going[]): Span[] {
  const whole = new Set(shifted.map(({ visit }) => visit.series_id))
  const first = new Map<string, LocalDate>()
  const single: Span[] = []
  for (const { visit } of going) {
    const { series_id, original_date } = visit
    if (whole.has(series_id)) first.set(series_id, [first.get(series_id) ?? original_date, original_date].toSorted()[0] ?? original_date)
    else single.push({ series_id, from: original_date, to: original_date, with_rules: false })
  }
  return [...single, ...[...first].map(([series_id, from]) => ({ series_id, from, to: null, with_rules: true }))]
}

/** Moves what follows a visit by as many days as the visit itself. */
async function shift(tx: OrgTx, { visit, to_date }: Going): Promise<void> {
  const { series_id, original_date, customer_id } = visit
  const series = await holdSeries(tx, series_id, original_date)
  const outcome = shiftSeries(series, original_date, daysBetween(visit.date, to_date ?? visit.date), series.newId)
  if (outcome === null || 'refused' in outcome) return
  await writeSeries(tx, series, outcome)
  const team_ids = series.segments.map((segment) => segment.team_id)
  await emit(tx, 'rule.changed', { rule_id: visit.rule.id, series_id, date: visit.date, team_id: visit.team_id, customer_id }, { customer_id, team_ids })
}

/** What of a series stays although it is to be shifted, and why. */
async function whatIsNotShifted(tx: OrgTx, { visit, to_date }: Going): Promise<Kept> {
  const series = await readSeries(tx, visit.series_id, visit.original_date)
  const outcome = shiftSeries(series, visit.original_date, daysBetween(visit.date, to_date ?? visit.date), series.newId)
  const { occurrence_id } = visit
  if (outcome === null) return []
  if ('refused' in outcome) return [{ occurrence_id, sentence: notShiftedSentences[outcome.refused] }]
  return outcome.since > visit.original_date
    ? [{ occurrence_id, sentence: `What follows is moved after ${outcome.since}: that visit was changed by hand.` }]
    : []
}

const heldAfter = ({ visit, to_date }: Going, { reason }: LostDay): HeldVisit =>
  to_date === null ? { ...visit, status: 'skipped', skip_reason: reason } : { ...visit, date: to_date }

/** All in one statement; a visit nobody touched before gets its row. */
async function writeRows(tx: OrgTx, visits: readonly HeldVisit[]): Promise<void> {
  const rows = visits.map((visit) => ({ ...rowOf(visit), status: visit.status, skip_reason: visit.skip_reason }))
  await sql`insert into visits (organization_id, series_id, original_date, rule_id, customer_id, date, status, skip_reason, version)
    select ${tx.org}::uuid, o.series_id, o.original_date, o.rule_id, o.customer_id, o.date, o.status, o.skip_reason, 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as o(series_id uuid, original_date date, rule_id uuid, customer_id uuid, date date, status text, skip_reason text)
    on conflict (organization_id, series_id, original_date) do update
      set date = excluded.date, status = excluded.status, skip_reason = excluded.skip_reason, version = visits.version + 1, updated_at = now()`.execute(tx)
}

/** Those of the visits about which a customer asked something. */
async function withRequests(tx: OrgTx, visits: readonly HeldVisit[]): Promise<HeldVisit[]> {
  const open = await tx
    .selectFrom('customer_requests')
    .select(['series_id', 'original_date'])
    .where('organization_id', '=', tx.org)
    .where('status', '=', 'requested')
    .where('series_id', '=', anyOf([...new Set(visits.map((visit) => visit.series_id))]))
    .execute()
  return visits.filter((visit) => open.some((request) => request.series_id === visit.series_id && request.original_date === visit.original_date))
}
