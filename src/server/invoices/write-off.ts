import { balanceOf } from '../../domain/invoice.ts'
import type { OrgTx } from '../db/door.ts'
import { offSales, postLedger } from '../ledger/write.ts'
import type { InvoiceRow } from './row.ts'
import { changeInvoice } from './write.ts'

/** Gives up what is owed on a locked invoice, and takes the claim out of the ledger. */
export async function writeOffInvoice(tx: OrgTx, row: InvoiceRow): Promise<void> {
  await postClaim(tx, row, `write_off:${row.id}:${row.version}`, -balanceOf(row))
  await changeInvoice(tx, row, {
    doc: 'uncollectible',
    charge_on: null,
    next_retry_at: null,
    send_at: null,
    pay_token_hash: null,
    pay_token_sealed: null,
  })
}

/**
 * Gives up what an invoice that was given up is no longer paid of, once `paid_cents` are left of it:
 * a payment was taken back.
 */
export async function giveUpUnpaid(tx: OrgTx, row: InvoiceRow, paid_cents: number): Promise<void> {
  if (row.doc !== 'uncollectible') return
  const cents = balanceOf({ ...row, paid_cents }) - balanceOf(row)
  await postClaim(tx, row, `write_off:${row.id}:${row.version}`, -cents)
}

/** Opens a locked invoice again that was given up. */
export async function restoreInvoice(tx: OrgTx, row: InvoiceRow): Promise<InvoiceRow> {
  await claimAgain(tx, row)
  return changeInvoice(tx, row, { doc: 'open' })
}

/** Puts the claim of an invoice that was given up back into the ledger; once for each giving up. */
export const claimAgain = (tx: OrgTx, row: InvoiceRow): Promise<void> =>
  postClaim(tx, row, `write_off_undone:${row.id}:${row.version}`, balanceOf(row))

const postClaim = (tx: OrgTx, row: InvoiceRow, fact: string, cents: number): Promise<void> =>
  postLedger(tx, fact, { invoice_id: row.id, payment_id: null }, [
    ['receivable', cents],
    ...offSales(row, -cents),
  ])
