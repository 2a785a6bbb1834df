// What a subscription charges for: prices and quantities.
import type { Call } from './call.ts'
import { invalid, missing, required } from './errors.ts'
import type { Line } from './invoices.ts'
import { priceOf, recurringPrice } from './prices.ts'
import type { Row } from './store.ts'
import { mergeMetadata, newId, now } from './wire.ts'
import type { Fields } from './wire.ts'

export function newItem(call: Call, subscription: string | null, given: Fields): Fields {
  if (!given.price) throw required('items[0][price]')
  const price = recurringPrice(
    call.account,
    (account, id) => call.tx.object(account, id),
    given.price,
  )
  return {
    id: newId('si_', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now(),
    current_period_end: now(),
    current_period_start: now(),
    current_trial: null,
    discounts: [],
    metadata: mergeMetadata({}, given.metadata),
    plan: planOf(price),
    price,
    quantity: quantityOf(given, 1),
    subscription,
    tax_rates: [],
  }
}

export function changedItems(call: Call, subscription: Row, given: Fields[]): Fields[] {
  let items = [...subscription.items.data] as Fields[]
  for (const change of given) {
    const old = items.find((one) => one.id === change.id)
    if (change.id && !old) throw missing('subscription_item', change.id, 'items[0][id]', 400)
    if (!old)
      items.push({
        ...newItem(call, subscription.id, change),
        current_period_start: items[0]!.current_period_start,
        current_period_end: items[0]!.current_period_end,
      })
    else if (change.deleted) items = items.filter((one) => one !== old)
    else {
      const price = change.price
        ? recurringPrice(call.account, (account, id) => call.tx.object(account, id), change.price)
        : old.price
      items = items.map((one) =>
        one === old
          ? { ...old, price, plan: planOf(price), quantity: quantityOf(change, old.quantity) }
          : one,
      )
    }
  }
  if (items.length === 0)
    throw invalid('A subscription must have at least one active plan.', undefined, 'items')
  return items
}

function quantityOf(given: Fields, otherwise: number): number {
  if (given.quantity !== undefined && given.quantity < 0)
    throw invalid('Invalid non-negative integer', 'parameter_invalid_integer', 'items[0][quantity]')
  return given.quantity ?? otherwise
}

/** The legacy form of a price, which items still include. */
const planOf = (price: Row): Fields => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: price.billing_scheme,
  created: price.created,
  currency: price.currency,
  interval: price.recurring.interval,
  interval_count: price.recurring.interval_count,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: price.tiers_mode,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
})

export const linesFor = (
  items: Fields[],
  period: { start: number; end: number },
  share: number,
): Line[] =>
  items.map((one) => ({
    amount: Math.round(priceOf(one.price, one.quantity) * share),
    description: `${one.quantity} × ${one.price.nickname ?? 'Subscription'}`,
    quantity: one.quantity,
    price: one.price,
    item: one.id,
    period,
  }))
