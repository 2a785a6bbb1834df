import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import type { App } from '../../base/call.ts'
import { payBackCredit } from '../credits/pay-back.ts'
import { readCredits } from '../credits/read.ts'
import { giveCredit } from '../credits/write.ts'
import { checkNoIntent } from '../invoices/live-intent.ts'
import { takeCreditOff, useCredits } from '../invoices/credit.ts'
import { payUrl } from '../invoices/pay-link.ts'
import { lockInvoice } from '../invoices/row.ts'
import { Unknown } from '../../base/outside/payment-faults.ts'
import { beginPayment, showPayPage } from '../../flows/pay-page/calls.ts'
import { payByHand, takeBack } from '../payments/by-hand.ts'
import { planCharge, runAttempt } from '../payments/charge.ts'
import { releaseStale, withoutIntent } from '../payments/intents.ts'
import { reconcile } from '../payments/reconcile.ts'
import { runAutopay } from '../payments/retry.ts'
import { tellAhead } from '../payments/tell-ahead.ts'
import { tellCreditUsed } from './tell-used.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())
afterEach(async () => {
  await till.rows("update organizations set schedule_settings = '{}'")
  await till.checkBooks()
})

/** As the office gives a credit. */
const give = (customer: string, amount_cents: number) =>
  till.inOrg(async (tx) => {
    const id = await giveCredit(tx, customer, { amount_cents, reason: 'Broken gate' })
    await useCredits(tx, customer)
    return id
  })
/** A check for more than the bill, the rest kept. */
const check = (invoice: string, amount_cents: number) =>
  withoutIntent(till.app, till.org, () =>
    till.inOrg(async (tx) => {
      const row = await lockInvoice(tx, invoice)
      await checkNoIntent(tx, invoice)
      return payByHand(tx, row, { amount_cents, kind: 'check', note: null })
    }),
  )
const left = async (customer: string) =>
  (await till.inOrg((tx) => readCredits(tx, customer))).left_cents
const sums = async (id: string) => {
  const { paid_cents, credit_cents, money, doc, charge_on } = (await till.state(id)).invoice
  return { paid_cents, credit_cents, money, doc, charge_on }
}
const charged = async (id: string) =>
  (await till.state(id)).payments.flatMap(({ status, amount_cents }) =>
    status === 'succeeded' ? [amount_cents] : [],
  )
const tokenOf = async (id: string) =>
  (await till.inOrg(async (tx) => payUrl(tx, till.app, await lockInvoice(tx, id))))
    .split('/')
    .at(-1)!
/** A customer whose bills wait for the 20th, and one such bill. */
async function planned(price_cents = 10_000) {
  const customer = await till.customer('pm_card_visa', { autopay: true })
  await till.rows('update customers set preferred_charge_day = 20 where id = $1', [customer])
  const bill = await till.invoice(customer, price_cents)
  expect(await sums(bill)).toMatchObject({ doc: 'scheduled', money: 'none' })
  return { customer, bill }
}
const itsDay = (bill: string) =>
  till.rows("update invoices set charge_on = '2020-01-20' where id = $1", [bill])
const jobs = (name: string, invoice_id: string) =>
  till.rows<{ data: Parameters<typeof tellCreditUsed>[1] & { invoice_id: string } }>(
    "select data from pgboss.job where name = $1 and data ->> 'invoice_id' = $2",
    [name, invoice_id],
  )

describe('credit pays what is open as soon as it is there', () => {
  it('a gift: what is due first, first, and the rest waits for the next bill', async () => {
    const customer = await till.customer(null)
    const [late, soon] = [await till.invoice(customer, 5000), await till.invoice(customer, 3000)]
    await till.rows("update invoices set effective_due_date = '2020-01-01' where id = $1", [soon])
    await give(customer, 4000)
    expect(await sums(soon)).toMatchObject({ credit_cents: 3000, money: 'paid' })
    expect(await sums(late)).toMatchObject({ credit_cents: 1000, money: 'partial' })
    await give(customer, 5000)
    expect(await sums(late)).toMatchObject({ credit_cents: 5000, money: 'paid' })
    expect(await left(customer)).toBe(1000)
  })

  it('a planned bill: the charge shrinks, and is announced with what is left', async () => {
    const { bill, customer } = await planned()
    await give(customer, 4000)
    expect(await sums(bill)).toMatchObject({ doc: 'scheduled', money: 'partial' })
    await till.rows(
      "update invoices set charge_on = (now() at time zone 'America/New_York')::date + 2 where id = $1",
      [bill],
    )
    await tellAhead(till.app)
    const [told] = await till.rows(
      "select data from messages where template = 'charge_upcoming' and customer_id = $1",
      [customer],
    )
    expect(told!.data.total_cents).toBe(6000)
    await itsDay(bill)
    await runAutopay(till.app)
    await till.charge(bill).catch(() => {})
    const [attempt] = (await till.state(bill)).attempts
    await runAttempt(till.app, till.org, attempt.id)
    expect(await charged(bill)).toEqual([6000])
  })

  it('a planned bill that it covers: the charge ends', async () => {
    const { bill, customer } = await planned()
    await give(customer, 10_000)
    expect(await sums(bill)).toMatchObject({ doc: 'open', money: 'paid', charge_on: null })
    await itsDay(bill)
    await runAutopay(till.app)
    expect((await till.state(bill)).attempts).toEqual([])
  })

  it('the rest of a check: the other bill is not charged', async () => {
    const { bill, customer } = await planned(9000)
    const other = await till.invoice(customer, 3000)
    await check(other, 12_000)
    expect(await sums(other)).toMatchObject({ money: 'paid', credit_cents: 0 })
    expect(await sums(bill)).toMatchObject({ money: 'paid', credit_cents: 9000 })
    expect(await left(customer)).toBe(0)
  })

  it('what lay there from before is used by the next check of payments', async () => {
    const customer = await till.customer(null)
    const bill = await till.invoice(customer, 5000)
    await till.inOrg((tx) => giveCredit(tx, customer, { amount_cents: 2000, reason: 'Rain' }))
    await reconcile(till.app)
    expect(await sums(bill)).toMatchObject({ credit_cents: 2000 })
  })

  it('a gift waits for the next bill where the owner wants that; own money never does', async () => {
    await till.rows(`update organizations set schedule_settings = '{"credits_wait": true}'`)
    const customer = await till.customer('pm_card_visa')
    const [bill, other] = [await till.invoice(customer, 5000), await till.invoice(customer, 1000)]
    await give(customer, 2000)
    expect(await sums(bill)).toMatchObject({ credit_cents: 0 })
    await check(other, 1500)
    expect(await sums(bill)).toMatchObject({ credit_cents: 500 })
    expect(await sums(await till.invoice(customer, 5000))).toMatchObject({ credit_cents: 2000 })
  })
})

describe('a charge under way', () => {
  const begun = async (customer: string, price_cents = 10_000) => {
    const bill = await till.invoice(customer, price_cents)
    const { attempt_id } = await till.inOrg((tx) =>
      planCharge(tx, { invoice_id: bill, via: 'staff' }),
    )
    return { bill, attempt_id }
  }

  it('that has not left asks for what is left', async () => {
    const customer = await till.customer('pm_card_visa')
    const { bill, attempt_id } = await begun(customer)
    await give(customer, 4000)
    expect(await sums(bill)).toMatchObject({ money: 'processing', credit_cents: 0 })
    await runAttempt(till.app, till.org, attempt_id)
    expect(await charged(bill)).toEqual([6000])
    expect(await sums(bill)).toMatchObject({ money: 'paid', credit_cents: 4000 })
  })

  it('the intent may be there already', async () => {
    const customer = await till.customer('pm_card_visa')
    const { bill, attempt_id } = await begun(customer)
    const app = whileConfirming(() => give(customer, 4000), 'createIntent')
    await runAttempt(app, till.org, attempt_id)
    expect(await charged(bill)).toEqual([6000])
  })

  it.each([
    [10_000, 'paid', 0],
    [9980, 'partial', 20],
  ])('that credit of %i covers ends: %s', async (cents, money, rest) => {
    const customer = await till.customer('pm_card_visa')
    const { bill, attempt_id } = await begun(customer)
    await give(customer, cents)
    await runAttempt(till.app, till.org, attempt_id)
    await releaseStale(till.app, till.org, bill)
    const { attempts, invoice } = await till.state(bill)
    expect(attempts).toMatchObject([{ state: 'abandoned' }])
    expect([invoice.money, invoice.total_cents - invoice.paid_cents]).toEqual([money, rest])
    expect(await charged(bill)).toEqual([])
    expect(
      await till.rows(
        "select 1 from payment_intents where invoice_id = $1 and status <> 'canceled'",
        [bill],
      ),
    ).toEqual([])
  })

  it('that has left is neither doubled nor lost: the credit stays for the next bill', async () => {
    const customer = await till.customer('pm_card_visa')
    const { bill, attempt_id } = await begun(customer)
    const app = whileConfirming(() => give(customer, 4000), 'confirmIntent')
    await runAttempt(app, till.org, attempt_id)
    expect(await charged(bill)).toEqual([10_000])
    expect(await left(customer)).toBe(4000)
    expect(await sums(await till.invoice(customer, 5000))).toMatchObject({ credit_cents: 4000 })
  })

  it('whose answer was lost is resolved for what it asked', async () => {
    const customer = await till.customer('pm_card_visa')
    const { bill, attempt_id } = await begun(customer)
    const lost = whileConfirming(() => Promise.reject(new Unknown('lost')), 'confirmIntent')
    await runAttempt(lost, till.org, attempt_id).catch(() => {})
    await give(customer, 4000)
    await runAttempt(till.app, till.org, attempt_id)
    expect(await charged(bill)).toEqual([10_000])
    expect(await left(customer)).toBe(4000)
  })

  it('that is declined: what came meanwhile pays, and the customer is asked for the rest', async () => {
    const customer = await till.customer('pm_card_chargeCustomerFail')
    const { bill, attempt_id } = await begun(customer)
    const app = whileConfirming(() => give(customer, 4000), 'confirmIntent')
    await runAttempt(app, till.org, attempt_id)
    expect(await sums(bill)).toMatchObject({ credit_cents: 4000, money: 'partial' })
    const [told] = await till.rows(
      "select data from messages where template = 'payment_failed' and customer_id = $1",
      [customer],
    )
    expect(told!.data.total_cents).toBe(6000)
  })

  /** The app, but `work` runs once as the provider is called. */
  function whileConfirming(
    work: () => Promise<unknown>,
    call: 'confirmIntent' | 'createIntent',
  ): App {
    let done = false
    const on: App['payments']['on'] = (account, ...rest) => {
      const provider = till.app.payments.on(account, ...rest)
      return {
        ...provider,
        [call]: async (...args: [never, never, never]) => {
          const isFirst = !done
          done = true
          try {
            return await (provider[call] as (...all: unknown[]) => Promise<unknown>)(...args)
          } finally {
            if (isFirst) await work()
          }
        },
      }
    }
    return { ...till.app, payments: { ...till.app.payments, on } }
  }
})

describe('a pay page that is open', () => {
  it('cannot pay the old amount, and asks for what is left', async () => {
    const customer = await till.customer(null)
    const bill = await till.invoice(customer, 5000)
    const token = await tokenOf(bill)
    const { client_secret } = await beginPayment(till.app, token)
    await give(customer, 2000)
    expect(await jobs('intent.release', bill)).toHaveLength(1)
    await releaseStale(till.app, till.org, bill)
    const tried = await till.provider(
      `/v1/payment_intents/${client_secret.split('_secret')[0]}/confirm`,
      { client_secret, payment_method: 'pm_card_visa' },
      'browser',
    )
    expect(tried.error).toBeTruthy()
    expect(await showPayPage(till.app, token)).toMatchObject({
      invoice: { balance_cents: 3000, credit_cents: 2000 },
    })
    const again = await beginPayment(till.app, token)
    expect(again.amount_cents).toBe(3000)
    // One that asks for what is left stays.
    await releaseStale(till.app, till.org, bill)
    const paid = await till.provider(
      `/v1/payment_intents/${again.client_secret.split('_secret')[0]}/confirm`,
      { client_secret: again.client_secret, payment_method: 'pm_card_visa' },
      'browser',
    )
    expect(paid.status).toBe('succeeded')
    await till.deliver()
  })

  it('was faster: the money counts, and the credit pays the next bill', async () => {
    const customer = await till.customer(null)
    const bill = await till.invoice(customer, 5000)
    const next = await till.invoice(customer, 7000)
    await till.rows("update invoices set effective_due_date = '2020-01-01' where id = $1", [bill])
    const { client_secret } = await beginPayment(till.app, await tokenOf(bill))
    await give(customer, 2000)
    await till.provider(
      `/v1/payment_intents/${client_secret.split('_secret')[0]}/confirm`,
      { client_secret, payment_method: 'pm_card_visa' },
      'browser',
    )
    await till.deliver()
    expect(await sums(bill)).toMatchObject({ paid_cents: 5000, credit_cents: 0, money: 'paid' })
    expect(await sums(next)).toMatchObject({ credit_cents: 2000 })
    expect((await till.state(bill)).refunds).toEqual([])
  })
})

describe('what credit paid is owed again', () => {
  it('when the check it was kept of is taken back', async () => {
    const customer = await till.customer(null)
    const [first, other] = [await till.invoice(customer, 3000), await till.invoice(customer, 9000)]
    const { payment } = await check(first, 12_000)
    expect(await sums(other)).toMatchObject({ money: 'paid', credit_cents: 9000 })
    await till.inOrg((tx) => takeBack(tx, payment.id, 'It bounced'))
    expect(await sums(first)).toMatchObject({ money: 'none', paid_cents: 0 })
    expect(await sums(other)).toMatchObject({ money: 'none', credit_cents: 0 })
    expect(await left(customer)).toBe(0)
  })

  it('when a gift is taken off, which then waits for the next bill', async () => {
    const customer = await till.customer(null)
    const bill = await till.invoice(customer, 3000)
    await give(customer, 2000)
    await till.inOrg(async (tx) => takeCreditOff(tx, await lockInvoice(tx, bill)))
    expect(await sums(bill)).toMatchObject({ credit_cents: 0, money: 'none' })
    await till.inOrg((tx) => useCredits(tx, customer))
    expect(await sums(bill)).toMatchObject({ credit_cents: 0 })
    expect(await sums(await till.invoice(customer, 3000))).toMatchObject({ credit_cents: 2000 })
  })

  it('and is paid by other money of theirs that waited', async () => {
    const customer = await till.customer(null)
    const bill = await till.invoice(customer, 3000)
    await give(customer, 3000)
    await check(await till.invoice(customer, 1000), 1800)
    await till.inOrg(async (tx) => takeCreditOff(tx, await lockInvoice(tx, bill)))
    expect(await sums(bill)).toMatchObject({ credit_cents: 800, money: 'partial' })
  })

  it('409 credit_own_money for the customer’s own money', async () => {
    const customer = await till.customer(null)
    const [first, other] = [await till.invoice(customer, 3000), await till.invoice(customer, 9000)]
    await check(first, 4000)
    const off = till.inOrg(async (tx) => takeCreditOff(tx, await lockInvoice(tx, other)))
    await expect(off).rejects.toMatchObject({ code: 'credit_own_money' })
  })
})

describe('two acts at once', () => {
  it('a credit that comes while a bill is issued pays it', async () => {
    for (let round = 0; round < 12; round++) {
      const customer = await till.customer(null)
      const [bill] = await Promise.all([till.invoice(customer, 3000), give(customer, 2000)])
      expect(await sums(bill)).toMatchObject({ credit_cents: 2000 })
    }
  })

  it('two checks on two bills of one customer both count', async () => {
    const customer = await till.customer(null)
    const bills = await Promise.all([1, 2, 3, 4].map(() => till.invoice(customer, 3000)))
    await Promise.all([check(bills[0]!, 5000), check(bills[3]!, 5000)])
    expect(await left(customer)).toBe(0)
    const paid = await Promise.all(bills.map(async (id) => (await sums(id)).paid_cents))
    expect(paid.reduce((sum, cents) => sum + cents, 0)).toBe(10_000)
  })

  it('a credit is paid back or pays a bill, not both', async () => {
    for (let round = 0; round < 8; round++) {
      const customer = await till.customer(null)
      await check(await till.invoice(customer, 1000), 3000)
      const { credits } = await till.inOrg((tx) => readCredits(tx, customer))
      const [bill, back] = await Promise.allSettled([
        till.invoice(customer, 2000),
        till.inOrg((tx) => payBackCredit(tx, credits[0]!.id, { method: 'cash' })),
      ])
      const used = (await sums((bill as PromiseFulfilledResult<string>).value)).credit_cents
      expect(used + (back.status === 'fulfilled' ? 2000 : 0)).toBe(2000)
    }
  })
})

describe('the customer hears that credit paid a bill', () => {
  const told = (customer: string) =>
    till.rows(
      "select subject, data from messages where once_key like 'credit_used:%' and customer_id = $1 order by id",
      [customer],
    )
  const run = async (bill: string) => {
    for (const { data } of await jobs('credit.tell', bill)) await tellCreditUsed(till.app, data)
  }

  it('once, with what is left', async () => {
    const { bill, customer } = await planned()
    await give(customer, 4000)
    await run(bill)
    await run(bill)
    expect(await told(customer)).toMatchObject([
      { data: { used_cents: 4000, total_cents: 6000, credit_cents: 4000 } },
    ])
    expect((await told(customer))[0]!.subject).toContain('Your credit was used for invoice')
  })

  it('not of a bill that goes out with it, nor of a credit that was taken off', async () => {
    const customer = await till.customer(null)
    const bill = await till.invoice(customer, 9000)
    await give(customer, 4000)
    await run(bill)
    await till.rows('update invoices set sent_at = now() where id = $1', [bill])
    await till.inOrg(async (tx) => takeCreditOff(tx, await lockInvoice(tx, bill)))
    await run(bill)
    expect(await told(customer)).toEqual([])
  })
})
