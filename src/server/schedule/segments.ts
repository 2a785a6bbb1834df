import { sql, type Updateable } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import type { EditRule, RuleEdited } from '../../api/schedule.ts'
import { addDays, type LocalDate } from '../../domain/dates.ts'
import { closedMoney } from '../../domain/invoice.ts'
import { cadenceOf, isOccurrence, patternOf, recurrenceProblems } from '../../domain/recurrence.ts'
import { occurrenceId } from '../../domain/visit.ts'
import type { OrgTx } from '../db/door.ts'
import { found, invalid } from '../refusals.ts'
import type { Frame } from './frame.ts'
import { isLive, readSegments, type SegmentRow } from './locate.ts'
import { anyOf, holdVisit, recurrenceOf, ruleColumns, selectVisits, type HeldVisit, type VisitRow } from './rows.ts'

export type RuleChange = Updateable<Database['rules']>
/** What became of the visits that have a row of their own. */
export type Tally = Pick<RuleEdited, 'changed' | 'kept' | 'dropped' | 'dropped_visits' | 'invoices_affected'>
export const nothing = (): Tally => ({ changed: 0, kept: 0, dropped: 0, dropped_visits: [], invoices_affected: 0 })

export const later = (a: LocalDate, b: LocalDate): LocalDate => (a > b ? a : b)

/** Cuts the segment that spans `date` in two and answers the segments from `date` on. Visits keep their ids. */
export async function splitAt(tx: OrgTx, live: readonly SegmentRow[], date: LocalDate): Promise<SegmentRow[]> {
  const after: SegmentRow[] = []
  for (const segment of live) {
    if (segment.start_date >= date) after.push(segment)
    else if (segment.end_date === null || segment.end_date >= date) {
      const { id, removed_at: _, created_at: __, updated_at: ___, ...copied } = segment
      const [tail] = (await tx
        .insertInto('rules')
        .values({ ...copied, organization_id: tx.org, start_date: date, created_by: tx.doer.person_id })
        .returning([...ruleColumns, 'removed_at', 'created_at', 'updated_at'])
        .execute()) as SegmentRow[]
      if (!tail) throw new Error('A segment was not written')
      await changeRule(tx, id, { end_date: addDays(date, -1) })
      await tx
        .updateTable('visits')
        .set({ rule_id: tail.id })
        .where('organization_id', '=', tx.org)
        .where('series_id', '=', segment.series_id)
        .where('rule_id', '=', id)
        .where('original_date', '>=', date)
        .execute()
      after.push(tail)
    }
  }
  return after
}

const changeRule = (tx: OrgTx, id: string, change: RuleChange) =>
  tx
    .updateTable('rules')
    .set({ ...change, updated_at: sql<string>`now()` })
    .where('organization_id', '=', tx.org)
    .where('id', '=', id)
    .execute()

const rowsOf = (tx: OrgTx, series_id: string, from: LocalDate) =>
  selectVisits(tx).where('v.series_id', '=', series_id).where('v.original_date', '>=', from).orderBy('v.original_date').execute()

/** Running, paid or being paid: no edit of a series reaches it. */
const isSettled = (held: HeldVisit): boolean =>
  held.status === 'in_progress' || held.invoice_status === 'processing' || (held.invoice_status !== null && closedMoney.has(held.invoice_status))
export const openInvoice = (held: HeldVisit): boolean => held.invoice_status !== null && !closedMoney.has(held.invoice_status)

/** New team, time, length, price or notes for segments. What single visits chose stays unless it is replaced; what is done stays always. */
export async function redefault(tx: OrgTx, frame: Frame, segments: readonly SegmentRow[], change: RuleChange, replace: boolean): Promise<Tally> {
  const tally = nothing()
  if (!Object.keys(change).length) return tally
  for (const segment of segments) {
    for (const row of await rowsOf(tx, segment.series_id, segment.start_date)) {
      if (row.rule_id !== segment.id) continue
      const held = holdVisit(segment, row, null, row.original_date, frame)
      const own = ownColumns(row, change)
      if (row.status === 'completed' || row.status === 'skipped') tally.kept++
      else if (isSettled(held)) {
        tally.kept++
        await setRow(tx, row, frozen(held))
      } else if (own.length && !replace) tally.kept++
      else {
        tally.changed++
        if (change.price_cents !== undefined && openInvoice(held)) tally.invoices_affected++
        if (own.length)
          await setRow(
            tx,
            row,
            Object.fromEntries(
              own.flatMap((field) => [
                [field, null],
                [ownFlags[field], false],
              ]),
            ),
          )
      }
    }
    await changeRule(tx, segment.id, change)
  }
  return tally
}

const ownFlags = { team_id: 'team_is_own', start_minutes: 'start_is_own', duration_minutes: 'duration_is_own', price_cents: 'price_is_own' } as const
type OwnField = keyof typeof ownFlags
const ownColumns = (row: VisitRow, change: RuleChange): OwnField[] =>
  (Object.keys(ownFlags) as OwnField[]).filter((field) => field in change && row[ownFlags[field]])

/** Everything a visit now takes from its rule, written down as its own. */
const frozen = (held: HeldVisit): Updateable<Database['visits']> => ({
  team_id: held.team_id,
  team_is_own: true,
  start_minutes: held.start_minutes,
  start_is_own: true,
  duration_minutes: held.duration_minutes,
  duration_is_own: true,
  price_cents: held.price_cents,
  price_is_own: true,
})

const setRow = (tx: OrgTx, row: VisitRow, change: Updateable<Database['visits']>) =>
  tx
    .updateTable('visits')
    .set({ ...change, version: sql<number>`version + 1`, updated_at: sql<string>`now()` })
    .where('organization_id', '=', tx.org)
    .where('series_id', '=', row.series_id)
    .where('original_date', '=', row.original_date)
    .execute()

/** A new pattern from a date on: the old segments end there. Changed visits whose date it no longer has go, unless they are done or are to be kept. */
export async function repattern(tx: OrgTx, frame: Frame, live: readonly SegmentRow[], from: LocalDate, edit: EditRule, change: RuleChange): Promise<Tally> {
  const old = found(live.findLast((segment) => segment.start_date <= from) ?? live[0])
  const start = edit.start_date ?? later(from, old.start_date)
  if (start < from) throw invalid({ start_date: 'The new pattern cannot begin before the visit it starts from.' })
  const last = live.at(-1) ?? old
  const { id: _, removed_at: __, created_at: ___, updated_at: ____, ...copied } = old
  const wished = {
    ...copied,
    ...change,
    start_date: start,
    anchor_date: start,
    end_date: edit.end_date === undefined ? last.end_date : edit.end_date,
  } as SegmentRow
  const next = { ...wished, ...patternOf(cadenceOf(wished)) }
  if (next.pattern === 'once') next.end_date = start
  const problem = recurrenceProblems(recurrenceOf(next))[0]
  if (problem) throw invalid({ [problem.path]: problem.message })

  for (const segment of live) {
    if (segment.start_date >= from) await changeRule(tx, segment.id, { removed_at: new Date().toISOString() })
    else if (segment.end_date === null || segment.end_date >= from) await changeRule(tx, segment.id, { end_date: addDays(from, -1) })
  }
  const rule = (await tx
    .insertInto('rules')
    .values({ ...next, organization_id: tx.org, created_by: tx.doer.person_id })
    .returning([...ruleColumns, 'removed_at', 'created_at', 'updated_at'])
    .executeTakeFirstOrThrow()) as SegmentRow

  const tally = nothing()
  for (const row of await rowsOf(tx, rule.series_id, from)) {
    const before = live.find((segment) => segment.id === row.rule_id) ?? old
    const held = holdVisit(before, row, null, row.original_date, frame)
    const stays = row.status === 'completed' || isSettled(held)
    if (!stays && !edit.keep_changed && !isOccurrence(recurrenceOf(rule), row.original_date)) {
      await dropRow(tx, row, tally)
      continue
    }
    if (stays || row.status === 'skipped') tally.kept++
    else tally.changed++
    await setRow(tx, row, { rule_id: rule.id, ...(stays ? frozen(held) : {}) })
  }
  await denyRequests(tx, rule.series_id, from, (date) => isOccurrence(recurrenceOf(rule), date))
  return tally
}

type EndWish = { extend: boolean; keep_moved: boolean }

/**
 * Sets the last day of a series; null: none. Segments that would begin after it give no dates any more. Visits after it
 * go, except what is done or billed and, on wish, what somebody moved there.
 */
export async function setEnd(tx: OrgTx, series_id: string, end_date: LocalDate | null, frame: Frame, { extend, keep_moved }: EndWish): Promise<Tally> {
  const tally = nothing()
  const segments = await readSegments(tx, series_id, 'update')
  const live = segments.filter(isLive)
  const last = live.at(-1)
  for (const segment of live) {
    const runsOn = end_date !== null && (segment.end_date === null || segment.end_date > end_date)
    if (end_date !== null && segment.start_date > end_date) await changeRule(tx, segment.id, { removed_at: new Date().toISOString() })
    else if (runsOn || (extend && segment === last && segment.pattern !== 'once')) await changeRule(tx, segment.id, { end_date })
  }
  if (end_date === null) return tally
  for (const row of await rowsOf(tx, series_id, addDays(end_date, 1))) {
    const segment = segments.find((one) => one.id === row.rule_id)
    const held = segment && holdVisit(segment, row, null, row.original_date, frame)
    const moved = keep_moved && row.status === 'scheduled' && row.date !== row.original_date
    if (row.status === 'completed' || moved || row.invoice_id !== null || (held && isSettled(held))) tally.kept++
    else await dropRow(tx, row, tally)
  }
  await denyRequests(tx, series_id, addDays(end_date, 1), () => false)
  return tally
}

async function dropRow(tx: OrgTx, row: VisitRow, tally: Tally): Promise<void> {
  await tx
    .deleteFrom('visits')
    .where('organization_id', '=', tx.org)
    .where('series_id', '=', row.series_id)
    .where('original_date', '=', row.original_date)
    .execute()
  tally.dropped++
  tally.dropped_visits.push({ occurrence_id: occurrenceId(row.series_id, row.original_date), date: row.date })
}

/** Requests about dates that are no visits any more: nobody will answer them. */
async function denyRequests(tx: OrgTx, series_id: string, from: LocalDate, isVisit: (date: LocalDate) => boolean): Promise<void> {
  const { rows } = await sql<{ id: string; original_date: LocalDate }>`select id, original_date from customer_requests q
    where organization_id = ${tx.org}::uuid and series_id = ${series_id}::uuid and original_date >= ${from}::date and status = 'requested'
      and not exists (select 1 from visits v where v.organization_id = q.organization_id and v.series_id = q.series_id and v.original_date = q.original_date)
    for update`.execute(tx)
  const ids = rows.filter((row) => !isVisit(row.original_date)).map((row) => row.id)
  if (!ids.length) return
  await tx
    .updateTable('customer_requests')
    .set({ status: 'denied', resolution_reason: 'cancelled', resolved_at: new Date().toISOString(), resolved_by: tx.doer.person_id })
    .where('organization_id', '=', tx.org)
    .where('id', '=', anyOf(ids))
    .execute()
}

export function merge(into: Tally, more: Tally): void {
  into.changed += more.changed
  into.kept += more.kept
  into.dropped += more.dropped
  into.dropped_visits.push(...more.dropped_visits)
}
