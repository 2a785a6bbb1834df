import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWatching } from '../../test/contract/contract.ts'
import { connectedAccount, harnessFor, press, refusal, whole } from './harness.ts'
import { testBanks, testCards } from './test-cards.ts'

const { client, startWorld } = harnessFor(Stripe, startWatching)
type World = Awaited<ReturnType<typeof startWorld>>

let world: World
let customer: string
beforeAll(async () => {
  world = await startWorld()
  customer = (await world.connected.customers.create({ name: 'Ann', email: 'ann@example.com' })).id
})
afterAll(() => world.close())

const mandate_data = {
  customer_acceptance: {
    type: 'online' as const,
    online: { ip_address: '127.0.0.1', user_agent: 'test' },
  },
}

const browser = (method: string, path: string, params: Record<string, string>) =>
  fetch(`http://127.0.0.1:${world.sandbox.port}${path}`, {
    method,
    body: new URLSearchParams(params),
    headers: {
      authorization: `Bearer ${world.sandbox.publishableKey}`,
      'stripe-account': world.account,
    },
  }).then(async (answer) => ({ status: answer.status, body: await answer.json() }))

const cardData = (number: string) => ({
  type: 'card',
  'card[number]': number,
  'card[exp_month]': '12',
  'card[exp_year]': '2040',
  'card[cvc]': number.startsWith('37') ? '1234' : '123',
})

async function save(token: string): Promise<string> {
  const intent = await world.connected.setupIntents.create({
    customer,
    confirm: true,
    payment_method: token,
    mandate_data,
  })
  return intent.payment_method as string
}

const pay = (params: object = {}) =>
  world.connected.paymentIntents.create({
    amount: 5000,
    currency: 'usd',
    customer,
    confirm: true,
    off_session: true,
    ...params,
  })

describe('payment methods', () => {
  it('knows every test card by number, and keeps none of the numbers', async () => {
    for (const card of testCards) {
      const made = await browser('POST', '/v1/payment_methods', cardData(card.number))
      expect(made.body.card).toMatchObject({ last4: card.number.slice(-4), brand: card.brand })
    }
    const state = JSON.stringify(await press(world.sandbox, 'state', {}, 'GET'))
    for (const card of testCards) expect(state).not.toContain(card.number)
    for (const bank of testBanks) expect(state).not.toContain(bank.number)
  })

  it('refuses other numbers', async () => {
    const unknown = await browser('POST', '/v1/payment_methods', cardData('4111111111111111'))
    expect(unknown).toMatchObject({
      status: 402,
      body: { error: { code: 'card_declined', decline_code: 'test_mode_live_card' } },
    })
    expect(
      (await browser('POST', '/v1/payment_methods', cardData('4242424242424241'))).body.error.code,
    ).toBe('incorrect_number')
    expect(
      (
        await browser('POST', '/v1/payment_methods', {
          ...cardData('4242424242424242'),
          'card[exp_year]': '2020',
        })
      ).body.error.code,
    ).toBe('invalid_expiry_year')
    expect(
      (
        await browser('POST', '/v1/payment_methods', {
          ...cardData('4242424242424242'),
          'card[exp_month]': '13',
        })
      ).body.error.code,
    ).toBe('invalid_expiry_month')
    expect(
      (
        await browser('POST', '/v1/payment_methods', {
          ...cardData('4242424242424242'),
          'card[cvc]': '1',
        })
      ).body.error.code,
    ).toBe('invalid_cvc')
    const bank = {
      type: 'us_bank_account',
      'billing_details[name]': 'Ann',
      'us_bank_account[routing_number]': '110000000',
      'us_bank_account[account_number]': '123456789012',
    }
    expect((await browser('POST', '/v1/payment_methods', bank)).body.error.code).toBe(
      'account_number_invalid',
    )
    expect(
      (
        await browser('POST', '/v1/payment_methods', {
          ...bank,
          'us_bank_account[routing_number]': '021000021',
        })
      ).body.error.code,
    ).toBe('routing_number_invalid')
  })

  it('attaches, becomes the default, lists, detaches for good', async () => {
    const method = await world.connected.paymentMethods.attach('pm_card_mastercard', { customer })
    await world.connected.customers.update(customer, {
      invoice_settings: { default_payment_method: method.id },
    })
    expect(
      (await world.connected.paymentMethods.list({ customer, type: 'card' })).data.map(
        (row) => row.id,
      ),
    ).toContain(method.id)
    expect((await world.connected.customers.listPaymentMethods(customer)).data[0]!.id).toBe(
      method.id,
    )
    await world.connected.paymentMethods.detach(method.id)
    const after = await world.connected.customers.retrieve(customer, {
      expand: ['invoice_settings.default_payment_method'],
    })
    expect(after).toMatchObject({ invoice_settings: { default_payment_method: null } })
    expect((await refusal(pay({ payment_method: method.id }))).message).toMatch(
      /may not be used again/,
    )
  })

  it('refuses a method of another customer, and merges metadata', async () => {
    const method = await save('pm_card_visa')
    const other = await world.connected.customers.create({ metadata: { a: '1', b: '2' } })
    expect((await refusal(pay({ payment_method: method, customer: other.id }))).message).toMatch(
      /does not have a payment method/,
    )
    expect(
      (
        await refusal(
          world.connected.customers.update(other.id, {
            invoice_settings: { default_payment_method: method },
          }),
        )
      ).statusCode,
    ).toBe(400)
    const updated = await world.connected.customers.update(other.id, {
      metadata: { b: '', c: '3' },
    })
    expect(updated.metadata).toEqual({ a: '1', c: '3' })
    await world.connected.customers.del(other.id)
    expect((await world.connected.customers.retrieve(other.id)).deleted).toBe(true)
    expect((await refusal(pay({ customer: other.id }))).code).toBe('resource_missing')
  })
})

describe('SetupIntents', () => {
  it('saves a card; declines leave the intent open with the reason', async () => {
    const intent = await world.connected.setupIntents.create({
      customer,
      allowed_payment_method_types: ['card'],
    })
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      payment_method_types: ['card'],
    })
    const error = await refusal(
      world.connected.setupIntents.confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' }),
    )
    expect(error).toMatchObject({
      type: 'StripeCardError',
      code: 'card_declined',
      decline_code: 'generic_decline',
    })
    expect(error.setup_intent!.status).toBe('requires_payment_method')
    const done = await world.connected.setupIntents.confirm(intent.id, {
      payment_method: 'pm_card_visa',
    })
    expect(done.status).toBe('succeeded')
    expect(
      (await world.connected.paymentMethods.retrieve(done.payment_method as string)).customer,
    ).toBe(customer)
    expect((await refusal(world.connected.setupIntents.cancel(intent.id))).code).toBe(
      'setup_intent_unexpected_state',
    )
  })

  it('asks the holder when the card wants it, by page or in the page', async () => {
    const intent = await world.connected.setupIntents.create({
      customer,
      confirm: true,
      payment_method: 'pm_card_authenticationRequiredOnSetup',
      return_url: `http://127.0.0.1:${world.sandbox.port}/back`,
    })
    expect(intent.status).toBe('requires_action')
    const url = intent.next_action!.redirect_to_url!.url!
    const back = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'complete' }),
      redirect: 'manual',
    })
    expect(back.headers.get('location')).toMatch(
      /\/back\?setup_intent=seti_.*redirect_status=succeeded/,
    )
    const saved = await world.connected.setupIntents.retrieve(intent.id)
    expect(saved.status).toBe('succeeded')
    // Saved with authentication, so it works without it from now on.
    expect((await pay({ payment_method: saved.payment_method })).status).toBe('succeeded')
  })

  it('fails when the holder refuses, and wants the secret', async () => {
    const intent = await world.connected.setupIntents.create({
      customer,
      confirm: true,
      payment_method: 'pm_card_authenticationRequired',
    })
    const url = intent.next_action!.use_stripe_sdk as { stripe_js: string }
    expect((await fetch(url.stripe_js.replace(/secret=.*/, 'secret=x'))).status).toBe(404)
    await fetch(url.stripe_js, { method: 'POST', body: new URLSearchParams({ outcome: 'fail' }) })
    const after = await world.connected.setupIntents.retrieve(intent.id)
    expect(after).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'setup_intent_authentication_failure' },
    })
  })

  it('saves a bank account instantly or after small deposits, with a mandate', async () => {
    expect(
      (
        await refusal(
          world.connected.setupIntents.create({
            customer,
            confirm: true,
            payment_method: 'pm_usBankAccount',
          }),
        )
      ).code,
    ).toBe('payment_intent_mandate_invalid')
    const intent = await world.connected.setupIntents.create({
      customer,
      confirm: true,
      payment_method: 'pm_usBankAccount',
      mandate_data,
    })
    expect(intent.status).toBe('succeeded')
    expect((await world.connected.mandates.retrieve(intent.mandate as string)).status).toBe(
      'active',
    )
    const slow = await world.connected.setupIntents.create({
      customer,
      confirm: true,
      payment_method: 'pm_usBankAccount',
      mandate_data,
      payment_method_options: { us_bank_account: { verification_method: 'microdeposits' } },
    })
    expect(slow.next_action!.type).toBe('verify_with_microdeposits')
    expect(
      (
        await refusal(
          world.connected.setupIntents.verifyMicrodeposits(slow.id, { amounts: [1, 2] }),
        )
      ).statusCode,
    ).toBe(400)
    expect(
      (await world.connected.setupIntents.verifyMicrodeposits(slow.id, { amounts: [32, 45] }))
        .status,
    ).toBe('succeeded')
  })
})

describe('PaymentIntents', () => {
  it('charges a saved card off-session, with fee, receipt and application fee', async () => {
    const intent = await pay({
      payment_method: await save('pm_card_visa'),
      amount: 12_345,
      application_fee_amount: 100,
      expand: ['latest_charge.balance_transaction'],
    })
    expect(intent).toMatchObject({
      status: 'succeeded',
      amount_received: 12_345,
      application_fee_amount: 100,
    })
    const charge = whole(intent.latest_charge)
    expect(charge.balance_transaction).toMatchObject({
      fee: 358 + 30 + 100,
      net: 12_345 - 488,
      status: 'pending',
    })
    expect(await (await fetch(charge.receipt_url!)).text()).toContain('$123.45')
    expect((await world.platform.applicationFees.list()).data[0]).toMatchObject({
      amount: 100,
      charge: charge.id,
    })
  })

  const declining = testCards.filter((card) => card.behavior.declines)
  it.each(declining.map((card) => [card.tokens[0]!, card.behavior.declines!] as const))(
    'declines %s',
    async (token, decline) => {
      const intent = await world.connected.paymentIntents.create({ amount: 5000, currency: 'usd' })
      const error = await refusal(
        world.connected.paymentIntents.confirm(intent.id, { payment_method: `pm_card_${token}` }),
      )
      expect(error).toMatchObject({
        type: 'StripeCardError',
        statusCode: 402,
        code: decline.code,
        decline_code: decline.decline_code,
      })
      const after = await world.connected.paymentIntents.retrieve(intent.id, {
        expand: ['latest_charge'],
      })
      expect(after.status).toBe('requires_payment_method')
      expect(after.last_payment_error!.code).toBe(decline.code)
      expect(after.latest_charge).toMatchObject({
        status: 'failed',
        failure_code: decline.code,
        balance_transaction: null,
      })
      expect(error.charge).toBe(whole(after.latest_charge).id)
    },
  )

  it('saves the card that fails later, declines it, then takes another on the same intent', async () => {
    const failing = await save('pm_card_chargeCustomerFail')
    const intent = await world.connected.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      customer,
    })
    expect(
      (
        await refusal(
          world.connected.paymentIntents.confirm(intent.id, {
            payment_method: failing,
            off_session: true,
          }),
        )
      ).code,
    ).toBe('card_declined')
    expect(
      (await world.connected.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }))
        .status,
    ).toBe('succeeded')
    const again = await refusal(
      world.connected.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }),
    )
    expect(again.code).toBe('payment_intent_unexpected_state')
    expect(again.payment_intent!.status).toBe('succeeded')
    expect(
      (await world.connected.charges.list({ payment_intent: intent.id })).data.map(
        (row) => row.status,
      ),
    ).toEqual(['succeeded', 'failed'])
  })

  it('refuses off-session what needs the holder, and lets the pay page finish it', async () => {
    const intent = await world.connected.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      customer,
    })
    const error = await refusal(
      world.connected.paymentIntents.confirm(intent.id, {
        payment_method: 'pm_card_authenticationRequired',
        off_session: true,
      }),
    )
    expect(error).toMatchObject({ type: 'StripeCardError', code: 'authentication_required' })
    expect(error.payment_intent!.status).toBe('requires_payment_method')
    const confirmed = await browser('POST', `/v1/payment_intents/${intent.id}/confirm`, {
      client_secret: intent.client_secret!,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4000002760003184',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '34',
      'payment_method_data[card][cvc]': '123',
    })
    expect(confirmed.body.status).toBe('requires_action')
    const answer = await fetch(confirmed.body.next_action.use_stripe_sdk.stripe_js, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'complete', as: 'json' }),
    })
    expect((await answer.json()).status).toBe('succeeded')
  })

  it('declines after authentication where the card says so', async () => {
    const intent = await world.connected.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_threeDSecureRequiredChargeDeclined',
    })
    await fetch((intent.next_action!.use_stripe_sdk as { stripe_js: string }).stripe_js, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'complete', as: 'json' }),
    })
    expect(
      (await world.connected.paymentIntents.retrieve(intent.id)).last_payment_error!.code,
    ).toBe('card_declined')
  })

  it('checks amounts, currency and fee', async () => {
    const create = (params: object) =>
      refusal(world.connected.paymentIntents.create({ amount: 5000, currency: 'usd', ...params }))
    expect((await create({ amount: 49 })).code).toBe('amount_too_small')
    expect((await create({ amount: 100_000_000 })).code).toBe('amount_too_large')
    expect((await create({ amount: 10.5 })).code).toBe('parameter_invalid_integer')
    expect((await create({ amount: -5 })).param).toBe('amount')
    expect((await create({ currency: 'zzz' })).param).toBe('currency')
    expect((await create({ application_fee_amount: 5001 })).param).toBe('application_fee_amount')
    expect((await create({ off_session: true })).param).toBe('off_session')
    expect((await create({ capture_method: 'manual' })).param).toBe('capture_method')
    expect(
      (
        await create({
          allowed_payment_method_types: ['card'],
          automatic_payment_methods: { enabled: true },
        })
      ).code,
    ).toBe('parameters_exclusive')
  })

  it('updates until it is paid, and cancels until it is under way', async () => {
    const intent = await world.connected.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      metadata: { invoice: '1' },
    })
    expect(
      await world.connected.paymentIntents.update(intent.id, {
        amount: 6000,
        metadata: { n: '2' },
      }),
    ).toMatchObject({
      amount: 6000,
      metadata: { invoice: '1', n: '2' },
    })
    expect((await refusal(world.connected.paymentIntents.confirm(intent.id))).code).toBe(
      'payment_intent_unexpected_state',
    )
    expect(
      (await world.connected.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' }))
        .status,
    ).toBe('canceled')
    expect(
      (
        await refusal(
          world.connected.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }),
        )
      ).code,
    ).toBe('payment_intent_unexpected_state')
  })

  it('takes no money for an account that is not ready', async () => {
    const account = await connectedAccount(world.sandbox, 'information_due')
    const error = await refusal(
      client(world.sandbox, { stripeContext: account }).paymentIntents.create({
        amount: 5000,
        currency: 'usd',
      }),
    )
    expect(error.code).toBe('capability_not_active')
  })
})

describe('bank debits', () => {
  const outcomes = [
    ['pm_usBankAccount', 'succeeded', undefined],
    ['pm_usBankAccount_accountClosed', 'requires_payment_method', 'account_closed'],
    ['pm_usBankAccount_noAccount', 'requires_payment_method', 'no_account'],
    ['pm_usBankAccount_insufficientFunds', 'requires_payment_method', 'insufficient_funds'],
    ['pm_usBankAccount_debitNotAuthorized', 'requires_payment_method', 'debit_not_authorized'],
    ['pm_usBankAccount_processing', 'processing', undefined],
  ] as const
  it.each(outcomes)('%s ends as %s', async (token, status, code) => {
    const intent = await pay({ payment_method: await save(token), amount: 100_000 })
    expect(intent.status).toBe('processing')
    expect((await world.connected.charges.retrieve(intent.latest_charge as string)).status).toBe(
      'pending',
    )
    expect((await refusal(world.connected.paymentIntents.cancel(intent.id))).code).toBe(
      'payment_intent_unexpected_state',
    )
    await world.sandbox.advance()
    const after = await world.connected.paymentIntents.retrieve(intent.id, {
      expand: ['latest_charge.balance_transaction'],
    })
    expect(after.status).toBe(status)
    expect(after.last_payment_error?.code).toBe(code)
    const { balance_transaction } = whole(after.latest_charge)
    expect(balance_transaction && whole(balance_transaction).fee).toBe(
      status === 'succeeded' ? 500 : null,
    )
  })

  it('is settled or returned by hand', async () => {
    const method = await save('pm_usBankAccount_processing')
    const settled = await pay({ payment_method: method })
    await press(world.sandbox, `ach/${settled.id}/settle`)
    expect((await world.connected.paymentIntents.retrieve(settled.id)).status).toBe('succeeded')
    const failed = await pay({ payment_method: method })
    await press(world.sandbox, `ach/${failed.id}/return`)
    expect(
      (await world.connected.paymentIntents.retrieve(failed.id)).last_payment_error!.code,
    ).toBe('insufficient_funds')
  })

  it('can come back after it succeeded, as a lost dispute', async () => {
    const intent = await pay({ payment_method: await save('pm_usBankAccount_dispute') })
    await world.sandbox.advance()
    const disputes = await world.connected.disputes.list({ payment_intent: intent.id })
    expect(disputes.data[0]).toMatchObject({
      status: 'lost',
      amount: 5000,
      reason: 'insufficient_funds',
    })
    expect((await world.connected.charges.retrieve(intent.latest_charge as string)).disputed).toBe(
      true,
    )
  })
})
