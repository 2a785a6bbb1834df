import { paymentRules } from '../../../domain/money/payment.ts'
import type { CallContext } from '../../base/call.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { forgetAnswer } from '../../base/idempotency.ts'
import { isFeeCredited } from '../invoices/fee-gone.ts'
import { lockInvoice } from '../invoices/row.ts'
import { Unknown } from '../../base/outside/payment-faults.ts'
import { enforce, found, refused } from '../../base/kit/refusals.ts'
import { readPayment, type PaymentRow } from './facts.ts'
import { refundsUnderway, runRefund } from './refund.ts'
import { dropRefund, planRefund } from './write-refunds.ts'
import type { Actor } from '../../base/actor.ts'

type OfficeCall = CallContext & { actor: Actor & { organization_id: string } }
type RefundInput = { payment_intent: string; amount_minor: number; reason: string | null }

/** Refunds a payment in full or in part. */
export async function giveBack(call: OfficeCall, input: RefundInput) {
  const planned = await call.inOrg(async (tx) => {
    const seen = found(
      await tx
        .selectFrom('payments')
        .select(['invoice_id'])
        .where('provider_intent_id', '=', input.payment_intent)
        .executeTakeFirst(),
      'Payment not found',
    )
    if (seen.invoice_id) await lockInvoice(tx, seen.invoice_id)
    const payment = found(await readPayment(tx, input.payment_intent))
    const underway = await checkRefund(tx, payment, input.amount_minor)
    const refund = await planRefund(tx, payment, {
      amount_cents: input.amount_minor,
      reason: input.reason,
      actor_id: call.actor.person_id,
    })
    return {
      ok: true as const,
      refund_id: refund.id,
      state: 'started' as const,
      refunded_minor: underway + input.amount_minor,
      error: null,
    }
  })
  const state = await askForRefund(call, planned.refund_id, 'POST /api/owner/stripe/refund')
  return { ...planned, state }
}

/** Whether so much of a locked payment may go back. Returns what goes back already, in cents. */
export async function checkRefund(
  tx: OrgTx,
  payment: PaymentRow,
  amount_minor: number,
): Promise<number> {
  const underway = await refundsUnderway(tx, payment.id)
  enforce(
    paymentRules.refund({
      status: payment.status,
      amount: payment.amount_cents,
      refunded_minor: underway,
      amount_minor,
      fee_credited: payment.invoice_id !== null && (await isFeeCredited(tx, payment.invoice_id)),
    }),
  )
  return underway
}

type AskedState = 'unknown' | 'pending' | 'succeeded'

/**
 * Asks the provider for a planned refund on behalf of `name`. 409 refund_failed if it failed: the person who
 * asked reads why, and may ask again with the same Idempotency-Key. One that was refused at once is not listed
 * for the office; one the bank sent back is, however soon: its customer may have read that it was on its way.
 */
export async function askForRefund(
  call: OfficeCall,
  refund_id: string,
  name: string,
): Promise<AskedState> {
  const { app, actor, inOrgAll } = call
  try {
    const refund = await runRefund(app, actor.organization_id, refund_id)
    if (refund.state !== 'failed') return refund.state as AskedState
    await inOrgAll(async (tx) => {
      if (!refund.provider_id) await dropRefund(tx, refund_id)
      await forgetKey(tx, call, name)
    })
    throw refused('refund_failed', refund.error_sentence ?? 'Refund failed')
  } catch (fault) {
    if (!(fault instanceof Unknown)) throw fault
    // It may have gone through. Its row stays, the reconciler retries under the same key, and the
    // result appears once known.
    app.log.warn({ err: fault, refund_id }, 'a refund awaits an answer')
    return 'unknown'
  }
}

/**
 * Frees the Idempotency-Key of a refund the provider refused, so that the same key can be used
 * again.
 */
async function forgetKey(
  tx: OrgTx,
  { idempotency_key: key, actor }: OfficeCall,
  call: string,
): Promise<void> {
  if (key !== null) await forgetAnswer(tx, { person_id: actor.person_id, call, key })
}
