import { balanceOf, invoiceStatus } from '../../../domain/money/invoice.ts'
import { paymentRules } from '../../../domain/money/payment.ts'
import { endPaidCredit, keepAsCredit } from '../credits/write.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { endUses, lockPaidBy, useCredits } from '../invoices/credit.ts'
import { checkNoIntent } from '../invoices/live-intent.ts'
import { isFeeCredited } from '../invoices/fee-gone.ts'
import { type InvoiceRow } from '../invoices/row.ts'
import { changeInvoice, giveUpUnpaid } from '../invoices/write.ts'
import { postLedger } from '../ledger/write.ts'
import { withdrawReceipt } from '../../messages/overtaken-charge.ts'
import { enforce, found } from '../../base/kit/refusals.ts'
import { hasDispute, moneyFrom, type PaymentRow } from './facts.ts'
import { insertManualPayment, markReversed, type ManualPayment } from './write-payments.ts'

/**
 * Records cash, a check or a transfer for a locked invoice: as a payment, in the ledger alongside
 * the provider's. A charge that was planned stays planned for what is left. What is more than owed
 * is the customer's credit, and pays what else they owe.
 */
export async function payByHand(
  tx: OrgTx,
  invoice: InvoiceRow,
  payment: ManualPayment,
): Promise<{ invoice: InvoiceRow; payment: PaymentRow }> {
  const { amount_cents } = payment
  const kept_cents = Math.max(0, amount_cents - balanceOf(invoice))
  const paid_cents = invoice.paid_cents + amount_cents - kept_cents
  const money = moneyFrom({ ...invoice, paid_cents, disputed: false })
  const isPaid = paid_cents >= invoice.total_cents
  const changes = { paid_cents, money, ...(isPaid ? settled(invoice) : {}) }
  const credit_id = kept_cents ? await keepAsCredit(tx, invoice, kept_cents, 'overpaid') : null
  const [made, changed] = await Promise.all([
    insertManualPayment(tx, invoice, payment, { kept_cents, credit_id }),
    changeInvoice(tx, invoice, changes, { paid: isPaid }),
  ])
  await postLedger(tx, `manual:${made.id}`, { invoice_id: invoice.id, payment_id: made.id }, [
    ['cash', amount_cents],
    ['receivable', kept_cents - amount_cents],
    ['customer_credit', -kept_cents],
  ])
  if (credit_id) await useCredits(tx, invoice.customer_id)
  return { invoice: changed, payment: made }
}

/**
 * Takes back a payment recorded by hand by mistake: the invoice owes it again, the ledger keeps
 * both, and what was kept of it as credit is gone, also where it paid other bills. Runs inside `withoutIntent`. 409 not_reversible,
 * credit_used.
 */
export async function takeBack(
  tx: OrgTx,
  payment_id: string,
  reason: string,
): Promise<{ invoice_id: string }> {
  const seen = found(await readManual(tx, payment_id), 'Payment not found')
  const bills = await lockPaidBy(tx, seen.credit_id, found(seen.invoice_id))
  const invoice = found(bills.find(({ id }) => id === seen.invoice_id))
  const payment = found(await readManual(tx, payment_id))
  enforce(paymentRules.reverse({ ...payment, fee_credited: await isFeeCredited(tx, invoice.id) }))
  await checkNoIntent(tx, invoice.id)
  const { amount_cents, kept_cents, credit_id } = payment
  if (credit_id) {
    await endUses(
      tx,
      credit_id,
      bills.filter((bill) => bill !== invoice),
    )
    await endPaidCredit(tx, credit_id)
  }
  await markReversed(tx, payment_id, reason)
  await withdrawReceipt(tx, payment_id)
  const work_cents = amount_cents - kept_cents
  const paid_cents = Math.max(0, invoice.paid_cents - work_cents)
  const money = moneyFrom({ ...invoice, paid_cents, disputed: await hasDispute(tx, invoice.id) })
  await giveUpUnpaid(tx, invoice, paid_cents)
  await changeInvoice(tx, invoice, {
    paid_cents,
    money,
    paid_at: money === 'paid' ? invoice.paid_at : null,
  })
  await postLedger(tx, `manual_reversed:${payment_id}`, { invoice_id: invoice.id, payment_id }, [
    ['cash', -amount_cents],
    ['receivable', work_cents],
    ['customer_credit', kept_cents],
  ])
  await useCredits(tx, invoice.customer_id)
  return { invoice_id: invoice.id }
}

const readManual = (tx: OrgTx, id: string) =>
  tx
    .selectFrom('payments')
    .select(['invoice_id', 'kind', 'status', 'amount_cents', 'kept_cents', 'credit_id'])
    .where('id', '=', id)
    .executeTakeFirst()

const settled = (invoice: InvoiceRow) => ({
  paid_at: new Date().toISOString(),
  failure_code: null,
  failure_sentence: null,
  next_retry_at: null,
  charge_on: null,
  ...(invoiceStatus(invoice) === 'scheduled' ? { doc: 'open' } : {}),
})
