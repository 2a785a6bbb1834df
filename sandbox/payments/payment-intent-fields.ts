// The fields of a PaymentIntent: accepted parameters, defaults, and updates.
import type { Call } from './call.ts'
import { invalid, missing } from './errors.ts'
import { allowedTypes, clientSecret, confirmShape } from './intents.ts'
import type { Row } from './store.ts'
import { mergeMetadata, newId, now } from './wire.ts'
import type { Fields, Shape } from './wire.ts'

const shippingShape: Shape = {
  address: {
    fields: {
      city: 'string',
      country: 'string',
      line1: 'string',
      line2: 'string',
      postal_code: 'string',
      state: 'string',
    },
  },
  name: 'string',
  phone: 'string',
  carrier: 'string',
  tracking_number: 'string',
}

export const amountShape: Shape = {
  amount: 'integer',
  currency: 'string',
  application_fee_amount: 'integer',
  customer: 'string',
  description: 'string',
  metadata: 'metadata',
  receipt_email: 'string',
  setup_future_usage: ['off_session', 'on_session'],
  shipping: { fields: shippingShape },
  statement_descriptor: 'string',
  statement_descriptor_suffix: 'string',
  transfer_group: 'string',
  // Capturing later is not supported, so `manual` is rejected instead of ignored.
  capture_method: ['automatic', 'automatic_async'],
}

export const paymentConfirm: Shape = {
  ...confirmShape,
  off_session: 'string',
  error_on_requires_action: 'boolean',
  mandate: 'string',
  receipt_email: 'string',
  setup_future_usage: ['off_session', 'on_session'],
  shipping: { fields: shippingShape },
}

/** A new PaymentIntent; amount and currency come from the parameters. */
export function blankIntent(call: Call): Row {
  const id = newId('pi_')
  return {
    id,
    object: 'payment_intent',
    ...allowedTypes(call),
    amount: call.params.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: call.account === call.platform ? null : `ca_${call.platform.slice(5)}`,
    application_fee_amount: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: call.params.capture_method ?? 'automatic_async',
    client_secret: clientSecret(id),
    confirmation_method: 'automatic',
    created: now(),
    currency: call.params.currency.toLowerCase(),
    customer: null,
    customer_account: null,
    description: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  }
}

/** The smallest amount that can be charged, in the currency's smallest unit. */
const smallest: Record<string, number> = { usd: 50, cad: 50, eur: 50, gbp: 30, aud: 50 }

export function changedFields(call: Call, intent: Row): Fields {
  const { params } = call
  const changes: Fields = {}
  const currency = (params.currency ?? intent.currency).toLowerCase()
  const amount = params.amount ?? intent.amount
  if (smallest[currency] === undefined)
    throw invalid(`Invalid currency: ${currency}.`, undefined, 'currency')
  if (amount < 1)
    throw invalid(
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
      'amount',
    )
  if (amount < smallest[currency]) {
    throw invalid(
      `Amount must be at least $0.${smallest[currency]} ${currency}`,
      'amount_too_small',
      'amount',
    )
  }
  if (amount > 99_999_999)
    throw invalid('Amount must be no more than $999,999.99', 'amount_too_large', 'amount')
  Object.assign(changes, { amount, currency })
  if (params.customer) {
    const customer = call.tx.object(call.account, params.customer)
    if (customer?.object !== 'customer' || customer.deleted)
      throw missing('customer', params.customer, 'customer', 400)
    changes.customer = params.customer
  }
  if (params.application_fee_amount !== undefined) {
    const fee = params.application_fee_amount === '' ? null : params.application_fee_amount
    if (fee !== null && call.account === call.platform) {
      throw invalid(
        "Can only apply an application_fee_amount when the PaymentIntent is a direct payment (using the connected account's context).",
        'application_fees_not_allowed',
        'application_fee_amount',
      )
    }
    if (fee !== null && (fee < 0 || fee > amount)) {
      throw invalid(
        'The application_fee_amount must not be greater than the amount.',
        undefined,
        'application_fee_amount',
      )
    }
    changes.application_fee_amount = fee || null
  }
  for (const name of [
    'description',
    'receipt_email',
    'setup_future_usage',
    'shipping',
    'statement_descriptor',
    'statement_descriptor_suffix',
    'transfer_group',
  ]) {
    if (params[name] !== undefined) changes[name] = params[name] || null
  }
  if (params.metadata !== undefined)
    changes.metadata = mergeMetadata(intent.metadata, params.metadata)
  return changes
}
