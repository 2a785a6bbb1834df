import { balanceOf } from '../../domain/invoice.ts'
import { lockCredits, returnCredits, spendCredits } from '../credits/write.ts'
import type { OrgTx } from '../db/door.ts'
import type { InvoiceRow } from './row.ts'
import { changeInvoice, withoutCredit } from './write.ts'

/**
 * Pays what it can of a locked, issued invoice with its customer's credits. Leaves an invoice alone
 * that somebody may be paying: their page shows an amount already.
 */
export async function applyCredit(tx: OrgTx, row: InvoiceRow): Promise<InvoiceRow> {
  if (!takesCredit(row) || !(await lockCredits(tx, row.customer_id)).length) return row
  if (await isBeingPaid(tx, row.id)) return row
  const cents = await spendCredits(tx, row, balanceOf(row))
  const paid_cents = row.paid_cents + cents
  const isPaid = paid_cents >= row.total_cents
  return changeInvoice(
    tx,
    row,
    {
      paid_cents,
      credit_cents: row.credit_cents + cents,
      money: isPaid ? 'paid' : 'partial',
      ...(isPaid ? settled() : {}),
    },
    { paid: isPaid },
  )
}

const takesCredit = (row: InvoiceRow): boolean =>
  row.number !== null &&
  (row.doc === 'open' || row.doc === 'scheduled') &&
  (row.money === 'none' || row.money === 'partial' || row.money === 'failed') &&
  balanceOf(row) > 0

const isBeingPaid = async (tx: OrgTx, invoice_id: string): Promise<boolean> =>
  Boolean(
    await tx
      .selectFrom('payment_intents')
      .select('id')
      .where('invoice_id', '=', invoice_id)
      .where('status', 'not in', ['succeeded', 'canceled'])
      .executeTakeFirst(),
  )

const settled = () => ({
  doc: 'open',
  paid_at: new Date().toISOString(),
  failure_code: null,
  failure_sentence: null,
  next_retry_at: null,
  charge_on: null,
})

/** Gives the credit that pays a locked invoice back to its customer; the invoice owes it again. */
export async function returnCredit(tx: OrgTx, row: InvoiceRow): Promise<InvoiceRow> {
  if (row.credit_cents === 0) return row
  await returnCredits(tx, row.id)
  return changeInvoice(tx, row, withoutCredit(row))
}
