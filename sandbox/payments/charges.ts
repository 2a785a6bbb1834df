// Charges: each attempt to take money, and the processor's fee.
import { find, laterSeconds, schedule } from './call.ts'
import type { Call, Route } from './call.ts'
import { bookTransaction } from './balance.ts'
import { emit } from './events.ts'
import type { Row } from './store.ts'
import type { Behavior, Decline } from './test-cards.ts'
import { createdPage, expandOnly, listPage, mergeMetadata, newId, now } from './wire.ts'
import type { Fields, Includable } from './wire.ts'

/** Cards 2.9% and 30 cents; bank debits 0.8%, at most 5 dollars. */
export function processingFee(amount: number, type: string): number {
  return type === 'us_bank_account'
    ? Math.min(500, Math.round(amount * 0.008))
    : Math.round(amount * 0.029) + 30
}

export function makeCharge(call: Call, intent: Row, method: Row): Row {
  const id = newId(method.type === 'us_bank_account' ? 'py_' : 'ch_')
  const charge: Row = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: intent.application,
    application_fee: null,
    application_fee_amount: intent.application_fee_amount,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: intent.statement_descriptor ?? 'SANDBOX',
    captured: false,
    created: now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: false,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: methodDetails(method, intent.amount),
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: 'pending',
    transfer_data: null,
    transfer_group: intent.transfer_group,
    _receiptSecret: newId('', 20),
  }
  return call.tx.put(call.account, charge)
}

export function failCharge(call: Call, charge: Row, decline: Decline): Row {
  const failed = call.tx.change(call.account, charge, {
    status: 'failed',
    failure_code: decline.code,
    failure_message: decline.message,
    outcome: {
      advice_code: ['insufficient_funds', 'processing_error', 'generic_decline'].includes(
        decline.decline_code,
      )
        ? 'try_again_later'
        : 'do_not_try_again',
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'declined_by_network',
      reason: decline.decline_code,
      risk_level: 'normal',
      seller_message: 'The bank did not return any further details with this decline.',
      type: 'issuer_declined',
    },
  })
  emit(call, 'charge.failed', failed)
  return failed
}

export function succeedCharge(call: Call, charge: Row, method: Row): Row {
  const behavior = method._behaviour as Behavior
  const processorFee = processingFee(charge.amount, method.type)
  const applicationFee = charge.application_fee_amount ? takeApplicationFee(call, charge) : null
  const transaction = bookTransaction(call, {
    type: method.type === 'us_bank_account' ? 'payment' : 'charge',
    amount: charge.amount,
    currency: charge.currency,
    description: charge.description,
    source: charge.id,
    isAvailable: behavior.available === true,
    fees: [
      {
        amount: processorFee,
        application: null,
        currency: charge.currency,
        description: 'Stripe processing fees',
        type: 'stripe_fee',
      },
      ...(applicationFee
        ? [
            {
              amount: applicationFee.amount,
              application: charge.application,
              currency: charge.currency,
              description: null,
              type: 'application_fee',
            },
          ]
        : []),
    ],
  })
  const paid = call.tx.change(call.account, charge, {
    status: 'succeeded',
    paid: true,
    captured: true,
    amount_captured: charge.amount,
    balance_transaction: transaction.id,
    application_fee: applicationFee?.id ?? null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: method.type === 'card' ? 'normal' : 'not_assessed',
      seller_message: 'Payment complete.',
      type: 'authorized',
    },
    receipt_number: null,
    receipt_url: call.pageUrl(
      `/receipt/${call.account}/${charge.id}?secret=${charge._receiptSecret}`,
    ),
  })
  emit(call, 'charge.succeeded', paid)
  if (behavior.disputed)
    schedule(call, { kind: 'dispute', due: Date.now() + laterSeconds * 1000, subject: charge.id })
  return paid
}

function takeApplicationFee(call: Call, charge: Row): Row {
  const fee: Row = {
    id: newId('fee_'),
    object: 'application_fee',
    account: call.account,
    amount: charge.application_fee_amount,
    amount_refunded: 0,
    application: charge.application,
    balance_transaction: null,
    charge: charge.id,
    created: now(),
    currency: charge.currency,
    fee_source: { charge: charge.id, type: 'charge' },
    livemode: false,
    originating_transaction: null,
    refunded: false,
    refunds: {
      object: 'list',
      data: [],
      has_more: false,
      url: '/v1/application_fees/refunds',
    },
  }
  const transaction = bookTransaction(
    { ...call, account: call.platform },
    {
      type: 'application_fee',
      amount: fee.amount,
      currency: fee.currency,
      description: null,
      source: fee.id,
      fees: [],
    },
  )
  fee.balance_transaction = transaction.id
  call.tx.put(call.platform, fee)
  emit(call, 'application_fee.created', fee, undefined, call.platform)
  return fee
}

function methodDetails(method: Row, amount: number): Fields {
  if (method.type === 'us_bank_account') {
    const { account_holder_type, account_type, bank_name, fingerprint, last4, routing_number } =
      method.us_bank_account
    return {
      type: 'us_bank_account',
      us_bank_account: {
        account_holder_type,
        account_type,
        bank_name,
        fingerprint,
        last4,
        payment_reference: null,
        routing_number,
      },
    }
  }
  const {
    brand,
    checks,
    country,
    exp_month,
    exp_year,
    fingerprint,
    funding,
    last4,
    regulated_status,
    wallet,
  } = method.card
  return {
    type: 'card',
    card: {
      amount_authorized: amount,
      authorization_code: newId('', 6).toUpperCase(),
      brand,
      checks,
      country,
      electronic_commerce_indicator: null,
      exp_month,
      exp_year,
      fingerprint,
      funding,
      installments: null,
      last4,
      mandate: null,
      network: brand,
      network_token: { used: false },
      network_transaction_id: newId('', 15).toUpperCase(),
      regulated_status,
      three_d_secure: method._isAuthenticated
        ? { authentication_flow: 'challenge', result: 'authenticated', version: '2.2.0' }
        : null,
      transaction_link_id: null,
      wallet,
    },
  }
}

export const chargeRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/charges/{id}',
    params: expandOnly,
    run: (call, id) => find(call, 'charge', id),
  },
  {
    method: 'POST',
    path: '/v1/charges/{id}',
    params: { ...expandOnly, description: 'string', metadata: 'metadata', receipt_email: 'string' },
    run: (call, id) => {
      const charge = find(call, 'charge', id)
      const { description, metadata, receipt_email: email } = call.params
      const updated = call.tx.change(call.account, charge, {
        ...(description !== undefined ? { description: description || null } : {}),
        ...(metadata !== undefined ? { metadata: mergeMetadata(charge.metadata, metadata) } : {}),
        ...(email !== undefined ? { receipt_email: email || null } : {}),
      })
      emit(call, 'charge.updated', updated)
      return updated
    },
  },
  {
    method: 'GET',
    path: '/v1/charges',
    params: {
      ...createdPage,
      customer: 'string',
      payment_intent: 'string',
      transfer_group: 'string',
    },
    run: (call) => {
      const rows = call.tx
        .list(call.account, 'charge')
        .filter((row) =>
          ['customer', 'payment_intent', 'transfer_group'].every(
            (name) => call.params[name] === undefined || row[name] === call.params[name],
          ),
        )
      return listPage('/v1/charges', rows, call.params)
    },
  },
  {
    method: 'GET',
    path: '/v1/application_fees/{id}',
    params: expandOnly,
    run: (call, id) => find(call, 'application_fee', id),
  },
  {
    method: 'GET',
    path: '/v1/application_fees',
    params: { ...createdPage, charge: 'string' },
    run: (call) =>
      listPage(
        '/v1/application_fees',
        call.tx
          .list(call.account, 'application_fee')
          .filter((row) => call.params.charge === undefined || row.charge === call.params.charge),
        call.params,
      ),
  },
]

/** Parts of objects that are omitted unless requested. */
export const includable = (call: Call): Includable => ({
  charge: {
    refunds: (charge) =>
      listPage(
        `/v1/charges/${charge.id}/refunds`,
        call.tx.list(call.account, 'refund').filter((refund) => refund.charge === charge.id),
        { limit: 100 },
      ),
  },
  price: { tiers: (price) => price._tiers ?? null },
  customer: {
    subscriptions: (customer) =>
      listPage(
        `/v1/customers/${customer.id}/subscriptions`,
        call.tx
          .list(call.account, 'subscription')
          .filter((row) => row.customer === customer.id && row.status !== 'canceled'),
        {},
      ),
    sources: (customer) => listPage(`/v1/customers/${customer.id}/sources`, [], {}),
  },
  invoice: {
    confirmation_secret: (invoice) => {
      const intent = invoice._paymentIntent && call.tx.object(call.account, invoice._paymentIntent)
      return intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null
    },
    payments: (invoice) => ({
      object: 'list',
      has_more: false,
      url: `/v1/invoice_payments?invoice=${invoice.id}`,
      data: invoice._paymentIntent
        ? [
            {
              id: `inpay_${invoice.id.slice(3)}`,
              object: 'invoice_payment',
              amount_paid: invoice.amount_paid || null,
              amount_requested: invoice.amount_due,
              created: invoice.created,
              currency: invoice.currency,
              invoice: invoice.id,
              is_default: true,
              livemode: false,
              payment: { type: 'payment_intent', payment_intent: invoice._paymentIntent },
              status: invoice.status === 'paid' ? 'paid' : 'open',
              status_transitions: {
                canceled_at: null,
                paid_at: invoice.status_transitions.paid_at,
              },
            },
          ]
        : [],
    }),
  },
})
