import { sql, type RawBuilder } from 'kysely'
import type { LocalDate } from '../../../domain/base/dates.ts'
import {
  invoicePermissions,
  type Invoice,
  type InvoiceDetail,
  type InvoiceGroup,
  type InvoiceStatus,
  balanceOf,
} from '../../../domain/money/invoice.ts'
import type { InvoiceTile } from '../../../domain/money/invoice-tile.ts'
import { typedNumber } from '../../../domain/money/invoice-search.ts'
import type { InvoiceLine } from '../../../domain/money/invoice-lines.ts'
import { cadenceOf, recurrenceLabel, type Pattern } from '../../../domain/base/cadence.ts'
import type { Payment } from '../../../domain/money/payment.ts'
import { saidToOffice } from '../../../domain/money/payment-badge.ts'
import { invoiceTaxes } from '../../../domain/money/tax.ts'
import type { Role } from '../../../domain/base/roles.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { waitsForProof } from '../../messages/write-waiting.ts'
import { readRefundDue } from '../ledger/refund-due.ts'
import { cursorOf, pageOf, readCursor } from '../../base/kit/page.ts'
import { found } from '../../base/kit/refusals.ts'
import { statusOf, type InvoiceRow } from './row.ts'
import { isOpen, lastMessage, tileSql } from './tile.ts'
import { hasReceipt } from '../../base/sums/kept.ts'
import { owes } from '../../base/sums/owed.ts'
import type { Home } from '../../../domain/flows/portal.ts'

type ReadRow = InvoiceRow & {
  pattern: Pattern | null
  interval: number | null
  visit_date: LocalDate | null
  held_until: string | null
  waits_for_email: boolean
  has_receipt: boolean
  work: string[]
}
/**
 * Until when the message that carries a bill is held, if it has not gone out yet. Nobody knows that
 * of one that waits for its sender's mailbox, nor asks once the bill is paid.
 */
const held = sql`left join lateral (select max(m.held_until) filter (where (${waitsForProof}) is not true) as held_until,
  coalesce(bool_or(${waitsForProof}), false) as waits_for_email from messages m
  where m.organization_id = i.organization_id and m.invoice_id = i.id and m.status = 'queued' and i.sent_at is null and i.paid_at is null) held on true`
// `limit 1` forces a lookup per row; a generic plan would read all rules of a large business.
const readFrom = sql`from invoices i
  left join lateral (select pattern, interval from rules r where r.organization_id = i.organization_id and r.id = i.rule_id limit 1) r on true
  left join lateral (select date from visits v where v.organization_id = i.organization_id and v.series_id = i.series_id and v.original_date = i.original_date limit 1) v on true
  ${held}`

// In the select list: read for the rows of the page only, not before they are sorted.
const work = sql`array(select l.description from invoice_lines l
  where l.organization_id = i.organization_id and l.invoice_id = i.id order by l.position limit 2)`
const readColumns = sql`i.*, r.pattern, r.interval, v.date as visit_date, held.held_until, held.waits_for_email, ${hasReceipt} as has_receipt, ${work} as work`
/** The status people see, computed in SQL; same precedence as `invoiceStatus`. */
const statusSql = sql<InvoiceStatus>`case when i.doc in ('void', 'uncollectible') then i.doc when i.money = 'refunded' then 'refunded'
  when i.money in ('paid', 'partially_refunded', 'disputed') then 'paid' when i.money in ('processing', 'failed') then i.money
  when i.money = 'partial' and i.failure_code is not null then 'failed'
  when i.doc in ('draft', 'scheduled') then i.doc when i.sent_at is not null then 'sent' else 'open' end`

const groupSql: Record<InvoiceGroup, RawBuilder<unknown>> = {
  open: isOpen,
  paid: sql`i.doc not in ('void', 'uncollectible') and i.money in ('paid', 'partially_refunded', 'disputed')`,
  closed: sql`(i.doc in ('void', 'uncollectible') or i.money = 'refunded')`,
}

function showInvoice(row: ReadRow): Invoice {
  return {
    id: row.id,
    number: row.number,
    number_prefix: row.number_prefix,
    customer_id: row.customer_id,
    customer_name: row.customer_name,
    status: statusOf(row),
    doc: row.doc,
    money: row.money,
    currency: row.currency,
    subtotal_cents: row.subtotal_cents,
    discount_cents: row.discount_cents,
    tax_cents: row.tax_cents,
    tip_cents: row.tip_cents,
    total_cents: row.total_cents,
    paid_cents: row.paid_cents,
    credit_cents: row.credit_cents,
    refunded_cents: row.refunded_cents,
    balance_cents: row.doc === 'void' ? 0 : balanceOf(row),
    due_date: row.due_date,
    effective_due_date: row.effective_due_date,
    due_date_overridden: row.due_date_overridden,
    charge_on: row.charge_on,
    period_start: row.period_start,
    period_end: row.period_end,
    issued_at: row.issued_at,
    send_at: row.send_at ?? row.held_until,
    waits_for_email: row.waits_for_email,
    has_receipt: row.has_receipt,
    sent_at: row.sent_at,
    paid_at: row.paid_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
    recurrence_pattern: row.pattern,
    recurrence_interval: row.interval,
    recurrence_label: row.pattern
      ? recurrenceLabel({ pattern: row.pattern, interval: row.interval ?? 1 })
      : null,
    is_recurring:
      row.pattern !== null &&
      cadenceOf({ pattern: row.pattern, interval: row.interval ?? 1 }).unit !== 'once',
    schedule_rule_id: row.rule_id,
    rule_id: row.rule_id,
    occurrence_id:
      row.series_id && row.original_date ? `${row.series_id}:${row.original_date}` : null,
    date: row.visit_date ?? row.original_date,
    source: row.source as Invoice['source'],
    work: row.work,
    late_fee_of_id: row.late_fee_of_id,
    notes: row.notes,
    street: row.street,
    city: row.city,
    state: row.state,
    zip: row.zip,
    version: row.version,
  }
}

type InvoiceFilter = {
  q?: string | undefined
  status?: InvoiceStatus | undefined
  group?: InvoiceGroup | undefined
  tile?: InvoiceTile | undefined
  date_from?: LocalDate | undefined
  date_to?: LocalDate | undefined
  customer_id?: string | undefined
  cursor?: string | undefined
  limit: number
  no_drafts: boolean
}

/**
 * A keyset page, newest first; a group uses its own order (open by due date, the others by last
 * change).
 */
export async function readInvoices(
  tx: OrgTx,
  filter: InvoiceFilter,
): Promise<{ items: Invoice[]; next_cursor: string | null }> {
  const order =
    filter.group === 'open'
      ? {
          key: sql`coalesce(i.effective_due_date, '9999-12-31')::text`,
          after: sql`>`,
          direction: sql`asc`,
        }
      : filter.group
        ? {
            key: sql`to_char(i.updated_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`,
            after: sql`<`,
            direction: sql`desc`,
          }
        : { key: sql`''`, after: sql`<`, direction: sql`desc` }
  const from = filter.cursor ? readCursor(filter.cursor) : null
  const like = filter.q
    ? `%${filter.q
        .trim()
        .toLowerCase()
        .replace(/[\\%_]/g, '\\$&')}%`
    : null
  const typed = typedNumber(filter.q ?? '')
  const number = /^\d{1,15}$/.test(typed) ? Number(typed) : null
  const conditions = [
    sql`true`,
    ...(filter.customer_id ? [sql`i.customer_id = ${filter.customer_id}::uuid`] : []),
    ...(filter.status ? [sql`${statusSql} = ${filter.status}`] : []),
    ...(filter.group ? [groupSql[filter.group]] : []),
    ...(filter.tile ? [isOpen, sql`${tileSql} = ${filter.tile}`] : []),
    ...(filter.no_drafts ? [sql`i.doc <> 'draft'`] : []),
    ...(like
      ? [
          sql`(lower(coalesce(i.customer_name, '') || ' ' || coalesce(i.customer_email, '') || ' ' || coalesce(i.street, '')) like ${like} or i.number = ${number}::bigint or lower(i.number_prefix || i.number) = ${typed})`,
        ]
      : []),
    ...(filter.date_from
      ? [
          sql`(coalesce(i.issued_at, i.created_at) at time zone (select time_zone from organizations where id = ${tx.org}::uuid))::date >= ${filter.date_from}::date`,
        ]
      : []),
    ...(filter.date_to
      ? [
          sql`(coalesce(i.issued_at, i.created_at) at time zone (select time_zone from organizations where id = ${tx.org}::uuid))::date <= ${filter.date_to}::date`,
        ]
      : []),
    ...(from
      ? [
          filter.group
            ? sql`(${order.key}, i.id) ${order.after} (${from.key}, ${from.id}::uuid)`
            : sql`i.id < ${from.id}::uuid`,
        ]
      : []),
  ]
  const { rows } = await sql<
    ReadRow & { list_key: string }
  >`select ${readColumns}, ${order.key} as list_key ${readFrom} ${filter.tile ? lastMessage : sql``} where ${sql.join(conditions, sql` and `)}
      order by ${filter.group ? sql`list_key ${order.direction}, i.id ${order.direction}` : sql`i.id desc`} limit ${filter.limit + 1}`.execute(
    tx,
  )
  const { page, next_cursor } = pageOf(rows, filter.limit, ({ list_key, id }) =>
    cursorOf(list_key, id),
  )
  return { items: page.map(showInvoice), next_cursor }
}

async function readLines(tx: OrgTx, invoice_id: string): Promise<InvoiceLine[]> {
  const rows = await tx
    .selectFrom('invoice_lines')
    .selectAll()
    .where('invoice_id', '=', invoice_id)
    .orderBy('position')
    .execute()
  return rows.map((line) => ({
    id: line.id,
    description: line.description,
    service_key: line.service_key,
    quantity: line.quantity,
    unit_price_cents: line.unit_price_cents,
    unit_cents: line.unit_price_cents,
    discount_cents: line.discount_cents,
    taxable: line.taxable,
    tax_cents: line.tax_cents,
    tax_name: line.tax_name,
    tax_ppm: line.tax_ppm,
    tax_certificate: line.tax_certificate,
    total_cents: line.total_cents,
    amount_cents: line.total_cents,
    occurrence_id:
      line.series_id && line.original_date ? `${line.series_id}:${line.original_date}` : null,
    date: line.original_date,
  }))
}

type ShownDetail = InvoiceDetail & {
  failure_message: string | null
  money_hidden: boolean
  paid_with: Pick<Payment, 'pm_type' | 'card_brand' | 'last4' | 'wallet'> | null
}

/** What paid invoice `i` last. */
const paidWith = sql`(select json_build_object('pm_type', coalesce(p.pm_type, nullif(p.kind, 'provider')), 'card_brand', p.card_brand,
    'last4', p.last4, 'wallet', p.wallet)
  from payments p where p.organization_id = i.organization_id and p.invoice_id = i.id and p.captured_at is not null and p.reversed_at is null
  order by p.id desc limit 1)`

/**
 * One invoice with everything its page shows. `leadsTeam`: the caller leads the team of its visits.
 */
export async function readDetail(
  tx: OrgTx,
  id: string,
  viewer: { roles: readonly Role[]; leadsTeam?: boolean },
): Promise<ShownDetail> {
  const [{ rows }, organization, items, refund_due_cents] = await Promise.all([
    sql<
      ReadRow & Pick<ShownDetail, 'paid_with'>
    >`select ${readColumns}, ${paidWith} as paid_with ${readFrom} where i.id = ${id}::uuid`.execute(
      tx,
    ),
    tx
      .selectFrom('organizations')
      .select(['name', 'email', 'phone_number', 'street', 'city', 'state', 'zip'])
      .where('id', '=', tx.org)
      .executeTakeFirstOrThrow(),
    readLines(tx, id),
    readRefundDue(tx, id),
  ])
  const row = found(rows[0], 'Invoice not found')
  const permissions = invoicePermissions(
    viewer.roles,
    { status: statusOf(row), total_cents: row.total_cents },
    viewer.leadsTeam ? { leadsTeam: true } : {},
  )
  return {
    invoice: showInvoice(row),
    items,
    taxes: invoiceTaxes(items),
    organization,
    permissions,
    customer: {
      name: row.customer_name,
      email: row.customer_email,
      phone_number: row.customer_phone,
      street: row.street,
      city: row.city,
      state: row.state,
      zip: row.zip,
    },
    failure_message: failureOf(row, viewer.roles),
    refund_due_cents,
    paid_with: row.paid_with,
    money_hidden: false,
  }
}

function failureOf(row: InvoiceRow, roles: readonly Role[]): string | null {
  const sentence = statusOf(row) === 'failed' ? row.failure_sentence : null
  const isStaff = roles.some((role) => role !== 'user')
  return sentence && isStaff ? saidToOffice(sentence) : sentence
}

/** For crews of organizations that show prices only to the office. */
export function hideMoney<T extends InvoiceDetail>(detail: T) {
  const zero = <V extends object>(value: V): V => ({
    ...value,
    ...Object.fromEntries(
      Object.keys(value).flatMap((key) => (key.endsWith('_cents') ? [[key, 0]] : [])),
    ),
  })
  return {
    ...detail,
    invoice: zero(detail.invoice),
    items: detail.items.map(zero),
    taxes: [],
    failure_message: null,
    refund_due_cents: 0,
    paid_with: null,
    money_hidden: true,
  }
}

type Owed = Pick<Home, 'owed_cents' | 'owed_invoices' | 'failed'>

/** What a customer owes, and the oldest of it whose last charge failed. */
export async function readOwed(tx: OrgTx, customer_id: string): Promise<Owed> {
  const { rows } = await sql<Owed>`
    with owed as (
      select i.*, i.total_cents - i.paid_cents as balance_cents
      from invoices i where i.customer_id = ${customer_id}::uuid and ${owes})
    select coalesce(sum(balance_cents), 0)::int as owed_cents, count(*)::int as owed_invoices,
      (select json_build_object('invoice_id', id, 'number', number, 'number_prefix', number_prefix, 'balance_cents', balance_cents,
          'is_bank_return', coalesce(failure_code = 'dispute_lost', false))
        from owed where money = 'failed' or (money = 'partial' and failure_code is not null) order by id limit 1) as failed
    from owed`.execute(tx)
  return rows[0]!
}
