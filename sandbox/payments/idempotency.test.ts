import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pruneKeys } from './idempotency.ts'
import { startWatching } from '../../test/contract/contract.ts'
import { connectedAccount, harnessFor, refusal } from './harness.ts'
import { Store } from './store.ts'

const { client, startWorld } = harnessFor(Stripe, startWatching)
type World = Awaited<ReturnType<typeof startWorld>>

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const params = { amount: 5000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' }

describe('idempotency keys', () => {
  it('replay the first answer', async () => {
    const first = await world.connected.paymentIntents.create(params, { idempotencyKey: 'a' })
    const second = await world.connected.paymentIntents.create(params, { idempotencyKey: 'a' })
    expect(second.id).toBe(first.id)
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect((await world.connected.charges.list({ payment_intent: first.id })).data).toHaveLength(1)
  })

  it('refuse other parameters', async () => {
    await world.connected.paymentIntents.create(params, { idempotencyKey: 'b' })
    const error = await refusal(
      world.connected.paymentIntents.create({ ...params, amount: 5001 }, { idempotencyKey: 'b' }),
    )
    expect(error).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  })

  it('replay a decline; a new key charges again', async () => {
    const intent = await world.connected.paymentIntents.create({ amount: 5000, currency: 'usd' })
    const declined = () =>
      world.connected.paymentIntents.confirm(
        intent.id,
        { payment_method: 'pm_card_chargeDeclined' },
        { idempotencyKey: 'c' },
      )
    const [first, second] = [await refusal(declined()), await refusal(declined())]
    expect(second.charge).toBe(first.charge)
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect((await world.connected.charges.list({ payment_intent: intent.id })).data).toHaveLength(1)
    expect(
      (
        await world.connected.paymentIntents.confirm(
          intent.id,
          { payment_method: 'pm_card_visa' },
          { idempotencyKey: 'd' },
        )
      ).status,
    ).toBe('succeeded')
  })

  it('forget what never began: a refused parameter can be corrected', async () => {
    await refusal(
      world.connected.paymentIntents.create({ ...params, amount: 1 }, { idempotencyKey: 'e' }),
    )
    expect(
      (await world.connected.paymentIntents.create(params, { idempotencyKey: 'e' })).status,
    ).toBe('succeeded')
  })

  it('belong to one account', async () => {
    const other = client(world.sandbox, { stripeContext: await connectedAccount(world.sandbox) })
    const first = await world.connected.customers.create({ name: 'x' }, { idempotencyKey: 'f' })
    expect((await other.customers.create({ name: 'x' }, { idempotencyKey: 'f' })).id).not.toBe(
      first.id,
    )
  })

  it('make one charge out of many concurrent requests', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, () =>
        world.connected.paymentIntents.create(params, { idempotencyKey: 'g' }),
      ),
    )
    expect(new Set(all.map((intent) => intent.id)).size).toBe(1)
  })

  it('are pruned when old', () => {
    const store = new Store(null)
    store.commit([
      ['idempotency', 'acct/old', { at: 1 }],
      ['idempotency', 'acct/new', { at: Date.now() }],
    ])
    pruneKeys(store)
    expect([...store.entries('idempotency')].map(([key]) => key)).toEqual(['acct/new'])
  })
})
