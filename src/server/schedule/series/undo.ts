import { sql } from 'kysely'
import type { Refusal } from '../../../domain/base/rule.ts'
import { editRules, visitKey, undoPlan } from '../../../domain/schedule/undo.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { notifyVisitsChanged } from '../../messages/notify-visits.ts'
import { enforce, found } from '../../base/kit/refusals.ts'
import { reopenRequests } from '../requests/write.ts'
import { deleteUntouchedRows, restoreVisits } from '../visits/write.ts'
import { readCalendar } from '../week/calendar.ts'
import { anyOf } from '../week/rows.ts'
import {
  digestOf,
  inSpan,
  spansJson,
  takeSnapshot,
  type Image,
  type RuleImage,
  type Snapshot,
  type Span,
} from './edit-log.ts'
import { teamsOf } from './segments.ts'
import { tellingPlans } from './tell-plan.ts'
import { markEditUndone, restoreRules } from './write.ts'
import type { VisitChange } from '../../messages/write-held-news.ts'

/**
 * Restores everything to before an edit, in one transaction, if none of it changed since. A repeat
 * returns the same.
 */
export async function undoEdit(tx: OrgTx, id: string): Promise<{ ok: true; restored: number }> {
  const edit = found(await lockEdit(tx, id))
  if (edit.undone_at !== null) return { ok: true, restored: edit.restored ?? 0 }
  const { spans } = edit.image as Image
  const series = spans.flatMap((span) => (span.with_rules ? [span.series_id] : []))
  await tellingPlans(tx, await readCalendar(tx), [...new Set(series)], async () =>
    enforce(await restoreEdit(tx, id, edit)),
  )
  return { ok: true, restored: (edit.image as Image).visits.length }
}

const lockEdit = (tx: OrgTx, id: string) =>
  tx
    .selectFrom('schedule_edits')
    .select(['image', 'digest', 'created_at', 'undone_at', 'restored'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/**
 * The same as part of another action: null if everything was restored, or else the reason why not.
 */
export async function tryUndoEdit(tx: OrgTx, id: string): Promise<Refusal | null> {
  const edit = await lockEdit(tx, id)
  // A missing edit was deleted because it was a day old.
  if (!edit) return refusalOf(new Date(0).toISOString())
  return edit.undone_at === null ? restoreEdit(tx, id, edit) : null
}

const refusalOf = (created_at: string, overtaken = false): Refusal | null =>
  editRules.undo({ created_at, now: new Date().toISOString(), overtaken })

type LockedEdit = NonNullable<Awaited<ReturnType<typeof lockEdit>>>

async function restoreEdit(tx: OrgTx, id: string, edit: LockedEdit): Promise<Refusal | null> {
  const late = refusalOf(edit.created_at)
  if (late) return late
  const image = edit.image as Image
  await lockSpans(tx, image.spans)
  const after = await takeSnapshot(tx, image.spans)
  const overtaken = refusalOf(edit.created_at, digestOf(after) !== edit.digest)
  if (overtaken) return overtaken

  // Rows only locked since carry no change, and may refer to a segment that is about to be removed.
  const withRules = image.spans.filter((span) => span.with_rules)
  await deleteUntouchedRows(
    tx,
    withRules.map((span) => span.series_id),
  )
  const back = undoPlan(image, after)
  await restoreRules(tx, back)
  await restoreVisits(tx, back)
  await reopenRequests(
    tx,
    image.requests.map((request) => request.id),
  )
  await markEditUndone(tx, id, image.visits.length)
  await emitUndone(tx, image, after)
  await notifyVisitsChanged(tx, image.told.map(correctionOf))
  return null
}

/** What to notify customers of when a change they were notified of is undone. */
const correctionOf = ({ to, back, ...sent }: VisitChange): VisitChange =>
  sent.kind === 'moved' && to && !back
    ? { ...sent, from: to, to: sent.from }
    : {
        ...sent,
        kind: back ?? (sent.kind === 'restored' ? 'cancelled' : 'restored'),
        ...(sent.kind === 'held' ? { back: 'held' } : {}),
      }

/** Locks segments first and then visits, each in order, like every edit of a series or visit. */
async function lockSpans(tx: OrgTx, spans: readonly Span[]): Promise<void> {
  const ofSeries = sql`where series_id = ${anyOf([...new Set(spans.map((span) => span.series_id))])}`
  const order = sql`order by series_id, start_date, id`
  // Unchanged segments must only stay the same; restored ones are locked exclusively.
  if (spans.some((span) => span.with_rules))
    await sql`select 1 from rules ${ofSeries} ${order} for update`.execute(tx)
  else await sql`select 1 from rules ${ofSeries} ${order} for share`.execute(tx)
  await sql`select 1 from visits x where exists (select 1 from ${spansJson(spans)} where s.series_id = x.series_id and ${inSpan})
    order by series_id, original_date for update`.execute(tx)
}

/** One event per series whose segments were restored; one per visit otherwise. */
async function emitUndone(tx: OrgTx, image: Image, after: Snapshot): Promise<void> {
  const series = new Map<string, RuleImage>()
  for (const rule of after.rules)
    if (image.rules.some(({ id }) => id === rule.id)) series.set(rule.series_id, rule)
  for (const [series_id, { customer_id }] of series)
    await emitSeriesUndone(tx, { series_id, customer_id }, image, after)
  await emitVisitsUndone(
    tx,
    image.visits.filter(({ series_id }) => !series.has(series_id)),
    after,
  )
}

async function emitSeriesUndone(
  tx: OrgTx,
  { series_id, customer_id }: Pick<RuleImage, 'series_id' | 'customer_id'>,
  { rules, visits }: Image,
  after: Snapshot,
): Promise<void> {
  const ofSeries = (row: { series_id: string }): boolean => row.series_id === series_id
  const segments = [...after.rules, ...rules.flatMap((rule) => rule.before ?? [])].filter(ofSeries)
  const dates = [...after.visits, ...visits.flatMap((visit) => visit.before ?? [])].filter(ofSeries)
  const data = { rule_id: segments[0]?.id, series_id, customer_id, undone: true }
  await emit(tx, 'rule.changed', data, { customer_id, team_ids: teamsOf(segments, dates, null) })
}

async function emitVisitsUndone(
  tx: OrgTx,
  visits: Image['visits'],
  after: Snapshot,
): Promise<void> {
  const now = new Map(after.visits.map((row) => [visitKey(row), row]))
  const changes = visits.map((visit) => ({ visit, is: now.get(visitKey(visit)) }))
  const teamOf = await readTeamsOfRules(
    tx,
    changes.flatMap(({ visit, is }) => [visit.before, is].flatMap((row) => row?.rule_id ?? [])),
  )
  await Promise.all(
    changes.map(({ visit, is }) => {
      const { series_id, original_date, before } = visit
      const date = before?.date ?? original_date
      const image = before ?? is
      const data = {
        occurrence_id: visitKey(visit),
        series_id,
        rule_id: image?.rule_id,
        original_date,
        date,
        old_date: is?.date ?? date,
        undone: true,
      }
      const team_ids = [before, is].flatMap((row) =>
        row ? [row.team_id, teamOf.get(row.rule_id)] : [],
      )
      const wasMoved = is !== undefined && is.date !== date
      const type =
        before?.status === 'skipped'
          ? 'visit.skipped'
          : wasMoved
            ? 'visit.rescheduled'
            : 'visit.restored'
      return emit(tx, type, data, { customer_id: image?.customer_id ?? null, team_ids })
    }),
  )
}

async function readTeamsOfRules(
  tx: OrgTx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await tx
    .selectFrom('rules')
    .select(['id', 'team_id'])
    .where('id', '=', anyOf([...new Set(ids)]))
    .execute()
  return new Map(rows.map((rule) => [rule.id, rule.team_id]))
}
