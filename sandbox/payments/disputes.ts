import { find, type Call, type Route } from './call.ts'
import { bookTransaction } from './balance.ts'
import { invalid } from './errors.ts'
import { emit } from './events.ts'
import type { Row } from './store.ts'
import type { Behavior } from './test-cards.ts'
import { createdPage, expandOnly, listPage, newId, now, type Fields } from './wire.ts'

const noEvidence: Fields = {
  ...Object.fromEntries(
    [
      'access_activity_log',
      'billing_address',
      'cancellation_policy',
      'cancellation_policy_disclosure',
      'cancellation_rebuttal',
      'customer_communication',
      'customer_email_address',
      'customer_name',
      'customer_purchase_ip',
      'customer_signature',
      'duplicate_charge_documentation',
      'duplicate_charge_explanation',
      'duplicate_charge_id',
      'product_description',
      'receipt',
      'refund_policy',
      'refund_policy_disclosure',
      'refund_refusal_explanation',
      'service_date',
      'service_documentation',
      'shipping_address',
      'shipping_carrier',
      'shipping_date',
      'shipping_documentation',
      'shipping_tracking_number',
      'uncategorized_file',
      'uncategorized_text',
    ].map((name) => [name, null]),
  ),
  enhanced_evidence: {},
}

/**
 * The customer's bank takes the money back. A returned bank debit is lost immediately; a card
 * dispute can be contested.
 */
export function raiseDispute(call: Call, charge: Row, reason?: string): Row {
  if (charge.status !== 'succeeded') throw invalid('Only a succeeded charge can be disputed.')
  if (charge.disputed) throw invalid('This charge is disputed already.', 'charge_disputed')
  const isBank = charge.payment_method_details.type === 'us_bank_account'
  const method = call.tx.object(call.account, charge.payment_method)
  const why =
    reason ??
    (isBank
      ? 'insufficient_funds'
      : ((method?._behaviour as Behavior | undefined)?.disputed ?? 'fraudulent'))
  const amount = charge.amount - charge.amount_refunded
  const id = newId(isBank ? 'pdp_' : 'dp_')
  const transaction = bookTransaction(call, {
    type: isBank ? 'payment_failure_refund' : 'adjustment',
    amount: -amount,
    currency: charge.currency,
    description: `Chargeback withdrawal for ${charge.id}`,
    source: id,
    reporting: 'dispute',
    fees: isBank
      ? []
      : [
          {
            amount: 1500,
            application: null,
            currency: charge.currency,
            description: 'Dispute fee',
            type: 'stripe_fee',
          },
        ],
  })
  const dispute: Row = {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [transaction],
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: isBank ? null : now() + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: isBank ? 'R01' : '10.4',
    payment_intent: charge.payment_intent,
    payment_method_details: isBank
      ? { type: 'us_bank_account' }
      : {
          card: {
            brand: charge.payment_method_details.card.brand,
            case_type: 'chargeback',
            network: charge.payment_method_details.card.network,
            network_reason_code: '10.4',
          },
          type: 'card',
        },
    reason: why,
    status: isBank ? 'lost' : 'needs_response',
  }
  call.tx.put(call.account, dispute)
  const disputed = call.tx.change(call.account, charge, { disputed: true })
  emit(call, 'charge.dispute.created', dispute)
  emit(call, 'charge.dispute.funds_withdrawn', dispute)
  if (isBank) emit(call, 'charge.dispute.closed', dispute)
  emit(call, 'charge.updated', disputed, { disputed: false })
  return dispute
}

/** Ends an open card dispute. If won, the money comes back but not the fee. */
export function closeDispute(call: Call, dispute: Row, isWon: boolean): Row {
  if (!['needs_response', 'under_review'].includes(dispute.status))
    throw invalid('This dispute is closed already.')
  const transactions = dispute.balance_transactions as Fields[]
  const back = isWon
    ? [
        bookTransaction(call, {
          type: 'adjustment',
          amount: dispute.amount,
          currency: dispute.currency,
          description: `Chargeback reversal for ${dispute.charge}`,
          source: dispute.id,
          fees: [],
          isAvailable: true,
          reporting: 'dispute_reversal',
        }),
      ]
    : []
  const closed = call.tx.change(call.account, dispute, {
    status: isWon ? 'won' : 'lost',
    balance_transactions: [...transactions, ...back],
  })
  emit(call, 'charge.dispute.closed', closed, { status: dispute.status })
  if (isWon) emit(call, 'charge.dispute.funds_reinstated', closed)
  return closed
}

/** Takes the business's side; once submitted, it waits for the bank. */
function answerDispute(call: Call, dispute: Row): Row {
  if (dispute.status !== 'needs_response') throw invalid('This dispute takes no more evidence.')
  const isSubmitted = call.params.submit !== false
  const answered = call.tx.change(call.account, dispute, {
    evidence: { ...dispute.evidence, ...call.params.evidence },
    evidence_details: {
      ...dispute.evidence_details,
      has_evidence: true,
      submission_count: dispute.evidence_details.submission_count + (isSubmitted ? 1 : 0),
    },
    ...(isSubmitted ? { status: 'under_review' } : {}),
  })
  emit(call, 'charge.dispute.updated', answered, { status: dispute.status })
  return answered
}

export const disputeRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/disputes/{id}',
    params: expandOnly,
    run: (call, id) => find(call, 'dispute', id),
  },
  {
    method: 'GET',
    path: '/v1/disputes',
    params: { ...createdPage, charge: 'string', payment_intent: 'string' },
    run: (call) =>
      listPage(
        '/v1/disputes',
        call.tx
          .list(call.account, 'dispute')
          .filter(
            (row) =>
              (call.params.charge === undefined || row.charge === call.params.charge) &&
              (call.params.payment_intent === undefined ||
                row.payment_intent === call.params.payment_intent),
          ),
        call.params,
      ),
  },
  {
    method: 'POST',
    path: '/v1/disputes/{id}',
    params: { ...expandOnly, evidence: 'any', submit: 'boolean', metadata: 'metadata' },
    run: (call, id) => answerDispute(call, find(call, 'dispute', id)),
  },
  {
    method: 'POST',
    path: '/v1/disputes/{id}/close',
    params: expandOnly,
    run: (call, id) => closeDispute(call, find(call, 'dispute', id), false),
  },
]
