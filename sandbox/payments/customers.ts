// Customers of one account.
import { find } from './call.ts'
import type { Call, Route } from './call.ts'
import { emit } from './events.ts'
import { invalid, missing } from './errors.ts'
import type { Row } from './store.ts'
import { createdPage, expandOnly, listPage, mergeMetadata, newId, now, page } from './wire.ts'
import type { Fields, Shape } from './wire.ts'
import { takePaymentMethod, attachTo } from './payment-methods.ts'

export const addressShape: Shape = {
  city: 'string',
  country: 'string',
  line1: 'string',
  line2: 'string',
  postal_code: 'string',
  state: 'string',
}

const fields: Shape = {
  ...expandOnly,
  address: { fields: addressShape },
  description: 'string',
  email: 'string',
  name: 'string',
  phone: 'string',
  preferred_locales: { list: 'string' },
  shipping: { fields: { address: { fields: addressShape }, name: 'string', phone: 'string' } },
  metadata: 'metadata',
  invoice_settings: { fields: { default_payment_method: 'string', footer: 'string' } },
  tax_exempt: ['exempt', 'none', 'reverse'],
}

const plain = ['address', 'description', 'email', 'name', 'phone', 'shipping'] as const

export const customerRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/customers',
    params: { ...fields, payment_method: 'string' },
    run: (call) => {
      const customer: Row = {
        id: newId('cus_', 14),
        object: 'customer',
        address: null,
        balance: 0,
        created: now(),
        currency: null,
        customer_account: null,
        default_source: null,
        delinquent: false,
        description: null,
        discount: null,
        email: null,
        invoice_prefix: newId('', 8).toUpperCase(),
        invoice_settings: {
          custom_fields: null,
          default_payment_method: null,
          footer: null,
          rendering_options: null,
        },
        livemode: false,
        metadata: {},
        name: null,
        next_invoice_sequence: 1,
        phone: null,
        preferred_locales: [],
        shipping: null,
        tax_exempt: 'none',
        test_clock: null,
      }
      Object.assign(customer, changed(call, customer))
      call.tx.put(call.account, customer)
      if (call.params.payment_method)
        attachTo(call, takePaymentMethod(call, call.params.payment_method), customer.id)
      emit(call, 'customer.created', customer)
      return customer
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/{id}',
    params: expandOnly,
    // A deleted customer can still be read, but only says that it was deleted.
    run: (call, id) => {
      const customer = call.tx.object(call.account, id)
      if (customer?.object !== 'customer') throw missing('customer', id)
      return customer
    },
  },
  {
    method: 'POST',
    path: '/v1/customers/{id}',
    params: fields,
    run: (call, id) => {
      const customer = find(call, 'customer', id)
      const changes = changed(call, customer)
      const updated = call.tx.change(call.account, customer, changes)
      emit(
        call,
        'customer.updated',
        updated,
        Object.fromEntries(Object.keys(changes).map((key) => [key, customer[key]])),
      )
      return updated
    },
  },
  {
    method: 'DELETE',
    path: '/v1/customers/{id}',
    params: {},
    run: (call, id) => {
      const customer = find(call, 'customer', id)
      for (const method of call.tx.list(call.account, 'payment_method')) {
        if (method.customer === id)
          call.tx.change(call.account, method, { customer: null, _spent: true })
      }
      emit(call, 'customer.deleted', customer)
      return call.tx.put(call.account, {
        id: customer.id,
        object: 'customer',
        deleted: true,
      })
    },
  },
  {
    method: 'GET',
    path: '/v1/customers',
    params: { ...createdPage, email: 'string' },
    run: (call) => {
      const rows = call.tx
        .list(call.account, 'customer')
        .filter(
          (row) =>
            !row.deleted && (call.params.email === undefined || row.email === call.params.email),
        )
      return listPage('/v1/customers', rows, call.params)
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/{id}/payment_methods',
    params: { ...page, type: 'string', allow_redisplay: 'string' },
    run: (call, id) => {
      find(call, 'customer', id)
      const rows = call.tx
        .list(call.account, 'payment_method')
        .filter(
          (row) =>
            row.customer === id &&
            (call.params.type === undefined || row.type === call.params.type),
        )
      return listPage(`/v1/customers/${id}/payment_methods`, rows, call.params)
    },
  },
  {
    method: 'GET',
    path: '/v1/customers/{id}/payment_methods/{method}',
    params: expandOnly,
    run: (call, id, methodId) => {
      const method = find(call, 'payment_method', methodId)
      if (method.customer !== id) throw missing('payment_method', methodId)
      return method
    },
  },
]

function changed(call: Call, customer: Row): Fields {
  const { params } = call
  const changes: Fields = {}
  for (const name of plain)
    if (params[name] !== undefined) changes[name] = params[name] === '' ? null : params[name]
  if (params.email && !/^[^@\s]+@[^@\s]+$/.test(params.email))
    throw invalid(`Invalid email address: ${params.email}`, 'email_invalid', 'email')
  if (params.preferred_locales !== undefined)
    changes.preferred_locales = params.preferred_locales || []
  if (params.tax_exempt !== undefined) changes.tax_exempt = params.tax_exempt || 'none'
  if (params.metadata !== undefined)
    changes.metadata = mergeMetadata(customer.metadata, params.metadata)
  if (params.invoice_settings) {
    const wanted = params.invoice_settings.default_payment_method
    if (wanted) {
      const method = call.tx.object(call.account, wanted)
      if (method?.object !== 'payment_method')
        throw missing('PaymentMethod', wanted, 'invoice_settings[default_payment_method]', 400)
      if (method.customer !== customer.id) {
        throw invalid(
          `The customer does not have a payment method with the ID ${wanted}. The payment method must be attached to the customer.`,
          'resource_missing',
          'invoice_settings[default_payment_method]',
        )
      }
    }
    changes.invoice_settings = {
      ...customer.invoice_settings,
      ...(wanted !== undefined ? { default_payment_method: wanted || null } : {}),
      ...(params.invoice_settings.footer !== undefined
        ? { footer: params.invoice_settings.footer || null }
        : {}),
    }
  }
  return changes
}
