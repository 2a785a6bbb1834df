// Invoices of the platform's own subscription.
import { find, type Call, type Route } from './call.ts'
import { emit } from './events.ts'
import type { Row } from './store.ts'
import { createdPage, expandOnly, listPage, newId, now, type Fields } from './wire.ts'

export type Line = {
  amount: number
  description: string
  quantity: number
  price: Row
  item: string
  period: { start: number; end: number }
}

/** An invoice that is not stored: a preview, or a draft. */
export function draftInvoice(call: Call, subscription: Fields, lines: Line[], reason: string): Row {
  const customer = call.tx.object(call.account, subscription.customer)
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const id = newId('in_1', 23)
  return {
    ...structuredClone(unchanging),
    id,
    amount_due: total,
    amount_remaining: total,
    billing_reason: reason,
    created: now(),
    currency: lines[0]?.price.currency ?? 'usd',
    customer: subscription.customer,
    customer_address: customer?.address ?? null,
    customer_email: customer?.email ?? null,
    customer_name: customer?.name ?? null,
    customer_phone: customer?.phone ?? null,
    customer_shipping: customer?.shipping ?? null,
    lines: {
      object: 'list',
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
      data: lines.map((line) => lineItem(line, id, subscription.id ?? null)),
    },
    parent: {
      quote_details: null,
      subscription_details: {
        metadata: subscription.metadata ?? {},
        subscription: subscription.id ?? null,
      },
      type: 'subscription_details',
    },
    period_end: lines[0]?.period.end ?? now(),
    period_start: lines[0]?.period.start ?? now(),
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  }
}

/** Fields that are the same on every draft. */
const unchanging = {
  object: 'invoice',
  account_country: 'US',
  account_name: 'Sandbox platform',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  auto_advance: true,
  automatic_tax: {
    disabled_reason: null,
    enabled: false,
    liability: null,
    provider: null,
    status: null,
  },
  automatically_finalizes_at: null,
  collection_method: 'charge_automatically',
  custom_fields: null,
  customer_account: null,
  customer_tax_exempt: 'none',
  customer_tax_ids: [],
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  effective_at: null,
  ending_balance: 0,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  metadata: {},
  next_payment_attempt: null,
  number: null,
  on_behalf_of: null,
  payment_settings: {
    default_mandate: null,
    payment_method_options: null,
    payment_method_types: null,
  },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  starting_balance: 0,
  statement_descriptor: null,
  status: 'draft',
  status_transitions: {
    finalized_at: null,
    marked_uncollectible_at: null,
    paid_at: null,
    voided_at: null,
  },
  test_clock: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
}

const lineItem = (line: Line, invoice: string, subscription: string | null) => ({
  id: newId('il_1', 23),
  object: 'line_item',
  amount: line.amount,
  currency: line.price.currency,
  description: line.description,
  discount_amounts: [],
  discountable: true,
  discounts: [],
  invoice,
  livemode: false,
  metadata: {},
  parent: {
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: null,
      proration: false,
      proration_details: null,
      subscription,
      subscription_item: line.item,
    },
    type: 'subscription_item_details',
  },
  period: line.period,
  pretax_credit_amounts: [],
  pricing: {
    price_details: { price: line.price.id, product: line.price.product },
    type: 'price_details',
    unit_amount_decimal: line.price.unit_amount_decimal,
  },
  quantity: line.quantity,
  quantity_decimal: String(line.quantity),
  subscription,
  subtotal: line.amount,
  taxes: [],
})

/** Stores and finalizes a draft; an invoice of zero is paid immediately. */
export function finalizeInvoice(call: Call, draft: Row): Row {
  const count = call.tx.list(call.account, 'invoice').length + 1
  call.tx.put(call.account, draft)
  emit(call, 'invoice.created', draft)
  const open = call.tx.change(call.account, draft, {
    status: 'open',
    number: `SANDBOX-${String(count).padStart(4, '0')}`,
    effective_at: now(),
    status_transitions: { ...draft.status_transitions, finalized_at: now() },
  })
  emit(call, 'invoice.finalized', open)
  return open.total === 0 ? settleInvoice(call, open.id, 0) : open
}

/** Voids an open invoice. */
export function voidInvoice(call: Call, invoice: Row): Row {
  const gone = call.tx.change(call.account, invoice, {
    status: 'void',
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: now() },
  })
  emit(call, 'invoice.voided', gone)
  return gone
}

/** Marks it paid; a subscription that was waiting for this becomes active. */
export function settleInvoice(call: Call, id: string, amount: number, method?: string): Row {
  const invoice = find(call, 'invoice', id)
  const paid = call.tx.change(call.account, invoice, {
    status: 'paid',
    attempted: true,
    attempt_count: invoice.attempt_count + (amount > 0 ? 1 : 0),
    amount_paid: amount,
    amount_remaining: 0,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now() },
  })
  emit(call, 'invoice.paid', paid)
  emit(call, 'invoice.payment_succeeded', paid)
  const subscription = call.tx.object(
    call.account,
    invoice.parent.subscription_details.subscription,
  )
  if (subscription && ['incomplete', 'past_due', 'unpaid'].includes(subscription.status)) {
    const isKept =
      method && subscription.payment_settings.save_default_payment_method === 'on_subscription'
    const active = call.tx.change(call.account, subscription, {
      status: 'active',
      ...(isKept ? { default_payment_method: method } : {}),
    })
    emit(call, 'customer.subscription.updated', active, { status: subscription.status })
  }
  return paid
}

export const invoiceReadRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/invoices/{id}',
    params: expandOnly,
    run: (call, id) => find(call, 'invoice', id),
  },
  {
    method: 'GET',
    path: '/v1/invoices/{id}/lines',
    params: { ...expandOnly, limit: 'integer' },
    run: (call, id) => find(call, 'invoice', id).lines as Fields,
  },
  {
    method: 'GET',
    path: '/v1/invoices',
    params: {
      ...createdPage,
      customer: 'string',
      status: ['draft', 'open', 'paid', 'uncollectible', 'void'],
      subscription: 'string',
    },
    run: (call) =>
      listPage(
        '/v1/invoices',
        call.tx
          .list(call.account, 'invoice')
          .filter(
            (row) =>
              (call.params.customer === undefined || row.customer === call.params.customer) &&
              (call.params.status === undefined || row.status === call.params.status) &&
              (call.params.subscription === undefined ||
                row.parent.subscription_details.subscription === call.params.subscription),
          ),
        call.params,
      ),
  },
]
