// Money going back: refunds and disputes.
import { find, laterSeconds, schedule, type Call, type Route } from './call.ts'
import { bookTransaction } from './balance.ts'
import { invalid, missing } from './errors.ts'
import { emit } from './events.ts'
import type { Row } from './store.ts'
import type { Behavior } from './test-cards.ts'
import { createdPage, expandOnly, listPage, mergeMetadata, newId, now } from './wire.ts'

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`

export const refundRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/refunds',
    params: {
      ...expandOnly,
      amount: 'integer',
      charge: 'string',
      payment_intent: 'string',
      metadata: 'metadata',
      reason: ['duplicate', 'fraudulent', 'requested_by_customer'],
      refund_application_fee: 'boolean',
    },
    run: (call) => {
      const charge = refundedCharge(call)
      const { params } = call
      const left = charge.amount - charge.amount_refunded
      if (charge.disputed)
        throw invalid(
          `Charge ${charge.id} has been charged back; cannot issue a refund.`,
          'charge_disputed',
        )
      if (left === 0)
        throw invalid(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded')
      const amount = params.amount === undefined || params.amount === '' ? left : params.amount
      if (amount < 1)
        throw invalid(
          'This value must be greater than or equal to 1.',
          'parameter_invalid_integer',
          'amount',
        )
      if (amount > left) {
        throw invalid(
          `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
          undefined,
          'amount',
        )
      }
      return refund(call, charge, amount)
    },
  },
  {
    method: 'GET',
    path: '/v1/refunds/{id}',
    params: expandOnly,
    run: (call, id) => find(call, 'refund', id),
  },
  {
    method: 'POST',
    path: '/v1/refunds/{id}',
    params: { ...expandOnly, metadata: 'metadata' },
    run: (call, id) => {
      const row = find(call, 'refund', id)
      const updated = call.tx.change(call.account, row, {
        metadata: mergeMetadata(row.metadata, call.params.metadata),
      })
      emit(call, 'refund.updated', updated)
      return updated
    },
  },
  {
    method: 'GET',
    path: '/v1/refunds',
    params: { ...createdPage, charge: 'string', payment_intent: 'string' },
    run: (call) =>
      listPage(
        '/v1/refunds',
        call.tx
          .list(call.account, 'refund')
          .filter(
            (row) =>
              (call.params.charge === undefined || row.charge === call.params.charge) &&
              (call.params.payment_intent === undefined ||
                row.payment_intent === call.params.payment_intent),
          ),
        call.params,
      ),
  },
]

function refundedCharge(call: Call): Row {
  const { charge: chargeId, payment_intent: intentId } = call.params
  if (!chargeId && !intentId)
    throw invalid(
      'One of the following params should be provided for this request: payment_intent or charge.',
    )
  if (chargeId && intentId)
    throw invalid(
      'You may only specify one of these parameters: charge, payment_intent.',
      'parameters_exclusive',
    )
  if (chargeId) {
    const charge = call.tx.object(call.account, chargeId)
    if (charge?.object !== 'charge') throw missing('charge', chargeId, 'charge')
    if (charge.status !== 'succeeded')
      throw invalid(
        `This charge cannot be refunded: its status is ${charge.status}.`,
        'charge_not_refundable',
      )
    return charge
  }
  const intent = call.tx.object(call.account, intentId)
  if (intent?.object !== 'payment_intent')
    throw missing('payment_intent', intentId, 'payment_intent')
  const charge = intent.latest_charge && call.tx.object(call.account, intent.latest_charge)
  if (charge?.status !== 'succeeded') {
    throw invalid(
      'This PaymentIntent does not have a successful charge to refund.',
      'payment_intent_unexpected_state',
      'payment_intent',
    )
  }
  return charge
}

function refund(call: Call, charge: Row, amount: number): Row {
  const method = call.tx.object(call.account, charge.payment_method)
  const behavior = (method?._behaviour ?? {}) as Behavior
  const isBank = charge.payment_method_details.type === 'us_bank_account'
  const pends = isBank || behavior.refundPends === true
  const row: Row = {
    id: newId(isBank ? 'pyr_' : 're_'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: isBank
      ? {
          type: 'us_bank_transfer',
          us_bank_transfer: { reference: null, reference_status: 'pending' },
        }
      : {
          card: {
            reference: newId('', 16),
            reference_status: 'available',
            reference_type: 'acquirer_reference_number',
            type: 'refund',
          },
          type: 'card',
        },
    metadata: mergeMetadata({}, call.params.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: call.params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: pends ? 'pending' : 'succeeded',
    transfer_reversal: null,
    ...(pends ? { pending_reason: 'processing' } : {}),
  }
  const feeBack = call.params.refund_application_fee
    ? giveBackApplicationFee(call, charge, amount)
    : 0
  row.balance_transaction = bookTransaction(call, {
    type: isBank ? 'payment_refund' : 'refund',
    amount: -amount,
    currency: charge.currency,
    description: `REFUND FOR ${charge.id}`,
    source: row.id,
    reporting: 'refund',
    fees:
      feeBack === 0
        ? []
        : [
            {
              amount: -feeBack,
              application: charge.application,
              currency: charge.currency,
              description: null,
              type: 'application_fee',
            },
          ],
  }).id
  call.tx.put(call.account, row)
  const refundedAmount = charge.amount_refunded + amount
  const updated = call.tx.change(call.account, charge, {
    amount_refunded: refundedAmount,
    refunded: refundedAmount === charge.amount,
  })
  emit(call, 'refund.created', row)
  emit(call, 'charge.refunded', updated, {
    amount_refunded: charge.amount_refunded,
    refunded: charge.refunded,
  })
  const later = Date.now() + laterSeconds * 1000
  if (behavior.refundFails) schedule(call, { kind: 'refund_fails', due: later, subject: row.id })
  else if (pends) schedule(call, { kind: 'refund_settles', due: later, subject: row.id })
  return row
}

function giveBackApplicationFee(call: Call, charge: Row, amount: number): number {
  const fee = charge.application_fee && call.tx.object(call.platform, charge.application_fee)
  if (!fee) return 0
  const left = fee.amount - fee.amount_refunded
  const back = Math.min(left, Math.round((fee.amount * amount) / charge.amount))
  if (back === 0) return 0
  call.tx.change(call.platform, fee, {
    amount_refunded: fee.amount_refunded + back,
    refunded: fee.amount_refunded + back === fee.amount,
  })
  bookTransaction(
    { ...call, account: call.platform },
    {
      type: 'application_fee_refund',
      amount: -back,
      currency: fee.currency,
      description: null,
      source: fee.id,
      fees: [],
    },
  )
  return back
}

/** A pending refund arrived. */
export function settleRefund(call: Call, row: Row): void {
  if (row.status !== 'pending') return
  const { pending_reason: _reason, ...rest } = row
  const settled = call.tx.put(call.account, { ...rest, status: 'succeeded' })
  emit(call, 'refund.updated', settled, { status: 'pending' })
}

/**
 * The customer's bank returned the refund; the amount goes back to the account's balance and the
 * charge.
 */
export function failRefund(call: Call, row: Row): void {
  if (row.status === 'failed' || row.status === 'canceled') return
  const isBank = row.id.startsWith('pyr_')
  const transaction = bookTransaction(call, {
    type: isBank ? 'payment_failure_refund' : 'refund_failure',
    amount: row.amount,
    currency: row.currency,
    description: `REFUND FAILURE FOR ${row.charge}`,
    source: row.id,
    fees: [],
    isAvailable: true,
    reporting: 'refund_failure',
  })
  const failed = call.tx.change(call.account, row, {
    status: 'failed',
    failure_reason: isBank ? 'unknown' : 'expired_or_canceled_card',
    failure_balance_transaction: transaction.id,
  })
  const charge = call.tx.object(call.account, row.charge)!
  call.tx.change(call.account, charge, {
    amount_refunded: charge.amount_refunded - row.amount,
    refunded: false,
  })
  emit(call, 'refund.failed', failed, { status: row.status })
  emit(call, 'refund.updated', failed, { status: row.status })
  emit(call, 'charge.updated', call.tx.object(call.account, charge.id)!, {
    amount_refunded: charge.amount_refunded,
  })
}
