import { sql } from 'kysely'
import {
  earningsMonths,
  fillBuckets,
  paymentRules,
  paymentState,
  refundableMinor,
  type EarningsBucket,
  type Payment,
  type PaymentStatus,
} from '../../../domain/money/payment.ts'
import {
  todayIn,
  wallClockIn,
  clockText,
  longDate,
  type LocalDate,
} from '../../../domain/base/dates.ts'
import { saidToOffice } from '../../../domain/money/payment-badge.ts'
import type { Dispute, DisputeToAnswer } from '../../../domain/money/dispute.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { refundedAsCredit } from '../../base/sums/kept.ts'
import { readTimeZone } from '../../base/organizations/read.ts'
import { byId, pageOf } from '../../base/kit/page.ts'
import { invalid } from '../../base/kit/refusals.ts'
import type { CsvCell } from '../../base/kit/csv.ts'
import { capturedStatuses, type PaymentRow } from './facts.ts'
import type { FailedRefund } from '../../../domain/money/refund.ts'
import { refundsOfPayments, waitsForOffice } from '../ledger/refund-due.ts'

type PaymentFilter = {
  invoice_id?: string | undefined
  customer_id?: string | undefined
  q?: string | undefined
  status?: PaymentStatus | '' | undefined
  from?: LocalDate | undefined
  to?: LocalDate | undefined
  starting_after?: string | undefined
  limit: number
}

/** A keyset page, newest first; dates are in the organization's time zone. */
export async function readPayments(
  tx: OrgTx,
  filter: PaymentFilter,
): Promise<{ items: Payment[]; has_more: boolean }> {
  const time_zone = await readTimeZone(tx)
  const after = filter.starting_after
    ? await tx
        .selectFrom('payments')
        .select(['id', sql<string>`created_at::text`.as('at')])
        .where('id', '=', filter.starting_after)
        .executeTakeFirst()
    : null
  if (after === undefined) throw invalid({ starting_after: 'This page no longer exists.' })
  const like = filter.q?.trim()
    ? `%${filter.q
        .trim()
        .toLowerCase()
        .replace(/[\\%_]/g, '\\$&')}%`
    : null
  let query = tx
    .selectFrom('payments')
    .selectAll()
    .select([earnedSql.as('earned_cents'), disputeSql.as('dispute')])
    .select([
      disputedSql('amount').as('disputed_cents'),
      disputedSql('fee').as('dispute_fee_cents'),
      refundedAsCredit('payments').as('credited_cents'),
    ])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit + 1)
  if (filter.invoice_id) query = query.where('invoice_id', '=', filter.invoice_id)
  if (filter.customer_id) query = query.where('customer_id', '=', filter.customer_id)
  if (filter.status) query = query.where('status', '=', filter.status)
  if (filter.from)
    query = query.where(
      sql<boolean>`created_at >= (${filter.from}::date::timestamp at time zone ${time_zone})`,
    )
  if (filter.to)
    query = query.where(
      sql<boolean>`created_at < ((${filter.to}::date + 1)::timestamp at time zone ${time_zone})`,
    )
  if (after)
    query = query.where(
      sql<boolean>`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`,
    )
  if (like) {
    query = query.where(
      sql<boolean>`lower(coalesce(customer_name, '') || ' ' || coalesce(customer_email, '') || ' ' || coalesce(description, '') || ' ' || coalesce(provider_intent_id, '') || ' ' || coalesce(last4, '')) like ${like}`,
    )
  }
  const rows = (await query.execute()) as ShownRow[]
  const { page, next_cursor } = pageOf(rows, filter.limit, byId)
  return { items: page.map((row) => showPayment(row, time_zone)), has_more: next_cursor !== null }
}

const utc = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A row `d` of disputes as it is shown. */
const disputeJson = sql`json_build_object('id', d.id, 'status', d.status, 'reason', d.reason, 'amount_cents', d.amount_cents,
  'due_by', ${utc('d.due_by')}, 'evidence_sent_at', ${utc('d.evidence_sent_at')}, 'settled_as', d.settled_as)`

/** Of a row of payments, what disputes took of it, or the fees they cost: what the bank gave back is off again. */
const disputedSql = (part: 'amount' | 'fee') =>
  sql<number>`(select coalesce(sum(case l.account when 'fees' then ${part === 'fee' ? sql`l.amount_cents` : sql`-l.amount_cents`}
      else ${part === 'fee' ? sql`0` : sql`-l.amount_cents`} end), 0)::bigint from ledger_entries l
    where l.organization_id = payments.organization_id and l.payment_id = payments.id and l.fact like 'dispute:%'
      and l.account in ('provider_balance', 'fees'))`

/** What a payment brought after fees, refunds and disputes. */
const earnedSql = sql<number>`(select coalesce(sum(l.amount_cents), 0)::bigint from ledger_entries l
  where l.organization_id = payments.organization_id and l.payment_id = payments.id and l.account in ('provider_balance', 'cash'))`

const disputeSql = sql<Dispute | null>`(select ${disputeJson} from disputes d
  where d.organization_id = payments.organization_id and d.payment_id = payments.id order by d.created_at desc limit 1)`

type ShownRow = PaymentRow & {
  earned_cents: number
  disputed_cents: number
  dispute_fee_cents: number
  credited_cents: number
  dispute: Dispute | null
}

function showPayment(row: ShownRow, time_zone: string): Payment {
  const clock = wallClockIn(time_zone, row.created_at)
  const refundable =
    (row.status === 'succeeded' || row.status === 'partially_refunded') &&
    row.provider_intent_id !== null &&
    refundableMinor({ amount: row.amount_cents, refunded_minor: row.refunded_cents }) > 0
  return {
    id: row.id,
    payment_intent_id: row.provider_intent_id,
    invoice_id: row.invoice_id,
    customer_id: row.customer_id,
    amount: row.amount_cents,
    currency: row.currency.toLowerCase(),
    status: row.status,
    created_at: row.created_at,
    created_fmt: `${longDate(clock.date)}, ${clockText(clock.minutes)}`,
    customer_name: row.customer_name,
    customer_email: row.customer_email,
    description: row.description,
    pm_type: row.pm_type ?? (row.kind === 'provider' ? null : row.kind),
    card_brand: row.card_brand,
    last4: row.last4,
    wallet: row.wallet,
    fee_minor: row.fee_cents,
    net_minor: row.net_cents === null ? null : row.earned_cents,
    provider_net_minor: row.kind === 'provider' ? row.net_cents : null,
    refunded_minor: row.refunded_cents,
    credited_minor: row.credited_cents,
    disputed_minor: row.disputed_cents,
    dispute_fee_minor: row.dispute_fee_cents,
    tip_minor: row.tip_cents,
    kept_minor: row.reversed_at ? 0 : row.kept_cents,
    dispute: row.dispute,
    refundable,
    refunded: row.refunded_cents > 0,
    reversible: paymentRules.reverse(row) === null,
    reversal_reason: row.reversal_reason,
    failure_message: row.failure_sentence && saidToOffice(row.failure_sentence),
  }
}

const csvPage = 1000

export const paymentColumns = [
  'Date',
  'Payment',
  'Status',
  'Amount',
  'Currency',
  'Fee',
  'Net',
  'Refunded',
  'Customer',
  'Email',
  'Description',
  'Method',
  'Brand',
  'Last 4',
  'Tip',
  'Wallet',
  'Disputed',
  'Dispute fee',
  'Kept as credit',
  'Not received',
]

/**
 * All filtered rows for a file, page by page; amounts in units of the currency with two decimals. Its columns can be added up:
 * the amount is what came in, and less fees, refunds that went out and disputes it is the net. What did not come in stands apart.
 */
export async function* exportPayments(
  readOrg: <T>(work: (tx: OrgTx) => Promise<T>) => Promise<T>,
  filter: Omit<PaymentFilter, 'limit' | 'starting_after'>,
): AsyncGenerator<CsvCell[][]> {
  const time_zone = await readOrg(readTimeZone)
  for (let starting_after: string | undefined, more = true; more;) {
    const page = await readOrg((tx) =>
      readPayments(tx, { ...filter, limit: csvPage, starting_after }),
    )
    yield page.items.map((payment) => csvRow(payment, time_zone))
    starting_after = page.items.at(-1)?.id
    more = page.has_more
  }
}

const csvRow = (p: Payment, time_zone: string): CsvCell[] => [
  todayIn(time_zone, p.created_at),
  p.payment_intent_id,
  paymentState(p),
  money(cameIn(p) ? p.amount : null),
  p.currency.toUpperCase(),
  money(p.fee_minor),
  money(p.net_minor),
  money(p.refunded_minor - p.credited_minor),
  p.customer_name,
  p.customer_email,
  p.description,
  p.pm_type,
  p.card_brand,
  p.last4,
  money(p.tip_minor),
  p.wallet,
  money(p.disputed_minor),
  money(p.dispute_fee_minor),
  money(p.kept_minor + p.credited_minor),
  money(cameIn(p) ? null : p.amount),
]

/** False for what was declined, is on its way, or was taken back. */
const cameIn = ({ status }: Payment): boolean => capturedStatuses.has(status)

const money = (cents: number | null): CsvCell => (cents === null ? null : { cents })

/** Each month's captures minus refunds, fees and disputes, whenever those came. */
export async function readEarnings(tx: OrgTx, months = earningsMonths): Promise<EarningsBucket[]> {
  const time_zone = await readTimeZone(tx)
  const { rows } = await sql<EarningsBucket>`
    select to_char(p.captured_at at time zone ${time_zone}, 'YYYY-MM') as period, lower(p.currency) as currency, count(distinct p.id) filter (where p.reversed_at is null)::int as count,
      coalesce(sum(l.amount_cents), 0)::bigint as net_minor
    from payments p join ledger_entries l on l.organization_id = p.organization_id and l.payment_id = p.id and l.account in ('provider_balance', 'cash')
    where p.captured_at >= date_trunc('month', now() at time zone ${time_zone}) at time zone ${time_zone} - make_interval(months => ${months})
    group by 1, 2`.execute(tx)
  return fillBuckets(
    rows.map((row) => ({ ...row, net_minor: row.net_minor })),
    todayIn(time_zone, new Date().toISOString()),
    months,
  )
}

/** What waits for the office: disputes to answer, soonest first, then lost ones to decide. */
export async function readDisputes(tx: OrgTx): Promise<DisputeToAnswer[]> {
  const { rows } = await sql<{ dispute: DisputeToAnswer }>`
    select ${disputeJson}::jsonb || jsonb_build_object('invoice_id', p.invoice_id, 'invoice_number', i.number, 'customer_id', p.customer_id, 'customer_name', p.customer_name) as dispute
    from disputes d join payments p on p.organization_id = d.organization_id and p.id = d.payment_id
      left join invoices i on i.organization_id = p.organization_id and i.id = p.invoice_id
    where p.pm_type is distinct from 'us_bank_account' and (d.status = 'needs_response' and d.evidence_sent_at is null
      or d.status = 'lost' and d.settled_as is null and p.invoice_id is not null)
    order by d.status = 'lost', d.due_by, d.id limit 100`.execute(tx)
  return rows.map(({ dispute }) => dispute)
}

/** Refunds that failed and wait for the office, the oldest first. */
export async function readFailedRefunds(tx: OrgTx): Promise<FailedRefund[]> {
  const { rows } = await sql<FailedRefund>`
    select r.id, r.amount_cents, r.updated_at as failed_at, r.error_sentence as reason, r.accepted_at is not null as was_told,
      p.invoice_id, i.number_prefix || i.number as invoice_number, p.customer_id, p.customer_name
    from ${refundsOfPayments} left join invoices i on i.organization_id = p.organization_id and i.id = p.invoice_id
    where ${waitsForOffice} order by r.updated_at, r.id limit 100`.execute(tx)
  return rows
}
