import Stripe from 'stripe'
import { afterEach, describe, expect, it } from 'vitest'
import { startWatching } from '../../test/contract/contract.ts'
import { harnessFor, press, startEndpoint } from './harness.ts'
import type { Webhook } from './deliveries.ts'

const { startWorld } = harnessFor(Stripe, startWatching)
type World = Awaited<ReturnType<typeof startWorld>>

const secret = 'whsec_for_tests'
const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

async function listen(kind: Webhook['kind'], statuses: number[] = []) {
  const endpoint = await startEndpoint(statuses)
  const world = await startWorld({ webhooks: [{ url: endpoint.url, secret, kind }] })
  opened.push(endpoint.close, world.close)
  return { endpoint, world }
}

const charge = (world: World) =>
  world.connected.paymentIntents.create(
    { amount: 5000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' },
    { idempotencyKey: 'key-1' },
  )

describe('webhooks', () => {
  it('delivers signed snapshots of a connected account', async () => {
    const { endpoint, world } = await listen('connect')
    const intent = await charge(world)
    await world.sandbox.flushWebhooks()
    const events = endpoint.deliveries.map(({ body, signature }) =>
      world.platform.webhooks.constructEvent(body, signature, secret),
    )
    expect(events.map((event) => event.type)).toEqual(
      expect.arrayContaining([
        'account.updated',
        'payment_intent.created',
        'charge.succeeded',
        'payment_intent.succeeded',
      ]),
    )
    const paid = events.find((event) => event.type === 'payment_intent.succeeded')!
    expect(paid).toMatchObject({
      account: world.account,
      api_version: '2026-10-28.endive',
      livemode: false,
      request: { idempotency_key: 'key-1' },
      data: { object: { id: intent.id, status: 'succeeded' } },
    })
    expect(paid.id).toMatch(/^evt_/)
    expect(() =>
      world.platform.webhooks.constructEvent(
        endpoint.deliveries[0]!.body,
        endpoint.deliveries[0]!.signature,
        'whsec_other',
      ),
    ).toThrow(/signature/)
    expect(JSON.stringify(events)).not.toMatch(/"_/)
    expect((await world.connected.events.retrieve(paid.id)).pending_webhooks).toBe(0)
  })

  it('sends platform events to the platform only', async () => {
    const { endpoint, world } = await listen('platform')
    await world.platform.customers.create({ name: 'Org' })
    await charge(world)
    await world.sandbox.flushWebhooks()
    expect(endpoint.types()).toEqual(['customer.created'])
    expect(JSON.parse(endpoint.deliveries[0]!.body).account).toBeUndefined()
  })

  it('notifies of accounts by thin events that can be fetched', async () => {
    const { endpoint, world } = await listen('thin')
    await world.sandbox.flushWebhooks()
    const notes = endpoint.deliveries.map(({ body, signature }) =>
      world.platform.parseEventNotification(body, signature, secret),
    )
    expect(notes.map((note) => note.type)).toEqual(
      expect.arrayContaining([
        'v2.core.account.created',
        'v2.core.account[requirements].updated',
        'v2.core.account[configuration.merchant].capability_status_updated',
      ]),
    )
    expect(() =>
      world.platform.webhooks.constructEvent(
        endpoint.deliveries[0]!.body,
        endpoint.deliveries[0]!.signature,
        secret,
      ),
    ).toThrow(/thin/)
    const changed = notes.find(
      (note) => note.type === 'v2.core.account[configuration.merchant].capability_status_updated',
    ) as any
    expect((await changed.fetchRelatedObject()).id).toBe(world.account)
    expect((await changed.fetchEvent()).data.updated_capability).toBeTruthy()
  })

  it('retries after a 500, and lists what was not delivered', async () => {
    const { endpoint, world } = await listen('platform', [500])
    await world.platform.customers.create({ name: 'Org' })
    await expect.poll(() => endpoint.deliveries.length).toBe(1)
    const undelivered = await world.platform.events.list({ delivery_success: false })
    expect(undelivered.data.map((event) => event.type)).toEqual(['customer.created'])
    await expect.poll(() => endpoint.deliveries.length, { timeout: 3000 }).toBe(2)
    expect(new Set(endpoint.deliveries.map(({ body }) => JSON.parse(body).id)).size).toBe(1)
    await expect
      .poll(async () => (await world.platform.events.list({ delivery_success: true })).data.length)
      .toBe(1)
  })

  it('duplicates, shuffles, delays and fails on demand', async () => {
    const { endpoint, world } = await listen('platform')
    await press(world.sandbox, 'faults', {
      duplicate_webhooks: true,
      shuffle_webhooks: true,
      delay_webhooks_ms: 20,
    })
    await world.platform.customers.create({ name: 'Org' })
    await world.sandbox.flushWebhooks()
    expect(endpoint.types()).toEqual(['customer.created', 'customer.created'])
    await press(world.sandbox, 'faults', {}, 'DELETE')
    await press(world.sandbox, 'faults', { fail_next_webhook: true })
    await world.platform.customers.create({ name: 'Org 2' })
    // The failed attempt sends nothing; the retry half a second later does.
    await expect
      .poll(async () => (await press(world.sandbox, 'faults', {}, 'GET')).fail_next_webhook)
      .toBe(0)
    expect(endpoint.deliveries).toHaveLength(2)
    await expect.poll(() => endpoint.deliveries.length, { timeout: 3000 }).toBe(3)
  })

  it('flushes those that wait for others to be delivered first', async () => {
    const { endpoint, world } = await listen('platform')
    await press(world.sandbox, 'faults', { delay_webhooks_ms: 200 })
    // Twice as many as are delivered at once.
    const names = Array.from({ length: 16 }, (_, number) => `Org ${number}`)
    await Promise.all(names.map((name) => world.platform.customers.create({ name })))
    await new Promise((resolve) => setTimeout(resolve, 50))
    await world.sandbox.flushWebhooks()
    expect(endpoint.types()).toEqual(names.map(() => 'customer.created'))
  })

  it('starts delivering when the endpoints are set later', async () => {
    const endpoint = await startEndpoint()
    const world = await startWorld()
    opened.push(endpoint.close, world.close)
    world.sandbox.setWebhooks([{ url: endpoint.url, secret, kind: 'connect' }])
    await charge(world)
    await world.sandbox.flushWebhooks()
    expect(endpoint.types()).toContain('payment_intent.succeeded')
  })
})
