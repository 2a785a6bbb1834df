import { sql } from 'kysely'
import type { EditRule, RuleEdited } from '../../api/series.ts'
import { addDays, type LocalDate } from '../../domain/dates.ts'
import { grouped } from '../../domain/grouped.ts'
import { closedMoney } from '../../domain/invoice.ts'
import { placeWarnings } from '../../domain/placement.ts'
import { startMinutesOf, type ScheduleRule } from '../../domain/schedule.ts'
import { editSeries, endSeries, isLive, patternFields, type Defaults, type Edited, type SeriesEdit } from '../../domain/series.ts'
import { spanStart } from '../../domain/undo.ts'
import { occurrenceId, visitRules } from '../../domain/visit.ts'
import type { OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import { enforce, found, invalid, notFound } from '../refusals.ts'
import { checkLocation } from './add.ts'
import { emitVisit, writeVisit } from './change.ts'
import { closeEdit, openEdit } from './edits.ts'
import { readFrame, type Frame } from './frame.ts'
import { checkTeam, findVisit, lockVisit, mayTouch, readRef, readSegments, type Hand, type SegmentRow } from './locate.ts'
import { ruleView, type HeldVisit } from './rows.ts'
import { holdSeries, teamsOf, writeSeries, type HeldSeries, type TouchedRow } from './segments.ts'
import { calendarFacts, warnAbout } from './warnings.ts'
import { readWindow } from './window.ts'

/** The segment in force on a date: the last one begun, else the first to come. */
export function segmentInForce(segments: readonly SegmentRow[], date: LocalDate): SegmentRow {
  const live = segments.filter(isLive)
  return found(live.findLast((segment) => segment.start_date <= date) ?? live[0] ?? segments.at(-1), 'This rule does not exist.')
}

/** The rule a reference leads to; a crew reads those its teams work for, with prices only where it may see them. */
export async function readRule(tx: OrgTx, frame: Frame, hand: Hand, ref: string): Promise<ScheduleRule> {
  const target = await readRef(tx, ref)
  const segments = await readSegments(tx, target.series_id)
  if (hand.by_crew && !segments.some((segment) => mayTouch(hand, segment))) throw notFound('This rule does not exist.')
  const rule = ruleView(segmentInForce(segments, target.date ?? frame.today), frame)
  return hand.sees_prices ? rule : { ...rule, price_cents: null }
}

/** Edits a rule for one visit, for it and those after it, or for all that are not done. A dry run does it all and takes it back. */
export async function editRule(tx: OrgTx, frame: Frame, hand: Hand, ref: string, edit: EditRule): Promise<RuleEdited> {
  return tried(tx, edit.dry_run, async () => {
    if (edit.team_id !== undefined) checkTeam(frame, hand, edit.team_id)
    if (edit.scope === 'this') return editOne(tx, frame, hand, ref, edit)
    const { series_id } = await readRef(tx, ref, edit.date)
    const from = edit.scope === 'all' ? null : (await findVisit(tx, frame, ref, edit.date)).original_date
    const series = await holdSeries(tx, series_id, null)
    const first = found(series.segments.find(isLive), 'This rule has ended.')
    await checkLocation(tx, first.customer_id, edit.location_id)
    const open = await openEdit(tx, [{ series_id, from: spanStart(series, from, edit.end_date), to: null, with_rules: true }])
    const outcome = editSeries(
      series,
      {
        from,
        today: frame.today,
        defaults: defaultsOf(edit),
        pattern: patternOfEdit(edit),
        start_date: edit.start_date,
        end_date: edit.end_date,
        replace_changed: edit.replace_changed,
        keep_changed: edit.keep_changed,
      },
      series.newId,
    )
    if ('problem' in outcome) throw invalid({ [outcome.problem.path]: outcome.problem.message })
    await writeSeries(tx, series, outcome)
    const wish = {
      type: 'rule.changed',
      from: from ?? frame.today,
      edit_id: await closeEdit(tx, open),
      dry_run: edit.dry_run,
      places: placesAnew(edit),
    } as const
    return finish(tx, frame, series, outcome, wish)
  })
}

/** Ends a series after a date. Visits moved past the end stay until somebody cancels them. */
export async function endRule(tx: OrgTx, frame: Frame, ref: string, end_date: LocalDate, dry_run: boolean): Promise<RuleEdited> {
  return tried(tx, dry_run, async () => {
    const { series_id } = await readRef(tx, ref)
    return endHeld(tx, frame, await holdSeries(tx, series_id, addDays(end_date, 1)), end_date, { keep_moved: true, dry_run })
  })
}

async function endHeld(
  tx: OrgTx,
  frame: Frame,
  series: HeldSeries,
  end_date: LocalDate,
  { keep_moved, dry_run }: { keep_moved: boolean; dry_run: boolean },
): Promise<RuleEdited> {
  const from = addDays(end_date, 1)
  const open = await openEdit(tx, [{ series_id: series.series_id, from, to: null, with_rules: true }])
  const outcome = endSeries(series, end_date, { extend: false, keep_moved })
  await writeSeries(tx, series, outcome)
  return finish(tx, frame, series, outcome, { type: 'rule.removed', from, edit_id: await closeEdit(tx, open), dry_run, places: false })
}

/** Gives what is not done of a series to another team. */
export async function assignSeries(tx: OrgTx, frame: Frame, ref: string, team_id: string | null, replace_changed: boolean) {
  const { series_id } = await readRef(tx, ref)
  const series = await holdSeries(tx, series_id, null)
  const live = series.segments.filter(isLive)
  found(live[0], 'This rule has ended.')
  if (!replace_changed && live.every((segment) => segment.team_id === team_id)) {
    return { ok: true as const, rule: ruleView(segmentInForce(series.segments, frame.today), frame), team_id, changed: 0, kept: 0, edit_id: null }
  }
  const open = await openEdit(tx, [{ series_id, from: null, to: null, with_rules: true }])
  const edit = { from: null, today: frame.today, defaults: { team_id }, pattern: null, replace_changed, keep_changed: false }
  const outcome = editSeries(series, edit, series.newId)
  if ('problem' in outcome) throw invalid({ [outcome.problem.path]: outcome.problem.message })
  await writeSeries(tx, series, outcome)
  const wish = { type: 'rule.changed', from: frame.today, edit_id: await closeEdit(tx, open), dry_run: false, places: true } as const
  const { rule, changed, kept, edit_id } = await finish(tx, frame, series, outcome, wish)
  return { ok: true as const, rule, team_id, changed, kept, edit_id }
}

/** Gives what is not done of every series of a customer that goes on to another team; dates with a team of their own keep it. */
export async function assignCustomerRules(tx: OrgTx, customer_id: string, team_id: string | null): Promise<void> {
  const frame = await readFrame(tx)
  const { rows } = await sql<{ series_id: string }>`select distinct series_id from rules where organization_id = ${tx.org}::uuid
    and customer_id = ${customer_id}::uuid and removed_at is null and (end_date is null or end_date >= ${frame.today}::date) order by series_id`.execute(tx)
  for (const { series_id } of rows) await assignSeries(tx, frame, series_id, team_id, false)
}

/** Ends every series of a customer and takes away what would come after, moved visits too, as archiving does. What is done or billed stays. */
export async function endCustomerRules(tx: OrgTx, customer_id: string, end_date: LocalDate): Promise<number> {
  const frame = await readFrame(tx)
  const { rows } = await sql<{
    series_id: string
  }>`select distinct series_id from rules r where organization_id = ${tx.org}::uuid and customer_id = ${customer_id}::uuid
    and ((removed_at is null and (end_date is null or end_date > ${end_date}::date))
      or exists (select 1 from visits v where v.organization_id = r.organization_id and v.series_id = r.series_id and v.original_date > ${end_date}::date))
    order by series_id`.execute(tx)
  for (const { series_id } of rows)
    await endHeld(tx, frame, await holdSeries(tx, series_id, addDays(end_date, 1)), end_date, { keep_moved: false, dry_run: false })
  // Nor does anything of theirs wait for a day.
  await sql`update visits set hold_reason = null, held_at = null, held_by = null, version = version + 1, updated_at = now()
    where organization_id = ${tx.org}::uuid and customer_id = ${customer_id}::uuid and hold_reason is not null`.execute(tx)
  return rows.length
}

class DryRun extends Error {
  result: RuleEdited
  constructor(result: RuleEdited) {
    super('dry run')
    this.result = result
  }
}

async function tried(tx: OrgTx, dry_run: boolean, work: () => Promise<RuleEdited>): Promise<RuleEdited> {
  if (!dry_run) return work()
  await sql`savepoint dry_run`.execute(tx)
  try {
    throw new DryRun(await work())
  } catch (outcome) {
    await sql`rollback to savepoint dry_run`.execute(tx)
    if (outcome instanceof DryRun) return outcome.result
    throw outcome
  }
}

type Finish = {
  type: 'rule.changed' | 'rule.removed'
  from: LocalDate
  edit_id: string | null
  dry_run: boolean
  /** Whether a visit may come to stand elsewhere. */
  places: boolean
}

/** Tells of an edited series and answers what became of it. An edit that changed nothing is told to nobody. */
async function finish(
  tx: OrgTx,
  frame: Frame,
  before: HeldSeries,
  { segments, tally }: Edited<SegmentRow, TouchedRow>,
  { type, from, edit_id, dry_run, places }: Finish,
): Promise<RuleEdited> {
  const { series_id } = before
  const nameOf = ({ original_date, date }: { original_date: LocalDate; date: LocalDate }) => ({ occurrence_id: occurrenceId(series_id, original_date), date })
  const dropped_visits = tally.dropped.map(nameOf)
  const known = segmentInForce(segments, from)
  if (edit_id !== null) {
    const dropped = dropped_visits.map((visit) => visit.occurrence_id)
    const data = { rule_id: known.id, series_id, date: from, team_id: known.team_id, customer_id: known.customer_id, dropped }
    const team_ids = teamsOf([...before.segments, ...segments], before.visits, frame.today)
    await emit(tx, type, data, { customer_id: known.customer_id, team_ids })
  }
  const conflict_list = edit_id === null || !places ? [] : await readConflicts(tx, frame, series_id, from > frame.today ? from : frame.today)
  const rule = found((await readSegments(tx, series_id)).find((segment) => segment.id === known.id))
  return {
    ok: true,
    dry_run,
    rule: ruleView(rule, frame),
    changed: tally.changed.length,
    kept: tally.kept.length,
    kept_visits: comingFirst(tally.kept, frame.today)
      .slice(0, listed)
      .map((visit) => ({ ...nameOf(visit), reason: visit.reason })),
    dropped: dropped_visits.length,
    dropped_visits,
    own_visits: tally.own.map(nameOf),
    conflicts: conflict_list.length,
    conflict_list: conflict_list.slice(0, listed),
    invoices_affected: tally.invoices_affected,
    edit_id: dry_run ? null : edit_id,
  }
}

/** The most visits that an answer names one by one. */
const listed = 50

/** What comes, the next first; then what was, the latest first. */
const comingFirst = <T extends { date: LocalDate }>(visits: readonly T[], today: LocalDate): T[] =>
  visits.toSorted((a, b) => {
    const [past, other] = [a.date < today, b.date < today]
    if (past !== other) return past ? 1 : -1
    return (a.date < b.date ? -1 : a.date > b.date ? 1 : 0) * (past ? -1 : 1)
  })

const conflictDays = 28

/** What is doubtful about a series in the four weeks from a day on, visit by visit. */
async function readConflicts(tx: OrgTx, frame: Frame, series_id: string, from: LocalDate): Promise<RuleEdited['conflict_list']> {
  const { visits, customers } = await readWindow(tx, frame, { from, to: addDays(from, conflictDays - 1) })
  const standing = visits.filter((visit) => visit.status !== 'skipped')
  const byDay = grouped(standing, (visit) => `${visit.date} ${visit.team_id}`)
  return standing
    .filter((visit) => visit.series_id === series_id && visit.status !== 'completed')
    .flatMap((visit) => {
      const { occurrence_id, date, customer_id } = visit
      const others = byDay.get(`${visit.date} ${visit.team_id}`)?.filter((other) => other !== visit) ?? []
      const available_days = customers.get(customer_id)?.available_days ?? []
      const same_series = standing.some((other) => other !== visit && other.series_id === series_id && other.date === date)
      return placeWarnings(visit, { ...calendarFacts(frame), available_days, others, same_series }).map((warning) => ({ occurrence_id, date, ...warning }))
    })
}

/** One visit alone: its row says it. */
async function editOne(tx: OrgTx, frame: Frame, hand: Hand, ref: string, edit: EditRule): Promise<RuleEdited> {
  const ofDates = [edit.end_date, edit.skips_closed, edit.counts_from, edit.buffer_days]
  if (patternOfEdit(edit) || ofDates.some((one) => one !== undefined)) throw invalid({ scope: 'A pattern belongs to the series, not to one visit.' })
  if (edit.location_id !== undefined || edit.billing_mode !== undefined)
    throw invalid({ scope: 'The place and the billing belong to the series, not to one visit.' })
  const visit = await lockVisit(tx, frame, hand, ref, edit.date)
  enforce(visitRules.edit(visit))
  const { series_id, original_date, row } = visit
  const open = await openEdit(tx, [{ series_id, from: original_date, to: original_date, with_rules: false }])
  const change = rowOfEdit(edit)
  const same = (Object.keys(change) as (keyof typeof change)[]).every((field) => change[field] === row[field])
  const changed = same ? visit : await writeVisit(tx, frame, visit, change)
  if (!same) await emitVisit(tx, 'visit.time_set', changed, visit)
  const segments = await readSegments(tx, series_id)
  const rule = found(segments.find((segment) => segment.id === visit.rule.id))
  const warnings = same || !placesAnew(edit) ? [] : await warnAbout(tx, frame, changed, visit.customer?.available_days ?? [])
  const edit_id = same ? null : await closeEdit(tx, open)
  return {
    ok: true,
    dry_run: edit.dry_run,
    rule: ruleView(rule, frame),
    changed: same ? 0 : 1,
    kept: 0,
    kept_visits: [],
    dropped: 0,
    dropped_visits: [],
    own_visits: [],
    conflicts: warnings.length,
    conflict_list: warnings.map((warning) => ({ occurrence_id: visit.occurrence_id, date: changed.date, ...warning })),
    invoices_affected: !same && edit.price_cents !== undefined && openInvoice(visit) ? 1 : 0,
    edit_id: edit.dry_run ? null : edit_id,
  }
}

const openInvoice = (visit: HeldVisit): boolean => visit.invoice_status !== null && !closedMoney.has(visit.invoice_status)

/** Another price or another note puts nothing in anybody's way: what was doubtful before it is no news. */
const placesAnew = (edit: EditRule): boolean =>
  edit.start_minutes !== undefined ||
  edit.team_id !== undefined ||
  edit.duration_minutes !== undefined ||
  edit.skips_closed !== undefined ||
  patternOfEdit(edit) !== null

/** What an edit of one visit writes into its row; null goes back to what the rule says, except for team and time. */
function rowOfEdit(edit: EditRule) {
  const { team_id, duration_minutes, price_cents, notes } = edit
  const start_minutes = startMinutesOf(edit)
  return {
    ...(team_id === undefined ? {} : { team_id, team_is_own: true }),
    ...(start_minutes === undefined ? {} : { start_minutes, start_is_own: true }),
    ...(duration_minutes === undefined ? {} : { duration_minutes, duration_is_own: duration_minutes !== null }),
    ...(price_cents === undefined ? {} : { price_cents, price_is_own: price_cents !== null }),
    ...(notes === undefined ? {} : { notes }),
  }
}

function defaultsOf(edit: EditRule): Partial<Defaults> {
  const start_minutes = startMinutesOf(edit)
  const { team_id, location_id, duration_minutes, price_cents, notes, billing_mode, skips_closed, counts_from, buffer_days } = edit
  const given = { team_id, location_id, duration_minutes, price_cents, notes, billing_mode, skips_closed, counts_from, buffer_days, start_minutes }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** The fields of a new pattern, or null when the dates stay as they are. A first date alone begins the same pattern anew. */
function patternOfEdit(edit: EditRule): SeriesEdit['pattern'] {
  const given = Object.fromEntries(patternFields.filter((field) => edit[field] !== undefined).map((field) => [field, edit[field]]))
  return Object.keys(given).length || edit.start_date !== undefined ? given : null
}
