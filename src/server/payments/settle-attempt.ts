import type { OrgTx } from '../db/door.ts'
import type { InvoiceRow } from '../invoices/row.ts'
import type { PaymentIntent } from '../outside/stripe.ts'
import { openAttempt, type AttemptRow } from './attempts.ts'
import { insertPageAttempt, setAttempt } from './write-attempts.ts'
import { idOf } from '../outside/id-of.ts'

/**
 * Settles the attempt behind this payment. If no open attempt matches, the customer paid on the pay
 * page, and any open attempt of ours lost the race.
 */
export async function settleAttempt(
  tx: OrgTx,
  about: {
    invoice: InvoiceRow
    row: string
    intent: PaymentIntent
    attempt: AttemptRow | undefined
    charge: string
    state: 'succeeded' | 'processing'
    next_check_at: string | null
  },
): Promise<void> {
  const { invoice, row, intent, attempt, charge, state, next_check_at } = about
  const payment_method_id = idOf(intent.payment_method)
  if (
    attempt &&
    (attempt.provider_charge_id === charge ||
      (attempt.provider_charge_id === null && attempt.payment_method_id === payment_method_id))
  ) {
    return setAttempt(tx, attempt.id, { state, provider_charge_id: charge, next_check_at })
  }
  const known = await tx
    .selectFrom('charge_attempts')
    .select(['id', 'state'])
    .where('provider_charge_id', '=', charge)
    .executeTakeFirst()
  if (known?.state === state) return
  // A second payment next to an open attempt gets no attempt of its own; it is refunded once it
  // succeeds.
  if (state === 'processing' && !attempt && (await openAttempt(tx, invoice.id))) return
  if (known) return setAttempt(tx, known.id, { state, next_check_at })
  if (attempt)
    await setAttempt(tx, attempt.id, {
      state: 'abandoned',
      error_sentence: 'The customer paid on the payment page.',
    })
  await insertPageAttempt(tx, {
    invoice_id: invoice.id,
    payment_intent_row: row,
    payment_method_id,
    charge,
    state,
    next_check_at,
  })
}
