import { sql } from 'kysely'
import {
  settleRefund,
  type RefundMethod,
  type RefundSettled,
} from '../../../domain/money/refund.ts'
import type { App } from '../../base/call.ts'
import { keepAsCredit } from '../credits/write.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { payUrl } from '../invoices/pay-link.ts'
import { lockWithInvoices, useCredits } from '../invoices/credit.ts'
import { type InvoiceRow } from '../invoices/row.ts'
import { refundsOfPayments, waitsForOffice } from '../ledger/refund-due.ts'
import { postLedger } from '../ledger/write.ts'
import { notifyRefunded } from '../../messages/notify-money.ts'
import { enforce, found } from '../../base/kit/refusals.ts'
import type { PaymentRow } from './facts.ts'
import { checkRefund } from './give-back.ts'
import { countRefunded, emitRefund, takingOff } from './refund.ts'
import { dropRefund, replaceRefund, type RefundRow } from './write-refunds.ts'

type Scene = { failed: RefundRow; payment: PaymentRow; invoice: InvoiceRow | null }

/**
 * Settles a refund that failed. Returns the id of the refund to ask the provider for, if it is refunded again. 409
 * refund_settled, refund_told, and what refuses any refund.
 */
export async function settleFailed(
  tx: OrgTx,
  app: Pick<App, 'config' | 'secret'>,
  id: string,
  as: RefundSettled,
): Promise<string | null> {
  const { failed, payment, invoice, waits } = await lockFailed(tx, id)
  const was_told = failed.accepted_at !== null
  enforce(settleRefund({ waits, was_told, customer_id: payment.customer_id, as }))
  if (as === 'dropped') {
    await dropRefund(tx, id)
    await emitRefund(tx, failed, payment)
    return null
  }
  await checkRefund(tx, payment, failed.amount_cents)
  if (as === 'again') return (await replaceRefund(tx, payment, failed, null)).id
  await giveBackByHand(tx, app, { failed, payment, invoice }, as)
  return null
}

/** Locks invoice and payment of a failed refund, in the order of every other refund. */
async function lockFailed(tx: OrgTx, id: string): Promise<Scene & { waits: boolean }> {
  const of = (payment_id: string) =>
    tx.selectFrom('payments').selectAll().where('id', '=', payment_id)
  const read = () => tx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  const seen = found(await read(), 'Refund not found')
  const { invoice_id } = await of(seen.payment_id).executeTakeFirstOrThrow()
  const invoice = invoice_id ? await lockWithInvoices(tx, invoice_id) : null
  const payment = await of(seen.payment_id).forUpdate().executeTakeFirstOrThrow()
  const { rows } = await sql<{ waits: boolean }>`
    select ${waitsForOffice} as waits from ${refundsOfPayments} where r.id = ${id}::uuid`.execute(
    tx,
  )
  return {
    failed: found(await read()),
    payment: payment as PaymentRow,
    invoice,
    waits: rows[0]!.waits,
  }
}

/** Records that the business paid a refund itself, or keeps it as the customer's credit, in the ledger too. */
async function giveBackByHand(
  tx: OrgTx,
  app: Pick<App, 'config' | 'secret'>,
  { failed, payment, invoice }: Scene,
  method: RefundMethod,
): Promise<void> {
  const { amount_cents } = failed
  const credit_id =
    method === 'credit'
      ? await keepAsCredit(tx, found(invoice, 'Invoice not found'), amount_cents, 'refund')
      : null
  const refund = await replaceRefund(tx, payment, failed, { method, credit_id })
  const about = { invoice_id: payment.invoice_id, payment_id: payment.id }
  await postLedger(tx, `refund_by_hand:${refund.id}`, about, [
    [method === 'credit' ? 'customer_credit' : 'cash', -amount_cents],
    ...takingOff(refund, invoice, amount_cents),
  ])
  const changed = await countRefunded(tx, { refund, payment, invoice })
  if (credit_id) await useCredits(tx, invoice!.customer_id)
  if (changed) await notifyRefunded(tx, changed, payment, refund, await payUrl(tx, app, changed))
}
