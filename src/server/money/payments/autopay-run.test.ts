import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { byDay } from '../../../../test/clock.ts'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { createInvoice } from '../invoices/write-issue.ts'
import { lockInvoice } from '../invoices/row.ts'
import { planBill, sendWhenDue } from '../invoices/send-due.ts'
import { sendByHand } from '../invoices/send.ts'
import { payByHand } from './by-hand.ts'
import { runAttempt } from './charge.ts'
import { runAutopay } from './retry.ts'
import { tellAhead } from './tell-ahead.ts'

byDay()
let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())
afterEach(() => till.checkBooks())

/** A customer who pays by autopay, on a day of the month if given. */
async function payer(method: string, day: number | null = null): Promise<string> {
  const id = await till.customer(method, { autopay: true })
  await till.rows(
    'update customers set preferred_charge_day = $2, autopay_oneoffs = true where id = $1',
    [id, day],
  )
  return id
}

/** An invoice written by hand that is due on a day, by default yesterday. */
async function written(customer_id: string, due = 'now()::date - 1'): Promise<string> {
  const { row } = await till.inOrg((tx) =>
    createInvoice(tx, {
      customer_id,
      source: 'manual',
      open: true,
      lines: [{ description: 'Mulch', quantity: 1, unit_price_cents: 9000 }],
    }),
  )
  await till.rows(
    `update invoices set effective_due_date = ${due}, due_date = ${due}, due_date_overridden = true where id = $1`,
    [row.id],
  )
  // The customer agreed before any of it fell due.
  await till.rows(
    "update consents set accepted_at = now() - interval '30 days' where customer_id = $1",
    [customer_id],
  )
  return row.id
}

async function runCharges(): Promise<void> {
  await runAutopay(till.app)
  for (const { id } of await till.rows("select id from charge_attempts where state = 'started'"))
    await runAttempt(till.app, till.org, id)
}

describe('a period', () => {
  it('ends the day before the charge day, so that a visit on that day opens the next one', async () => {
    const customer = await payer('pm_card_visa', 14)
    const visit = (date: string) =>
      till.invoice(customer, 4200, { billing_mode: 'per_period', date })
    const before = await visit('2027-03-13')
    const on = await visit('2027-03-14')
    expect(on).not.toBe(before)
    expect((await till.state(before)).invoice).toMatchObject({
      period_start: '2027-02-14',
      period_end: '2027-03-13',
    })
    expect((await till.state(on)).invoice).toMatchObject({
      period_start: '2027-03-14',
      period_end: '2027-04-13',
    })
  })

  it('is not charged on its last day, but on the next', async () => {
    const customer = await payer('pm_card_visa', 14)
    const draft = await till.invoice(customer, 4200, { billing_mode: 'per_period' })
    const zone = "(now() at time zone 'America/New_York' - interval '9 hours')::date"
    await till.rows(`update invoices set period_end = ${zone} where id = $1`, [draft])
    await runCharges()
    expect((await till.state(draft)).invoice.doc).toBe('draft')
    await till.rows(`update invoices set period_end = ${zone} - 1 where id = $1`, [draft])
    await runCharges()
    expect((await till.state(draft)).invoice.money).toBe('paid')
  })
})

describe('a planned charge', () => {
  it('stays when the office sends the link', async () => {
    const invoice = await till.invoice(await payer('pm_card_visa', 5))
    const { charge_on } = (await till.state(invoice)).invoice
    const { sent } = await till.inOrg(async (tx) =>
      sendByHand(tx, till.app, await lockInvoice(tx, invoice)),
    )
    expect(sent).toBe(true)
    const { invoice: row, messages } = await till.state(invoice)
    expect(row).toMatchObject({ doc: 'scheduled', charge_on })
    expect(messages).toEqual(['pay_link'])
  })

  it('above the limit its bill goes out at once, and the charge waits for a yes', async () => {
    const customer = await payer('pm_card_visa', 5)
    const agreed = await till.invoice(customer)
    const above = await till.invoice(customer, 9000, { date: '2026-11-03' })
    await till.rows('update consents set cap_cents = 5000 where customer_id = $1', [customer])
    const plan = async (invoice_id: string) => {
      const completed = { invoice_id, status: 'scheduled' as const, collect_enqueued: false }
      await till.inOrg((tx) => planBill(tx, { ...completed, charge_refused: null }))
      await till.rows('update invoices set send_at = now() where id = $1 and send_at is not null', [
        invoice_id,
      ])
      await sendWhenDue(till.app, { organization_id: till.org, invoice_id })
      return till.state(invoice_id)
    }
    expect((await plan(agreed)).messages).toEqual([])
    const { invoice, messages } = await plan(above)
    expect(messages).toEqual(['invoice_sent'])
    expect(invoice).toMatchObject({ doc: 'scheduled', send_at: null })
  })

  it('takes the rest after some cash', async () => {
    const invoice = await till.invoice(await payer('pm_card_visa', 5), 8000)
    await till.inOrg(async (tx) =>
      payByHand(tx, await lockInvoice(tx, invoice), {
        amount_cents: 3000,
        kind: 'cash',
        note: null,
      }),
    )
    expect((await till.state(invoice)).invoice).toMatchObject({
      doc: 'scheduled',
      money: 'partial',
    })
    await till.rows('update invoices set charge_on = now()::date - 1 where id = $1', [invoice])
    await runCharges()
    const { payments, invoice: row } = await till.state(invoice)
    expect(payments.map(({ amount_cents }) => amount_cents)).toEqual([3000, 5000])
    expect(row).toMatchObject({ money: 'paid', paid_cents: 8000 })
  })

  it('a retry also takes the rest after some cash', async () => {
    const customer = await payer('pm_card_chargeCustomerFail')
    const invoice = await till.invoice(customer, 8000)
    await till.charge(invoice, 'autopay')
    await till.inOrg(async (tx) =>
      payByHand(tx, await lockInvoice(tx, invoice), {
        amount_cents: 3000,
        kind: 'cash',
        note: null,
      }),
    )
    const { next_retry_at } = (await till.state(invoice)).invoice
    expect(next_retry_at).not.toBeNull()
    await till.rows(
      "update invoices set next_retry_at = now() - interval '1 minute' where id = $1",
      [invoice],
    )
    await runCharges()
    expect((await till.state(invoice)).attempts).toMatchObject([
      { via: 'autopay', state: 'failed' },
      { via: 'retry', state: 'failed' },
    ])
  })
})

describe('when an invoice falls due', () => {
  it('one written by hand is charged, once', async () => {
    const invoice = await written(await payer('pm_card_visa'))
    await runCharges()
    await runCharges()
    const { invoice: row, payments } = await till.state(invoice)
    expect(row).toMatchObject({ money: 'paid', paid_cents: 9000 })
    expect(payments).toHaveLength(1)
  })

  it('not before its day, nor if it fell due before the customer agreed', async () => {
    const early = await written(await payer('pm_card_visa'), 'now()::date + 3')
    const customer = await payer('pm_card_visa')
    const old = await written(customer)
    await till.rows('update consents set accepted_at = now() where customer_id = $1', [customer])
    await runCharges()
    expect((await till.state(early)).attempts).toEqual([])
    expect((await till.state(old)).attempts).toEqual([])
  })

  it('not if autopay is off, whoever else has it on', async () => {
    const customer = await payer('pm_card_visa')
    const invoice = await written(customer)
    await till.rows('update customers set autopay_enabled = false where id = $1', [customer])
    await runCharges()
    expect((await till.state(invoice)).attempts).toEqual([])
    await till.rows('update customers set autopay_enabled = true where id = $1', [customer])
    await runCharges()
    expect((await till.state(invoice)).invoice).toMatchObject({ money: 'paid' })
  })

  it('its customer hears of it three days ahead, but not of a charge that would be refused', async () => {
    const agreed = await written(await payer('pm_card_visa'), 'now()::date + 2')
    const customer = await payer('pm_card_visa')
    const above = await written(customer, 'now()::date + 2')
    await till.rows('update consents set cap_cents = 100 where customer_id = $1', [customer])
    await tellAhead(till.app)
    await tellAhead(till.app)
    expect((await till.state(agreed)).messages).toEqual(['charge_upcoming'])
    expect((await till.state(above)).messages).toEqual([])
  })

  it('a refused one goes out with its link, once', async () => {
    const customer = await payer('pm_card_visa')
    const invoice = await written(customer)
    await till.rows('update consents set cap_cents = 100 where customer_id = $1', [customer])
    await runCharges()
    await runCharges()
    const { attempts, messages } = await till.state(invoice)
    expect(attempts).toEqual([])
    expect(messages).toEqual(['invoice_sent'])
  })
})

describe('a run', () => {
  it('takes everything that is due, however much', async () => {
    const customer = await payer('pm_card_visa', 5)
    const first = await till.invoice(customer)
    await till.rows(
      `insert into invoices (organization_id, number, customer_id, doc, issued_at, subtotal_cents, total_cents, charge_on, effective_due_date, source)
       select organization_id, 100000 + n, customer_id, 'scheduled', now(), 4500, 4500, now()::date - 2, now()::date - 2, 'visit'
       from invoices, generate_series(1, 120) n where id = $1`,
      [first],
    )
    await till.rows(
      `insert into ledger_entries (organization_id, fact, account, amount_cents, invoice_id)
       select organization_id, 'invoice:' || id, a.account, a.sign * 4500, id from invoices, (values ('receivable', 1), ('revenue', -1)) a(account, sign) where number > 100000`,
    )
    await runAutopay(till.app)
    const [{ planned }] = await till.rows(
      `select count(*)::int as planned from charge_attempts a join invoices i on i.id = a.invoice_id where i.number > 100000`,
    )
    expect(planned).toBe(120)
    await till.rows("update charge_attempts set state = 'abandoned' where state = 'started'")
  }, 120_000)
})
