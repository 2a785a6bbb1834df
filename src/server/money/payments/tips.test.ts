import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import type { DisputeSettled } from '../../../domain/money/dispute.ts'
import { checkBooks } from '../books/check.ts'
import { payUrl } from '../invoices/pay-link.ts'
import { lockInvoice } from '../invoices/row.ts'
import { beginPayment, showPayPage } from '../../flows/pay-page/calls.ts'
import { readTipShares } from '../tips/read.ts'
import { settleLost } from './answer-dispute.ts'
import { runRefund } from './refund.ts'
import { planRefund } from './write-refunds.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
  await setTips(true)
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

const setTips = (tips_on: boolean) =>
  till.rows('update organizations set schedule_settings = $1', [JSON.stringify({ tips_on })])
const tokenOf = async (invoice: string): Promise<string> =>
  (await till.inOrg(async (tx) => payUrl(tx, till.app, await lockInvoice(tx, invoice))))
    .split('/')
    .at(-1)!
const confirm = (client_secret: string, payment_method = 'pm_card_visa') =>
  till.provider(
    `/v1/payment_intents/${client_secret.split('_secret')[0]}/confirm`,
    { client_secret, payment_method },
    'browser',
  )
/** Pays a new invoice of 80.00 on its page, with a tip. */
async function tipped(tip_cents: number, method?: string): Promise<string> {
  const invoice = await till.invoice(await till.customer(null), 8000)
  const { client_secret } = await beginPayment(till.app, await tokenOf(invoice), tip_cents)
  await confirm(client_secret, method)
  await till.deliver()
  return invoice
}
const balances = async (invoice: string) =>
  Object.fromEntries(
    (
      await till.rows(
        'select account, sum(amount_cents)::int as cents from ledger_entries where invoice_id = $1 group by 1',
        [invoice],
      )
    ).map(({ account, cents }) => [account, cents]),
  )
const refund = async (invoice: string, amount_cents: number) => {
  const { payments } = await till.state(invoice)
  const { id } = await till.inOrg((tx) =>
    planRefund(tx, payments[0], { amount_cents, reason: null, actor_id: null }),
  )
  await runRefund(till.app, till.org, id)
  await till.deliver()
}

async function loseDispute(invoice: string, as: DisputeSettled): Promise<void> {
  await till.sandbox.advance()
  await till.deliver()
  const [{ id }] = await till.rows(
    'select d.id from disputes d join payments p on p.id = d.payment_id where p.invoice_id = $1',
    [invoice],
  )
  await till.ask('POST', `dispute/${id}/lost`)
  await till.deliver()
  await till.inOrg((tx) => settleLost(tx, id, as))
}

describe('a tip on the pay page', () => {
  it('comes on top: the invoice is paid, nothing is refunded, and it is no revenue', async () => {
    const invoice = await tipped(1200)
    const { invoice: row, payments, refunds, messages } = await till.state(invoice)
    expect(row).toMatchObject({ money: 'paid', paid_cents: 8000, tip_cents: 1200, tax_cents: 0 })
    expect(payments).toMatchObject([{ amount_cents: 9200, tip_cents: 1200 }])
    expect(refunds).toEqual([])
    expect(messages).toContain('receipt')
    expect(await balances(invoice)).toMatchObject({ tips: -1200, revenue: -8000, receivable: 0 })
    const [receipt] = await till.rows(
      "select text from messages where template = 'receipt' order by id desc limit 1",
    )
    expect(receipt.text).toContain('Tip, thank you')
    expect(receipt.text).toContain('$92.00')
  })

  it('can be changed until it is paid, and the last one counts', async () => {
    const invoice = await till.invoice(await till.customer(null), 8000)
    const token = await tokenOf(invoice)
    const first = await beginPayment(till.app, token, 500)
    const last = await beginPayment(till.app, token, 1600)
    expect(last).toMatchObject({ client_secret: first.client_secret, amount_cents: 9600 })
    await confirm(last.client_secret)
    // Somebody opens the page again before the payment is known.
    await expect(beginPayment(till.app, token)).rejects.toMatchObject({
      code: 'already_paid',
    })
    await till.deliver()
    expect((await till.state(invoice)).invoice).toMatchObject({ paid_cents: 8000, tip_cents: 1600 })
    expect((await till.state(invoice)).refunds).toEqual([])
  })

  it('is never part of what the office or autopay charges', async () => {
    const invoice = await till.invoice(await till.customer('pm_card_visa'), 8000)
    await beginPayment(till.app, await tokenOf(invoice), 500)
    await till.charge(invoice, 'autopay')
    await till.deliver()
    expect((await till.state(invoice)).payments).toMatchObject([
      { amount_cents: 8000, tip_cents: 0 },
    ])
  })

  it('is refused if the business takes none, on a late fee, and if it is a slip', async () => {
    const customer = await till.customer(null)
    const invoice = await till.invoice(customer, 8000)
    const token = await tokenOf(invoice)
    await expect(beginPayment(till.app, token, 10_001)).rejects.toMatchObject({
      status: 422,
      fields: { tip_cents: 'At most $100.00' },
    })
    await setTips(false)
    await expect(beginPayment(till.app, token, 500)).rejects.toMatchObject({ status: 422 })
    expect((await showPayPage(till.app, token)).tip_base_cents).toBeNull()
    await setTips(true)
    expect((await showPayPage(till.app, token)).tip_base_cents).toBe(8000)
    await till.rows("update invoices set source = 'late_fee', late_fee_of_id = $2 where id = $1", [
      invoice,
      await till.invoice(customer, 100),
    ])
    expect((await showPayPage(till.app, token)).tip_base_cents).toBeNull()
  })
})

describe('a refund of a payment with a tip', () => {
  it('gives back the work first, then the tip', async () => {
    const invoice = await tipped(1000)
    await refund(invoice, 8300)
    expect((await till.state(invoice)).invoice).toMatchObject({
      money: 'refunded',
      refunded_cents: 8000,
      tip_cents: 700,
    })
    expect(await balances(invoice)).toMatchObject({ tips: -700, revenue: 0 })
    await refund(invoice, 700)
    const { invoice: row, payments } = await till.state(invoice)
    expect(row).toMatchObject({ refunded_cents: 8000, tip_cents: 0 })
    expect(payments).toMatchObject([{ status: 'refunded', refunded_cents: 9000 }])
    expect(await balances(invoice)).toMatchObject({ tips: 0, revenue: 0 })
  })

  it('of a part of the work leaves the tip', async () => {
    const invoice = await tipped(1000)
    await refund(invoice, 3000)
    expect((await till.state(invoice)).invoice).toMatchObject({
      money: 'partially_refunded',
      tip_cents: 1000,
    })
  })

  it('that arrives when nothing is owed any more gives back all of it', async () => {
    const invoice = await till.invoice(await till.customer(null), 8000)
    const { client_secret } = await beginPayment(till.app, await tokenOf(invoice), 500)
    await till.rows("update invoices set doc = 'void' where id = $1", [invoice])
    await till.rows(
      "insert into ledger_entries (organization_id, fact, account, amount_cents, invoice_id) select organization_id, 'void:' || invoice_id, account, -amount_cents, invoice_id from ledger_entries where invoice_id = $1",
      [invoice],
    )
    await confirm(client_secret)
    await till.deliver()
    await till.deliver()
    const { payments, refunds } = await till.state(invoice)
    expect(payments).toMatchObject([{ amount_cents: 8500, tip_cents: 0 }])
    expect(refunds).toMatchObject([{ amount_cents: 8500, tip_cents: 0 }])
  })
})

describe('a lost dispute of what was left after a refund', () => {
  it.each([
    ['owed', { paid_cents: 5000, refunded_cents: 5000, money: 'partial' }, 3000],
    ['written_off', { paid_cents: 8000, refunded_cents: 8000, money: 'refunded' }, 0],
  ] as const)('takes the rest of the work and the tip: %s', async (as, sums, receivable) => {
    const invoice = await tipped(1200, 'pm_card_createDispute')
    await refund(invoice, 5000)
    await loseDispute(invoice, as)
    expect((await till.state(invoice)).invoice).toMatchObject({ ...sums, tip_cents: 0 })
    expect(await balances(invoice)).toMatchObject({ tips: 0, receivable, disputes: 0 })
  })
})

describe('the tips for payroll', () => {
  it('are shared equally among those of the team who worked that day, less refunds', async () => {
    const invoice = await tipped(1001)
    const crew = await till.rows(
      "insert into people (email, name) values ('ana@x.example', 'Ana'), ('bo@x.example', 'Bo') returning id",
    )
    const [{ id: team }] = await till.rows(
      "insert into teams (organization_id, name) values ($1, 'North') returning id",
      [till.org],
    )
    for (const { id } of crew)
      await till.rows(
        "insert into memberships (organization_id, person_id, role, team_id) values ($1, $2, 'crew_member', $3)",
        [till.org, id, team],
      )
    const [visit] = await till.rows(
      `insert into visits (organization_id, series_id, original_date, rule_id, customer_id, date, team_id, status)
        select l.organization_id, l.series_id, l.original_date, i.rule_id, i.customer_id, l.original_date, $2, 'completed'
        from invoice_lines l join invoices i on i.id = l.invoice_id where i.id = $1 returning date`,
      [invoice, team],
    )
    for (const { id } of crew)
      await till.rows(
        "insert into shifts (organization_id, person_id, team_id, started_at, ended_at) values ($1, $2, $3, $4::date + interval '15 hours', $4::date + interval '20 hours')",
        [till.org, id, team, visit.date],
      )
    await refund(invoice, 8100)
    const shares = await till.inOrg((tx) =>
      readTipShares(tx, { from: '2020-01-01', to: '2100-01-01' }),
    )
    expect(
      shares
        .filter(({ team: name }) => name === 'North')
        .map(({ person, tip_cents }) => [person, tip_cents]),
    ).toEqual([
      ['Ana', 451],
      ['Bo', 450],
    ])
    expect(shares.every(({ tip_cents }) => tip_cents > 0)).toBe(true)
  })
  it.each(['owed', 'written_off'] as const)(
    'leave out one that was lost in a dispute, then %s',
    async (as) => {
      const ours = async () =>
        (
          await till.inOrg((tx) => readTipShares(tx, { from: '2020-01-01', to: '2100-01-01' }))
        ).filter(({ tip_cents }) => tip_cents === 1777).length
      const invoice = await tipped(1777, 'pm_card_createDispute')
      expect(await ours()).toBe(1)
      await loseDispute(invoice, as)
      expect(await balances(invoice)).toMatchObject({ tips: 0 })
      expect(await ours()).toBe(0)
    },
  )
})
