import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { planCharge, runAttempt } from './charge.ts'
import { rounds } from '../../../../test/rounds.ts'

/** How many orders of the five events are tried; there are 120. */
const many = rounds(20, 'EVENT_ORDERS')

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())
afterEach(async () => {
  await till.ask('DELETE', 'faults')
  await till.checkBooks()
})

function* ordersOf<T>(items: readonly T[]): Generator<T[]> {
  if (items.length === 0) yield []
  for (const [index, item] of items.entries())
    for (const rest of ordersOf(items.toSpliced(index, 1))) yield [item, ...rest]
}

type Event = { id: string; type: string; data: { object: { id: string; payment_intent?: string } } }
type Created = { data: { object: { id: string; metadata?: { payment_intent_row?: string } } } }
const types = [
  'payment_intent.created',
  'payment_intent.succeeded',
  'charge.succeeded',
  'refund.created',
  'charge.refunded',
]

/** A charge and a refund of which we know nothing yet: the answers were lost, only events tell. */
async function unknownCharge(customer: string): Promise<string> {
  const invoice = await till.invoice(customer)
  const { attempt_id } = await till.inOrg((tx) =>
    planCharge(tx, { invoice_id: invoice, via: 'staff' }),
  )
  await till.ask('POST', 'faults', {
    drop_next_response: { when: 'after', path: '/v1/payment_intents/', count: 6 },
  })
  await runAttempt(till.app, till.org, attempt_id).catch(() => null)
  await till.ask('DELETE', 'faults')
  return invoice
}

async function eventsOf(intent: string): Promise<Event[]> {
  const { accounts } = await till.atProvider()
  const all: Event[] = accounts[till.account]!.events
  return types.map((type) =>
    all.find(
      (event) =>
        event.type === type &&
        (event.data.object.id === intent || event.data.object.payment_intent === intent),
    )!,
  )
}

const endOf = async (invoice: string) => {
  const { invoice: row, attempts, payments, refunds, messages } = await till.state(invoice)
  return {
    invoice: [row.doc, row.money, row.paid_cents, row.refunded_cents],
    attempts: attempts.map(({ state }) => state),
    payments: payments.map((one) => [
      one.status,
      one.amount_cents,
      one.refunded_cents,
      one.fee_cents,
    ]),
    refunds: refunds.map(({ state, amount_cents }) => [state, amount_cents]),
    messages: messages.toSorted(),
    ledger: await till.rows(
      'select account, sum(amount_cents)::int as cents from ledger_entries where invoice_id = $1 group by account order by account',
      [invoice],
    ),
  }
}

describe('an intent whose id was lost with the answer', () => {
  it('is known from its first event, and charged once', async () => {
    const invoice = await till.invoice(await till.customer('pm_card_visa'))
    const { attempt_id } = await till.inOrg((tx) =>
      planCharge(tx, { invoice_id: invoice, via: 'staff' }),
    )
    await till.ask('POST', 'faults', {
      drop_next_response: { when: 'after', path: '/v1/payment_intents', count: 6 },
    })
    await runAttempt(till.app, till.org, attempt_id).catch(() => null)
    await till.ask('DELETE', 'faults')
    const known = () =>
      till.rows('select id, provider_id from payment_intents where invoice_id = $1', [invoice])
    const [{ id }] = await known()
    expect(await known()).toEqual([{ id, provider_id: null }])
    const { accounts } = await till.atProvider()
    const created = (accounts[till.account]!.events as Created[]).find(
      ({ data }) => data.object.metadata?.payment_intent_row === id,
    )!
    await till.deliver(() => [created as never])
    expect(await known()).toEqual([{ id, provider_id: created.data.object.id }])
    await runAttempt(till.app, till.org, attempt_id)
    const { payments } = await till.state(invoice)
    expect(payments).toMatchObject([{ provider_intent_id: created.data.object.id }])
  })
})

describe('the events of a payment and its refund', () => {
  it(`in ${many} orders, every second one twice, end in one state`, async () => {
    // Spread over all of them.
    const orders = [...ordersOf([0, 1, 2, 3, 4])].filter(
      (_, index) => Math.floor((index * many) / 120) !== Math.floor(((index - 1) * many) / 120),
    )
    const ends = new Set<string>()
    for (const order of orders) {
      const invoice = await unknownCharge(await till.customer('pm_card_visa'))
      const [{ provider_id }] = await till.rows(
        'select provider_id from payment_intents where invoice_id = $1',
        [invoice],
      )
      await till.provider('/v1/refunds', { payment_intent: provider_id, amount: '1000' })
      const events = await eventsOf(provider_id)
      const chosen = order.map((index) => events[index]!)
      const delivered = chosen.flatMap((event, index) => (index % 2 ? [event, event] : [event]))
      const ids = new Set(delivered.map(({ id }) => id))
      await till.deliver(() => delivered)
      expect(ids.size).toBe(5)
      ends.add(JSON.stringify(await endOf(invoice)))
    }
    expect([...ends]).toHaveLength(1)
    expect(JSON.parse([...ends][0]!)).toMatchObject({
      invoice: ['open', 'partially_refunded', 4500, 1000],
      attempts: ['succeeded'],
      refunds: [['succeeded', 1000]],
    })
  }, 300_000)
})
