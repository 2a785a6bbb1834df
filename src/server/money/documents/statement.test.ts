import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { payUrl } from '../invoices/pay-link.ts'
import { giveCredit } from '../credits/write.ts'
import { lockInvoice } from '../invoices/row.ts'
import { beginPayment } from '../../flows/pay-page/calls.ts'
import { settleLost } from '../payments/answer-dispute.ts'
import { runRefund } from '../payments/refund.ts'
import { planRefund } from '../payments/write-refunds.ts'
import { invoicePaper } from './invoice-paper.ts'
import { readInvoiceFacts } from './read.ts'
import { readStatement, type StatementFacts } from './read-statement.ts'
import { statementPaper } from './statement-paper.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
  await till.rows('update organizations set schedule_settings = \'{"tips_on": true}\'')
})
afterAll(() => till?.close())

const read = (customer: string): Promise<StatementFacts> =>
  till.inOrg((tx) => readStatement(tx, customer, { from: '2020-01-01', to: '2100-01-01' }))
const entriesOf = async (customer: string) =>
  (await read(customer)).entries.map(({ kind, cents }) => [kind, cents])
async function payWithTip(invoice: string, tip_cents: number): Promise<void> {
  const url = await till.inOrg(async (tx) => payUrl(tx, till.app, await lockInvoice(tx, invoice)))
  const { client_secret } = await beginPayment(till.app, url.split('/').at(-1)!, tip_cents)
  await till.provider(
    `/v1/payment_intents/${client_secret.split('_secret')[0]}/confirm`,
    { client_secret, payment_method: 'pm_card_visa' },
    'browser',
  )
  await till.deliver()
}
async function lose(invoice: string): Promise<string> {
  await till.sandbox.advance()
  await till.deliver()
  const [{ id }] = await till.rows(
    'select d.id from disputes d join payments p on p.id = d.payment_id where p.invoice_id = $1',
    [invoice],
  )
  await till.ask('POST', `dispute/${id}/lost`)
  await till.deliver()
  return id
}

describe('a statement', () => {
  it('says what was a tip, and that nothing went back', async () => {
    const customer = await till.customer(null)
    const invoice = await till.invoice(customer, 4290)
    await payWithTip(invoice, 333)
    expect(await entriesOf(customer)).toEqual([
      ['invoice', 4290],
      ['payment', -4290],
    ])
    const paper = statementPaper(await read(customer))
    expect(paper.rows.at(-1)![1]).toMatchObject({ small: 'Tip $3.33' })
    expect(paper.sums[0]!.value).toBe('$0.00')

    const { payments } = await till.state(invoice)
    const { id } = await till.inOrg((tx) =>
      planRefund(tx, payments[0], { amount_cents: 4623, reason: null, actor_id: null }),
    )
    await runRefund(till.app, till.org, id)
    await till.deliver()
    const after = statementPaper(await read(customer))
    expect(after.rows).toHaveLength(3)
    expect(after.rows.at(-1)![1]).toMatchObject({ small: 'Tip $3.33 · Refunded $46.23' })
  })

  it('asks for nothing that is on its way from a bank', async () => {
    const customer = await till.customer('pm_usBankAccount_success')
    const invoice = await till.invoice(customer, 4290)
    await till.charge(invoice)
    const sums = async () => statementPaper(await read(customer)).sums
    expect((await sums()).map(({ label, value }) => [label, value])).toEqual([
      ['Balance', '$42.90'],
      ['Bank payment on its way', '-$42.90'],
      ['Amount due', '$0.00'],
    ])
    const paper = async () =>
      invoicePaper(await till.inOrg((tx) => readInvoiceFacts(tx, invoice))).texts[0]
    expect(await paper()).toEqual({
      title: null,
      text: 'A bank payment for this invoice is on its way.',
    })
    const old = { from: '2020-01-01', to: '2020-12-31' }
    const past = await till.inOrg((tx) => readStatement(tx, customer, old))
    expect(past.underway_cents).toBe(0)
    await till.sandbox.advance()
    await till.deliver()
    expect((await sums()).map(({ value }) => value)).toEqual(['$0.00'])
    expect(await paper()).toMatchObject({ text: 'Paid in full. Thank you.' })
  })

  it('names the credit that paid, and what of it waits', async () => {
    const customer = await till.customer(null)
    await till.inOrg((tx) => giveCredit(tx, customer, { amount_cents: 6000, reason: 'Rain' }))
    await till.invoice(customer, 4500)
    const { rows, sums } = statementPaper(await read(customer))
    expect(rows.at(-1)!.slice(1)).toEqual([
      expect.stringContaining('Credit for invoice'),
      '',
      '$45.00',
      '$0.00',
    ])
    expect(sums.map(({ label, value }) => [label, value])).toEqual([
      ['Amount due', '$0.00'],
      ['Your credit, for your next invoice', '$15.00'],
    ])
  })

  it('lists an invoice before its payment of the same second', async () => {
    const customer = await till.customer('pm_card_visa')
    const invoice = await till.invoice(customer)
    await till.charge(invoice)
    await till.rows(
      "update invoices set issued_at = date_trunc('day', issued_at) + interval '15 hours 0.6 seconds' where id = $1",
      [invoice],
    )
    await till.rows(
      "update payments p set captured_at = date_trunc('second', i.issued_at) from invoices i where i.id = $1 and p.invoice_id = i.id",
      [invoice],
    )
    expect((await entriesOf(customer)).map(([kind]) => kind)).toEqual(['invoice', 'payment'])
  })

  it('dates what the bank took back by its own day, whatever happens later', async () => {
    const customer = await till.customer('pm_card_createDispute')
    const invoice = await till.invoice(customer)
    await till.charge(invoice)
    const id = await lose(invoice)
    await till.inOrg((tx) => settleLost(tx, id, 'owed'))
    const before = (await read(customer)).entries
    expect(before.map(({ kind, cents }) => [kind, cents])).toEqual([
      ['invoice', 4500],
      ['payment', -4500],
      ['returned', 4500],
    ])
    await till.rows("update invoices set updated_at = now() + interval '9 days' where id = $1", [
      invoice,
    ])
    expect((await read(customer)).entries).toEqual(before)
  })

  it('says what the bank gave back and nobody owes', async () => {
    const customer = await till.customer('pm_card_createDispute')
    const invoice = await till.invoice(customer)
    await till.charge(invoice)
    const id = await lose(invoice)
    await till.inOrg((tx) => settleLost(tx, id, 'written_off'))
    const paper = statementPaper(await read(customer))
    expect(paper.rows.at(-1)![1]).toMatchObject({ small: 'Given back by your bank $45.00' })
    expect(paper.sums[0]!.value).toBe('$0.00')
  })
})
