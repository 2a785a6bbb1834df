import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { LocalDate } from '../../../domain/base/dates.ts'
import { imageOf, marksOf, type EditImage, type Standing } from '../../../domain/schedule/undo.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { saveEdit } from './write.ts'
import type { VisitChange } from '../../messages/write-held-news.ts'

/**
 * Part of a series an edit may change: touched visits between two original dates (null:
 * open-ended), and optionally its segments.
 */
export type Span = {
  series_id: string
  from: LocalDate | null
  to: LocalDate | null
  with_rules: boolean
}

/** The span of one visit. */
export const visitSpan = (visit: { series_id: string; original_date: LocalDate }): Span => ({
  series_id: visit.series_id,
  from: visit.original_date,
  to: visit.original_date,
  with_rules: false,
})

type Row = Record<string, unknown> & { version?: number; updated_at?: string }
export type RuleImage = Row & {
  id: string
  series_id: string
  customer_id: string
  team_id: string | null
  removed_at: string | null
}
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

/** Everything in the spans an edit may change, as stored in the database. */
export type Snapshot = Standing<RuleImage, VisitImage> & { requests: readonly RequestImage[] }
export type OpenEdit = { spans: readonly Span[]; before: Snapshot }

/**
 * What an edit stores for its undo: the old rows it changed, and what customers were notified of.
 */
export type Image = EditImage<RuleImage, VisitImage> & {
  spans: readonly Span[]
  requests: readonly RequestImage[]
  told: readonly VisitChange[]
}

/**
 * Begins an edit that can be undone: takes a snapshot of what it may change. The spans must be
 * locked.
 */
export const openEdit = async (tx: OrgTx, spans: readonly Span[]): Promise<OpenEdit> => ({
  spans,
  before: await takeSnapshot(tx, spans),
})

/** Ends it: stores the old rows it changed, and returns the edit's id; null if nothing changed. */
export async function closeEdit(
  tx: OrgTx,
  { spans, before }: OpenEdit,
  told: readonly VisitChange[] = [],
): Promise<string | null> {
  const after = await takeSnapshot(tx, spans)
  const image: Image = {
    ...imageOf(before, after),
    spans,
    requests: before.requests.filter((was) => !after.requests.some((is) => is.id === was.id)),
    told,
  }
  if (!image.rules.length && !image.visits.length) return null
  return saveEdit(tx, image, digestOf(after))
}

export const spansJson = (
  spans: readonly Span[],
) => sql`jsonb_to_recordset(${JSON.stringify(spans)}::text::jsonb)
  as s(series_id uuid, "from" date, "to" date, with_rules boolean)`
export const inSpan = sql`(s."from" is null or x.original_date >= s."from") and (s."to" is null or x.original_date <= s."to")`

export async function takeSnapshot(tx: OrgTx, spans: readonly Span[]): Promise<Snapshot> {
  const { rows } = await sql<{ kind: keyof Snapshot; image: Row }>`
    with s as materialized (select * from ${spansJson(spans)})
    select 'rules' as kind, to_jsonb(x) as image from rules x
      where x.series_id in (select s.series_id from s where s.with_rules)
    union all select 'visits', to_jsonb(x) from visits x
      where x.version > 0 and exists (select 1 from s where s.series_id = x.series_id and ${inSpan})
    union all select 'requests', to_jsonb(x) from customer_requests x
      where x.status = 'requested' and exists (select 1 from s where s.series_id = x.series_id and ${inSpan})`.execute(
    tx,
  )
  const of = <T>(kind: keyof Snapshot): T[] =>
    rows.filter((row) => row.kind === kind).map((row) => row.image as T)
  return { rules: of('rules'), visits: of('visits'), requests: of('requests') }
}

/** Equal digests mean nothing changed in between. */
export const digestOf = (snapshot: Snapshot): string =>
  hash('sha256', marksOf(snapshot).join('\n'), 'base64url')
