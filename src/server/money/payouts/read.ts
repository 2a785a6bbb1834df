import { sql } from 'kysely'
import { payoutLineKind, type Payout, type PayoutLine } from '../../../domain/money/payout.ts'
import type { LocalDate } from '../../../domain/base/dates.ts'
import type { CsvCell } from '../../base/kit/csv.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { byId, pageOf } from '../../base/kit/page.ts'
import { found } from '../../base/kit/refusals.ts'

const shown = sql`p.id, p.provider_id, p.amount_cents, p.currency, p.status, p.arrival_date, p.made_at, p.automatic, p.is_reconciled, p.failure_sentence,
  s.payments_cents, s.refunds_cents, s.other_cents, s.fees_cents`
const kinds = {
  payments: sql`l.type in ('charge', 'payment')`,
  refunds: sql`l.type in ('refund', 'payment_refund', 'refund_failure', 'payment_failure_refund')`,
}
const sums = sql`cross join lateral (select
  coalesce(sum(l.amount_cents) filter (where ${kinds.payments}), 0)::bigint as payments_cents,
  coalesce(sum(l.amount_cents) filter (where ${kinds.refunds}), 0)::bigint as refunds_cents,
  coalesce(sum(l.amount_cents) filter (where not (${kinds.payments} or ${kinds.refunds})), 0)::bigint as other_cents,
  coalesce(-sum(l.fee_cents), 0)::bigint as fees_cents
  from payout_lines l where l.organization_id = p.organization_id and l.payout_id = p.id) s`

/** A page of payouts, newest first. */
export async function readPayouts(
  tx: OrgTx,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ payouts: Payout[]; next_cursor: string | null }> {
  const { rows } = await sql<Payout>`
    select ${shown} from payouts p ${sums}
    where ${cursor ?? null}::uuid is null or (p.made_at, p.id) < (select b.made_at, b.id from payouts b where b.id = ${cursor ?? null}::uuid)
    order by p.made_at desc, p.id desc limit ${limit + 1}`.execute(tx)
  const { page, next_cursor } = pageOf(rows, limit, byId)
  return { payouts: page, next_cursor }
}

/** One payout; 404 if there is none. */
export async function readPayout(tx: OrgTx, id: string): Promise<Payout> {
  const { rows } = await sql<Payout>`
    select ${shown} from payouts p ${sums} where p.id = ${id}::uuid`.execute(tx)
  return found(rows[0], 'Payout not found')
}

type Row = Omit<PayoutLine, 'kind'> & { type: string; source_id: string | null }

/** What is behind a payout, in the order it happened. */
export async function readPayoutLines(tx: OrgTx, id: string): Promise<PayoutLine[]> {
  const { rows } = await sql<Row>`
    select l.transaction_id, l.type, l.source_id, l.made_at, l.amount_cents, l.fee_cents, l.net_cents, i.id as invoice_id,
      i.number_prefix || i.number as invoice_number, coalesce(i.customer_name, p.customer_name) as customer_name, coalesce(w.work, '[]') as work
    from payout_lines l
      left join lateral (
        select m.id from payments m where m.organization_id = l.organization_id and m.provider_charge_id = l.source_id
        union all select r.payment_id from refunds r where r.organization_id = l.organization_id and r.provider_id = l.source_id
        union all select d.payment_id from disputes d where d.organization_id = l.organization_id and d.id = l.source_id
        limit 1) s on true
      left join payments p on p.organization_id = l.organization_id and p.id = s.id
      left join invoices i on i.organization_id = l.organization_id and i.id = p.invoice_id
      left join lateral (
        select json_agg(json_build_object('description', x.description, 'date', coalesce(v.date, x.original_date)) order by x.position) as work
        from invoice_lines x left join visits v on v.organization_id = x.organization_id and v.series_id = x.series_id and v.original_date = x.original_date
        where x.organization_id = i.organization_id and x.invoice_id = i.id) w on true
    where l.payout_id = ${id}::uuid order by l.made_at, l.amount_cents desc, l.transaction_id`.execute(
    tx,
  )
  return rows.map(({ type, source_id, ...line }) => ({
    ...line,
    kind: payoutLineKind(type, source_id),
  }))
}

export const payoutColumns = [
  'Date',
  'Kind',
  'Customer',
  'Invoice',
  'Work',
  'Amount',
  'Fee',
  'Net',
  'Transaction',
] as const

/** A line as a row of a file; `day` is where the business is. */
export const payoutCsvRow = (line: PayoutLine, day: LocalDate): CsvCell[] => [
  day,
  line.kind,
  line.customer_name,
  line.invoice_number,
  line.work
    .map(({ description, date }) => [description, date].filter(Boolean).join(' '))
    .join('; '),
  { cents: line.amount_cents },
  { cents: -line.fee_cents },
  { cents: line.net_cents },
  line.transaction_id,
]
