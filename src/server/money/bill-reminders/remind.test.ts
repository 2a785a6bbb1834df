import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, zonedToUtcIso } from '../../../domain/base/dates.ts'
import { byDay } from '../../../../test/clock.ts'
import { openWorld, type Caller, type OpenWorld } from '../../../../test/world.ts'
import { deliver } from '../../messages/deliver.ts'
import { remindOfBills } from './remind.ts'
import { deliveryNeeds } from '../../delivery.ts'

byDay()
let open: OpenWorld
let owner: Caller
let today: string
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  today = open.world.green.today
})
afterAll(() => open?.close())
beforeEach(async () => {
  await open.rows("update invoices set effective_due_date = '2020-01-01' where doc = 'open'")
  await settings({ bill_reminders_on: true, bill_reminder_steps: [-3, 0, 3, 7] })
})

const rosa = () => open.world.green.customers['rosa']!.id
const settings = async (body: object) =>
  expect((await owner('PATCH /api/owner/schedule-settings', { body })).status).toBe(200)

/** An invoice that was sent three weeks ago and falls due some days from today. */
async function billed(in_days: number, customer_id = rosa()): Promise<string> {
  const { body } = await owner('POST /api/invoices', {
    body: {
      customer_id,
      lines: [{ description: 'Hedges', unit_price_cents: 5000 }],
      due_date: addDays(today, in_days),
      open: true,
    },
  })
  await open.rows("update invoices set sent_at = now() - interval '21 days' where id = $1", [
    body.invoice.id,
  ])
  return body.invoice.id
}
const pay = (id: string) =>
  owner('POST /api/invoices/{id}/mark-paid', { params: { id }, body: {}, key: `paid-${id}` })
const run = (in_days = 0, hour = 10) =>
  remindOfBills(open.app, zonedToUtcIso(addDays(today, in_days), hour * 60, 'America/New_York'))
const reminders = (id: string) =>
  open.rows<{
    id: string
    subject: string
    text: string
    sent_at: Date | null
  }>(
    "select m.* from messages m join bill_reminders b on b.message_id = m.id where b.invoice_id = $1 and m.template = 'invoice_reminder' order by m.id",
    [id],
  )
const shown = async (id: string) =>
  (await owner('GET /api/invoices/{id}/reminders', { params: { id } })).body

describe('a reminder', () => {
  it('goes out once for each step, with what is owed and the pay link', async () => {
    const id = await billed(3)
    await Promise.all([run(), run()])
    await run()
    const [first, ...more] = await reminders(id)
    expect(more).toEqual([])
    expect(first).toMatchObject({ channel: 'email', document: { kind: 'invoice', id } })
    expect(first!.text).toContain('$50.00')
    expect(first!.text).toContain('/pay/')
    await run(3)
    await run(6)
    await run(7)
    const subjects = (await reminders(id)).map(({ subject }) => subject)
    expect(subjects).toHaveLength(3)
    expect(subjects[1]).toMatch(/due today$/)
    expect(subjects[2]).toMatch(/past due$/)
    expect(await shown(id)).toMatchObject({
      sent: [{ step: -3 }, { step: 0 }, { step: 3 }],
      next: { step: 7, on: addDays(today, 10) },
      stopped: null,
    })
  })

  it('is written in the language of its reader', async () => {
    await open.rows("update customers set locale = 'es' where id = $1", [rosa()])
    const id = await billed(-3)
    await run()
    await open.rows("update customers set locale = 'en' where id = $1", [rosa()])
    expect(await reminders(id)).toMatchObject([
      { locale: 'es', subject: expect.stringContaining('está vencida') },
    ])
  })

  it('gathers what a customer owes in one message, with a link for each', async () => {
    const [late, soon] = [await billed(-3), await billed(3)]
    await run()
    const [message, ...more] = await reminders(late)
    expect(more).toEqual([])
    expect((await reminders(soon)).map(({ id }) => id)).toEqual([message!.id])
    expect(message!.subject).toMatch(/^2 invoices/)
    expect(message!.text).toContain('$100.00')
    expect(new Set(message!.text.match(/\/pay\/\S+/g)).size).toBe(2)
  })

  it('starts over when the due date is moved', async () => {
    const id = await billed(0)
    await run()
    const { invoice } = (await owner('GET /api/invoices/{id}', { params: { id } })).body
    await owner('PATCH /api/invoices/{id}', {
      params: { id },
      body: { due_date: addDays(today, 3), version: invoice.version },
    })
    await run()
    expect((await shown(id)).sent).toMatchObject([{ step: 0 }, { step: -3 }])
  })
})

describe('no reminder goes out', () => {
  /** Runs, and says how many went out and what stops them. */
  const afterRun = async (id: string) => {
    await run()
    return [(await reminders(id)).length, (await shown(id)).stopped]
  }

  it('once the invoice is paid or void', async () => {
    const [paid, gone] = [await billed(0), await billed(0)]
    await pay(paid)
    await owner('POST /api/invoices/{id}/void', { params: { id: gone }, body: {}, key: gone })
    expect(await afterRun(paid)).toEqual([0, 'settled'])
    expect(await afterRun(gone)).toEqual([0, 'settled'])
  })

  it('at night, while they are off, and to customers the office took out', async () => {
    const id = await billed(0)
    await run(0, 5)
    await run(0, 21)
    await settings({ bill_reminders_on: false })
    expect(await afterRun(id)).toEqual([0, 'off'])
    await settings({ bill_reminders_on: true })
    const out = (bill_reminders: boolean) =>
      owner('PUT /api/owner/customers/{id}/bill-reminders', {
        params: { id: rosa() },
        body: { bill_reminders },
      })
    expect((await out(false)).body).toMatchObject({ bill_reminders: false })
    expect(await afterRun(id)).toEqual([0, 'customer'])
    await out(true)
    await run()
    expect(await reminders(id)).toHaveLength(1)
  })

  it('to a customer whose charge is planned, only after it was refused', async () => {
    const casey = open.world.green.customers['casey']!.id
    await open.rows(
      'update customers set autopay_enabled = true, autopay_oneoffs = true, preferred_charge_day = null where id = $1',
      [casey],
    )
    await open.rows(
      "insert into consents (organization_id, customer_id, kind, accepted, text, text_hash, cap_cents) select $1, $2, k, true, 'yes', 'x', 100000 from unnest(array['autopay', 'autopay_oneoffs']) k",
      [open.world.green.id, casey],
    )
    const id = await billed(3, casey)
    expect(await afterRun(id)).toEqual([0, 'autopay'])
    await open.rows(
      "update invoices set money = 'failed', failure_code = 'card_declined', failure_sentence = 'Declined.' where id = $1",
      [id],
    )
    await run()
    expect(await reminders(id)).toHaveLength(1)
  })

  it('of what was paid before the message left; the rest is asked for again', async () => {
    const [paid, other] = [await billed(0), await billed(0)]
    await run()
    const [message] = await reminders(other)
    await open.until(
      async () => (await reminders(other))[0]!.sent_at,
      'the server has sent the reminder',
    )
    // As if it had been held until now.
    await open.rows("update messages set status = 'queued', claimed_at = null where id = $1", [
      message!.id,
    ])
    await pay(paid)
    await deliver(open.app, message!.id, deliveryNeeds)
    expect(
      await open.rows('select status, reason from messages where id = $1', [message!.id]),
    ).toEqual([{ status: 'refused', reason: 'settled' }])
    await run()
    expect(await reminders(other)).toMatchObject([{ text: expect.not.stringContaining('$100.00') }])
  })
})

describe('GET /api/owner/billing/queue', () => {
  it('says when a late bill is reminded again, and after the last time to call', async () => {
    const id = await billed(-7)
    await run()
    await open.rows("update invoices set customer_phone = '+19195550100' where id = $1", [id])
    const late = async () =>
      (await owner('GET /api/owner/billing/queue', { query: { tab: 'late' } })).body.items.find(
        (bill: { id: string }) => bill.id === id,
      )
    expect(await late()).toMatchObject({ reminded: { count: 1, next_on: null } })
    await settings({ bill_reminder_steps: [7, 14] })
    expect(await late()).toMatchObject({ reminded: { next_on: addDays(today, 7) } })
  })
})
