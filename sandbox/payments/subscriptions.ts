// The platform's billing: one subscription per organization, charged automatically, without
// prorations.
import { find, type Call, type Route } from './call.ts'
import { ApiError, invalid, missing, required } from './errors.ts'
import { emit } from './events.ts'
import { draftInvoice, finalizeInvoice, invoiceReadRoutes } from './invoices.ts'
import { nextDayOfMonth, periodAfter, shareOfPeriod } from './periods.ts'
import { priceRoutes } from './prices.ts'
import type { Row } from './store.ts'
import { changedItems, linesFor, newItem } from './subscription-items.ts'
import {
  createdPage,
  expandOnly,
  listPage,
  mergeMetadata,
  newId,
  now,
  type Fields,
  type Shape,
} from './wire.ts'
import {
  renewSubscription,
  collect,
  prepareIntent,
  endSubscription,
  scheduleRenewal,
} from './subscription-billing.ts'
import { blankSubscription, noReason, ownMethod } from './subscription-fields.ts'

const item: Shape = {
  id: 'string',
  price: 'string',
  quantity: 'integer',
  metadata: 'metadata',
  deleted: 'boolean',
}

const anchorConfig: Shape = {
  day_of_month: 'integer',
  month: 'integer',
  hour: 'integer',
  minute: 'integer',
  second: 'integer',
}

const settings: Shape = {
  ...expandOnly,
  cancel_at_period_end: 'boolean',
  collection_method: ['charge_automatically'],
  default_payment_method: 'string',
  description: 'string',
  items: { list: { fields: item } },
  metadata: 'metadata',
  off_session: 'boolean',
  payment_behavior: [
    'allow_incomplete',
    'default_incomplete',
    'error_if_incomplete',
    'pending_if_incomplete',
  ],
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
  {
    method: 'GET',
    path: '/v1/subscriptions/{id}',
    params: expandOnly,
    run: (call, id) => find(call, 'subscription', id),
  },
  {
    method: 'POST',
    path: '/v1/subscriptions/{id}',
    params: { ...settings, pause_collection: 'any' },
    run: (call, id) => updateSubscription(call, find(call, 'subscription', id)),
  },
  {
    method: 'DELETE',
    path: '/v1/subscriptions/{id}',
    params: {
      ...expandOnly,
      cancellation_details: settings.cancellation_details!,
      invoice_now: 'boolean',
      prorate: 'boolean',
    },
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
            (status === 'all' ||
              (status === undefined ? row.status !== 'canceled' : row.status === status)),
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
      if (invoice.status === 'paid')
        throw invalid('Invoice is already paid', 'invoice_already_paid')
      if (call.params.payment_method)
        call.tx.change(call.account, invoice, {
          default_payment_method: call.params.payment_method,
        })
      return collect(call, find(call, 'invoice', id), 'error')
    },
  },
  {
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    params: {
      ...expandOnly,
      customer: 'string',
      return_url: 'string',
      configuration: 'string',
      locale: 'string',
      flow_data: 'any',
      on_behalf_of: 'string',
    },
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
        // The sandbox has no billing portal; the link goes straight back.
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
    params.trial_end && params.trial_end !== 'now'
      ? Number(params.trial_end)
      : params.trial_period_days
        ? start + params.trial_period_days * 86_400
        : null
  if (trialEnd !== null && !(trialEnd > start))
    throw invalid(
      'Invalid timestamp: must be an integer Unix timestamp in the future.',
      undefined,
      'trial_end',
    )
  const id = newId('sub_1', 23)
  const items = (params.items as Fields[]).map((given) => newItem(call, id, given))
  const anchor = params.billing_cycle_anchor_config
    ? nextDayOfMonth(params.billing_cycle_anchor_config, trialEnd ?? start)
    : (params.billing_cycle_anchor ?? trialEnd ?? start)
  const end =
    trialEnd ?? (anchor > start ? anchor : periodAfter(anchor, items[0]!.price.recurring, start))
  for (const one of items)
    Object.assign(one, { current_period_start: start, current_period_end: end })
  const subscription = blankSubscription(call, { id, items, start, trialEnd, anchor })
  call.tx.put(call.account, subscription)
  billFirstPeriod(call, subscription, { start, end, trialEnd, anchor })
  const created = find(call, 'subscription', id)
  scheduleRenewal(call, created)
  emit(call, 'customer.subscription.created', created)
  return created
}

type Term = { start: number; trialEnd: number | null; anchor: number }

/** Invoices the first period: nothing during a trial, a prorated share before the anchor. */
function billFirstPeriod(call: Call, subscription: Row, term: Term & { end: number }): void {
  const { params } = call
  const { start, end, trialEnd, anchor } = term
  const items = subscription.items.data as Fields[]
  const isStub = anchor > start && trialEnd === null
  const share =
    trialEnd !== null || (isStub && params.proration_behavior === 'none')
      ? 0
      : isStub
        ? shareOfPeriod(items[0]!, start, anchor)
        : 1
  const behavior = params.payment_behavior ?? 'allow_incomplete'
  const lines = linesFor(items, { start, end }, share)
  if (behavior === 'default_incomplete' && lines.some((line) => line.amount > 0))
    call.tx.change(call.account, subscription, { status: 'incomplete' })
  const invoice = finalizeInvoice(
    call,
    draftInvoice(call, subscription, lines, 'subscription_create'),
  )
  call.tx.change(call.account, subscription, { latest_invoice: invoice.id })
  if (invoice.status === 'open') {
    if (behavior === 'default_incomplete') prepareIntent(call, invoice)
    else collect(call, invoice, behavior === 'error_if_incomplete' ? 'error' : 'incomplete')
  }
}

/** Only bills that are void can be had here; an empty text ends the pause. */
function pauseOf(params: Fields): Fields | null {
  if (params.pause_collection === '') return null
  const { behavior, resumes_at } = params.pause_collection
  if (behavior !== 'void' || resumes_at !== undefined)
    throw invalid(
      'The payment sandbox pauses with behavior: void, and without resumes_at.',
      undefined,
      'pause_collection',
    )
  return { behavior, resumes_at: null }
}

function updateSubscription(call: Call, subscription: Row): Row {
  const { params } = call
  if (['canceled', 'incomplete_expired'].includes(subscription.status))
    throw missing('subscription', subscription.id)
  const changes: Fields = {}
  if (params.items) {
    if (params.proration_behavior !== 'none') {
      throw invalid(
        'The payment sandbox does not make prorations. Send proration_behavior: none.',
        undefined,
        'proration_behavior',
      )
    }
    changes.items = { ...subscription.items, data: changedItems(call, subscription, params.items) }
  }
  if (params.cancel_at_period_end !== undefined) {
    const isEnding = params.cancel_at_period_end as boolean
    Object.assign(changes, {
      cancel_at_period_end: isEnding,
      cancel_at: isEnding ? subscription.items.data[0].current_period_end : null,
      canceled_at: isEnding ? now() : null,
      cancellation_details: {
        ...noReason,
        ...params.cancellation_details,
        reason: isEnding ? 'cancellation_requested' : null,
      },
    })
  }
  if (params.default_payment_method !== undefined)
    changes.default_payment_method = ownMethod(
      call,
      subscription.customer,
      params.default_payment_method,
    )
  if (params.pause_collection !== undefined) changes.pause_collection = pauseOf(params)
  if (params.description !== undefined) changes.description = params.description || null
  if (params.metadata !== undefined)
    changes.metadata = mergeMetadata(subscription.metadata, params.metadata)
  if (params.trial_end !== undefined && params.trial_end !== 'now') {
    const trialEnd = Number(params.trial_end)
    if (!(trialEnd > now()))
      throw invalid(
        'Invalid timestamp: must be an integer Unix timestamp in the future.',
        undefined,
        'trial_end',
      )
    const data = (changes.items ?? subscription.items).data.map((one: Fields) => ({
      ...one,
      current_period_end: trialEnd,
    }))
    Object.assign(changes, {
      trial_end: trialEnd,
      trial_start: subscription.trial_start ?? now(),
      status: 'trialing',
      items: { ...subscription.items, data },
    })
  }
  const updated = call.tx.change(call.account, subscription, changes)
  emit(
    call,
    'customer.subscription.updated',
    updated,
    Object.fromEntries(Object.keys(changes).map((name) => [name, subscription[name]])),
  )
  if (changes.trial_end) scheduleRenewal(call, updated)
  if (params.trial_end === 'now' && subscription.status === 'trialing')
    renewSubscription(call, updated, now())
  return find(call, 'subscription', subscription.id)
}

function previewInvoice(call: Call): Row {
  const { params } = call
  const subscription = params.subscription ? openSubscription(call, params.subscription) : null
  const details = params.subscription_details ?? {}
  if (!subscription && !details.items)
    throw invalid('You must pass a subscription or subscription_details[items].')
  if (subscription?.cancel_at_period_end && details.cancel_at_period_end !== false)
    throw new ApiError(404, {
      code: 'invoice_upcoming_none',
      message: 'No upcoming invoices for customer',
    })
  const items = subscription
    ? details.items
      ? changedItems(call, subscription, details.items)
      : subscription.items.data
    : (details.items as Fields[]).map((given) => newItem(call, null, given))
  const start = subscription
    ? subscription.items.data[0].current_period_end
    : Number(details.trial_end) || now()
  const anchor = subscription?.billing_cycle_anchor ?? start
  const end = anchor > start ? anchor : periodAfter(anchor, items[0].price.recurring, start)
  const customer = subscription?.customer ?? params.customer ?? null
  const draft = draftInvoice(
    call,
    subscription ?? { id: null, customer, metadata: {} },
    linesFor(items, { start, end }, 1),
    'upcoming',
  )
  return { ...draft, id: newId('upcoming_in_1', 23), next_payment_attempt: start }
}

function openSubscription(call: Call, id: string): Row {
  const subscription = find(call, 'subscription', id)
  if (subscription.status === 'canceled') throw missing('subscription', id)
  return subscription
}
