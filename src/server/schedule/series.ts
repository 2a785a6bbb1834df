import { sql } from 'kysely'
import type { EditRule, RuleEdited } from '../../api/schedule.ts'
import { addDays, type LocalDate } from '../../domain/dates.ts'
import { overlaps } from '../../domain/placement.ts'
import { startMinutesOf, type ScheduleRule } from '../../domain/schedule.ts'
import { visitRules } from '../../domain/visit.ts'
import type { OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import { enforce, found, invalid, notFound } from '../refusals.ts'
import { checkLocation } from './add.ts'
import { emitVisit, writeVisit } from './change.ts'
import { readFrame, type Frame } from './frame.ts'
import { checkTeam, findVisit, isLive, lockVisit, mayTouch, readRef, readSegments, type Hand, type SegmentRow } from './locate.ts'
import { ruleView } from './rows.ts'
import { later, merge, nothing, openInvoice, redefault, repattern, setEnd, splitAt, type RuleChange, type Tally } from './segments.ts'
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
    const target = await readRef(tx, ref, edit.date)
    const segments = await readSegments(tx, target.series_id, 'update')
    const live = segments.filter(isLive)
    const first = found(live[0], 'This rule has ended.')
    await checkLocation(tx, first.customer_id, edit.location_id)
    const from = edit.scope === 'all' ? null : (await findVisit(tx, frame, ref, edit.date)).original_date
    const pattern = patternOfEdit(edit)
    const tally = pattern
      ? await repattern(tx, frame, live, from ?? later(frame.today, first.start_date), edit, { ...defaultsOf(edit), ...pattern })
      : await redefault(tx, frame, from === null ? live : await splitAt(tx, live, from), defaultsOf(edit), edit.replace_changed)
    if (!pattern && edit.end_date !== undefined) merge(tally, await setEnd(tx, target.series_id, edit.end_date, frame, { extend: true, keep_moved: true }))
    return finish(tx, frame, target.series_id, 'rule.changed', from ?? frame.today, tally, edit.dry_run)
  })
}

/** Ends a series after a date. Visits moved past the end stay until somebody cancels them. */
export async function endRule(tx: OrgTx, frame: Frame, ref: string, end_date: LocalDate, dry_run: boolean): Promise<RuleEdited> {
  return tried(tx, dry_run, async () => {
    const { series_id } = await readRef(tx, ref)
    const tally = await setEnd(tx, series_id, end_date, frame, { extend: false, keep_moved: true })
    return finish(tx, frame, series_id, 'rule.removed', addDays(end_date, 1), tally, dry_run)
  })
}

/** Gives what is not done of a series to another team. */
export async function assignSeries(tx: OrgTx, frame: Frame, ref: string, team_id: string | null, replace_changed: boolean) {
  const { series_id } = await readRef(tx, ref)
  const segments = await readSegments(tx, series_id, 'update')
  const live = segments.filter(isLive)
  const before = found(live[0], 'This rule has ended.')
  if (!replace_changed && live.every((segment) => segment.team_id === team_id)) {
    return { ok: true as const, rule: ruleView(segmentInForce(segments, frame.today), frame), team_id, changed: 0, kept: 0 }
  }
  const tally = await redefault(tx, frame, live, { team_id }, replace_changed)
  const { rule, changed, kept } = await finish(tx, frame, series_id, 'rule.changed', frame.today, tally, false, [before.team_id])
  return { ok: true as const, rule, team_id, changed, kept }
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
  for (const { series_id } of rows) {
    const tally = await setEnd(tx, series_id, end_date, frame, { extend: false, keep_moved: false })
    await finish(tx, frame, series_id, 'rule.removed', addDays(end_date, 1), tally, false)
  }
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

async function finish(
  tx: OrgTx,
  frame: Frame,
  series_id: string,
  type: 'rule.changed' | 'rule.removed',
  from: LocalDate,
  tally: Tally,
  dry_run: boolean,
  old_teams: (string | null)[] = [],
): Promise<RuleEdited> {
  const segments = await readSegments(tx, series_id)
  const rule = segmentInForce(segments, from)
  await emit(
    tx,
    type,
    {
      rule_id: rule.id,
      series_id,
      date: from,
      team_id: rule.team_id,
      customer_id: rule.customer_id,
      dropped: tally.dropped_visits.map((visit) => visit.occurrence_id),
    },
    { customer_id: rule.customer_id, team_ids: [...segments.map((segment) => segment.team_id), ...old_teams] },
  )
  const conflict_list = await readConflicts(tx, frame, series_id)
  return {
    ok: true,
    dry_run,
    rule: ruleView(rule, frame),
    ...tally,
    conflicts: conflict_list.length,
    conflict_list: conflict_list.slice(0, listed),
    kept_visits: [],
    edit_id: null,
  }
}

/** The most visits that an answer names one by one. */
const listed = 50

/** Visits of a series in the coming four weeks that overlap another of their team's. */
async function readConflicts(tx: OrgTx, frame: Frame, series_id: string): Promise<RuleEdited['conflict_list']> {
  const { visits } = await readWindow(tx, frame, { from: frame.today, to: addDays(frame.today, 27) })
  const standing = visits.filter((visit) => visit.status !== 'skipped' && visit.team_id !== null && visit.start_minutes !== null)
  const byDay = Map.groupBy(standing, (visit) => `${visit.date} ${visit.team_id}`)
  return standing
    .filter((visit) => visit.series_id === series_id && byDay.get(`${visit.date} ${visit.team_id}`)?.some((other) => other !== visit && overlaps(other, visit)))
    .map(({ occurrence_id, date }) => ({ occurrence_id, date, code: 'overlap', sentence: 'The team has another visit at this time.' }))
}

/** One visit alone: its row says it. */
async function editOne(tx: OrgTx, frame: Frame, hand: Hand, ref: string, edit: EditRule): Promise<RuleEdited> {
  if (patternOfEdit(edit) || edit.end_date !== undefined) throw invalid({ scope: 'A pattern belongs to the series, not to one visit.' })
  const visit = await lockVisit(tx, frame, hand, ref, edit.date)
  enforce(visitRules.edit(visit))
  const start_minutes = startMinutesOf(edit)
  const changed = await writeVisit(tx, frame, visit, {
    ...(edit.team_id === undefined ? {} : { team_id: edit.team_id, team_is_own: true }),
    ...(start_minutes === undefined ? {} : { start_minutes, start_is_own: true }),
    ...(edit.duration_minutes === undefined ? {} : { duration_minutes: edit.duration_minutes, duration_is_own: edit.duration_minutes !== null }),
    ...(edit.price_cents === undefined ? {} : { price_cents: edit.price_cents, price_is_own: edit.price_cents !== null }),
    ...(edit.notes === undefined ? {} : { notes: edit.notes }),
  })
  await emitVisit(tx, 'visit.time_set', changed, visit)
  const segments = await readSegments(tx, visit.series_id)
  const rule = found(segments.find((segment) => segment.id === visit.rule.id))
  return {
    ok: true,
    dry_run: edit.dry_run,
    rule: ruleView(rule, frame),
    ...nothing(),
    changed: 1,
    conflicts: 0,
    conflict_list: [],
    kept_visits: [],
    edit_id: null,
    invoices_affected: edit.price_cents !== undefined && openInvoice(visit) ? 1 : 0,
  }
}

function defaultsOf(edit: EditRule): RuleChange {
  const start_minutes = startMinutesOf(edit)
  const { team_id, location_id, duration_minutes, price_cents, notes, billing_mode } = edit
  const given = { team_id, location_id, duration_minutes, price_cents, notes, billing_mode, start_minutes }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

const patternFields = ['pattern', 'interval', 'weekdays', 'month_week', 'start_date', 'season_start_month', 'season_end_month'] as const
/** The fields of a new pattern, or null when the dates stay as they are. */
function patternOfEdit(edit: EditRule): RuleChange | null {
  const given = Object.fromEntries(patternFields.filter((field) => edit[field] !== undefined).map((field) => [field, edit[field]]))
  return Object.keys(given).length ? given : null
}
