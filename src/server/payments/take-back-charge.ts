import { type InvoiceStatus } from '../../domain/invoice.ts'
import type { OrgTx } from '../db/door.ts'
import { applyCredit } from '../invoices/credit.ts'
import { lockInvoice, statusOf } from '../invoices/row.ts'
import { changeInvoice } from '../invoices/write.ts'
import { moneyWithoutAttempt } from './apply.ts'
import { endWaiting } from './write-attempts.ts'
import { cancelPlannedIntent } from './write-intents.ts'

/**
 * Takes back a charge that still waits for the time to undo it, and its intent. Returns the
 * invoice's status then; null if no charge waits, or it has begun.
 */
export async function takeBackCharge(tx: OrgTx, invoice_id: string): Promise<InvoiceStatus | null> {
  const invoice = await lockInvoice(tx, invoice_id)
  const ended = await endWaiting(tx, invoice_id)
  if (!ended) return null
  await cancelPlannedIntent(tx, ended.payment_intent_row)
  const open = await changeInvoice(tx, invoice, { money: moneyWithoutAttempt(invoice) })
  return statusOf(await applyCredit(tx, open))
}
