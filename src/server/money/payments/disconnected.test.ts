import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { planMissed } from '../invoices/write-charging.ts'
import { readQueue, readSummary } from '../invoices/read-to-bill.ts'
import { refreshAccount } from './accounts.ts'
import { runAttempt } from './charge.ts'
import { reconcile } from './reconcile.ts'
import { runAutopay } from './retry.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())
afterEach(() => till.checkBooks())

const due = async (price_cents: number): Promise<string> => {
  const customer = await till.customer('pm_card_visa', { autopay: true })
  await till.rows('update customers set preferred_charge_day = 5 where id = $1', [customer])
  const invoice = await till.invoice(customer, price_cents)
  await till.rows(
    'update invoices set charge_on = now()::date - 2, effective_due_date = now()::date - 2 where id = $1',
    [invoice],
  )
  return invoice
}
const run = async () => {
  await runAutopay(till.app)
  for (const { id } of await till.rows("select id from charge_attempts where state = 'started'"))
    await runAttempt(till.app, till.org, id)
}

describe('a business that disconnects its account', () => {
  it('is seen to be off; its charges wait in a list and are made when it is back', async () => {
    const invoices = [await due(4000), await due(5000)]
    await till.ask('POST', `deauthorize/${till.account}`)
    await till.deliver((events) => events.filter(({ type }) => type.endsWith('deauthorized')))
    expect((await till.inOrg(readSummary)).payments).toEqual({
      off: 'disconnected',
      missed: { count: 0, cents: 0 },
    })
    await run()
    await run()
    await reconcile(till.app)
    for (const id of invoices)
      expect(await till.state(id)).toMatchObject({
        invoice: { doc: 'open', money: 'none', refusal_code: 'org_not_charge_ready' },
        attempts: [],
        messages: [],
      })
    const { items } = await till.inOrg((tx) => readQueue(tx, { tab: 'refused', limit: 10 }))
    expect(items).toMatchObject([
      { refusal: 'Payments not enabled — send pay link', can_charge: false },
      { can_charge: false },
    ])

    await till.ask('POST', `onboard/${till.account}`, { standing: 'complete' })
    expect(await refreshAccount(till.app, till.org)).toMatchObject({
      charges_enabled: true,
      disabled_reason: null,
    })
    // Nothing is charged before the office says so.
    await run()
    expect((await till.state(invoices[0]!)).attempts).toEqual([])
    expect((await till.inOrg(readSummary)).payments).toEqual({
      off: null,
      missed: { count: 2, cents: 9000 },
    })
    expect(await till.inOrg(planMissed)).toBe(2)
    await run()
    for (const id of invoices)
      expect((await till.state(id)).invoice).toMatchObject({ money: 'paid', refusal_code: null })
    expect((await till.inOrg(readSummary)).payments.missed.count).toBe(0)
    expect(await till.inOrg(planMissed)).toBe(0)
  })
})

describe('a refused automatic charge', () => {
  it('is on the list with its reason, and can be charged there once it may be', async () => {
    const invoice = await due(7000)
    const { customer_id } = (await till.state(invoice)).invoice
    await till.rows('update consents set cap_cents = 100 where customer_id = $1', [customer_id])
    await run()
    const listed = async () =>
      (await till.inOrg((tx) => readQueue(tx, { tab: 'refused', limit: 10 }))).items.find(
        ({ id }) => id === invoice,
      )
    expect(await listed()).toMatchObject({
      refusal: 'This is more than the customer authorized — send pay link',
      can_charge: true,
    })
    expect((await till.state(invoice)).messages).toEqual(['pay_link'])
    await till.rows('update consents set cap_cents = 7000 where customer_id = $1', [customer_id])
    await till.charge(invoice)
    expect(await listed()).toBeUndefined()
  })
})
