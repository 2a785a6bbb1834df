import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { payUrl } from '../invoices/pay-link.ts'
import { lockInvoice } from '../invoices/row.ts'
import { beginPayment, showPayPage } from '../../flows/pay-page/calls.ts'
import { exportPayments, paymentColumns, readPayments } from './read.ts'
import { reconcile } from './reconcile.ts'
import { readMethods, showMethod, storeSetup } from './methods.ts'
import { ensureCustomer } from './intents.ts'
import { readWalletState, registerWallets } from './wallets.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())

const applePay = {
  'payment_method_data[type]': 'card',
  'payment_method_data[card][token]': 'tok_visa',
  'payment_method_data[card][wallet]': 'apple_pay',
}
const tokenOf = async (invoice: string): Promise<string> =>
  (await till.inOrg(async (tx) => payUrl(tx, till.app, await lockInvoice(tx, invoice))))
    .split('/')
    .at(-1)!
const state = () => till.inOrg((tx) => readWalletState(tx, till.app))
const domains = () =>
  till.app.payments
    .on(till.account)
    .registerDomain('localhost')
    .then(({ id }) => id)

describe('a payment out of Apple Pay', () => {
  let invoice: string
  beforeAll(async () => {
    invoice = await till.invoice(await till.customer(null), 8000)
    const { client_secret } = await beginPayment(till.app, await tokenOf(invoice))
    const id = client_secret.split('_secret')[0]
    await till.provider(
      `/v1/payment_intents/${id}/confirm`,
      { client_secret, ...applePay },
      'browser',
    )
    await till.deliver()
  })

  it('is a card payment that names its wallet, in the list and in the file', async () => {
    const { items } = await till.inOrg((tx) => readPayments(tx, { invoice_id: invoice, limit: 5 }))
    expect(items).toMatchObject([
      { pm_type: 'card', card_brand: 'visa', last4: '4242', wallet: 'apple_pay' },
    ])
    const rows = []
    for await (const page of exportPayments(till.inOrg, { invoice_id: invoice })) rows.push(...page)
    expect(rows[0]![paymentColumns.indexOf('Wallet')]).toBe('apple_pay')
    expect(rows[0]).toHaveLength(paymentColumns.length)
  })

  it('is named on the receipt', async () => {
    const [{ data }] = await till.rows("select data from messages where template = 'receipt'")
    expect(data.card).toEqual({
      brand: 'visa',
      last4: '4242',
      is_bank: false,
      wallet: 'apple_pay',
    })
  })
})

it('a card saved out of Apple Pay is charged like any card', async () => {
  const customer = await till.customer(null, { autopay: true })
  const { customer: at } = await ensureCustomer(till.app, till.org, customer)
  const setup = await till.provider('/v1/setup_intents', { customer: at, usage: 'off_session' })
  await till.provider(
    `/v1/setup_intents/${setup.id}/confirm`,
    { client_secret: setup.client_secret!, ...applePay },
    'browser',
  )
  const saved = await till.app.payments.on(till.account).readSetup(setup.id)
  await till.inOrg((tx) => storeSetup(tx, customer, saved))
  const [method] = await till.inOrg((tx) => readMethods(tx, customer))
  expect(showMethod(method!, method!.id)).toMatchObject({
    type: 'card',
    brand: 'visa',
    wallet: 'apple_pay',
    is_default: true,
  })
  const invoice = await till.invoice(customer, 4500)
  await till.charge(invoice, 'autopay')
  const { payments, invoice: row } = await till.state(invoice)
  expect(row.money).toBe('paid')
  expect(payments).toMatchObject([{ wallet: 'apple_pay', status: 'succeeded' }])
})

describe('the address of the pay page', () => {
  it('is registered once when Stripe enables charges', async () => {
    expect(await state()).toEqual({ state: 'on', domain: 'localhost', reason: null })
    const [row] = await till.rows('select wallet_domain, wallet_domain_id from organizations')
    expect(row).toEqual({ wallet_domain: 'localhost', wallet_domain_id: await domains() })
    const asked = till.app.payments.on
    till.app.payments.on = () => {
      throw new Error('asked again')
    }
    await registerWallets(till.app, till.org).finally(() => (till.app.payments.on = asked))
  })

  it('that Apple refuses is told in words, and tried again an hour later', async () => {
    const url = till.app.config.PUBLIC_URL
    till.app.config.PUBLIC_URL = 'https://pay.invalid'
    await reconcile(till.app)
    expect(await state()).toEqual({
      state: 'unavailable',
      domain: 'pay.invalid',
      reason: 'Stripe says: Apple Pay: The domain could not be reached by Apple.',
    })
    await till.rows("update organizations set wallet_checked_at = now() - interval '30 minutes'")
    const checked = async () =>
      (await till.rows('select wallet_checked_at as at from organizations'))[0].at
    const before = await checked()
    await reconcile(till.app)
    expect(await checked()).toEqual(before)
    await till.rows("update organizations set wallet_checked_at = now() - interval '2 hours'")
    await reconcile(till.app)
    expect(await checked()).not.toEqual(before)
    till.app.config.PUBLIC_URL = url
    await reconcile(till.app)
    expect((await state()).state).toBe('on')
  })

  it('waits when Stripe does not answer, and the next run asks again', async () => {
    await till.rows('update organizations set wallet_domain = null')
    const asked = till.app.payments.on
    till.app.payments.on = () => ({
      ...asked(till.account),
      registerDomain: () => Promise.reject(new Error('no answer')),
    })
    await registerWallets(till.app, till.org).finally(() => (till.app.payments.on = asked))
    expect((await state()).state).toBe('waiting')
    await reconcile(till.app)
    expect((await state()).state).toBe('on')
  })
})

it('the owner turns wallets off, and the pay page no longer offers them', async () => {
  const token = await tokenOf(await till.invoice(await till.customer(null), 8000))
  expect((await showPayPage(till.app, token)).wallets).toBe(true)
  await till.rows('update organizations set schedule_settings = $1', [
    JSON.stringify({ wallets_on: false }),
  ])
  expect((await showPayPage(till.app, token)).wallets).toBe(false)
  expect((await state()).state).toBe('off')
})
