import type { LocalDate } from '../../../domain/base/dates.ts'
import { closedMoney, type InvoiceStatus } from '../../../domain/money/invoice.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { checkNoIntent } from './live-intent.ts'
import { refused } from '../../base/kit/refusals.ts'
import { applyCredit, lockWithInvoices, returnCredit, useCredits } from './credit.ts'
import { billInPeriod } from './for-period.ts'
import { removeLine, voidInvoice, unlinkVisit } from './write.ts'
import { createInvoice, openInvoice } from './write-issue.ts'
import { lockInvoice, statusOf, type InvoiceRow } from './row.ts'
import { tellFeeGone, settleFeeOf } from './fee-gone.ts'
import type { BillableVisit } from './for-period.ts'
import type { TaxFacts } from '../tax/read.ts'

type Billed = {
  invoice_id: string
  status: InvoiceStatus
  /** The invoice, if this call issued it. */
  issued?: InvoiceRow
}

/**
 * The visit's one invoice, created by the first call; `open` issues it. Null if there is nothing to
 * bill. Two callers wait at the visit, whose row both lock; the unique index on lines is the backstop.
 */
export async function billVisit(
  tx: OrgTx,
  visit: BillableVisit,
  options: { open: boolean; facts?: TaxFacts | undefined },
): Promise<Billed | null> {
  if (!visit.price_cents || visit.price_cents <= 0) return null
  if (visit.billing_mode === 'per_period') return billInPeriod(tx, visit)
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
    { team_id: visit.team_id ?? null, facts: options.facts },
  )
  if (created || !options.open || row.doc !== 'draft')
    return {
      invoice_id: row.id,
      status: statusOf(row),
      ...(created && options.open ? { issued: row } : {}),
    }
  const opened = await openInvoice(tx, await lockInvoice(tx, row.id))
  return { invoice_id: opened.id, status: statusOf(opened), issued: opened }
}

/**
 * Takes a visit off its invoice when it is reopened or canceled. If it is the only one on an unpaid
 * invoice, the invoice is voided; otherwise only its line is removed. The visit can be billed
 * again. 409 already_paid or payment_in_progress. Runs inside `withoutIntent`, so that no one can
 * pay what is removed.
 */
export async function unbillVisit(
  tx: OrgTx,
  visit: { series_id: string; original_date: LocalDate },
): Promise<void> {
  const line = await tx
    .selectFrom('invoice_lines')
    .select(['id', 'invoice_id', 'total_cents', 'discount_cents', 'tax_cents'])
    .where('series_id', '=', visit.series_id)
    .where('original_date', '=', visit.original_date)
    .executeTakeFirst()
  if (!line) return
  const row = await lockWithInvoices(tx, line.invoice_id)
  if (statusOf(row) === 'processing') throw refused('payment_in_progress', 'Payment in progress')
  if (row.paid_cents > row.credit_cents && row.doc !== 'void')
    throw refused('already_paid', 'Already paid')
  const invoice = await returnCredit(tx, row)
  if (!closedMoney.has(statusOf(invoice))) {
    await checkNoIntent(tx, invoice.id)
    if (await removeLine(tx, invoice, line)) {
      await applyCredit(tx, await lockInvoice(tx, invoice.id))
      return useCredits(tx, invoice.customer_id)
    }
    const ended = await settleFeeOf(tx, invoice.id, 'voided')
    await voidInvoice(tx, invoice)
    await tellFeeGone(tx, ended)
  }
  await unlinkVisit(tx, line.id)
  await useCredits(tx, invoice.customer_id)
}
