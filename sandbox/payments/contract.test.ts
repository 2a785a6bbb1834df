import { readFileSync, writeFileSync } from 'node:fs'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  derivedContract,
  faultsIn,
  startWatching,
  wantedAddresses,
} from '../../test/contract/contract.ts'
import { digestsOf } from '../../test/contract/digests.ts'
import { harnessFor, press } from './harness.ts'
import type { Exchange } from './watch.ts'

type CallMade = Exchange & { kind: 'call' }

const exchanges: Exchange[] = []
const { startWorld } = harnessFor(Stripe, () => {
  const { watch, check } = startWatching()
  return { watch: (exchange) => (exchanges.push(exchange), watch(exchange)), check }
})

let world: Awaited<ReturnType<typeof startWorld>>
beforeAll(async () => {
  world = await startWorld({ webhooks: [] })
  const { connected, platform, account } = world
  const customer = await connected.customers.create({ name: 'Ann' })
  const method = await connected.paymentMethods.attach('pm_card_bypassPending', {
    customer: customer.id,
  })
  const intent = await connected.paymentIntents.create({
    amount: 20_000,
    currency: 'usd',
    customer: customer.id,
    confirm: true,
    payment_method: method.id,
    expand: ['latest_charge.balance_transaction'],
  })
  await press(world.sandbox, `dispute/${(intent.latest_charge as Stripe.Charge).id}`)
  await connected.disputes.list({})
  await connected.refunds.list({ limit: 3 })
  const price = await platform.prices.create({
    currency: 'usd',
    unit_amount: 500,
    recurring: { interval: 'month' },
    product_data: { name: 'Plan' },
  })
  const payer = await platform.customers.create({ name: 'Green Lawn' })
  const card = await platform.paymentMethods.attach('pm_card_visa', { customer: payer.id })
  await platform.subscriptions.create({
    customer: payer.id,
    items: [{ price: price.id }],
    default_payment_method: card.id,
  })
  await platform.accounts.retrieve(account)
  await platform.v2.core.accounts.retrieve(account, { include: ['requirements'] })
})
afterAll(() => world.close())

/** The last answer of an address, changed and compared again. */
function planted(address: string, change: (body: any) => void): string[] {
  const [method, path] = address.split(' ')
  const pattern = new RegExp(`^${path!.replaceAll('{}', '[^/]+')}$`)
  const seen = exchanges.findLast(
    (one): one is CallMade =>
      one.kind === 'call' &&
      one.method === method &&
      pattern.test(one.path) &&
      one.status === 200 &&
      !one.isBrowser,
  )!
  expect(faultsIn(seen)).toEqual([])
  const body = JSON.parse(seen.body)
  change(body)
  return faultsIn({ ...seen, body: JSON.stringify(body) })
}

describe('a mistake in an answer is caught', () => {
  const mistakes: [what: string, address: string, change: (body: any) => void, fault: RegExp][] = [
    [
      'a charge whose card has no transaction link',
      'POST /v1/payment_intents',
      (body) => delete body.latest_charge.payment_method_details.card.transaction_link_id,
      /transaction_link_id/,
    ],
    [
      'a dispute with empty evidence',
      'GET /v1/disputes',
      (body) => (body.data[0].evidence = {}),
      /\/data\/0\/evidence: must have required property 'access_activity_log'/,
    ],
    [
      'a dispute whose card has no network',
      'GET /v1/disputes',
      (body) => delete body.data[0].payment_method_details.card.network,
      /'network'/,
    ],
    [
      'a subscription without the option of its feedback',
      'POST /v1/subscriptions',
      (body) => delete body.cancellation_details.feedback_option,
      /feedback_option/,
    ],
    [
      'a subscription with few invoice settings',
      'POST /v1/subscriptions',
      (body) => (body.invoice_settings = { account_tax_ids: null, issuer: { type: 'self' } }),
      /custom_fields.*description.*footer/s,
    ],
    [
      'an account with a thin business profile',
      'GET /v1/accounts/{}',
      (body) =>
        (body.business_profile = { mcc: null, name: 'Ann', support_email: null, url: null }),
      /minority_owned_business_designation/,
    ],
    [
      'an account without settings for cards and payments',
      'GET /v1/accounts/{}',
      (body) => {
        delete body.settings.card_payments
        delete body.settings.payments
      },
      /'card_payments'.*'payments'/s,
    ],
    [
      'an account of the second API with a null',
      'GET /v2/core/accounts/{}',
      (body) => (body.contact_phone = null),
      /\/contact_phone: must be string/,
    ],
    [
      'an unknown field deep inside',
      'POST /v1/payment_intents',
      (body) => (body.latest_charge.outcome.mood = 'fine'),
      /\/latest_charge\/outcome: must NOT have additional properties/,
    ],
  ]
  it.each(mistakes)('%s', (_what, address, change, fault) => {
    expect(planted(address, change).join('\n')).toMatch(fault)
  })
})

describe('a mistake in a request is caught', () => {
  const ask = (method: string, path: string, sent: string): string[] =>
    faultsIn({
      kind: 'call',
      method,
      path,
      query: '',
      sent,
      status: 402,
      body: '',
      isBrowser: false,
    })
  it.each([
    ['a nested field', 'invoice_settings[default_method]=pm_1', /default_method/],
    ['a number that is none', 'balance=many', /\/balance: must be number/],
    [
      'a text where an object belongs',
      'invoice_settings=pm_1',
      /\/invoice_settings: must be object/,
    ],
  ])('%s', (_what, sent, fault) => {
    expect(ask('POST', '/v1/customers/cus_1', sent).join('\n')).toMatch(fault)
  })
  it('a missing field', () => {
    expect(ask('POST', '/v1/payment_intents', 'currency=usd').join('\n')).toMatch(/'amount'/)
  })
  it('but not what the types allow', () => {
    expect(ask('POST', '/v1/payment_intents', 'currency=usd&amount=5&metadata[tip]=')).toEqual([])
  })
})

describe('a mistake in an event is caught', () => {
  it('in its object', () => {
    const call = exchanges.findLast(
      (one): one is CallMade => one.kind === 'call' && one.path === '/v1/disputes',
    )!
    const [dispute] = JSON.parse(call.body).data
    const event = (object: object) => ({
      id: 'evt_1',
      object: 'event',
      api_version: '2026-10-28.endive',
      created: 1,
      data: { object },
      livemode: false,
      pending_webhooks: 0,
      request: null,
      type: 'charge.dispute.created',
    })
    const faults = (body: object) => faultsIn({ kind: 'event', body: JSON.stringify(body) })
    expect(faults(event(dispute))).toEqual([])
    expect(faults(event({ ...dispute, evidence: {} })).join()).toMatch(/access_activity_log/)
    expect(faults({ ...event(dispute), livemode: undefined }).join()).toMatch(/livemode/)
  })
})

describe('the contract', () => {
  const contract = derivedContract()
  it('knows every address of the sandbox', () => {
    expect([...wantedAddresses()].filter((address) => !contract.routes[address])).toEqual([])
  })
  it('is that of the installed package: read the diff, then UPDATE_CONTRACT=1', () => {
    const file = new URL('../../test/contract/digests.txt', import.meta.url)
    const digests = `${digestsOf(contract).join('\n')}\n`
    if (process.env['UPDATE_CONTRACT']) writeFileSync(file, digests)
    expect(digests).toBe(readFileSync(file, 'utf8'))
  })
})
