import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { lockInvoice } from '../invoices/row.ts'
import { resend } from '../../messages/resend.ts'
import { settleLost } from '../payments/answer-dispute.ts'
import { payByHand, takeBack } from '../payments/by-hand.ts'
import { runRefund } from '../payments/refund.ts'
import { planRefund } from '../payments/write-refunds.ts'
import { drawAttached } from './attach.ts'
import { invoicePaper, isNothingPaid, receiptOf } from './invoice-paper.ts'
import { readInvoiceFacts } from './read.ts'
import { readStatement } from './read-statement.ts'
import { statementPaper } from './statement-paper.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())

const settle = async () => {
  await till.sandbox.advance()
  await till.deliver()
}
const disputeOf = async (invoice: string): Promise<string> =>
  (
    await till.rows(
      'select d.id from disputes d join payments p on p.id = d.payment_id where p.invoice_id = $1',
      [invoice],
    )
  )[0].id
const lose = async (invoice: string) => {
  await till.ask('POST', `dispute/${await disputeOf(invoice)}/lost`)
  await till.deliver()
}
const win = async (invoice: string) => {
  await till.ask('POST', `dispute/${await disputeOf(invoice)}/won`)
  await till.deliver()
}
const loseAs = (as: 'owed' | 'written_off') => async (invoice: string) => {
  await lose(invoice)
  const id = await disputeOf(invoice)
  await till.inOrg((tx) => settleLost(tx, id, as))
}
const refund = (amount_cents: number) => async (invoice: string) => {
  const { payments } = await till.state(invoice)
  const { id } = await till.inOrg((tx) =>
    planRefund(tx, payments[0], { amount_cents, reason: null, actor_id: null }),
  )
  await runRefund(till.app, till.org, id)
  await till.deliver()
}
const cash = (invoice: string, amount_cents: number) =>
  till.inOrg(async (tx) =>
    payByHand(tx, await lockInvoice(tx, invoice), { kind: 'cash', amount_cents, note: null }),
  )
const nothing = async () => {}

type Case = {
  payment: string
  method: string
  next: (invoice: string) => Promise<unknown>
  /** What the receipt says of it; null: 409 nothing_paid. */
  receipt: RegExp | null
  /** What the invoice and the statement say of it. */
  invoice?: RegExp
  statement?: RegExp
}
const bank = 'pm_usBankAccount_dispute'
const card = 'pm_card_createDispute'
const cases: Case[] = [
  { payment: 'came in', method: 'pm_card_visa', next: nothing, receipt: /\$70\.00 · Visa/ },
  {
    payment: 'was refunded in part',
    method: 'pm_card_visa',
    next: refund(2000),
    receipt: /Refunded \$20\.00/,
    statement: /Refunded \$20\.00/,
  },
  {
    payment: 'was refunded',
    method: 'pm_card_visa',
    next: refund(7000),
    receipt: /Refunded \$70\.00/,
    statement: /Refunded \$70\.00/,
  },
  {
    payment: 'is disputed',
    method: card,
    next: nothing,
    receipt: /disputed with the bank \$70\.00/,
    invoice: /\$70\.00 .* is disputed with the bank/,
    statement: /disputed with the bank \$70\.00/,
  },
  { payment: 'was disputed and won', method: card, next: win, receipt: /^(?!.*disputed)\$70\.00/ },
  {
    payment: 'was lost in a dispute',
    method: card,
    next: lose,
    receipt: null,
    invoice: /bank took back \$70\.00/,
    statement: /Given back by your bank \$70\.00/,
  },
  {
    payment: 'was lost and is owed again',
    method: card,
    next: loseAs('owed'),
    receipt: null,
    invoice: /bank took back \$70\.00/,
    statement: /Returned or refunded/,
  },
  {
    payment: 'was lost and given up',
    method: card,
    next: loseAs('written_off'),
    receipt: null,
    invoice: /bank took back \$70\.00/,
    statement: /Given back by your bank \$70\.00/,
  },
  {
    payment: 'was a debit that came back',
    method: bank,
    next: settle,
    receipt: null,
    invoice: /bank took back \$70\.00/,
    statement: /Returned or refunded/,
  },
  {
    payment: 'is a debit on its way',
    method: 'pm_usBankAccount_processing',
    next: nothing,
    receipt: null,
  },
  { payment: 'was declined', method: 'pm_card_chargeCustomerFail', next: nothing, receipt: null },
]

const papersOf = (invoice: string) =>
  till.inOrg(async (tx) => {
    const facts = await readInvoiceFacts(tx, invoice)
    const period = { from: '2020-01-01', to: '2100-01-01' }
    const customer_id = facts.detail.invoice.customer_id
    const textsOf = ({ texts }: { texts: readonly { text: string }[] }) =>
      texts.map(({ text }) => text).join('\n')
    let receipt: string | null = null
    try {
      receipt = textsOf(receiptOf(facts))
    } catch (fault) {
      expect(fault).toMatchObject({ status: 409, code: 'nothing_paid' })
    }
    return {
      receipt,
      invoice: textsOf(invoicePaper(facts)),
      statement: JSON.stringify(statementPaper(await readStatement(tx, customer_id, period)).rows),
    }
  })

const seenByCustomer = (invoice: string) =>
  till.inOrg(async (tx) => {
    await sql`select set_config('app.sight', 'customer', true), set_config('app.customer_id', customer_id::text, true)
      from invoices where id = ${invoice}::uuid`.execute(tx)
    const facts = await readInvoiceFacts(tx, invoice)
    return { button: facts.detail.invoice.has_receipt, none: isNothingPaid(facts) }
  })

/** A receipt's letter goes again only while something of its payment remains. */
async function sendAgain(invoice: string, wentBack: boolean): Promise<void> {
  const [letter] = await till.rows(
    `update messages set status = 'sent' where template = 'receipt'
      and customer_id = (select customer_id from invoices where id = $1) returning id`,
    [invoice],
  )
  if (!letter) return
  const again = till.inOrg((tx) => resend(tx, letter.id, null))
  if (wentBack) await expect(again).rejects.toMatchObject({ code: 'payment_went_back' })
  else {
    const copy = await again
    await till.rows("update messages set status = 'sent' where id = $1", [copy])
    await till.inOrg((tx) => resend(tx, copy, null))
  }
}

describe('papers of a payment', () => {
  it.each(cases)('that $payment', async ({ payment, method, next, receipt, ...says }) => {
    const invoice = await till.invoice(await till.customer(method), 7000)
    await till.charge(invoice)
    if (!method.endsWith('_processing')) await settle()
    await next(invoice)
    const papers = await papersOf(invoice)
    if (receipt) expect(papers.receipt).toMatch(receipt)
    else expect(papers.receipt).toBeNull()
    if (says.invoice) expect(papers.invoice).toMatch(says.invoice)
    else expect(papers.invoice).not.toMatch(/bank took back|disputed/)
    if (says.statement) expect(papers.statement).toMatch(says.statement)
    // The customer reads the same, and has a button for a receipt only where there is one.
    expect(await seenByCustomer(invoice)).toEqual({ button: receipt !== null, none: !receipt })
    await sendAgain(invoice, receipt === null || payment === 'was refunded')
    // A mail never carries a receipt of nothing.
    const { name } = await drawAttached(till.app.store, till.org, { kind: 'receipt', id: invoice })
    expect(name.startsWith('receipt')).toBe(receipt !== null)
  })

  it('lists what came back next to the money that remains', async () => {
    const invoice = await till.invoice(await till.customer(bank), 7000)
    await cash(invoice, 2000)
    await till.charge(invoice)
    await settle()
    await settle()
    const { receipt } = await papersOf(invoice)
    expect(receipt).toMatch(/\$20\.00 · Cash/)
    expect(receipt).toMatch(/\$50\.00 · .* · taken back by the bank \$50\.00/)
  })

  it('409 nothing_paid for cash that was taken back', async () => {
    const invoice = await till.invoice(await till.customer(null), 7000)
    await cash(invoice, 7000)
    const { payments } = await till.state(invoice)
    await till.inOrg((tx) => takeBack(tx, payments[0].id, 'A mistake'))
    expect((await papersOf(invoice)).receipt).toBeNull()
  })
})

it('a receipt that waits for the morning does not go out once its debit comes back', async () => {
  const invoice = await till.invoice(await till.customer(bank), 7000)
  await till.charge(invoice)
  await till.sandbox.advance()
  await till.deliver((events) => events.filter(({ type }) => !type.startsWith('charge.dispute')))
  await till.rows(
    "update messages set status = 'queued' where invoice_id = $1 or customer_id = (select customer_id from invoices where id = $1)",
    [invoice],
  )
  await settle()
  const receipts = await till.rows(
    "select status, reason from messages where template = 'receipt' and customer_id = (select customer_id from invoices where id = $1)",
    [invoice],
  )
  for (const row of receipts) expect(row).toEqual({ status: 'refused', reason: 'taken_back' })
})
