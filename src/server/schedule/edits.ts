import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { LocalDate } from '../../domain/dates.ts'
import type { Refusal } from '../../domain/rule.ts'
import { editRules, imageOf, marksOf, ruleFields, visitFields, visitKey, wayBack, type EditImage, type Standing, type WayBack } from '../../domain/undo.ts'
import type { OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import { tellVisitsChanged, type VisitChange } from '../messages/tell-visits.ts'
import { enforce, found } from '../refusals.ts'
import { anyOf } from './rows.ts'
import { teamsOf } from './segments.ts'

/** A part of a series that an edit may change: its touched visits between two original dates, null open, and perhaps its segments. */
export type Span = { series_id: string; from: LocalDate | null; to: LocalDate | null; with_rules: boolean }

type Row = Record<string, unknown> & { version?: number; updated_at?: string }
type RuleImage = Row & { id: string; series_id: string; customer_id: string; team_id: string | null; removed_at: string | null }
type VisitImage = Row & {
  series_id: string
  original_date: LocalDate
  date: LocalDate
  customer_id: string
  rule_id: string
  team_id: string | null
  status: string
}
type RequestImage = Row & { id: string; status: string }
/** Everything in the spans that an edit may change, as the database has it. */
type Snapshot = Standing<RuleImage, VisitImage> & { requests: readonly RequestImage[] }
export type OpenEdit = { spans: readonly Span[]; before: Snapshot }

/** How touched rows were before, and what customers were told. */
type Image = EditImage<RuleImage, VisitImage> & { spans: readonly Span[]; requests: readonly RequestImage[]; told: readonly VisitChange[] }

/** Begins an edit that can be taken back: looks at what it may change. The spans must be locked. */
export const openEdit = async (tx: OrgTx, spans: readonly Span[]): Promise<OpenEdit> => ({ spans, before: await takeSnapshot(tx, spans) })

/** Ends it: keeps how everything was that it changed, and answers the edit's id; null when nothing changed. */
export async function closeEdit(tx: OrgTx, { spans, before }: OpenEdit, told: readonly VisitChange[] = []): Promise<string | null> {
  const after = await takeSnapshot(tx, spans)
  const image: Image = {
    ...imageOf(before, after),
    spans,
    requests: before.requests.filter((was) => !after.requests.some((is) => is.id === was.id)),
    told,
  }
  if (!image.rules.length && !image.visits.length) return null
  const digest = digestOf(after)
  const edit = await tx
    .insertInto('schedule_edits')
    .values({ organization_id: tx.org, image: JSON.stringify(image), digest, created_by: tx.doer.person_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Nobody takes back what is a day old.
  await sql`delete from schedule_edits where organization_id = ${tx.org}::uuid and created_at < now() - interval '1 day'`.execute(tx)
  return edit.id
}

/** Puts everything back as it was, in one transaction, if nothing of it changed since. A repeat answers the same. */
export async function undoEdit(tx: OrgTx, id: string): Promise<{ ok: true; restored: number }> {
  const edit = found(await lockEdit(tx, id))
  if (edit.undone_at !== null) return { ok: true, restored: edit.restored ?? 0 }
  enforce(await putBack(tx, id, edit))
  return { ok: true, restored: (edit.image as Image).visits.length }
}

const lockEdit = (tx: OrgTx, id: string) =>
  tx
    .selectFrom('schedule_edits')
    .select(['image', 'digest', 'created_at', 'undone_at', 'restored'])
    .where('organization_id', '=', tx.org)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** The same as part of another act: null when everything is back, else why it is not. */
export async function takeBack(tx: OrgTx, id: string): Promise<Refusal | null> {
  const edit = await lockEdit(tx, id)
  // One that is gone is a day old.
  if (!edit) return whyNot(new Date(0).toISOString())
  return edit.undone_at === null ? putBack(tx, id, edit) : null
}

const whyNot = (created_at: string, overtaken = false) => editRules.undo({ created_at, now: new Date().toISOString(), overtaken })

type LockedEdit = NonNullable<Awaited<ReturnType<typeof lockEdit>>>
async function putBack(tx: OrgTx, id: string, edit: LockedEdit): Promise<Refusal | null> {
  const late = whyNot(edit.created_at)
  if (late) return late
  const image = edit.image as Image
  await lockSpans(tx, image.spans)
  const after = await takeSnapshot(tx, image.spans)
  const overtaken = whyNot(edit.created_at, digestOf(after) !== edit.digest)
  if (overtaken) return overtaken

  // Whoever only looked at a visit since left a row that says nothing, perhaps under a segment that goes again.
  const reshaped = image.spans.filter((span) => span.with_rules).map((span) => span.series_id)
  if (reshaped.length) await sql`delete from visits where organization_id = ${tx.org}::uuid and version = 0 and series_id = ${anyOf(reshaped)}`.execute(tx)
  const back = wayBack(image, after)
  await restoreRules(tx, back)
  await restoreVisits(tx, back)
  await restoreRequests(tx, image.requests)
  await tx
    .updateTable('schedule_edits')
    .set({ undone_at: sql<string>`now()`, restored: image.visits.length })
    .where('organization_id', '=', tx.org)
    .where('id', '=', id)
    .execute()
  await tellUndone(tx, image, after)
  await tellVisitsChanged(tx, image.told.map(correctionOf))
  return null
}

const correctionOf = ({ to, back, ...told }: VisitChange): VisitChange =>
  told.kind === 'moved' && to && !back ? { ...told, from: to, to: told.from } : { ...told, kind: back ?? (told.kind === 'restored' ? 'cancelled' : 'restored') }

const spansJson = (spans: readonly Span[]) => sql`jsonb_to_recordset(${JSON.stringify(spans)}::text::jsonb)
  as s(series_id uuid, "from" date, "to" date, with_rules boolean)`
const inSpan = sql`(s."from" is null or x.original_date >= s."from") and (s."to" is null or x.original_date <= s."to")`

async function takeSnapshot(tx: OrgTx, spans: readonly Span[]): Promise<Snapshot> {
  const { rows } = await sql<{ kind: keyof Snapshot; image: Row }>`
    with s as materialized (select * from ${spansJson(spans)})
    select 'rules' as kind, to_jsonb(x) as image from rules x
      where x.organization_id = ${tx.org}::uuid and x.series_id in (select s.series_id from s where s.with_rules)
    union all select 'visits', to_jsonb(x) from visits x
      where x.organization_id = ${tx.org}::uuid and x.version > 0 and exists (select 1 from s where s.series_id = x.series_id and ${inSpan})
    union all select 'requests', to_jsonb(x) from customer_requests x
      where x.organization_id = ${tx.org}::uuid and x.status = 'requested' and exists (select 1 from s where s.series_id = x.series_id and ${inSpan})`.execute(
    tx,
  )
  const of = <T>(kind: keyof Snapshot): T[] => rows.filter((row) => row.kind === kind).map((row) => row.image as T)
  return { rules: of('rules'), visits: of('visits'), requests: of('requests') }
}

const digestOf = (snapshot: Snapshot): string => hash('sha256', marksOf(snapshot).join('\n'), 'base64url')

/** The segments first and then the visits, each in one order, as whoever edits a series or a visit locks them. */
async function lockSpans(tx: OrgTx, spans: readonly Span[]): Promise<void> {
  const series = [...new Set(spans.map((span) => span.series_id))]
  const changed = new Set(spans.filter((span) => span.with_rules).map((span) => span.series_id))
  const ofSeries = sql`where organization_id = ${tx.org}::uuid and series_id = ${anyOf(series)}`
  // A series that keeps its segments is only kept from being edited; one that gets them back waits for everybody in it.
  if (changed.size) await sql`select 1 from rules ${ofSeries} order by series_id, start_date, id for update`.execute(tx)
  else await sql`select 1 from rules ${ofSeries} order by series_id, start_date, id for share`.execute(tx)
  await sql`select 1 from visits x where organization_id = ${tx.org}::uuid
    and exists (select 1 from ${spansJson(spans)} where s.series_id = x.series_id and ${inSpan}) order by series_id, original_date for update`.execute(tx)
}

async function restoreRules(tx: OrgTx, { removed_rules: made, restored_rules: images }: WayBack<RuleImage, VisitImage>): Promise<void> {
  if (made.length)
    await sql`update rules set removed_at = now(), updated_at = now() where organization_id = ${tx.org}::uuid and id = ${anyOf(made)}`.execute(tx)
  if (images.length)
    await sql`update rules x set ${setAgain(ruleFields, images)}, updated_at = now()
      from jsonb_populate_recordset(null::rules, ${JSON.stringify(images)}::text::jsonb) o
      where x.organization_id = ${tx.org}::uuid and o.organization_id = x.organization_id and o.id = x.id`.execute(tx)
}

/** A column that came after the images were written stays as it stands. */
const setAgain = (fields: readonly string[], images: readonly Row[]) =>
  sql.join(fields.filter((field) => images.every((image) => field in image)).map((field) => sql`${sql.ref(field)} = o.${sql.ref(field)}`))

async function restoreVisits(
  tx: OrgTx,
  { deleted_visits: made, inserted_visits: gone, restored_visits: changed }: WayBack<RuleImage, VisitImage>,
): Promise<void> {
  if (made.length)
    await sql`delete from visits x using jsonb_to_recordset(${JSON.stringify(made)}::text::jsonb) as o(series_id uuid, original_date date)
      where x.organization_id = ${tx.org}::uuid and x.series_id = o.series_id and x.original_date = o.original_date`.execute(tx)
  if (gone.length)
    await sql`insert into visits select * from jsonb_populate_recordset(null::visits, ${JSON.stringify(gone.map(oneOlder))}::text::jsonb)
      on conflict (organization_id, series_id, original_date) do nothing`.execute(tx)
  if (changed.length)
    await sql`update visits x set ${setAgain(visitFields, changed)}, version = x.version + 1, updated_at = now()
      from jsonb_populate_recordset(null::visits, ${JSON.stringify(changed)}::text::jsonb) o
      where x.organization_id = ${tx.org}::uuid and o.organization_id = x.organization_id and o.series_id = x.series_id and o.original_date = x.original_date`.execute(
      tx,
    )
}
/** A visit that is back is not the one somebody saw before it went. */
const oneOlder = (visit: VisitImage): VisitImage => ({ ...visit, version: (visit.version ?? 0) + 1 })

/** Requests that were denied because their visit went are open again. */
async function restoreRequests(tx: OrgTx, requests: readonly RequestImage[]): Promise<void> {
  if (!requests.length) return
  await sql`update customer_requests q set status = 'requested', resolution_reason = null, resolved_at = null, resolved_by = null
    where organization_id = ${tx.org}::uuid and id = ${anyOf(requests.map(({ id }) => id))}
      and not exists (select 1 from customer_requests o where o.organization_id = q.organization_id and o.series_id = q.series_id
        and o.original_date = q.original_date and o.status = 'requested')`.execute(tx)
}

/** Open screens look again: one event for each series that is back, else one for each visit. */
async function tellUndone(tx: OrgTx, { rules, visits }: Image, after: Snapshot): Promise<void> {
  const series = new Map<string, RuleImage>()
  for (const rule of after.rules) if (rules.some(({ id }) => id === rule.id)) series.set(rule.series_id, rule)
  for (const [series_id, { customer_id }] of series) {
    const segments = [...after.rules, ...rules.flatMap((rule) => rule.before ?? [])].filter((rule) => rule.series_id === series_id)
    const dates = [...after.visits, ...visits.flatMap((visit) => visit.before ?? [])].filter((visit) => visit.series_id === series_id)
    const data = { rule_id: segments[0]?.id, series_id, customer_id, undone: true }
    await emit(tx, 'rule.changed', data, { customer_id, team_ids: teamsOf(segments, dates, null) })
  }
  const alone = visits.filter(({ series_id }) => !series.has(series_id))
  const { rows: teams } = await sql<{ id: string; team_id: string | null }>`select id, team_id from rules where organization_id = ${tx.org}::uuid
    and id = ${anyOf([...new Set(alone.flatMap((visit) => ruleIdsOf(visit, after)))])}`.execute(tx)
  const teamOf = new Map(teams.map((rule) => [rule.id, rule.team_id]))
  await Promise.all(
    alone.map((visit) => {
      const is = after.visits.find((row) => visitKey(row) === visitKey(visit))
      const { series_id, original_date } = visit
      const date = visit.before?.date ?? original_date
      const image = visit.before ?? is
      const data = { occurrence_id: visitKey(visit), series_id, rule_id: image?.rule_id, original_date, date, old_date: is?.date ?? date, undone: true }
      const team_ids = [visit.before, is].flatMap((row) => (row ? [row.team_id, teamOf.get(row.rule_id)] : []))
      const about = { customer_id: image?.customer_id ?? null, team_ids }
      const type = visit.before?.status === 'skipped' ? 'visit.skipped' : is && is.date !== date ? 'visit.rescheduled' : 'visit.restored'
      return emit(tx, type, data, about)
    }),
  )
}
const ruleIdsOf = (visit: Image['visits'][number], after: Snapshot): string[] =>
  [visit.before, after.visits.find((row) => visitKey(row) === visitKey(visit))].flatMap((row) => row?.rule_id ?? [])
