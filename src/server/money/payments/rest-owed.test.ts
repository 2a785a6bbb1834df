import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { checkBooks } from '../books/check.ts'
import { giveCredit } from '../credits/write.ts'
import { readStatement } from '../documents/read-statement.ts'
import { applyCredit, returnCredit } from '../invoices/credit.ts'
import { readOwed } from '../invoices/read.ts'
import { readReceivables } from '../invoices/read-receivables.ts'
import { lockInvoice, statusOf, type InvoiceRow } from '../invoices/row.ts'
import { restoreInvoice, writeOffInvoice } from '../invoices/write.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { settleLost } from './answer-dispute.ts'
import { payByHand, takeBack } from './by-hand.ts'
import { readDueCharges } from './due-charges.ts'
import { runRefund } from './refund.ts'
import { planRefund } from './write-refunds.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())
afterEach(async () => {
  await till.checkBooks()
  await till.rows('delete from book_checks')
  await till.rows("update ledger_entries set at = at - interval '2 hours'")
  await checkBooks(till.app)
  const [{ first }] = await till.rows('select first from book_checks')
  if (first) throw new Error(`The books do not tie: ${JSON.stringify(first)}`)
})

type Bill = { customer: string; invoice: string }
const billed = async (method: string, price_cents = 10_000): Promise<Bill> => {
  const customer = await till.customer(method)
  return { customer, invoice: await till.invoice(customer, price_cents) }
}
const onInvoice = <T>(id: string, work: (tx: OrgTx, row: InvoiceRow) => Promise<T>) =>
  till.inOrg(async (tx) => work(tx, await lockInvoice(tx, id)))
const payCash = ({ invoice }: Bill, amount_cents: number) =>
  onInvoice(invoice, (tx, row) => payByHand(tx, row, { amount_cents, kind: 'cash', note: null }))
async function takeCashBack({ invoice }: Bill) {
  const { payments } = await till.state(invoice)
  const { id } = payments.find(({ kind, status }) => kind === 'cash' && status === 'succeeded')
  await till.inOrg((tx) => takeBack(tx, id, 'Wrong amount'))
}
async function refundCard({ invoice }: Bill, amount_cents: number) {
  const { payments } = await till.state(invoice)
  const card = payments.find(({ kind }) => kind === 'provider')
  const { id } = await till.inOrg((tx) =>
    planRefund(tx, card, { amount_cents, reason: null, actor_id: null }),
  )
  await runRefund(till.app, till.org, id)
  await till.deliver()
}
async function loseDispute({ invoice }: Bill) {
  await till.sandbox.advance()
  await till.deliver()
  const [{ id }] = await till.rows(
    'select d.id from disputes d join payments p on p.id = d.payment_id where p.invoice_id = $1',
    [invoice],
  )
  await till.ask('POST', `dispute/${id}/lost`)
  await till.deliver()
  await till.inOrg((tx) => settleLost(tx, id, 'owed'))
}
/** What the customer owes, wherever it is shown. */
const owedOn = ({ customer, invoice }: Bill) =>
  till.inOrg(async (tx) => {
    const statement = await readStatement(tx, customer, { from: '2020-01-01', to: '2100-01-01' })
    const { customers } = await readReceivables(tx, '2027-06-09')
    return {
      statement: statement.entries.reduce((sum, { cents }) => sum + cents, 0),
      receivables: customers.find((one) => one.customer_id === customer)?.total_cents ?? 0,
      portal: (await readOwed(tx, customer)).owed_cents,
      status: statusOf(await lockInvoice(tx, invoice)),
    }
  })
const owes = (cents: number, status: string) => ({
  statement: cents,
  receivables: cents,
  portal: cents,
  status,
})

describe('what was never paid stays owed, whatever was refunded', () => {
  it('when cash that was recorded by mistake is taken back', async () => {
    const bill = await billed('pm_card_visa')
    await payCash(bill, 4000)
    await till.charge(bill.invoice)
    await refundCard(bill, 1000)
    expect(await owedOn(bill)).toEqual(owes(0, 'paid'))
    await takeCashBack(bill)
    expect(await owedOn(bill)).toEqual(owes(4000, 'open'))
    await payCash(bill, 4000)
    expect(await owedOn(bill)).toEqual(owes(0, 'paid'))
    const { invoice } = await till.state(bill.invoice)
    expect(invoice).toMatchObject({ money: 'partially_refunded', refunded_cents: 1000 })
    expect(invoice.paid_at).not.toBeNull()
  })

  it('when all that was paid by card is refunded afterwards', async () => {
    const bill = await billed('pm_card_visa')
    await payCash(bill, 4000)
    await till.charge(bill.invoice)
    await takeCashBack(bill)
    await refundCard(bill, 6000)
    expect(await owedOn(bill)).toEqual(owes(4000, 'open'))
  })

  it('when a credit is taken off', async () => {
    const bill = await billed('pm_card_visa')
    const credit = { amount_cents: 4000, reason: 'Rain' }
    await till.inOrg((tx) => giveCredit(tx, bill.customer, credit))
    await onInvoice(bill.invoice, applyCredit)
    await till.charge(bill.invoice)
    await refundCard(bill, 1000)
    await onInvoice(bill.invoice, returnCredit)
    expect(await owedOn(bill)).toEqual(owes(4000, 'open'))
  })

  it('when a part of a lost dispute is paid in cash', async () => {
    const bill = await billed('pm_card_createDispute')
    await till.charge(bill.invoice)
    await refundCard(bill, 1000)
    await loseDispute(bill)
    expect(await owedOn(bill)).toEqual(owes(9000, 'failed'))
    await payCash(bill, 5000)
    expect(await owedOn(bill)).toEqual(owes(4000, 'failed'))
    await payCash(bill, 4000)
    expect(await owedOn(bill)).toEqual(owes(0, 'paid'))
    expect((await till.state(bill.invoice)).invoice.failure_code).toBeNull()
  })
})

describe('what a refund had closed before', () => {
  it('is owed again, with time to pay, and never charged by itself; nothing else changes', async () => {
    const bill = await billed('pm_card_visa')
    await payCash(bill, 4000)
    await till.charge(bill.invoice)
    await refundCard(bill, 1000)
    await takeCashBack(bill)
    const paid = await billed('pm_card_visa')
    await till.charge(paid.invoice)
    await refundCard(paid, 10_000)
    await till.rows('update customers set autopay_enabled = true where id = $1', [bill.customer])
    const closed =
      "money = 'partially_refunded', effective_due_date = '2027-01-01', due_tried_on = null"
    await till.rows(`update invoices set ${closed} where id = $1`, [bill.invoice])
    const before = (await till.state(paid.invoice)).invoice
    expect(await owedOn(bill)).toMatchObject({ status: 'paid', portal: 0 })

    const again = () => till.rows(readFileSync('db/migrations/0386_rest_owed_again.sql', 'utf8'))
    await again()
    expect(await owedOn(bill)).toEqual(owes(4000, 'open'))
    const { invoice } = await till.state(bill.invoice)
    expect(invoice).toMatchObject({ money: 'partial', paid_at: null, due_date_overridden: true })
    const [{ days }] = await till.rows(
      `select effective_due_date - (now() at time zone 'America/New_York')::date as days from invoices where id = $1`,
      [bill.invoice],
    )
    expect(days).toBe(14)
    await again()
    expect((await till.state(bill.invoice)).invoice.version).toBe(invoice.version)
    expect((await till.state(paid.invoice)).invoice).toEqual(before)
    await till.rows(
      'update invoices set effective_due_date = effective_due_date - 20, due_tried_on = due_tried_on - 20 where id = $1',
      [bill.invoice],
    )
    const due: string[] = []
    for await (const page of readDueCharges(till.app, 'due')) due.push(...page.map(({ id }) => id))
    expect(due).not.toContain(bill.invoice)
    await payCash(bill, 4000)
    expect(await owedOn(bill)).toEqual(owes(0, 'paid'))
  })
})

describe('an invoice that was given up', () => {
  const givenUp = async (method: string) => {
    const bill = await billed(method)
    await payCash(bill, 4000)
    await onInvoice(bill.invoice, writeOffInvoice)
    return bill
  }

  it('claims nothing once its cash is taken back, and all of it when opened again', async () => {
    const bill = await givenUp('pm_card_visa')
    await takeCashBack(bill)
    expect(await owedOn(bill)).toEqual(owes(0, 'uncollectible'))
    await onInvoice(bill.invoice, restoreInvoice)
    expect(await owedOn(bill)).toEqual(owes(10_000, 'open'))
  })
})
