import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { readCredits } from '../credits/read.ts'
import { readTotals } from '../../customers/read.ts'
import { readStatement } from '../documents/read-statement.ts'
import { payUrl } from '../invoices/pay-link.ts'
import { readRevenue } from '../invoices/read-revenue.ts'
import { lockInvoice } from '../invoices/row.ts'
import { beginPayment } from '../../flows/pay-page/calls.ts'
import { settleLost } from './answer-dispute.ts'
import { payByHand, takeBack } from './by-hand.ts'
import type { PaymentRow } from './facts.ts'
import { exportPayments, paymentColumns, readEarnings, readFailedRefunds } from './read.ts'
import { runRefund } from './refund.ts'
import { settleFailed } from './settle-refund.ts'
import { planRefund } from './write-refunds.ts'

// What a bookkeeper gets by adding up the columns of the payments file is what the reports say.

let till: Till
beforeAll(async () => {
  till = await openTill()
  await till.rows('update organizations set schedule_settings = \'{"tips_on": true}\'')
})
afterAll(() => till?.close())

const always = { from: '2020-01-01', to: '2100-01-01' }
const cash = (invoice: string, amount_cents: number) =>
  till.inOrg(async (tx) => {
    const row = await lockInvoice(tx, invoice)
    return (await payByHand(tx, row, { amount_cents, kind: 'cash', note: null })).payment.id
  })
async function refund(invoice: string, amount_cents: number): Promise<void> {
  const { payments } = await till.state(invoice)
  const { id } = await till.inOrg((tx) =>
    planRefund(tx, payments[0] as PaymentRow, { amount_cents, reason: null, actor_id: null }),
  )
  await runRefund(till.app, till.org, id)
}
const onPage = async (invoice: string, tip_cents = 0): Promise<() => Promise<void>> => {
  const url = await till.inOrg(async (tx) => payUrl(tx, till.app, await lockInvoice(tx, invoice)))
  const { client_secret } = await beginPayment(till.app, url.split('/').at(-1)!, tip_cents)
  return async () => {
    await till.provider(
      `/v1/payment_intents/${client_secret.split('_secret')[0]}/confirm`,
      { client_secret, payment_method: 'pm_card_visa' },
      'browser',
    )
    await till.deliver()
  }
}
const later = async () => {
  await till.sandbox.advance()
  await till.deliver()
}
async function failedRefund(invoice: string, as: 'check' | 'credit'): Promise<void> {
  await till.charge(invoice)
  await refund(invoice, 4500)
  await later()
  const waiting = await till.inOrg(readFailedRefunds)
  const { id } = waiting.find(({ invoice_id }) => invoice_id === invoice)!
  await till.inOrg((tx) => settleFailed(tx, till.app, id, as))
}
async function lose(invoice: string, as: 'owed' | 'written_off' | null): Promise<void> {
  await till.charge(invoice)
  await later()
  const [{ id }] = await till.rows(
    'select d.id from disputes d join payments p on p.id = d.payment_id where p.invoice_id = $1',
    [invoice],
  )
  await till.ask('POST', `dispute/${id}/lost`)
  await till.deliver()
  if (as) await till.inOrg((tx) => settleLost(tx, id, as))
}

type Case = [what: string, method: string | null, work: (customer: string) => Promise<unknown>]
const bill = (customer: string, cents = 4500) => till.invoice(customer, cents)
const cases: Case[] = [
  ['a card', 'pm_card_visa', async (c) => till.charge(await bill(c))],
  ['a card that declines', 'pm_card_chargeCustomerFail', async (c) => till.charge(await bill(c))],
  ['cash', null, async (c) => cash(await bill(c), 4500)],
  ['cash in parts', null, async (c) => cash(await bill(c), 2000)],
  [
    'cash that is taken back',
    null,
    async (c) => {
      const invoice = await bill(c)
      const id = await cash(invoice, 4500)
      await cash(await bill(c), 4500)
      await till.inOrg((tx) => takeBack(tx, id, 'Wrong invoice'))
    },
  ],
  [
    'a refund of a part',
    'pm_card_visa',
    async (c) => {
      const invoice = await bill(c)
      await till.charge(invoice)
      await refund(invoice, 1500)
    },
  ],
  [
    'a refund of all',
    'pm_card_visa',
    async (c) => {
      const invoice = await bill(c)
      await till.charge(invoice)
      await refund(invoice, 4500)
    },
  ],
  ['a dispute that is lost', 'pm_card_createDispute', async (c) => lose(await bill(c), null)],
  ['one that is owed again', 'pm_card_createDispute', async (c) => lose(await bill(c), 'owed')],
  ['one written off', 'pm_card_createDispute', async (c) => lose(await bill(c), 'written_off')],
  [
    'a debit that the bank returns',
    'pm_usBankAccount_dispute',
    async (c) => {
      await till.charge(await bill(c))
      await later()
      await later()
    },
  ],
  ['more than owed, kept as credit', null, async (c) => cash(await bill(c), 6000)],
  [
    'more than owed, and a part of it spent',
    null,
    async (c) => {
      await cash(await bill(c), 6000)
      await bill(c, 1000)
    },
  ],
  [
    'more than owed, and taken back',
    null,
    async (c) => {
      const id = await cash(await bill(c), 6000)
      await till.inOrg((tx) => takeBack(tx, id, 'Wrong customer'))
    },
  ],
  [
    'a failed refund paid by check',
    'pm_card_refundFail',
    async (c) => failedRefund(await bill(c), 'check'),
  ],
  [
    'a failed refund kept as credit',
    'pm_card_refundFail',
    async (c) => failedRefund(await bill(c), 'credit'),
  ],
  [
    'a failed refund kept as credit and spent',
    'pm_card_refundFail',
    async (c) => {
      await failedRefund(await bill(c), 'credit')
      await bill(c, 4000)
    },
  ],
  [
    'an invoice paid twice',
    null,
    async (c) => {
      const invoice = await bill(c)
      const confirm = await onPage(invoice)
      await cash(invoice, 4500)
      await confirm()
    },
  ],
  ['a tip', null, async (c) => (await onPage(await bill(c), 700))()],
]

type Sums = Record<(typeof money)[number], number>
const money = [
  'Amount',
  'Fee',
  'Net',
  'Refunded',
  'Tip',
  'Disputed',
  'Dispute fee',
  'Kept as credit',
  'Not received',
] as const

/** The sums of the columns of the payments file, and each row checked by itself. */
async function columnsOf(customer_id: string): Promise<Sums> {
  const sums = Object.fromEntries(money.map((name) => [name, 0])) as Sums
  for await (const page of exportPayments(till.inOrg, { customer_id }))
    for (const row of page) {
      const at = (name: string): number => {
        const cell = row[paymentColumns.indexOf(name)] as { cents: number } | null
        return cell?.cents ?? 0
      }
      expect(at('Amount') - at('Fee') - at('Refunded') - at('Disputed') - at('Dispute fee')).toBe(
        at('Net'),
      )
      for (const name of money) sums[name] += at(name)
    }
  return sums
}

const ledger = async (customer: string, account: string): Promise<number> =>
  (
    await till.rows(
      `select coalesce(sum(e.amount_cents), 0)::int as cents from ledger_entries e
       left join payments p on p.id = e.payment_id left join invoices i on i.id = e.invoice_id
       where e.account = $2 and coalesce(i.customer_id, p.customer_id) = $1`,
      [customer, account],
    )
  )[0].cents

describe('the columns of the payments file', () => {
  it.each(cases)('add up to what the reports say: %s', async (_, method, work) => {
    const customer = await till.customer(method)
    await work(customer)
    const file = await columnsOf(customer)
    const { statement, collected, paid, credit } = await till.inOrg(async (tx) => {
      const revenue = await readRevenue(tx, 'customer', always)
      return {
        statement: await readStatement(tx, customer, always),
        collected: revenue.rows.find(({ key }) => key === customer)!.collected_cents,
        paid: (await readTotals(tx, { customer_id: customer })).paid_cents,
        credit: (await readCredits(tx, customer)).left_cents,
      }
    })
    // What is left of what came in is what the customer paid: for work, as tips, and as credit not spent yet.
    const kept = file.Amount - file.Refunded - file.Disputed
    expect(paid).toBe(kept)
    expect(collected + -(await ledger(customer, 'tips')) + credit).toBe(kept)
    // The statement takes the same payments off what is owed, and names the same refunds.
    const payments = statement.entries.filter(({ kind }) => kind === 'payment')
    const sum = (of: (one: (typeof payments)[number]) => number) =>
      payments.reduce((cents, one) => cents + of(one), 0)
    expect(sum(({ cents, tip_cents }) => tip_cents - cents)).toBe(
      file.Amount - keptOf(payments, file),
    )
    const balance = statement.entries.reduce((cents, one) => cents + one.cents, 0)
    expect(balance).toBe(await ledger(customer, 'receivable'))
    const cashed = (await ledger(customer, 'provider_balance')) + (await ledger(customer, 'cash'))
    expect(file.Net).toBe(cashed)
  })

  it('and so do all of them together', async () => {
    const all = { customer_id: undefined }
    let net = 0
    for await (const page of exportPayments(till.inOrg, all))
      for (const row of page)
        net += (row[paymentColumns.indexOf('Net')] as { cents: number } | null)?.cents ?? 0
    const months = await till.inOrg((tx) => readEarnings(tx))
    expect(months.reduce((sum, { net_minor }) => sum + net_minor, 0)).toBe(net)
  })
})

/** What of these payments came on top and was kept; what of refunds was kept is no part of them. */
const keptOf = (payments: readonly { refunded_cents: number }[], file: Sums): number =>
  file['Kept as credit'] -
  (payments.reduce((sum, { refunded_cents }) => sum + refunded_cents, 0) - file.Refunded)
