// The platform's own billing: one subscription per organization, charged automatically, without prorations.
import { find, schedule } from './call.ts'
import type { Call, Route } from './call.ts'
import { ApiError, invalid, missing, required } from './errors.ts'
import { emit } from './events.ts'
import { draftInvoice, finalizeInvoice, invoiceReadRoutes } from './invoices.ts'
import { blankIntent } from './payment-intent-fields.ts'
import { confirmPayment } from './payment-intents.ts'
import { nextDayOfMonth, periodAfter, shareOfPeriod } from './periods.ts'
import { priceRoutes } from './prices.ts'
import type { Row } from './store.ts'
import { changedItems, linesFor, newItem } from './subscription-items.ts'
import { createdPage, expandOnly, listPage, mergeMetadata, newId, now } from './wire.ts'
import type { Fields, Shape } from './wire.ts'

const item: Shape = { id: 'string', price: 'string', quantity: 'integer', metadata: 'metadata', deleted: 'boolean' }

const anchorConfig: Shape = { day_of_month: 'integer', month: 'integer', hour: 'integer', minute: 'integer', second: 'integer' }

const settings: Shape = {
  ...expandOnly,
  cancel_at_period_end: 'boolean',
  collection_method: ['charge_automatically'],
  default_payment_method: 'string',
  description: 'string',
  items: { list: { fields: item } },
  metadata: 'metadata',
  off_session: 'boolean',
  payment_behavior: ['allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'],
  payment_settings: 'any',
  proration_behavior: ['always_invoice', 'create_prorations', 'none'],
  trial_end: 'string',
  trial_settings: 'any',
  cancellation_details: { fields: { comment: 'string', feedback: 'string' } },
}

export const subscriptionRoutes: Route[] = [
  ...priceRoutes,
  ...invoiceReadRoutes,
  {
    method: 'POST',
    path: '/v1/subscriptions',
    params: {
      ...settings,
      customer: 'string',
      currency: 'string',
      trial_period_days: 'integer',
      billing_cycle_anchor: 'integer',
      billing_cycle_anchor_config: { fields: anchorConfig },
      billing_mode: 'any',
    },
    run: createSubscription,
  },
  { method: 'GET', path: '/v1/subscriptions/{id}', params: expandOnly, run: (call, id) => find(call, 'subscription', id) },
  { method: 'POST', path: '/v1/subscriptions/{id}', params: settings, run: (call, id) => updateSubscription(call, find(call, 'subscription', id)) },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/{id}',
    params: { ...expandOnly, cancellation_details: settings.cancellation_details!, invoice_now: 'boolean', prorate: 'boolean' },
    run: (call, id) => endSubscription(call, openSubscription(call, id), 'cancellation_requested'),
  },
  {
    method: 'GET',
    path: '/v1/subscriptions',
    params: { ...createdPage, customer: 'string', price: 'string', status: 'string' },
    run: (call) => {
      const { customer, price, status } = call.params
      const rows = call.tx
        .list(call.account, 'subscription')
        .filter(
          (row) =>
            (customer === undefined || row.customer === customer) &&
            (price === undefined || row.items.data.some((one: Fields) => one.price.id === price)) &&
            (status === 'all' || (status === undefined ? row.status !== 'canceled' : row.status === status)),
        )
      return listPage('/v1/subscriptions', rows, call.params)
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/create_preview',
    params: {
      ...expandOnly,
      customer: 'string',
      currency: 'string',
      subscription: 'string',
      preview_mode: ['next', 'recurring'],
      subscription_details: {
        fields: {
          items: { list: { fields: item } },
          billing_cycle_anchor_config: 'any',
          billing_cycle_anchor: 'string',
          cancel_at_period_end: 'boolean',
          proration_behavior: ['always_invoice', 'create_prorations', 'none'],
          trial_end: 'string',
          start_date: 'integer',
        },
      },
    },
    run: previewInvoice,
  },
  {
    method: 'POST',
    path: '/v1/invoices/{id}/pay',
    params: { ...expandOnly, payment_method: 'string', off_session: 'boolean' },
    run: (call, id) => {
      const invoice = find(call, 'invoice', id)
      if (invoice.status === 'paid') throw invalid('Invoice is already paid', 'invoice_already_paid')
      if (call.params.payment_method) call.tx.change(call.account, invoice, { default_payment_method: call.params.payment_method })
      return collect(call, find(call, 'invoice', id), 'error')
    },
  },
  {
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    params: { ...expandOnly, customer: 'string', return_url: 'string', configuration: 'string', locale: 'string', flow_data: 'any', on_behalf_of: 'string' },
    run: (call) => {
      if (!call.params.customer) throw required('customer')
      find(call, 'customer', call.params.customer, 'customer', 400)
      return {
        id: newId('bps_1', 23),
        object: 'billing_portal.session',
        configuration: call.params.configuration ?? 'bpc_sandbox',
        created: now(),
        customer: call.params.customer,
        customer_account: null,
        flow: null,
        livemode: false,
        locale: null,
        on_behalf_of: null,
        return_url: call.params.return_url ?? null,
        // The sandbox has no portal of its own; its link leads back.
        url: call.params.return_url ?? call.pageUrl('/portal'),
      }
    },
  },
]

function createSubscription(call: Call): Row {
  const { params } = call
  if (!params.customer) throw required('customer')
  find(call, 'customer', params.customer, 'customer', 400)
  if (!params.items?.length) throw required('items')
  const start = now()
  const trialEnd =
    params.trial_end && params.trial_end !== 'now' ? Number(params.trial_end) : params.trial_period_days ? start + params.trial_period_days * 86_400 : null
  if (trialEnd !== null && !(trialEnd > start)) throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', undefined, 'trial_end')
  const id = newId('sub_1', 23)
  const items = (params.items as Fields[]).map((given) => newItem(call, id, given))
  const anchor = params.billing_cycle_anchor_config
    ? nextDayOfMonth(params.billing_cycle_anchor_config, trialEnd ?? start)
    : (params.billing_cycle_anchor ?? trialEnd ?? start)
  const end = trialEnd ?? (anchor > start ? anchor : periodAfter(anchor, items[0]!.price.recurring, start))
  for (const one of items) Object.assign(one, { current_period_start: start, current_period_end: end })
  const subscription: Row = {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: anchor,
    billing_cycle_anchor_config: params.billing_cycle_anchor_config
      ? { day_of_month: params.billing_cycle_anchor_config.day_of_month, hour: null, minute: null, month: null, second: null }
      : null,
    billing_mode: { flexible: null, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: params.cancel_at_period_end ?? false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
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
    invoice_settings: { account_tax_ids: null, issuer: { type: 'self' } },
    items: { object: 'list', data: items, has_more: false, url: `/v1/subscription_items?subscription=${id}` },
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
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: trialEnd !== null ? start : null,
  }
  call.tx.put(call.account, subscription)
  const isStub = anchor > start && trialEnd === null
  const share = trialEnd !== null || (isStub && params.proration_behavior === 'none') ? 0 : isStub ? shareOfPeriod(items[0]!, start, anchor) : 1
  const behavior = params.payment_behavior ?? 'allow_incomplete'
  const lines = linesFor(items, { start, end }, share)
  if (behavior === 'default_incomplete' && lines.some((line) => line.amount > 0)) call.tx.change(call.account, subscription, { status: 'incomplete' })
  const invoice = finalizeInvoice(call, draftInvoice(call, subscription, lines, 'subscription_create'))
  call.tx.change(call.account, subscription, { latest_invoice: invoice.id })
  if (invoice.status === 'open') {
    if (behavior === 'default_incomplete') prepareIntent(call, invoice)
    else collect(call, invoice, behavior === 'error_if_incomplete' ? 'error' : 'incomplete')
  }
  const created = find(call, 'subscription', id)
  scheduleRenewal(call, created)
  emit(call, 'customer.subscription.created', created)
  return created
}

function updateSubscription(call: Call, subscription: Row): Row {
  const { params } = call
  if (['canceled', 'incomplete_expired'].includes(subscription.status)) throw missing('subscription', subscription.id)
  const changes: Fields = {}
  if (params.items) {
    if (params.proration_behavior !== 'none') {
      throw invalid('The payment sandbox does not make prorations. Send proration_behavior: none.', undefined, 'proration_behavior')
    }
    changes.items = { ...subscription.items, data: changedItems(call, subscription, params.items) }
  }
  if (params.cancel_at_period_end !== undefined) {
    const isEnding = params.cancel_at_period_end as boolean
    Object.assign(changes, {
      cancel_at_period_end: isEnding,
      cancel_at: isEnding ? subscription.items.data[0].current_period_end : null,
      canceled_at: isEnding ? now() : null,
      cancellation_details: { comment: null, feedback: null, ...params.cancellation_details, reason: isEnding ? 'cancellation_requested' : null },
    })
  }
  if (params.default_payment_method !== undefined) changes.default_payment_method = ownMethod(call, subscription.customer, params.default_payment_method)
  if (params.description !== undefined) changes.description = params.description || null
  if (params.metadata !== undefined) changes.metadata = mergeMetadata(subscription.metadata, params.metadata)
  if (params.trial_end !== undefined && params.trial_end !== 'now') {
    const trialEnd = Number(params.trial_end)
    if (!(trialEnd > now())) throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', undefined, 'trial_end')
    const data = (changes.items ?? subscription.items).data.map((one: Fields) => ({ ...one, current_period_end: trialEnd }))
    Object.assign(changes, { trial_end: trialEnd, trial_start: subscription.trial_start ?? now(), status: 'trialing', items: { ...subscription.items, data } })
  }
  const updated = call.tx.change(call.account, subscription, changes)
  emit(call, 'customer.subscription.updated', updated, Object.fromEntries(Object.keys(changes).map((name) => [name, subscription[name]])))
  if (changes.trial_end) scheduleRenewal(call, updated)
  if (params.trial_end === 'now' && subscription.status === 'trialing') renewSubscription(call, updated, now())
  return find(call, 'subscription', subscription.id)
}

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
  const items = subscription.items.data.map((one: Fields) => ({ ...one, current_period_start: start, current_period_end: end }))
  const renewed = call.tx.change(call.account, subscription, {
    items: { ...subscription.items, data: items },
    status: 'active',
    trial_end: at !== undefined ? at : subscription.trial_end,
  })
  const share = anchor > start ? shareOfPeriod(first, start, anchor) : 1
  const invoice = finalizeInvoice(call, draftInvoice(call, renewed, linesFor(items, { start, end }, share), 'subscription_cycle'))
  const billed = call.tx.change(call.account, renewed, { latest_invoice: invoice.id })
  emit(call, 'customer.subscription.updated', billed, { status: subscription.status, items: subscription.items })
  scheduleRenewal(call, billed)
  if (invoice.status === 'open') collect(call, invoice, 'past_due')
}

/** Charges an open invoice to the method on file. What failing means is the caller's: an error, or a status. */
function collect(call: Call, invoice: Row, onFailure: 'error' | 'incomplete' | 'past_due'): Row {
  const subscription = find(call, 'subscription', invoice.parent.subscription_details.subscription)
  const customer = find(call, 'customer', invoice.customer)
  const method = invoice.default_payment_method ?? subscription.default_payment_method ?? customer.invoice_settings.default_payment_method
  if (!method && onFailure !== 'past_due') {
    throw invalid(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      'resource_missing',
    )
  }
  const intent = prepareIntent(call, invoice)
  try {
    if (!method) throw new ApiError(402, { type: 'card_error', message: 'There is no payment method.' }, true)
    const after = confirmPayment({ ...call, params: { payment_method: method, off_session: 'true' } }, intent)
    if (after.status === 'succeeded' || after.status === 'processing') return find(call, 'invoice', invoice.id)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 402) throw error
    // A subscription that must not be incomplete is not made at all; its failed charge goes with it.
    if (onFailure === 'error') throw new ApiError(error.status, error.fields, invoice.billing_reason !== 'subscription_create')
  }
  const failed = call.tx.change(call.account, find(call, 'invoice', invoice.id), {
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    next_payment_attempt: onFailure === 'past_due' ? now() + 3 * 86_400 : null,
  })
  emit(call, 'invoice.payment_failed', failed)
  const current = find(call, 'subscription', subscription.id)
  const waiting = call.tx.change(call.account, current, { status: onFailure })
  if (onFailure === 'past_due') emit(call, 'customer.subscription.updated', waiting, { status: current.status })
  return failed
}

/** The payment intent of an invoice; there is one, whoever confirms it. */
function prepareIntent(call: Call, invoice: Row): Row {
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

function endSubscription(call: Call, subscription: Row, reason: string): Row {
  const ended = call.tx.change(call.account, subscription, {
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now(),
    ended_at: now(),
    cancellation_details: { comment: null, feedback: null, ...call.params.cancellation_details, reason },
  })
  emit(call, 'customer.subscription.deleted', ended)
  return ended
}

function previewInvoice(call: Call): Row {
  const { params } = call
  const subscription = params.subscription ? openSubscription(call, params.subscription) : null
  const details = params.subscription_details ?? {}
  if (!subscription && !details.items) throw invalid('You must pass a subscription or subscription_details[items].')
  if (subscription?.cancel_at_period_end && details.cancel_at_period_end !== false)
    throw new ApiError(404, { code: 'invoice_upcoming_none', message: 'No upcoming invoices for customer' })
  const items = subscription
    ? details.items
      ? changedItems(call, subscription, details.items)
      : subscription.items.data
    : (details.items as Fields[]).map((given) => newItem(call, null, given))
  const start = subscription ? subscription.items.data[0].current_period_end : Number(details.trial_end) || now()
  const anchor = subscription?.billing_cycle_anchor ?? start
  const end = anchor > start ? anchor : periodAfter(anchor, items[0].price.recurring, start)
  const customer = subscription?.customer ?? params.customer ?? null
  const draft = draftInvoice(call, subscription ?? { id: null, customer, metadata: {} }, linesFor(items, { start, end }, 1), 'upcoming')
  return { ...draft, id: newId('upcoming_in_1', 23), next_payment_attempt: start }
}

function openSubscription(call: Call, id: string): Row {
  const subscription = find(call, 'subscription', id)
  if (subscription.status === 'canceled') throw missing('subscription', id)
  return subscription
}

const scheduleRenewal = (call: Call, subscription: Row): void =>
  schedule(call, { kind: 'renewal', due: subscription.items.data[0].current_period_end * 1000, subject: subscription.id })

function ownMethod(call: Call, customer: string, id: string | undefined): string | null {
  if (!id) return null
  const method = call.tx.object(call.account, id)
  if (method?.object !== 'payment_method' || method.customer !== customer) throw missing('PaymentMethod', id, 'default_payment_method', 400)
  return id
}
