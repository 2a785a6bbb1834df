import { find, schedule, type Call } from './call.ts'
import { ApiError, invalid } from './errors.ts'
import { emit } from './events.ts'
import { draftInvoice, finalizeInvoice, voidInvoice } from './invoices.ts'
import { blankIntent } from './payment-intent-fields.ts'
import { confirmPayment } from './payment-intents.ts'
import { periodAfter, shareOfPeriod } from './periods.ts'
import { noReason } from './subscription-fields.ts'
import type { Row } from './store.ts'
import { linesFor } from './subscription-items.ts'
import { now, type Fields } from './wire.ts'

/** The period is over: the next one begins and is charged, or the subscription ends. */
export function renewSubscription(call: Call, subscription: Row, at?: number): void {
  const first = subscription.items.data[0]
  if (['canceled', 'incomplete', 'incomplete_expired'].includes(subscription.status)) return
  if (subscription.cancel_at_period_end) {
    endSubscription(call, subscription, 'cancellation_requested')
    return
  }
  const start = at ?? first.current_period_end
  const anchor = subscription.billing_cycle_anchor
  const end = anchor > start ? anchor : periodAfter(anchor, first.price.recurring, start)
  const items = subscription.items.data.map((one: Fields) => ({
    ...one,
    current_period_start: start,
    current_period_end: end,
  }))
  const renewed = call.tx.change(call.account, subscription, {
    items: { ...subscription.items, data: items },
    status: 'active',
    trial_end: at !== undefined ? at : subscription.trial_end,
  })
  const stub = subscription._prorates ? shareOfPeriod(first, start, anchor) : 0
  const share = anchor > start ? stub : 1
  const invoice = finalizeInvoice(
    call,
    draftInvoice(call, renewed, linesFor(items, { start, end }, share), 'subscription_cycle'),
  )
  const billed = call.tx.change(call.account, renewed, { latest_invoice: invoice.id })
  const isPaused = subscription.pause_collection !== null
  emit(call, 'customer.subscription.updated', billed, {
    status: subscription.status,
    items: subscription.items,
  })
  scheduleRenewal(call, billed)
  if (invoice.status !== 'open') return
  if (isPaused) voidInvoice(call, invoice)
  else collect(call, invoice, 'past_due')
}

/**
 * Charges an open invoice to the saved method. The caller decides what a failure means: an error or
 * a status.
 */
export function collect(
  call: Call,
  invoice: Row,
  onFailure: 'error' | 'incomplete' | 'past_due',
): Row {
  const subscription = find(call, 'subscription', invoice.parent.subscription_details.subscription)
  const customer = find(call, 'customer', invoice.customer)
  const method =
    invoice.default_payment_method ??
    subscription.default_payment_method ??
    customer.invoice_settings.default_payment_method
  if (!method && onFailure !== 'past_due') {
    throw invalid(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      'resource_missing',
    )
  }
  const intent = prepareIntent(call, invoice)
  try {
    if (!method)
      throw new ApiError(402, { type: 'card_error', message: 'There is no payment method.' }, true)
    const after = confirmPayment(
      { ...call, params: { payment_method: method, off_session: 'true' } },
      intent,
    )
    if (after.status === 'succeeded' || after.status === 'processing')
      return find(call, 'invoice', invoice.id)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 402) throw error
    // A subscription that must not be incomplete is not created at all, and its failed charge is
    // dropped.
    if (onFailure === 'error')
      throw new ApiError(
        error.status,
        error.fields,
        invoice.billing_reason !== 'subscription_create',
      )
  }
  const failed = call.tx.change(call.account, find(call, 'invoice', invoice.id), {
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    next_payment_attempt: onFailure === 'past_due' ? now() + 3 * 86_400 : null,
  })
  if (failed.next_payment_attempt)
    schedule(call, {
      kind: 'bill_again',
      due: failed.next_payment_attempt * 1000,
      subject: failed.id,
    })
  emit(call, 'invoice.payment_failed', failed)
  const current = find(call, 'subscription', subscription.id)
  const waiting = call.tx.change(call.account, current, { status: onFailure })
  if (onFailure === 'past_due')
    emit(call, 'customer.subscription.updated', waiting, { status: current.status })
  return failed
}

/** The payment intent of an invoice, created if needed. */
export function prepareIntent(call: Call, invoice: Row): Row {
  const old = invoice._paymentIntent && call.tx.object(call.account, invoice._paymentIntent)
  if (old) return old
  const made = call.tx.put(call.account, {
    ...blankIntent({ ...call, params: { amount: invoice.total, currency: invoice.currency } }),
    customer: invoice.customer,
    description: 'Subscription',
    setup_future_usage: 'off_session',
    _invoice: invoice.id,
  })
  call.tx.change(call.account, invoice, { _paymentIntent: made.id })
  emit(call, 'payment_intent.created', made)
  return made
}

export function endSubscription(call: Call, subscription: Row, reason: string): Row {
  const ended = call.tx.change(call.account, subscription, {
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now(),
    ended_at: now(),
    cancellation_details: {
      ...noReason,
      ...call.params.cancellation_details,
      reason,
    },
  })
  emit(call, 'customer.subscription.deleted', ended)
  return ended
}

export const scheduleRenewal = (call: Call, subscription: Row): void =>
  schedule(call, {
    kind: 'renewal',
    due: subscription.items.data[0].current_period_end * 1000,
    subject: subscription.id,
  })
