import { sql } from 'kysely'
import type { LocalDate } from '../../domain/dates.ts'
import { closedMoney, type InvoiceStatus } from '../../domain/invoice.ts'
import type { OrgTx } from '../db/door.ts'
import { checkNoIntent } from '../payments/intents.ts'
import { refused } from '../refusals.ts'
import { billInPeriod, isBilledByPeriod, removeLine } from './for-period.ts'
import { changeInvoice, createInvoice, lockInvoice, openInvoice, statusOf, type InvoiceRow } from './issue.ts'

export type BillableVisit = {
  series_id: string
  original_date: LocalDate
  rule_id: string
  customer_id: string
  /** Where the visit is held now. */
  date: LocalDate
  service_id: string | null
  service_key: string | null
  description: string
  /** Null or 0: nothing to bill. */
  price_cents: number | null
  location_id?: string | null
  team_id?: string | null
}

/** The visit's one invoice, made at the first call; `open` issues it. Null when there is nothing to bill. */
export async function billVisit(tx: OrgTx, visit: BillableVisit, options: { open: boolean }): Promise<{ invoice_id: string; status: InvoiceStatus } | null> {
  if (!visit.price_cents || visit.price_cents <= 0) return null
  if (await isBilledByPeriod(tx, visit.rule_id)) return billInPeriod(tx, visit)
  // Two callers that complete one visit wait for each other here; the unique line index is the wall behind.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bill:${visit.series_id}:${visit.original_date}`}, 0))`.execute(tx)
  const { row, created } = await createInvoice(
    tx,
    {
      customer_id: visit.customer_id,
      source: 'visit',
      rule_id: visit.rule_id,
      location_id: visit.location_id ?? null,
      series_id: visit.series_id,
      original_date: visit.original_date,
      visit_date: visit.date,
      open: options.open,
      lines: [
        {
          service_id: visit.service_id,
          service_key: visit.service_key,
          description: visit.description,
          quantity: 1,
          unit_price_cents: visit.price_cents,
          series_id: visit.series_id,
          original_date: visit.original_date,
        },
      ],
    },
    { team_id: visit.team_id ?? null },
  )
  if (created || !options.open || row.doc !== 'draft') return { invoice_id: row.id, status: statusOf(row) }
  const opened = await openInvoice(tx, await lockInvoice(tx, row.id))
  return { invoice_id: opened.id, status: statusOf(opened) }
}

/**
 * Takes a visit off its invoice when the visit is reopened or cancelled: alone on it, the unpaid invoice is voided; beside others,
 * only its line goes. The visit may be billed anew. 409 already_paid or payment_in_progress. Runs inside `withoutIntent`: nobody
 * can pay what is taken back.
 */
export async function unbillVisit(tx: OrgTx, visit: { series_id: string; original_date: LocalDate }): Promise<void> {
  const line = await tx
    .selectFrom('invoice_lines')
    .select(['id', 'invoice_id', 'total_cents'])
    .where('organization_id', '=', tx.org)
    .where('series_id', '=', visit.series_id)
    .where('original_date', '=', visit.original_date)
    .executeTakeFirst()
  if (!line) return
  const invoice = await lockInvoice(tx, line.invoice_id)
  const status = statusOf(invoice)
  if (status === 'processing') throw refused('payment_in_progress', 'Payment in progress')
  if (invoice.paid_cents > 0 && status !== 'void') throw refused('already_paid', 'Already paid')
  if (!closedMoney.has(status)) {
    await checkNoIntent(tx, invoice.id)
    if (await removeLine(tx, invoice, line)) return
    await voidInvoice(tx, invoice)
  }
  await tx.updateTable('invoice_lines').set({ series_id: null, original_date: null }).where('organization_id', '=', tx.org).where('id', '=', line.id).execute()
}

/** Voids a locked invoice and takes its claim off the books. */
export async function voidInvoice(tx: OrgTx, invoice: Pick<InvoiceRow, 'id' | 'number' | 'series_id' | 'original_date'>): Promise<InvoiceRow> {
  if (invoice.number !== null) {
    await sql`insert into ledger_entries (organization_id, fact, account, amount_cents, invoice_id)
      select organization_id, 'void:' || invoice_id, account, -sum(amount_cents), invoice_id from ledger_entries
      where organization_id = ${tx.org}::uuid and invoice_id = ${invoice.id}::uuid and payment_id is null group by organization_id, invoice_id, account
      on conflict (organization_id, fact, account) do nothing`.execute(tx)
  }
  return changeInvoice(tx, invoice, { doc: 'void', charge_on: null, next_retry_at: null })
}
