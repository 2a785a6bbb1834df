import { sql } from 'kysely'
import type { LocalDate } from '../../../domain/base/dates.ts'
import { grouped } from '../../../domain/base/grouped.ts'
import type { InvoiceDoc, InvoiceMoney } from '../../../domain/money/invoice.ts'
import { invoiceStatus } from '../../../domain/money/invoice.ts'
import { editSeries, isLive, type Series } from '../../../domain/schedule/series.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { oneOf } from '../../base/db/ids.ts'
import { emitMany } from '../../base/events.ts'
import { lockSegments, selectSegments, type SegmentRow } from '../visits/find.ts'
import { deleteUntouchedRows, moveAllToSegments, moveToSegments } from '../visits/write.ts'
import { reserveIds, teamsOf } from './segments.ts'
import {
  insertSegments,
  removeSegments,
  restorePrices,
  writePrices,
  type PriceImage,
} from './write.ts'
import type { SeriesVisit } from '../../../domain/schedule/series-fields.ts'

/** A price from a date on; null follows the service's. */
type NewPrice = { series_id: string; from: LocalDate; price_cents: number | null }
/** What a new price changed of a series: segments as they were, those it made, each of another, and the visits it moved. */
export type PriceChange = {
  series_id: string
  changed: PriceImage[]
  made: { id: string; of: string }[]
  moved: { original_date: LocalDate; rule_id: string; was: string }[]
}
/** The segments of series, oldest first. */
export type Plans = ReadonlyMap<string, SegmentRow[]>

/** The segments of many series, removed ones too; locked until the transaction ends if asked. */
export async function readPlans(
  tx: OrgTx,
  series_ids: readonly string[],
  lock?: 'update',
): Promise<Plans> {
  if (lock) lockSegments(tx, series_ids, lock)
  const segments = await selectSegments(tx)
    .where(sql<boolean>`series_id in ${oneOf(series_ids)}`)
    .orderBy('series_id')
    .orderBy('start_date')
    .orderBy('id')
    .execute()
  return grouped(segments, (one) => one.series_id)
}

type Row = Omit<SeriesVisit, 'invoice_status'> & {
  series_id: string
  invoice_doc: InvoiceDoc | null
  invoice_money: InvoiceMoney | null
  invoice_sent_at: string | null
  invoice_failure_code: string | null
}
type Visit = SeriesVisit & { series_id: string }

/** What a new price must know of touched visits: those from a date on, and older ones of later segments. */
async function readVisits(tx: OrgTx, series_ids: readonly string[], from: LocalDate) {
  const { rows } = await sql<Row>`
    select v.series_id, v.original_date, v.rule_id, v.date, v.status, v.hold_reason, v.invoice_id, v.start_minutes, v.start_is_own,
      v.duration_minutes, v.duration_is_own, v.team_id, v.team_is_own, v.price_cents, v.price_is_own,
      i.doc as invoice_doc, i.money as invoice_money, i.sent_at as invoice_sent_at, i.failure_code as invoice_failure_code
    from visits v join rules r on r.organization_id = v.organization_id and r.id = v.rule_id
      left join invoices i on i.organization_id = v.organization_id and i.id = v.invoice_id
    where v.series_id in ${oneOf(series_ids)} and v.version > 0 and (v.original_date >= ${from}::date or r.start_date >= ${from}::date)
    order by v.series_id, v.original_date`.execute(tx)
  return grouped(rows.map(visitOf), (one) => one.series_id)
}

const visitOf = ({ invoice_doc, invoice_money, ...row }: Row): Visit => ({
  ...row,
  invoice_status:
    invoice_doc && invoice_money
      ? invoiceStatus({
          doc: invoice_doc,
          money: invoice_money,
          sent_at: row.invoice_sent_at,
          failure_code: row.invoice_failure_code,
        })
      : null,
})

type Edit = { before: Series<SegmentRow, Visit>; after: Series<SegmentRow, Visit> }

/**
 * Sets the prices of many locked series from a date on, exactly as an edit of each would, in a few statements.
 * Visits with a price of their own keep it.
 */
export async function setPrices(
  tx: OrgTx,
  plans: Plans,
  wanted: readonly NewPrice[],
  today: LocalDate,
): Promise<PriceChange[]> {
  if (!wanted.length) return []
  const ids = wanted.map((one) => one.series_id)
  await deleteUntouchedRows(tx, ids)
  const first = wanted.reduce((min, one) => (one.from < min ? one.from : min), wanted[0]!.from)
  const visits = await readVisits(tx, ids, first)
  const count = wanted.reduce((sum, one) => sum + 2 + 2 * plans.get(one.series_id)!.length, 0)
  const newId = await reserveIds(tx, count)
  const edits = wanted.map((one) => {
    const before = {
      segments: plans.get(one.series_id)!,
      visits: visits.get(one.series_id) ?? [],
    }
    return { series_id: one.series_id, before, after: edited(before, one, today, newId) }
  })
  const moments = await readMoments(tx, edits)
  await write(tx, edits)
  await emitChanged(tx, edits, today)
  return edits.map(({ series_id, ...edit }) => ({ series_id, ...changeOf(edit, moments) }))
}

/** When the segments that will change were last changed, to the microsecond: a moment that was read as usual has lost those. */
async function readMoments(tx: OrgTx, edits: readonly Edit[]): Promise<Map<string, string>> {
  const ids = edits.flatMap((edit) => segmentsOf(edit).changed.map(({ was }) => was.id))
  const { rows } = await sql<{ id: string; at: string }>`
    select id, updated_at::text as at from rules where id in ${oneOf(ids)}`.execute(tx)
  return new Map(rows.map(({ id, at }) => [id, at]))
}

function edited(
  before: Edit['before'],
  { from, price_cents }: NewPrice,
  today: LocalDate,
  newId: () => string,
): Edit['after'] {
  const outcome = editSeries(
    before,
    {
      from,
      today,
      defaults: { price_cents },
      pattern: null,
      replace_changed: false,
      keep_changed: true,
    },
    newId,
  )
  if ('problem' in outcome) throw new Error(outcome.problem.message)
  return outcome
}

const known = (rows: readonly SegmentRow[]) => new Map(rows.map((one) => [one.id, one]))

/** The changed segments before and after, and the new ones. */
function segmentsOf({ before, after }: Edit) {
  const old = known(before.segments)
  const changed = after.segments.flatMap((now) => {
    const was = old.get(now.id)
    const is_same = was?.end_date === now.end_date && was.price_cents === now.price_cents
    return was && !is_same ? [{ was, now }] : []
  })
  return { changed, added: after.segments.filter(({ id }) => !old.has(id)) }
}

async function write(tx: OrgTx, edits: readonly Edit[]): Promise<void> {
  const all = edits.map(segmentsOf)
  await insertSegments(
    tx,
    all.flatMap(({ added }) => added),
  )
  await writePrices(
    tx,
    all.flatMap(({ changed }) => changed.map(({ now }) => now)),
  )
  await moveToSegments(
    tx,
    edits.flatMap((edit) =>
      movedIn(edit).map(({ now: { series_id, original_date, rule_id } }) => ({
        series_id,
        original_date,
        rule_id,
      })),
    ),
  )
}

/** The visits that went to another segment. */
function movedIn({ before, after }: Edit) {
  const old = new Map(before.visits.map((one) => [one.original_date, one.rule_id]))
  return after.visits.flatMap((now) => {
    const was = old.get(now.original_date)!
    return was === now.rule_id ? [] : [{ was, now }]
  })
}

/** What to keep of an edit: enough to put everything back. */
function changeOf(
  edit: Edit,
  moments: ReadonlyMap<string, string>,
): Omit<PriceChange, 'series_id'> {
  const { changed, added } = segmentsOf(edit)
  const images = changed.map(({ was: { id, end_date, price_cents } }) => ({
    id,
    end_date,
    price_cents,
    updated_at: moments.get(id)!,
  }))
  return {
    changed: images,
    made: added.map(({ id }) => ({ id, of: originOf(edit, id) })),
    moved: movedIn(edit).map(({ was, now: { original_date, rule_id } }) => ({
      original_date,
      rule_id: was,
      was: rule_id,
    })),
  }
}

/** The segment that a new one continues or copies: the one its dates were of. */
function originOf({ before, after }: Edit, id: string): string {
  const { start_date } = after.segments.find((one) => one.id === id)!
  const spans = (one: SegmentRow) =>
    one.start_date <= start_date && (one.end_date === null || one.end_date >= start_date)
  const origin =
    before.segments.find((one) => isLive(one) && spans(one)) ?? before.segments.find(spans)
  return origin!.id
}

/** Puts back what new prices changed of locked series. */
export async function putPricesBack(
  tx: OrgTx,
  plans: Plans,
  changes: readonly PriceChange[],
): Promise<void> {
  await moveToSegments(
    tx,
    changes.flatMap(({ series_id, moved }) => moved.map((one) => ({ series_id, ...one }))),
  )
  // Visits that got a row since.
  await moveAllToSegments(
    tx,
    changes.flatMap(({ series_id, made }) => made.map((one) => ({ series_id, ...one }))),
  )
  await removeSegments(
    tx,
    changes.flatMap(({ made }) => made.map(({ id }) => id)),
  )
  await restorePrices(
    tx,
    changes.flatMap(({ changed }) => changed),
  )
  await emitMany(
    tx,
    'rule.changed',
    changes.map(({ series_id, changed: [first] }) => {
      const segments = plans.get(series_id)!
      return eventOf(series_id, segments, first?.id ?? segments[0]!.id, { undone: true })
    }),
  )
}

const emitChanged = (
  tx: OrgTx,
  edits: readonly (Edit & { series_id: string })[],
  today: LocalDate,
): Promise<void> =>
  emitMany(
    tx,
    'rule.changed',
    edits.map(({ series_id, before, after }) => {
      const now = after.segments.findLast((one) => isLive(one)) ?? before.segments[0]!
      return eventOf(series_id, after.segments, now.id, { date: today, dropped: [] })
    }),
  )

function eventOf(
  series_id: string,
  segments: readonly SegmentRow[],
  rule_id: string,
  more: object,
) {
  const { team_id, customer_id } = segments[0]!
  return {
    data: { rule_id, series_id, team_id, customer_id, ...more },
    about: { customer_id, team_ids: teamsOf(segments, [], null) },
  }
}
