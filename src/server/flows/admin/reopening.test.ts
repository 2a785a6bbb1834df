import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { addDays, todayIn } from '../../../domain/base/dates.ts'
import { dueWhileClosed } from '../../../domain/money/autopay.ts'
import { system } from '../../base/db/door.ts'
import { readQueue } from '../../money/invoices/read-to-bill.ts'
import { createInvoice } from '../../money/invoices/write-issue.ts'
import { runAttempt } from '../../money/payments/charge.ts'
import { runAutopay } from '../../money/payments/retry.ts'
import { updateOrganization } from './organizations.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())
afterEach(() => till.checkBooks())

const setStatus = (status: 'active' | 'inactive') =>
  updateOrganization({ app: till.app, cause: system }, { id: till.org, status })
async function runCharges(): Promise<void> {
  await runAutopay(till.app)
  for (const { id } of await till.rows("select id from charge_attempts where state = 'started'"))
    await runAttempt(till.app, till.org, id)
}
const today = todayIn('America/New_York', new Date().toISOString())

/** A customer who agreed long ago to be charged, on a day of the month if given. */
async function payer(day: number | null = null, method = 'pm_card_visa'): Promise<string> {
  const id = await till.customer(method, { autopay: true })
  await till.rows(
    'update customers set preferred_charge_day = $2, autopay_oneoffs = true where id = $1',
    [id, day],
  )
  await till.rows(
    "update consents set accepted_at = now() - interval '90 days' where customer_id = $1",
    [id],
  )
  return id
}
/** An open invoice that falls due on a day. */
async function due(customer_id: string, day: string): Promise<string> {
  const { row } = await till.inOrg((tx) =>
    createInvoice(tx, {
      customer_id,
      source: 'manual',
      open: true,
      lines: [{ description: 'Mulch', quantity: 1, unit_price_cents: 9000 }],
    }),
  )
  await till.rows(
    'update invoices set effective_due_date = $2, due_date = $2, due_date_overridden = true where id = $1',
    [row.id, day],
  )
  return row.id
}
async function scheduled(): Promise<string> {
  const id = await till.invoice(await payer(5))
  await till.rows('update invoices set charge_on = $2 where id = $1', [id, addDays(today, -40)])
  return id
}
async function period(): Promise<string> {
  const id = await till.invoice(await payer(14), 4200, { billing_mode: 'per_period' })
  await till.rows('update invoices set period_end = $2 where id = $1', [id, addDays(today, -40)])
  return id
}
/** Its first charge failed, and the next try fell into the time the business was closed. */
async function failed(): Promise<string> {
  const id = await till.invoice(await payer(null, 'pm_card_chargeCustomerFail'))
  await till.charge(id, 'autopay')
  await till.rows("update invoices set next_retry_at = now() - interval '40 days' where id = $1", [
    id,
  ])
  return id
}

const attempts = async (id: string) => (await till.state(id)).attempts.length
const listed = async (tab: 'refused' | 'declined') =>
  (await till.inOrg((tx) => readQueue(tx, { tab, limit: 50 }))).items

describe('charges whose day passed while the business was closed', () => {
  const missed: Record<string, string> = {}
  beforeAll(async () => {
    missed['failed'] = await failed()
    await setStatus('inactive')
    missed['scheduled'] = await scheduled()
    missed['period'] = await period()
    missed['due'] = await due(await payer(), addDays(today, -40))
    missed['today'] = await due(await payer(), today)
    await setStatus('active')
    await runCharges()
    await runCharges()
  })

  it.each(['scheduled', 'period', 'due', 'today'])(
    'are not made by themselves, nor sent, but left to the office: %s',
    async (kind) => {
      const id = missed[kind]!
      const { invoice, messages } = await till.state(id)
      expect(await attempts(id)).toBe(0)
      expect(messages).toEqual([])
      expect(invoice).toMatchObject({ doc: 'open', money: 'none', charge_on: null })
      expect(await listed('refused')).toContainEqual(
        expect.objectContaining({ id, refusal: dueWhileClosed.message, can_charge: true }),
      )
    },
  )

  it('leave a charge that had failed to the office', async () => {
    const id = missed['failed']!
    expect(await attempts(id)).toBe(1)
    expect((await till.state(id)).invoice.next_retry_at).toBeNull()
    expect((await listed('declined')).map((bill) => bill.id)).toContain(id)
  })

  it('leave their customers time to pay, and are never made by themselves later', async () => {
    const id = missed['due']!
    const day = async () =>
      (
        await till.rows('select effective_due_date::text as day from invoices where id = $1', [id])
      )[0].day
    expect(await day()).toBe(addDays(today, 14))
    await till.rows(
      'update invoices set effective_due_date = effective_due_date - 20, due_tried_on = due_tried_on - 20 where id = $1',
      [id],
    )
    await runCharges()
    expect(await attempts(id)).toBe(0)
  })

  it('are made when the office presses Charge', async () => {
    const id = missed['scheduled']!
    await till.charge(id)
    expect((await till.state(id)).invoice).toMatchObject({ money: 'paid', refusal_code: null })
  })
})

describe('once the business is open again', () => {
  it('charges whose day comes are made as usual', async () => {
    const customer = await payer()
    await setStatus('inactive')
    const tomorrow = await due(customer, addDays(today, 1))
    await setStatus('active')
    const fresh = await due(customer, addDays(today, -1))
    // Its day has come.
    await till.rows('update invoices set effective_due_date = $2 where id = $1', [
      tomorrow,
      addDays(today, -1),
    ])
    await runCharges()
    for (const id of [fresh, tomorrow])
      expect((await till.state(id)).invoice).toMatchObject({ money: 'paid' })
  })

  it('a customer without autopay keeps their due date', async () => {
    const id = await due(await till.customer(null), addDays(today, -40))
    await setStatus('inactive')
    await setStatus('active')
    expect((await till.state(id)).invoice).toMatchObject({ refusal_code: null, due_tried_on: null })
  })
})
