// A new subscription with every field the API shows.
import type { Call } from './call.ts'
import { missing } from './errors.ts'
import type { Row } from './store.ts'
import { mergeMetadata, type Fields } from './wire.ts'

type NewSubscription = {
  id: string
  items: Fields[]
  start: number
  trialEnd: number | null
  anchor: number
}

/** Why a subscription ends, before anybody said so. */
export const noReason = { comment: null, feedback: null, feedback_option: null, reason: null }

/** Stores nothing. `anchor` is when full periods begin; times are Unix seconds. */
export function blankSubscription(call: Call, about: NewSubscription): Row {
  const { params } = call
  const { id, items, start, trialEnd, anchor } = about
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: anchor,
    billing_cycle_anchor_config: params.billing_cycle_anchor_config
      ? {
          day_of_month: params.billing_cycle_anchor_config.day_of_month,
          hour: null,
          minute: null,
          month: null,
          second: null,
        }
      : null,
    billing_mode: { flexible: null, type: 'flexible' },
    billing_schedules: [],
    _prorates: params.proration_behavior !== 'none',
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: params.cancel_at_period_end ?? false,
    canceled_at: null,
    cancellation_details: noReason,
    collection_method: 'charge_automatically',
    created: start,
    currency: items[0]!.price.currency,
    customer: params.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: ownMethod(call, params.customer, params.default_payment_method),
    default_source: null,
    default_tax_rates: [],
    description: params.description || null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: items,
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: mergeMetadata({}, params.metadata),
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: params.payment_settings?.save_default_payment_method ?? 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: start,
    status: trialEnd !== null ? 'trialing' : 'active',
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: trialEnd !== null ? start : null,
  }
}

export function ownMethod(call: Call, customer: string, id: string | undefined): string | null {
  if (!id) return null
  const method = call.tx.object(call.account, id)
  if (method?.object !== 'payment_method' || method.customer !== customer)
    throw missing('PaymentMethod', id, 'default_payment_method', 400)
  return id
}
