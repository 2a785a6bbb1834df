import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { checkBooks } from '../books/check.ts'
import { paymentState } from '../../../domain/money/payment.ts'
import { exportCustomers } from '../../customers/export.ts'
import { readCustomer, readTotals } from '../../customers/read.ts'
import { readTable } from '../../customers/table.ts'
import { readOwed } from '../invoices/read.ts'
import { readRevenue } from '../invoices/read-revenue.ts'
import { lockInvoice, statusOf } from '../invoices/row.ts'
import { settleLost } from './answer-dispute.ts'
import { payByHand } from './by-hand.ts'
import { exportPayments, paymentColumns, readPayments } from './read.ts'
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

/** A customer who paid 245.16, got 50.01 back, and whose bank took the rest. */
async function lost(): Promise<{ customer: string; invoice: string; id: string }> {
  const customer = await till.customer('pm_card_createDispute')
  const invoice = await till.invoice(customer, 24_516)
  await till.charge(invoice)
  const { payments } = await till.state(invoice)
  const refund = await till.inOrg((tx) =>
    planRefund(tx, payments[0], { amount_cents: 5001, reason: null, actor_id: null }),
  )
  await runRefund(till.app, till.org, refund.id)
  await till.sandbox.advance()
  await till.deliver()
  const [{ id }] = await till.rows('select id from disputes where payment_id = $1', [
    payments[0].id,
  ])
  await till.ask('POST', `dispute/${id}/lost`)
  await till.deliver()
  return { customer, invoice, id }
}
const always = { from: '2020-01-01', to: '2100-01-01' }
/** What one customer paid, wherever it is shown. */
const paidBy = (customer: string) =>
  till.inOrg(async (tx) => {
    const { rows } = await readTable(tx, {}, { direction: 'desc', limit: 100 })
    const revenue = await readRevenue(tx, 'customer', always)
    return {
      card: (await readCustomer(tx, customer)).cltv_cents,
      table: rows.find((row) => row.id === customer)!.paid_cents,
      totals: (await readTotals(tx, { customer_id: customer })).paid_cents,
      revenue: revenue.rows.find((row) => row.key === customer)!.collected_cents,
    }
  })
const same = (cents: number) => ({ card: cents, table: cents, totals: cents, revenue: cents })

describe('money lost in a dispute', () => {
  it.each(['owed', 'written_off'] as const)('is not counted as paid, then %s', async (as) => {
    const { customer, id } = await lost()
    expect(await paidBy(customer)).toEqual(same(0))
    await till.inOrg((tx) => settleLost(tx, id, as))
    expect(await paidBy(customer)).toEqual(same(0))
    const { file } = await till.inOrg((tx) =>
      exportCustomers(tx, { customer_id: customer }, { gateCodes: false }),
    )
    expect(file).toMatch(/,\$0\.00,\d{4}-\d\d-\d\d\s*$/)
  })

  it('leaves what another payment of the invoice brought', async () => {
    const { customer, invoice, id } = await lost()
    await till.inOrg((tx) => settleLost(tx, id, 'owed'))
    await till.inOrg(async (tx) =>
      payByHand(tx, await lockInvoice(tx, invoice), {
        amount_cents: 19_515,
        kind: 'cash',
        note: null,
      }),
    )
    expect(await paidBy(customer)).toEqual(same(19_515))
  })

  it('is gone from the invoice too when written off: nothing is owed, nothing is left of it', async () => {
    const { invoice, id } = await lost()
    await till.inOrg((tx) => settleLost(tx, id, 'written_off'))
    const { invoice: row } = await till.state(invoice)
    expect(row).toMatchObject({ paid_cents: 24_516, refunded_cents: 24_516, money: 'refunded' })
    expect(statusOf(row)).toBe('refunded')
  })

  it('is named in the list and the file of payments, and they add up', async () => {
    const { invoice, id } = await lost()
    const shown = async () =>
      (await till.inOrg((tx) => readPayments(tx, { invoice_id: invoice, limit: 9 }))).items[0]!
    await till.inOrg((tx) => settleLost(tx, id, 'owed'))
    const payment = await shown()
    expect(paymentState(payment)).toBe('dispute_lost')
    expect(payment).toMatchObject({ disputed_minor: 19_515, dispute_fee_minor: 1500 })
    const row = (await exportPayments(till.inOrg, { invoice_id: invoice }).next()).value![0]
    const cell = (column: string) => row![paymentColumns.indexOf(column)]
    const centsIn = (column: string) => (cell(column) as { cents: number }).cents
    expect(cell('Status')).toBe('dispute_lost')
    const off = ['Fee', 'Refunded', 'Disputed', 'Dispute fee'].map(centsIn)
    expect(centsIn('Amount') - off.reduce((sum, cents) => sum + cents, 0)).toBe(centsIn('Net'))
  })

  it('is told to the customer as what it is, not as a payment that failed', async () => {
    const { customer, id } = await lost()
    await till.inOrg((tx) => settleLost(tx, id, 'owed'))
    const { failed } = await till.inOrg((tx) => readOwed(tx, customer))
    expect(failed).toMatchObject({ balance_cents: 19_515, is_bank_return: true })
  })
})
