import { invoiceStatus } from '../../domain/invoice.ts'
import type { OrgTx } from '../db/door.ts'
import type { InvoiceRow } from '../invoices/row.ts'
import { changeInvoice } from '../invoices/write.ts'
import { postLedger } from '../ledger/write.ts'
import { moneyFrom } from './facts.ts'
import { insertManualPayment } from './write-payments.ts'

/**
 * Records cash, a check or a transfer for a locked invoice: as a payment, in the ledger alongside
 * the provider's.
 */
export async function payByHand(
  tx: OrgTx,
  invoice: InvoiceRow,
  payment: { amount_cents: number; kind: string; note: string | null },
): Promise<void> {
  const { amount_cents } = payment
  const paid_cents = invoice.paid_cents + amount_cents
  const money = moneyFrom({ ...invoice, paid_cents, disputed: false })
  const isPaid = money === 'paid'
  const changes = {
    paid_cents,
    money,
    failure_code: null,
    failure_sentence: null,
    next_retry_at: null,
    charge_on: null,
    ...(invoiceStatus(invoice) === 'scheduled' ? { doc: 'open' } : {}),
    ...(isPaid ? { paid_at: new Date().toISOString() } : {}),
  }
  const [payment_id] = await Promise.all([
    insertManualPayment(tx, invoice, payment),
    changeInvoice(tx, invoice, changes, { paid: isPaid }),
  ])
  await postLedger(tx, `manual:${payment_id}`, { invoice_id: invoice.id, payment_id }, [
    ['cash', amount_cents],
    ['receivable', -amount_cents],
  ])
}
