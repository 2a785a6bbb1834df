import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { voidInvoice } from '../invoices/write.ts'
import { lockInvoice } from '../invoices/row.ts'
import { keptPayments } from '../../base/sums/kept.ts'
import { payByHand, takeBack } from '../payments/by-hand.ts'
import { payBackCredit, undoPayBack } from './pay-back.ts'
import { readCredits } from './read.ts'
import { giveCredit } from './write.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())
afterEach(() => till.checkBooks())

/** A customer who paid $50 in cash for a bill of $45. */
async function overpaid() {
  const customer = await till.customer(null)
  const invoice = await till.invoice(customer, 4500)
  const { payment } = await till.inOrg(async (tx) =>
    payByHand(tx, await lockInvoice(tx, invoice), {
      amount_cents: 5000,
      kind: 'cash',
      note: null,
    }),
  )
  const { credits } = await till.inOrg((tx) => readCredits(tx, customer))
  return { customer, payment: payment.id, credit: credits[0]!.id }
}
const payBack = (id: string) =>
  till.inOrg((tx) => payBackCredit(tx, id, { method: 'check', note: 'No. 12' }))
const undo = (id: string) => till.inOrg((tx) => undoPayBack(tx, id))
const credits = (customer: string) => till.inOrg((tx) => readCredits(tx, customer))
const kept = (customer: string) =>
  till.inOrg(async (tx) => {
    const { rows } = await sql<{ cents: number }>`
      select sum(p.cents)::bigint as cents from ${keptPayments} p where p.customer_id = ${customer}::uuid`.execute(
      tx,
    )
    return rows[0]!.cents
  })
const cash = async () =>
  (
    await till.rows<{ cents: number }>(
      "select coalesce(sum(amount_cents), 0)::int as cents from ledger_entries where account = 'cash'",
    )
  )[0]!.cents

it('leaves nothing of the credit, in the books and in what the business kept', async () => {
  const { customer, credit } = await overpaid()
  const before = await cash()
  await payBack(credit)
  expect(await credits(customer)).toMatchObject({
    left_cents: 0,
    credits: [
      {
        used_cents: 500,
        paid_back_cents: 500,
        paybacks: [{ amount_cents: 500, method: 'check', note: 'No. 12' }],
      },
    ],
  })
  expect(await kept(customer)).toBe(4500)
  expect((await cash()) - before).toBe(-500)
})

it('pays back only what no invoice took, and the rest once that is void', async () => {
  const { customer, credit } = await overpaid()
  const next = await till.invoice(customer, 300)
  await payBack(credit)
  expect(await credits(customer)).toMatchObject({
    left_cents: 0,
    credits: [{ used_cents: 500, paid_back_cents: 200 }],
  })
  await till.inOrg(async (tx) => voidInvoice(tx, await lockInvoice(tx, next)))
  expect((await credits(customer)).left_cents).toBe(300)
  await payBack(credit)
  expect(await credits(customer)).toMatchObject({
    left_cents: 0,
    credits: [{ paid_back_cents: 500 }],
  })
})

it('undone, is the customer’s credit again and can be paid back later', async () => {
  const { customer, credit } = await overpaid()
  await payBack(credit)
  await undo(credit)
  expect(await credits(customer)).toMatchObject({
    left_cents: 500,
    credits: [{ used_cents: 0, paid_back_cents: 0 }],
  })
  expect(await kept(customer)).toBe(5000)
  await expect(undo(credit)).rejects.toMatchObject({ code: 'credit_not_paid_back' })
  await payBack(credit)
  expect((await credits(customer)).left_cents).toBe(0)
})

it('409 credit_spent the second time, also at once', async () => {
  const { customer, credit } = await overpaid()
  const both = await Promise.allSettled([payBack(credit), payBack(credit)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find((one) => one.status === 'rejected')).toMatchObject({
    reason: { code: 'credit_spent' },
  })
  expect((await credits(customer)).credits[0]).toMatchObject({ paid_back_cents: 500 })
})

it('409 credit_given where the business gave it', async () => {
  const customer = await till.customer(null)
  const gift = await till.inOrg((tx) =>
    giveCredit(tx, customer, { amount_cents: 2000, reason: 'Rain' }),
  )
  await expect(payBack(gift)).rejects.toMatchObject({ code: 'credit_given' })
})

it('409 credit_paid_back where the payment it came from is taken back', async () => {
  const { payment, credit } = await overpaid()
  await payBack(credit)
  await expect(till.inOrg((tx) => takeBack(tx, payment, 'Typo'))).rejects.toMatchObject({
    code: 'credit_paid_back',
  })
})

it('that dies in the middle leaves everything as it was', async () => {
  const { customer, credit } = await overpaid()
  const before = await cash()
  const dying = till.inOrg(async (tx) => {
    await payBackCredit(tx, credit, { method: 'cash' })
    throw new Error('killed')
  })
  await expect(dying).rejects.toThrow('killed')
  expect(await credits(customer)).toMatchObject({ left_cents: 500 })
  expect(await cash()).toBe(before)
})

it('tells the customer, and of a mistake only if they had read it', async () => {
  const { customer, credit } = await overpaid()
  const letters = () =>
    till.rows<{ subject: string; status: string }>(
      `select subject, status from messages where customer_id = $1 and template = 'refund_issued' order by id`,
      [customer],
    )
  const paidBack = { subject: expect.stringContaining('paid your credit back to you') }
  await payBack(credit)
  expect(await letters()).toEqual([{ ...paidBack, status: 'queued' }])
  // It still waits, so it does not go.
  await undo(credit)
  expect(await letters()).toEqual([{ ...paidBack, status: 'refused' }])
  await payBack(credit)
  await till.rows(
    `update messages set status = 'sent' where customer_id = $1 and status = 'queued'`,
    [customer],
  )
  await undo(credit)
  expect(await letters()).toEqual([
    { ...paidBack, status: 'refused' },
    { ...paidBack, status: 'sent' },
    { subject: 'Your credit of $5.00 is still yours', status: 'queued' },
  ])
})

it('tells of a mistake also while the news of it is being handed over', async () => {
  const { customer, credit } = await overpaid()
  await payBack(credit)
  await till.rows(
    `update messages set status = 'sending' where customer_id = $1 and template = 'refund_issued'`,
    [customer],
  )
  await undo(credit)
  const [{ many }] = await till.rows(
    `select count(*)::int as many from messages where customer_id = $1 and once_key like 'payback_undone:%'`,
    [customer],
  )
  expect(many).toBe(1)
})
