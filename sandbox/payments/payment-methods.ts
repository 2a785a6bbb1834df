// Cards and US bank accounts. A number is looked up among the test values, mapped to a behavior,
// and dropped.
import { createHash } from 'node:crypto'
import { find } from './call.ts'
import type { Call, Route } from './call.ts'
import { ApiError, invalid, missing, required } from './errors.ts'
import { emit } from './events.ts'
import type { Row } from './store.ts'
import {
  bankByToken,
  cardByToken,
  hasValidCheckDigit,
  testBanks,
  testCards,
  testRouting,
} from './test-cards.ts'
import type { Behavior, TestBank, TestCard } from './test-cards.ts'
import { expandOnly, listPage, mergeMetadata, newId, now, page } from './wire.ts'
import type { Fields, Shape } from './wire.ts'

const billingShape: Shape = {
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
  email: 'string',
  name: 'string',
  phone: 'string',
  tax_id: 'string',
}

/** Also the shape of an intent's `payment_method_data`. */
export const methodData: Shape = {
  type: ['card', 'us_bank_account'],
  allow_redisplay: ['always', 'limited', 'unspecified'],
  billing_details: { fields: billingShape },
  card: {
    fields: {
      number: 'string',
      exp_month: 'integer',
      exp_year: 'integer',
      cvc: 'string',
      token: 'string',
      // Only from our own form: at Stripe, a wallet's token says so itself.
      wallet: ['apple_pay', 'google_pay'],
    },
  },
  us_bank_account: {
    fields: {
      account_holder_type: ['individual', 'company'],
      account_number: 'string',
      account_type: ['checking', 'savings'],
      routing_number: 'string',
    },
  },
  metadata: 'metadata',
}

export const paymentMethodRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_methods',
    params: { ...methodData, ...expandOnly },
    browser: true,
    run: (call) => makeMethod(call, call.params),
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/{id}',
    params: expandOnly,
    run: (call, id) => find(call, 'payment_method', id),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/{id}',
    params: {
      ...expandOnly,
      allow_redisplay: methodData.allow_redisplay!,
      billing_details: { fields: billingShape },
      metadata: 'metadata',
      card: { fields: { exp_month: 'integer', exp_year: 'integer' } },
    },
    run: (call, id) => {
      const method = find(call, 'payment_method', id)
      if (!method.customer)
        throw invalid('You must save this PaymentMethod to a customer before you can update it.')
      const { card, billing_details: billing, metadata, allow_redisplay: redisplay } = call.params
      if (card)
        checkExpiry(card.exp_month ?? method.card.exp_month, card.exp_year ?? method.card.exp_year)
      const updated = call.tx.change(call.account, method, {
        ...(card ? { card: { ...method.card, ...card } } : {}),
        ...(billing ? { billing_details: billingDetails(billing, method.billing_details) } : {}),
        ...(metadata !== undefined ? { metadata: mergeMetadata(method.metadata, metadata) } : {}),
        ...(redisplay ? { allow_redisplay: redisplay } : {}),
      })
      emit(call, 'payment_method.updated', updated)
      return updated
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/{id}/attach',
    params: { ...expandOnly, customer: 'string' },
    run: (call, id) => {
      if (!call.params.customer) throw required('customer')
      return attachTo(call, takePaymentMethod(call, id, 'id', 404), call.params.customer)
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/{id}/detach',
    params: expandOnly,
    run: (call, id) => {
      const method = find(call, 'payment_method', id)
      if (!method.customer)
        throw invalid(
          'The payment method you provided is not attached to a customer so detachment is impossible.',
        )
      const customer = call.tx.object(call.account, method.customer)
      if (customer?.invoice_settings?.default_payment_method === method.id) {
        const updated = call.tx.change(call.account, customer, {
          invoice_settings: { ...customer.invoice_settings, default_payment_method: null },
        })
        emit(call, 'customer.updated', updated)
      }
      // A detached method can never be used again.
      const detached = call.tx.change(call.account, method, { customer: null, _spent: true })
      emit(call, 'payment_method.detached', detached, { customer: method.customer })
      return detached
    },
  },
  {
    method: 'GET',
    path: '/v1/payment_methods',
    params: { ...page, customer: 'string', type: 'string' },
    run: (call) => {
      const { customer, type } = call.params
      if (customer) find(call, 'customer', customer, 'customer')
      const rows = call.tx
        .list(call.account, 'payment_method')
        .filter(
          (row) =>
            row.customer === (customer ?? row.customer) &&
            row.customer &&
            (type === undefined || row.type === type),
        )
      return listPage('/v1/payment_methods', rows, call.params)
    },
  },
]

/** A stored method by id, or a new one from a test token like `pm_card_visa`. */
export function takePaymentMethod(
  call: Call,
  id: string,
  param = 'payment_method',
  status = 400,
): Row {
  const stored = call.tx.object(call.account, id)
  if (stored?.object === 'payment_method') return stored
  const card = cardByToken(id)
  if (card) return storeCard(call, card, 12, new Date().getFullYear() + 3, {})
  const bank = bankByToken(id)
  if (bank) return storeBank(call, bank, {}, { name: 'Jenny Rosen', email: 'jenny@example.com' })
  throw missing('PaymentMethod', id, param, status)
}

export function makeMethod(call: Call, data: Fields): Row {
  if (!data.type) throw required('type')
  if (data.type === 'card') {
    if (!data.card) throw required('card')
    if (data.card.wallet && !call.isBrowser)
      throw invalid('Received unknown parameter: card[wallet]', 'parameter_unknown', 'card[wallet]')
    if (data.card.token) {
      const known = cardByToken(data.card.token)
      if (!known) throw missing('token', data.card.token, 'card[token]', 400)
      return storeCard(call, known, 12, new Date().getFullYear() + 3, data)
    }
    const known = readCard(data.card)
    return storeCard(call, known, data.card.exp_month, fullYear(data.card.exp_year), data)
  }
  if (!data.us_bank_account) throw required('us_bank_account')
  const { account_number: account, routing_number: routing } = data.us_bank_account
  if (!account) throw required('us_bank_account[account_number]')
  if (!routing) throw required('us_bank_account[routing_number]')
  if (!data.billing_details?.name) throw required('billing_details[name]')
  if (routing !== testRouting) {
    throw invalid(
      `The routing number is not one of the test values. Use ${testRouting}.`,
      'routing_number_invalid',
      'us_bank_account[routing_number]',
    )
  }
  const known = testBanks.find((bank) => bank.number === account)
  if (!known) {
    throw invalid(
      'You must use a test bank account number here. No real account numbers in a sandbox.',
      'account_number_invalid',
      'us_bank_account[account_number]',
    )
  }
  return storeBank(call, known, data.us_bank_account, data.billing_details, data)
}

/** Saves a method to a customer, unless its bank declines. */
export function attachTo(call: Call, method: Row, customerId: string): Row {
  const customer = call.tx.object(call.account, customerId)
  if (customer?.object !== 'customer' || customer.deleted)
    throw missing('customer', customerId, 'customer', 400)
  if (method.customer === customerId) return method
  if (method.customer)
    throw invalid(
      'The payment method you provided has already been attached to a customer.',
      'payment_method_unexpected_state',
    )
  refuseSpent(method)
  const { declines } = method._behaviour as Behavior
  if (declines) throw new ApiError(402, { type: 'card_error', ...declines })
  const attached = call.tx.change(call.account, method, { customer: customerId })
  emit(call, 'payment_method.attached', attached)
  return attached
}

export function refuseSpent(method: Row): void {
  if (method._spent) {
    throw invalid(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, or was detached from a ' +
        'Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    )
  }
}

function readCard(data: Fields): TestCard {
  const number = String(data.number ?? '').replace(/[\s-]/g, '')
  const refuse = (code: string, param: string, message: string, more: Fields = {}) =>
    new ApiError(402, { type: 'card_error', code, param, message, ...more })
  if (!/^\d{12,19}$/.test(number))
    throw refuse('invalid_number', 'number', 'The card number is not a valid credit card number.')
  if (!hasValidCheckDigit(number))
    throw refuse('incorrect_number', 'number', 'Your card number is incorrect.')
  const known = testCards.find((card) => card.number === number)
  if (!known) {
    throw refuse(
      'card_declined',
      'number',
      'Your card was declined. Your request was in test mode, but used a non test card.',
      {
        decline_code: 'test_mode_live_card',
      },
    )
  }
  checkExpiry(data.exp_month, data.exp_year)
  if (
    data.cvc !== undefined &&
    !new RegExp(`^\\d{${known.brand === 'amex' ? '3,4' : '3'}}$`).test(data.cvc)
  ) {
    throw refuse('invalid_cvc', 'cvc', "Your card's security code is invalid.")
  }
  return known
}

const fullYear = (year: number): number => (year < 100 ? 2000 + year : year)

function checkExpiry(month: unknown, year: unknown): void {
  const refuse = (code: string, param: string, message: string) =>
    new ApiError(402, { type: 'card_error', code, param, message })
  if (typeof month !== 'number' || month < 1 || month > 12)
    throw refuse('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.")
  if (typeof year !== 'number')
    throw refuse('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.")
  const today = new Date()
  const isPast = fullYear(year) * 12 + month < today.getFullYear() * 12 + today.getMonth() + 1
  if (isPast || fullYear(year) > today.getFullYear() + 50) {
    throw refuse('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.")
  }
}

function storeCard(call: Call, known: TestCard, month: number, year: number, data: Fields): Row {
  const network = known.brand
  const method: Row = {
    ...common(data, 'card'),
    card: {
      brand: known.brand,
      checks: {
        address_line1_check: data.billing_details?.address?.line1 ? 'pass' : null,
        address_postal_code_check: data.billing_details?.address?.postal_code ? 'pass' : null,
        cvc_check: data.card?.cvc ? 'pass' : null,
      },
      country: known.country ?? 'US',
      display_brand: known.brand,
      exp_month: month,
      exp_year: year,
      fingerprint: fingerprint(call.account, known.number),
      funding: known.funding,
      generated_from: null,
      last4: known.number.slice(-4),
      networks: { available: [network], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: walletOf(data.card?.wallet, known),
    },
    // Spelled as in journals already on disk.
    _behaviour: known.behavior,
  }
  return call.tx.put(call.account, method)
}

/** How a card out of a wallet says so; the last digits are those of its stand-in on the phone. */
const walletOf = (type: string | undefined, known: TestCard): Fields | null =>
  type ? { type, dynamic_last4: known.number.slice(-4), [type]: {} } : null

function storeBank(
  call: Call,
  known: TestBank,
  bank: Fields,
  billing: Fields,
  data: Fields = {},
): Row {
  const method: Row = {
    ...common({ ...data, billing_details: billing }, 'us_bank_account'),
    us_bank_account: {
      account_holder_type: bank.account_holder_type ?? 'individual',
      account_type: bank.account_type ?? 'checking',
      bank_name: 'STRIPE TEST BANK',
      financial_connections_account: null,
      fingerprint: fingerprint(call.account, known.number),
      last4: known.number.slice(-4),
      networks: { preferred: 'ach', supported: ['ach'] },
      routing_number: testRouting,
      status_details: {},
    },
    _behaviour: { bank: known.outcome } satisfies Behavior,
  }
  return call.tx.put(call.account, method)
}

const common = (data: Fields, type: string): Row => ({
  id: newId('pm_'),
  object: 'payment_method',
  allow_redisplay: data.allow_redisplay ?? 'unspecified',
  billing_details: billingDetails(data.billing_details ?? {}),
  created: now(),
  customer: null,
  customer_account: null,
  livemode: false,
  metadata: mergeMetadata({}, data.metadata),
  type,
})

function billingDetails(given: Fields, old: Fields = {}): Fields {
  const empty = {
    city: null,
    country: null,
    line1: null,
    line2: null,
    postal_code: null,
    state: null,
  }
  const pick = (name: string) =>
    given[name] === undefined ? (old[name] ?? null) : given[name] || null
  return {
    address: { ...empty, ...old.address, ...given.address },
    email: pick('email'),
    name: pick('name'),
    phone: pick('phone'),
    tax_id: pick('tax_id'),
  }
}

/** The same card has the same fingerprint within an account and a different one elsewhere. */
const fingerprint = (account: string, number: string): string =>
  createHash('sha256')
    .update(`${account}:${number}`)
    .digest('base64url')
    .replace(/[-_]/g, '')
    .slice(0, 16)
