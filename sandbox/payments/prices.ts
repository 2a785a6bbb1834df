// Products and prices of the platform's own subscription, and tier math.
import { find } from './call.ts'
import type { Route } from './call.ts'
import { invalid, missing, required } from './errors.ts'
import { emit } from './events.ts'
import type { Row } from './store.ts'
import { createdPage, expandOnly, listPage, mergeMetadata, newId, now } from './wire.ts'
import type { Fields, Shape } from './wire.ts'

const productFields: Shape = {
  ...expandOnly,
  active: 'boolean',
  description: 'string',
  name: 'string',
  metadata: 'metadata',
  statement_descriptor: 'string',
  unit_label: 'string',
  url: 'string',
}

const tier: Shape = {
  up_to: 'string',
  unit_amount: 'integer',
  unit_amount_decimal: 'string',
  flat_amount: 'integer',
  flat_amount_decimal: 'string',
}

export const priceRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/products',
    params: { ...productFields, id: 'string' },
    run: (call) => {
      const { params } = call
      if (!params.name) throw required('name')
      const id = params.id ?? newId('prod_', 14)
      if (call.tx.object(call.account, id))
        throw invalid('Product already exists.', 'resource_already_exists', 'id')
      const product: Row = {
        id,
        object: 'product',
        active: params.active ?? true,
        created: now(),
        default_price: null,
        description: params.description || null,
        images: [],
        livemode: false,
        marketing_features: [],
        metadata: mergeMetadata({}, params.metadata),
        name: params.name,
        package_dimensions: null,
        shippable: null,
        statement_descriptor: params.statement_descriptor || null,
        tax_code: null,
        tax_details: null,
        type: 'service',
        unit_label: params.unit_label || null,
        updated: now(),
        url: params.url || null,
      }
      call.tx.put(call.account, product)
      emit(call, 'product.created', product)
      return product
    },
  },
  {
    method: 'GET',
    path: '/v1/products/{id}',
    params: expandOnly,
    run: (call, id) => find(call, 'product', id),
  },
  {
    method: 'POST',
    path: '/v1/products/{id}',
    params: { ...productFields, default_price: 'string' },
    run: (call, id) => {
      const product = find(call, 'product', id)
      const { expand: _expand, metadata, ...given } = call.params
      const updated = call.tx.change(call.account, product, {
        ...given,
        updated: now(),
        ...(metadata !== undefined ? { metadata: mergeMetadata(product.metadata, metadata) } : {}),
      })
      emit(call, 'product.updated', updated)
      return updated
    },
  },
  {
    method: 'GET',
    path: '/v1/products',
    params: { ...createdPage, active: 'boolean', ids: { list: 'string' } },
    run: (call) =>
      listPage(
        '/v1/products',
        call.tx
          .list(call.account, 'product')
          .filter(
            (row) =>
              (call.params.active === undefined || row.active === call.params.active) &&
              (!call.params.ids || call.params.ids.includes(row.id)),
          ),
        call.params,
      ),
  },
  {
    method: 'POST',
    path: '/v1/prices',
    params: {
      ...expandOnly,
      active: 'boolean',
      billing_scheme: ['per_unit', 'tiered'],
      currency: 'string',
      lookup_key: 'string',
      metadata: 'metadata',
      nickname: 'string',
      product: 'string',
      product_data: { fields: { name: 'string', metadata: 'metadata', unit_label: 'string' } },
      recurring: {
        fields: {
          interval: ['day', 'week', 'month', 'year'],
          interval_count: 'integer',
          usage_type: ['licensed'],
          trial_period_days: 'integer',
        },
      },
      tax_behavior: ['exclusive', 'inclusive', 'unspecified'],
      tiers: { list: { fields: tier } },
      tiers_mode: ['graduated', 'volume'],
      transfer_lookup_key: 'boolean',
      unit_amount: 'integer',
      unit_amount_decimal: 'string',
    },
    run: (call) => {
      const { params } = call
      if (!params.currency) throw required('currency')
      const tiers = params.tiers?.map(readTier)
      if (tiers && !params.tiers_mode) throw required('tiers_mode')
      if (tiers && tiers.at(-1).up_to !== null)
        throw invalid('The last tier must have up_to inf.', undefined, 'tiers')
      if (!tiers && params.unit_amount === undefined && params.unit_amount_decimal === undefined)
        throw required('unit_amount')
      if (params.lookup_key) {
        const holder = call.tx
          .list(call.account, 'price')
          .find((price) => price.lookup_key === params.lookup_key)
        if (holder && !params.transfer_lookup_key)
          throw invalid(
            `A price (${holder.id}) already uses that lookup key.`,
            'resource_already_exists',
            'lookup_key',
          )
        if (holder) call.tx.change(call.account, holder, { lookup_key: null })
      }
      const price: Row = {
        id: newId('price_1', 23),
        object: 'price',
        active: params.active ?? true,
        billing_scheme: tiers ? 'tiered' : 'per_unit',
        created: now(),
        currency: params.currency.toLowerCase(),
        custom_unit_amount: null,
        livemode: false,
        lookup_key: params.lookup_key || null,
        metadata: mergeMetadata({}, params.metadata),
        nickname: params.nickname || null,
        product: params.product
          ? find(call, 'product', params.product, 'product', 400).id
          : newProduct(call.tx, call.account, params.product_data),
        recurring: params.recurring
          ? {
              interval: params.recurring.interval,
              interval_count: params.recurring.interval_count ?? 1,
              meter: null,
              trial_period_days: null,
              usage_type: 'licensed',
            }
          : null,
        tax_behavior: params.tax_behavior ?? 'unspecified',
        tiers_mode: params.tiers_mode ?? null,
        transform_quantity: null,
        type: params.recurring ? 'recurring' : 'one_time',
        unit_amount: tiers ? null : (params.unit_amount ?? null),
        unit_amount_decimal: tiers
          ? null
          : String(params.unit_amount_decimal ?? params.unit_amount),
        ...(tiers ? { _tiers: tiers } : {}),
      }
      call.tx.put(call.account, price)
      emit(call, 'price.created', price)
      return price
    },
  },
  {
    method: 'GET',
    path: '/v1/prices/{id}',
    params: expandOnly,
    run: (call, id) => find(call, 'price', id),
  },
  {
    method: 'POST',
    path: '/v1/prices/{id}',
    params: {
      ...expandOnly,
      active: 'boolean',
      metadata: 'metadata',
      nickname: 'string',
      lookup_key: 'string',
      tax_behavior: 'string',
      transfer_lookup_key: 'boolean',
    },
    run: (call, id) => {
      const price = find(call, 'price', id)
      const { expand: _expand, transfer_lookup_key: _transfer, metadata, ...given } = call.params
      const updated = call.tx.change(call.account, price, {
        ...given,
        ...(metadata !== undefined ? { metadata: mergeMetadata(price.metadata, metadata) } : {}),
      })
      emit(call, 'price.updated', updated)
      return updated
    },
  },
  {
    method: 'GET',
    path: '/v1/prices',
    params: {
      ...createdPage,
      active: 'boolean',
      currency: 'string',
      lookup_keys: { list: 'string' },
      product: 'string',
      type: ['one_time', 'recurring'],
    },
    run: (call) =>
      listPage(
        '/v1/prices',
        call.tx
          .list(call.account, 'price')
          .filter(
            (row) =>
              ['active', 'currency', 'product', 'type'].every(
                (name) => call.params[name] === undefined || row[name] === call.params[name],
              ) &&
              (!call.params.lookup_keys || call.params.lookup_keys.includes(row.lookup_key)),
          ),
        call.params,
      ),
  },
]

function newProduct(
  tx: { put: (account: string, row: Row) => Row },
  account: string,
  data: Fields | undefined,
): string {
  if (!data?.name) throw required('product')
  return tx.put(account, {
    id: newId('prod_', 14),
    object: 'product',
    active: true,
    created: now(),
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata({}, data.metadata),
    name: data.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: data.unit_label || null,
    updated: now(),
    url: null,
  }).id
}

function readTier(given: Fields): Fields {
  if (given.up_to !== 'inf' && !/^[1-9]\d*$/.test(given.up_to ?? ''))
    throw invalid('up_to must be a positive integer or inf.', undefined, 'tiers[][up_to]')
  const decimal = (name: string) => {
    const value = given[`${name}_decimal`] ?? given[name]
    return value === undefined ? null : String(value)
  }
  return {
    flat_amount: given.flat_amount ?? null,
    flat_amount_decimal: decimal('flat_amount'),
    unit_amount: given.unit_amount ?? null,
    unit_amount_decimal: decimal('unit_amount'),
    up_to: given.up_to === 'inf' ? null : Number(given.up_to),
  }
}

/**
 * The cost of `quantity` units in cents. Graduated: each unit at its tier's price; volume: all
 * units at the reached tier's.
 */
export function priceOf(price: Row, quantity: number): number {
  if (!price._tiers) return Math.round(Number(price.unit_amount_decimal) * quantity)
  const tiers = price._tiers as Fields[]
  const cost = (tier: Fields, units: number) =>
    Number(tier.unit_amount_decimal ?? 0) * units + Number(tier.flat_amount_decimal ?? 0)
  if (price.tiers_mode === 'volume')
    return Math.round(
      cost(
        tiers.find((tier) => tier.up_to === null || quantity <= tier.up_to)!,
        quantity,
      ),
    )
  let total = 0
  let from = 0
  for (const tier of tiers) {
    const units = Math.min(quantity, tier.up_to ?? Infinity) - from
    if (units <= 0) break
    total += cost(tier, units)
    from = tier.up_to ?? Infinity
  }
  return Math.round(total)
}

export function recurringPrice(
  account: string,
  find: (account: string, id: string) => Row | undefined,
  id: string,
): Row {
  const price = find(account, id)
  if (price?.object !== 'price') throw missing('price', id, 'items[0][price]', 400)
  if (!price.recurring)
    throw invalid(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      undefined,
      'items[0][price]',
    )
  if (!price.active)
    throw invalid(
      `The price specified is inactive. This field only accepts active prices.`,
      undefined,
      'items[0][price]',
    )
  return price
}
