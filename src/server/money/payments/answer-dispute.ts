import type { DisputeSettled } from '../../../domain/money/dispute.ts'
import { tipGivenBack } from '../../../domain/money/tip.ts'
import { disputeRules } from '../../../domain/money/dispute.ts'
import { inOrgAll, system, type OrgTx } from '../../base/db/door.ts'
import { applyCredit } from '../invoices/credit.ts'
import { lockInvoice } from '../invoices/row.ts'
import { changeInvoice, giveUpUnpaid } from '../invoices/write.ts'
import { offSales, postLedger } from '../ledger/write.ts'
import { Rejected } from '../../base/outside/payment-faults.ts'
import { enforce, found, refused } from '../../base/kit/refusals.ts'
import { applyDispute } from './dispute.ts'
import { hasDispute, moneyFrom, type MoneyApp } from './facts.ts'
import { markAnswered, settleDispute, storeEvidence } from './write-payments.ts'

/** Writes down what the bank is to be told; `sendEvidence` sends it. 409 dispute_closed, dispute_answered. */
export async function keepEvidence(tx: OrgTx, id: string, text: string): Promise<void> {
  enforce(disputeRules.answer(await lockDispute(tx, id)))
  await storeEvidence(tx, id, text)
}

/** Sends the evidence that is written down; safe to repeat, since the dispute is the key. */
export async function sendEvidence(
  app: MoneyApp,
  organization_id: string,
  id: string,
): Promise<void> {
  const row = await inOrgAll(app.store, organization_id, system, async (tx) => {
    const dispute = await lockDispute(tx, id)
    const { account } = await tx
      .selectFrom('payments')
      .select('account')
      .where('id', '=', dispute.payment_id)
      .executeTakeFirstOrThrow()
    return { ...dispute, account }
  })
  if (row.evidence === null || row.evidence_sent_at !== null || !row.account) return
  const provider = app.payments.on(row.account)
  try {
    await provider.answerDispute(id, row.evidence, `evidence:${id}`)
  } catch (fault) {
    if (!(fault instanceof Rejected)) throw fault
    // Too late, or it was answered in the provider's own dashboard.
    await applyDispute(app, row.account, await provider.readDispute(id))
    throw refused('dispute_closed', fault.message)
  }
  await inOrgAll(app.store, organization_id, system, (tx) => markAnswered(tx, id))
  await applyDispute(app, row.account, await provider.readDispute(id))
}

/**
 * Ends a lost dispute: its customer owes the amount again, or the business gives it up. 409
 * dispute_not_lost, dispute_settled.
 */
export async function settleLost(
  tx: OrgTx,
  id: string,
  as: DisputeSettled,
): Promise<{ invoice_id: string }> {
  const seen = found(await readDispute(tx, id), 'Dispute not found')
  const payment = await tx
    .selectFrom('payments')
    .select(['invoice_id', 'amount_cents', 'tip_cents', 'refunded_cents'])
    .where('id', '=', seen.payment_id)
    .executeTakeFirstOrThrow()
  const invoice = await lockInvoice(tx, found(payment.invoice_id))
  const dispute = await lockDispute(tx, id)
  enforce(disputeRules.settle(dispute))
  await settleDispute(tx, id, as)
  const { amount_cents, payment_id } = dispute
  // The tip is lost either way: nobody owes one.
  const tip_cents = tipGivenBack(payment, payment.refunded_cents, amount_cents)
  const work_cents = amount_cents - tip_cents
  await postLedger(tx, `dispute_settled:${id}`, { invoice_id: invoice.id, payment_id }, [
    ['disputes', -amount_cents],
    ['tips', tip_cents],
    ...(as === 'owed' ? [['receivable', work_cents] as const] : offSales(invoice, work_cents)),
  ])
  if (as === 'written_off') {
    // As after a refund: the customer has the money again, and owes nothing.
    const refunded_cents = Math.min(invoice.refunded_cents + work_cents, invoice.paid_cents)
    const disputed = await hasDispute(tx, invoice.id)
    await changeInvoice(tx, invoice, {
      refunded_cents,
      money: moneyFrom({ ...invoice, refunded_cents, disputed }),
      tip_cents: invoice.tip_cents - tip_cents,
    })
    return { invoice_id: invoice.id }
  }
  const paid_cents = Math.max(0, invoice.paid_cents - work_cents)
  await giveUpUnpaid(tx, invoice, paid_cents)
  const owed = await changeInvoice(tx, invoice, {
    paid_cents,
    tip_cents: invoice.tip_cents - tip_cents,
    refunded_cents: Math.min(invoice.refunded_cents, paid_cents),
    paid_at: null,
    money: paid_cents > 0 ? 'partial' : 'failed',
    failure_code: 'dispute_lost',
    failure_sentence: 'The customer’s bank took this payment back.',
  })
  await applyCredit(tx, owed)
  return { invoice_id: invoice.id }
}

const readDispute = (tx: OrgTx, id: string) =>
  tx.selectFrom('disputes').selectAll().where('id', '=', id).executeTakeFirst()

const lockDispute = async (tx: OrgTx, id: string) =>
  found(
    await tx.selectFrom('disputes').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
    'Dispute not found',
  )
