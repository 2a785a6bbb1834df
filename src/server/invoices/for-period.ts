import { sql } from 'kysely'
import { addDays, addMonthsClamped, type LocalDate } from '../../domain/dates.ts'
import { nextDueDate, type InvoiceStatus } from '../../domain/invoice.ts'
import type { OrgTx } from '../db/door.ts'
import type { BillableVisit } from './for-visit.ts'
import { changeInvoice, createInvoice, lockInvoice, statusOf, type InvoiceRow } from './issue.ts'
import { postLedger } from '../payments/facts.ts'

export const isBilledByPeriod = async (tx: OrgTx, rule_id: string): Promise<boolean> =>
  (await tx.selectFrom('rules').select('billing_mode').where('organization_id', '=', tx.org).where('id', '=', rule_id).executeTakeFirst())?.billing_mode ===
  'per_period'

/** A period ends on the customer's charge day, else on the organization's due day; the visit's own date counts. */
export function periodOf(date: LocalDate, day: number): { period_start: LocalDate; period_end: LocalDate } {
  const period_end = nextDueDate(date, day)
  return { period_start: addDays(addMonthsClamped(period_end, -1), 1), period_end }
}

/** Adds the visit to its period's draft, which is issued when the period is over. Repeating it adds nothing. */
export async function billInPeriod(tx: OrgTx, visit: BillableVisit): Promise<{ invoice_id: string; status: InvoiceStatus }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`period:${visit.customer_id}`}, 0))`.execute(tx)
  const known = await tx
    .selectFrom('invoice_lines')
    .select('invoice_id')
    .where('organization_id', '=', tx.org)
    .where('series_id', '=', visit.series_id)
    .where('original_date', '=', visit.original_date)
    .executeTakeFirst()
  if (known) return { invoice_id: known.invoice_id, status: statusOf(await lockInvoice(tx, known.invoice_id)) }
  const terms = await tx
    .selectFrom('customers as c')
    .innerJoin('organizations as o', 'o.id', 'c.organization_id')
    .select(['c.preferred_charge_day', 'o.customer_due_day'])
    .where('c.organization_id', '=', tx.org)
    .where('c.id', '=', visit.customer_id)
    .executeTakeFirstOrThrow()
  const period = periodOf(visit.date, terms.preferred_charge_day ?? terms.customer_due_day)
  const line = {
    service_id: visit.service_id,
    service_key: visit.service_key,
    description: visit.description,
    quantity: 1,
    unit_price_cents: visit.price_cents!,
    series_id: visit.series_id,
    original_date: visit.original_date,
  }
  const draft = (await tx
    .selectFrom('invoices')
    .selectAll()
    .where('organization_id', '=', tx.org)
    .where('customer_id', '=', visit.customer_id)
    .where('source', '=', 'period')
    .where('doc', '=', 'draft')
    .where('period_end', '=', period.period_end)
    .forUpdate()
    .executeTakeFirst()) as InvoiceRow | undefined
  if (!draft) {
    const { row } = await createInvoice(
      tx,
      {
        customer_id: visit.customer_id,
        source: 'period',
        rule_id: visit.rule_id,
        location_id: visit.location_id ?? null,
        ...period,
        lines: [line],
        open: false,
      },
      { team_id: visit.team_id ?? null },
    )
    return { invoice_id: row.id, status: statusOf(row) }
  }
  await sql`insert into invoice_lines (organization_id, invoice_id, position, service_id, service_key, description, quantity, unit_price_cents, total_cents, series_id, original_date)
    select ${tx.org}::uuid, ${draft.id}::uuid, coalesce(max(position), 0) + 1, ${line.service_id}::uuid, ${line.service_key}::text, ${line.description}::text, 1, ${line.unit_price_cents}::bigint,
      ${line.unit_price_cents}::bigint, ${line.series_id}::uuid, ${line.original_date}::date from invoice_lines where organization_id = ${tx.org}::uuid and invoice_id = ${draft.id}::uuid`.execute(
    tx,
  )
  const row = await changeInvoice(tx, draft, {
    subtotal_cents: draft.subtotal_cents + line.unit_price_cents,
    total_cents: draft.total_cents + line.unit_price_cents,
  })
  return { invoice_id: row.id, status: statusOf(row) }
}

/** Takes one line of several off an unpaid invoice, and its claim off the books. False when it is the only one. */
export async function removeLine(tx: OrgTx, invoice: InvoiceRow, line: { id: string; total_cents: number }): Promise<boolean> {
  const others = await tx
    .selectFrom('invoice_lines')
    .select('id')
    .where('organization_id', '=', tx.org)
    .where('invoice_id', '=', invoice.id)
    .where('id', '<>', line.id)
    .executeTakeFirst()
  if (!others) return false
  await tx.deleteFrom('invoice_lines').where('organization_id', '=', tx.org).where('id', '=', line.id).execute()
  if (invoice.number !== null)
    await postLedger(tx, `line_removed:${line.id}`, { invoice_id: invoice.id, payment_id: null }, [
      ['receivable', -line.total_cents],
      ['revenue', line.total_cents],
    ])
  // A link that shows the old amount must not be paid.
  await changeInvoice(tx, invoice, {
    subtotal_cents: invoice.subtotal_cents - line.total_cents,
    total_cents: invoice.total_cents - line.total_cents,
    pay_token_hash: null,
    pay_token_sealed: null,
  })
  return true
}
