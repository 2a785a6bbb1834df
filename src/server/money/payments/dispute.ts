import type { PaymentStatus } from '../../../domain/money/payment.ts'
import { tipGivenBack } from '../../../domain/money/tip.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { audit, emit } from '../../base/events.ts'
import { applyCredit } from '../invoices/credit.ts'
import { changeInvoice, giveUpUnpaid } from '../invoices/write.ts'
import type { InvoiceRow } from '../invoices/row.ts'
import { idOf } from '../../base/outside/id-of.ts'
import type { Dispute } from '../../base/outside/stripe.ts'
import { hasDispute, moneyFrom, withPaymentOf, type MoneyApp, type PaymentRow } from './facts.ts'
import { postLedger, type LedgerAccount } from '../ledger/write.ts'
import { writeDispute, changePayment } from './write-payments.ts'
import { stopOnDispute } from './write-methods.ts'
import { notifyFailed, notifyOfficeOfPayment } from '../../messages/notify-money.ts'
import { withdrawReceipt } from '../../messages/overtaken-charge.ts'
import { payUrl } from '../invoices/pay-link.ts'

const endedWell: ReadonlySet<string> = new Set(['won', 'prevented', 'warning_closed'])

/**
 * Where every dispute ends. Disputed card money is set aside until the bank decides. A returned
 * bank debit is lost immediately: its invoice is owed again, and autopay stops on that bank
 * account.
 */
export async function applyDispute(
  app: MoneyApp,
  account: string,
  dispute: Dispute,
): Promise<void> {
  const intent = idOf(dispute.payment_intent)
  if (!intent) return
  await withPaymentOf(app, account, intent, async (tx, payment, invoice) => {
    const known = await tx
      .selectFrom('disputes')
      .select('status')
      .where('id', '=', dispute.id)
      .executeTakeFirst()
    const isReturn = isBankDebit(payment)
    await postMoves(tx, payment, dispute)
    // A decided dispute is final; an older reading does not undo it.
    if (known && (known.status === dispute.status || ['won', 'lost'].includes(known.status))) return
    const due_by = dispute.evidence_details?.due_by
      ? new Date(dispute.evidence_details.due_by * 1000).toISOString()
      : null
    await writeDispute(tx, payment.id, dispute, due_by)
    if (dispute.status.startsWith('warning_') && !known) return
    const status: PaymentStatus = endedWell.has(dispute.status) ? calmStatus(payment) : 'disputed'
    const returned =
      isReturn && status === 'disputed'
        ? { failure_code: 'returned', failure_sentence: 'The bank returned this payment.' }
        : {}
    await changePayment(tx, payment.id, { status, ...returned })
    if (status === 'disputed') await withdrawReceipt(tx, payment.id)
    await audit(tx, {
      action: 'payment.disputed',
      entity: 'payment',
      entity_id: payment.id,
      before: { status: payment.status },
      after: { status, dispute: dispute.id, dispute_status: dispute.status },
    })
    await emit(
      tx,
      'payment.disputed',
      {
        payment_id: payment.id,
        invoice_id: payment.invoice_id,
        dispute_id: dispute.id,
        status: dispute.status,
        amount_cents: dispute.amount,
      },
      { customer_id: payment.customer_id },
    )
    if (!invoice) return
    if (isReturn && status === 'disputed') {
      if (payment.status !== 'disputed') await reopenReturned(tx, app, invoice, payment, dispute)
      return
    }
    const changed = await changeInvoice(tx, invoice, {
      money: moneyFrom({ ...invoice, disputed: await hasDispute(tx, invoice.id) }, invoice.money),
    })
    const end = ['won', 'lost'].find((one) => one === dispute.status)
    if (end || !known)
      await notifyOfficeOfPayment(tx, app, changed, {
        once: `dispute:${dispute.id}${end ? `:${end}` : ''}`,
        reason: end
          ? { is: 'dispute_ended', won: end === 'won' }
          : { is: 'disputed', detail: dispute.reason, due_on: due_by?.slice(0, 10) ?? null },
      })
    if (status === 'disputed') await stopAutopay(tx, payment)
  })
}

/** What the bank took or gave back. The tip of a returned debit goes too; of a card, all of it is set aside. */
async function postMoves(tx: OrgTx, payment: PaymentRow, dispute: Dispute): Promise<void> {
  const isOwed = isBankDebit(payment) && payment.invoice_id !== null
  const set_aside: LedgerAccount = isOwed ? 'receivable' : 'disputes'
  for (const moved of dispute.balance_transactions) {
    const tip = isOwed
      ? -Math.sign(moved.amount) *
        tipGivenBack(payment, payment.refunded_cents, Math.abs(moved.amount))
      : 0
    await postLedger(
      tx,
      `dispute:${moved.id}`,
      { invoice_id: payment.invoice_id, payment_id: payment.id },
      [
        ['provider_balance', moved.net],
        [set_aside, -moved.amount - tip],
        ['tips', tip],
        ['fees', moved.fee],
      ],
    )
  }
}

const isBankDebit = ({ pm_type }: PaymentRow): boolean => pm_type === 'us_bank_account'

const calmStatus = (payment: PaymentRow): PaymentStatus =>
  payment.refunded_cents >= payment.amount_cents
    ? 'refunded'
    : payment.refunded_cents > 0
      ? 'partially_refunded'
      : 'succeeded'

async function reopenReturned(
  tx: OrgTx,
  app: MoneyApp,
  invoice: InvoiceRow,
  payment: PaymentRow,
  dispute: Dispute,
): Promise<void> {
  // What was refunded before the return stays refunded.
  const tip_cents = tipGivenBack(payment, payment.refunded_cents, dispute.amount)
  const paid_cents = Math.max(0, invoice.paid_cents - (dispute.amount - tip_cents))
  const sentence = 'The bank returned this payment.'
  await giveUpUnpaid(tx, invoice, paid_cents)
  const owed = await changeInvoice(tx, invoice, {
    paid_cents,
    tip_cents: invoice.tip_cents - tip_cents,
    refunded_cents: Math.min(invoice.refunded_cents, paid_cents),
    paid_at: null,
    money: paid_cents > 0 ? 'partial' : 'failed',
    failure_code: 'returned',
    failure_sentence: sentence,
    next_retry_at: null,
  })
  const changed = await applyCredit(tx, owed)
  await stopAutopay(tx, payment)
  await emit(
    tx,
    'payment.failed',
    {
      invoice_id: invoice.id,
      payment_id: payment.id,
      code: 'returned',
      sentence,
      next_retry_at: null,
      customer_id: invoice.customer_id,
    },
    { customer_id: invoice.customer_id },
  )
  const failure = {
    once: `returned:${dispute.id}`,
    reason: { is: 'returned' } as const,
    next_retry_at: null,
  }
  await notifyFailed(tx, app, changed, failure, await payUrl(tx, app, changed))
}

/** Stops autopay on the method of a disputed or returned payment until the customer chooses again. */
async function stopAutopay(tx: OrgTx, payment: PaymentRow): Promise<void> {
  const attempt = await tx
    .selectFrom('charge_attempts')
    .select('payment_method_id')
    .where('provider_charge_id', '=', payment.provider_charge_id)
    .executeTakeFirst()
  if (attempt?.payment_method_id) await stopOnDispute(tx, attempt.payment_method_id)
}
