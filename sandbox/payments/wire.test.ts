import { request } from 'node:http'
import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWatching } from '../../test/contract/contract.ts'
import { connectedAccount, harnessFor, press, refusal, unheardOf, whole } from './harness.ts'
import { decodeForm } from './wire.ts'

const { client, startWorld } = harnessFor(Stripe, startWatching)
type World = Awaited<ReturnType<typeof startWorld>>

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const post = async (path: string, body: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`http://127.0.0.1:${world.sandbox.port}${path}`, {
    method: 'POST',
    body,
    headers: {
      authorization: `Bearer ${world.sandbox.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

describe('transport', () => {
  it('answers an unknown route with 404 and an error the SDK takes for one', async () => {
    const error = await refusal(world.platform.rawRequest('POST', '/v1/nothing_here', {}))
    expect(error.type).toBe('StripeInvalidRequestError')
    expect(error.statusCode).toBe(404)
    expect(error.requestId).toMatch(/^req_/)
  })

  it('wants a key, and the right one', async () => {
    expect((await post('/v1/customers', '', { authorization: '' })).status).toBe(401)
    expect(
      (await refusal(client({ ...world.sandbox, secretKey: 'sk_test_wrong' }).customers.list()))
        .type,
    ).toBe('StripeAuthenticationError')
  })

  it('refuses unknown parameters, nested ones too', async () => {
    const error = await refusal(world.connected.customers.create(unheardOf({ nickname: 'x' })))
    expect(error).toMatchObject({ code: 'parameter_unknown', param: 'nickname' })
    const nested = await refusal(
      world.connected.customers.create(unheardOf({ address: { planet: 'x' } })),
    )
    expect(nested).toMatchObject({ code: 'parameter_unknown', param: 'address[planet]' })
  })

  it('refuses payment_method_types by its own code', async () => {
    const error = await refusal(
      world.connected.setupIntents.create(unheardOf({ payment_method_types: ['card'] })),
    )
    expect(error.code).toBe('payment_method_types_no_longer_supported')
  })

  it('refuses __proto__, depth and size', async () => {
    expect((await post('/v1/customers', '__proto__[admin]=1')).body.error.code).toBe(
      'parameter_unknown',
    )
    expect((await post('/v1/customers', 'metadata[constructor]=1')).status).toBe(400)
    expect((await post('/v1/customers', `a${'[b]'.repeat(20)}=1`)).status).toBe(400)
    expect((await post('/v2/core/accounts', '{"__proto__":{"admin":true}}')).status).toBe(400)
    expect((await post('/v1/customers', `description=${'x'.repeat(1_100_000)}`)).status).toBe(413)
    expect('admin' in {}).toBe(false)
  })

  it('reads bracketed forms', () => {
    expect(decodeForm('a[0]=x&a[1]=y&b[c][d]=1&e[]=2&e[]=3')).toEqual({
      a: ['x', 'y'],
      b: { c: { d: '1' } },
      e: ['2', '3'],
    })
  })

  it('keeps serving after a request that ends in the middle', async () => {
    await new Promise<void>((resolve) => {
      const half = request({
        port: world.sandbox.port,
        method: 'POST',
        path: '/v1/customers',
        headers: { 'content-length': '100' },
      })
      half.on('error', () => resolve())
      half.write('name=')
      setTimeout(() => half.destroy(), 20)
    })
    expect((await world.connected.customers.list()).object).toBe('list')
  })
})

describe('strange addresses', () => {
  it.each(['//', '/v1/customers/%zz', '/sandbox/payments/%', '/sandbox/payments/onboarding/none'])(
    '%s',
    async (path) => {
      const status = await new Promise<number>((resolve, reject) => {
        const headers = { authorization: `Bearer ${world.sandbox.secretKey}` }
        request({ port: world.sandbox.port, path, headers }, (answer) =>
          resolve(answer.resume().statusCode!),
        )
          .on('error', reject)
          .end()
      })
      expect(status).toBe(404)
    },
  )
})

describe('scope', () => {
  it('keeps accounts apart, by Stripe-Context and by Stripe-Account', async () => {
    const other = await connectedAccount(world.sandbox)
    const customer = await world.connected.customers.create({ name: 'Ann' })
    expect(
      (
        await refusal(
          client(world.sandbox, { stripeContext: other }).customers.retrieve(customer.id),
        )
      ).code,
    ).toBe('resource_missing')
    expect((await refusal(world.platform.customers.retrieve(customer.id))).statusCode).toBe(404)
    expect(
      (
        await client(world.sandbox, { stripeAccount: world.account }).customers.retrieve(
          customer.id,
        )
      ).id,
    ).toBe(customer.id)
  })

  it('refuses an unknown account with 403', async () => {
    const error = await refusal(
      client(world.sandbox, { stripeContext: 'acct_unknown' }).balance.retrieve(),
    )
    expect(error).toMatchObject({
      type: 'StripePermissionError',
      code: 'account_invalid',
      statusCode: 403,
    })
  })

  it('lets a publishable key do no more than pay', async () => {
    const browser = client(
      { ...world.sandbox, secretKey: world.sandbox.publishableKey },
      { stripeAccount: world.account },
    )
    expect((await refusal(browser.customers.list())).statusCode).toBe(403)
    const intent = await world.connected.paymentIntents.create({
      amount: 1000,
      currency: 'usd',
      metadata: { secret: 'yes' },
    })
    expect((await refusal(browser.paymentIntents.retrieve(intent.id))).statusCode).toBe(401)
    expect(
      (await refusal(browser.paymentIntents.retrieve(intent.id, { client_secret: 'pi_wrong' })))
        .code,
    ).toBe('payment_intent_invalid_parameter')
    const seen = await browser.paymentIntents.retrieve(intent.id, {
      client_secret: intent.client_secret!,
    })
    expect(seen.amount).toBe(1000)
    expect(seen.metadata).toBeUndefined()
  })
})

describe('lists and expand', () => {
  it('pages by cursor, newest first', async () => {
    const account = await connectedAccount(world.sandbox)
    const stripe = client(world.sandbox, { stripeContext: account })
    const made: string[] = []
    for (let n = 0; n < 5; n++) made.unshift((await stripe.customers.create({ name: `c${n}` })).id)
    const first = await stripe.customers.list({ limit: 2 })
    expect(first.data.map((row) => row.id)).toEqual(made.slice(0, 2))
    expect(first.has_more).toBe(true)
    const back = await stripe.customers.list({ limit: 2, ending_before: made[3]! })
    expect(back.data.map((row) => row.id)).toEqual(made.slice(1, 3))
    const all: string[] = []
    for await (const row of stripe.customers.list({ limit: 2 })) all.push(row.id)
    expect(all).toEqual(made)
    expect((await refusal(stripe.customers.list({ limit: 101 }))).param).toBe('limit')
    expect((await refusal(stripe.customers.list({ starting_after: 'cus_none' }))).code).toBe(
      'resource_missing',
    )
    const now = Math.floor(Date.now() / 1000)
    expect((await stripe.customers.list({ created: { gt: now + 60 } })).data).toEqual([])
    expect(
      (await stripe.customers.list({ created: { gte: now - 60, lte: now + 60 } })).data,
    ).toHaveLength(5)
  })

  it('expands through objects and lists, and refuses what cannot be expanded', async () => {
    const intent = await world.connected.paymentIntents.create({
      amount: 5000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
      expand: ['latest_charge.balance_transaction', 'payment_method'],
    })
    const charge = whole(intent.latest_charge)
    expect(charge.balance_transaction).toMatchObject({ amount: 5000, fee: 175, net: 4825 })
    expect(whole(intent.payment_method).card!.last4).toBe('4242')
    const list = await world.connected.charges.list({
      payment_intent: intent.id,
      expand: ['data.payment_intent', 'data.refunds'],
    })
    expect(whole(list.data[0]!.payment_intent).id).toBe(intent.id)
    expect(list.data[0]!.refunds!.data).toEqual([])
    expect(
      (await refusal(world.connected.charges.retrieve(charge.id, { expand: ['nothing'] }))).message,
    ).toMatch(/cannot be expanded/)
    expect(JSON.stringify(charge)).not.toMatch(/"_/)
  })
})

describe('faults', () => {
  it('loses an answer before or after the request ran', async () => {
    const count = async () =>
      (await press(world.sandbox, 'state', {}, 'GET')).accounts[world.account].customers.length
    const before = await count()
    await press(world.sandbox, 'faults', {
      drop_next_response: { when: 'before', path: '/v1/customers', count: 2 },
    })
    // The SDK retries a closed connection once, so both responses must be dropped.
    expect((await refusal(world.connected.customers.create({ name: 'lost' }))).type).toBe(
      'StripeConnectionError',
    )
    expect(await count()).toBe(before)
    await press(world.sandbox, 'faults', {
      drop_next_response: { when: 'after', path: '/v1/customers', count: 2 },
    })
    expect((await refusal(world.connected.customers.create({ name: 'made' }))).type).toBe(
      'StripeConnectionError',
    )
    expect(await count()).toBe(before + 1)
  })

  it('fails the next request with a saved 500', async () => {
    await press(world.sandbox, 'faults', { fail_next: 500 })
    const options = { idempotencyKey: 'fails-once' }
    expect(
      (await refusal(world.connected.customers.create({ name: 'x' }, options))).statusCode,
    ).toBe(500)
    expect(
      (await refusal(world.connected.customers.create({ name: 'x' }, options))).statusCode,
    ).toBe(500)
    expect(
      (await world.connected.customers.create({ name: 'x' }, { idempotencyKey: 'another' })).id,
    ).toMatch(/^cus_/)
  })

  it('is switched with the secret key only', async () => {
    expect(
      await press({ ...world.sandbox, secretKey: 'wrong' }, 'state', {}, 'GET'),
    ).toHaveProperty('error')
    expect(
      (await fetch(`http://127.0.0.1:${world.sandbox.port}/sandbox/payments/_sandbox/state`))
        .status,
    ).toBe(404)
  })
})
