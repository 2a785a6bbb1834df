import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { differenceText } from '../../../domain/money/books.ts'
import { checkBooks } from '../books/check.ts'
import { runRefund } from '../payments/refund.ts'
import { planRefund } from '../payments/write-refunds.ts'
import { readPayoutLines, readPayouts } from './read.ts'
import { syncPayouts } from '../payments/sync-payouts.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())
beforeEach(() => till.ask('POST', 'advance'))

/** Pays a new invoice and refunds a part of it. */
async function earned(refund_cents = 0): Promise<string> {
  const invoice = await till.invoice(await till.customer('pm_card_visa'), 10_000)
  await till.charge(invoice)
  const { payments } = await till.state(invoice)
  if (refund_cents) {
    const { id } = await till.inOrg((tx) =>
      planRefund(tx, payments[0], { amount_cents: refund_cents, reason: 'Rain', actor_id: null }),
    )
    await runRefund(till.app, till.org, id)
  }
  return invoice
}
const payOut = async () => {
  await till.ask('POST', 'advance')
  return till.ask<{ id: string; amount: number }>('POST', `payout/${till.account}`)
}
const listed = async () => (await till.inOrg((tx) => readPayouts(tx, { limit: 20 }))).payouts
const check = async () => {
  await till.rows('delete from book_checks')
  await till.rows("update ledger_entries set at = at - interval '2 hours'")
  await checkBooks(till.app)
  return (await till.rows('select * from book_checks'))[0]
}

describe('a payout', () => {
  it('lists the payments, refunds, fees and visits behind it, once', async () => {
    const invoice = await earned(2_500)
    const payout = await payOut()
    await till.deliver()
    await till.deliver()
    const [first] = await listed()
    expect(first).toMatchObject({
      provider_id: payout.id,
      amount_cents: payout.amount,
      status: 'paid',
      is_reconciled: true,
      payments_cents: 10_000,
      refunds_cents: -2_500,
      fees_cents: payout.amount - 7_500,
      other_cents: 0,
    })
    const lines = await till.inOrg((tx) => readPayoutLines(tx, first!.id))
    expect(lines).toMatchObject([
      {
        kind: 'payment',
        amount_cents: 10_000,
        invoice_id: invoice,
        customer_name: 'Casey Walker',
        work: [{ description: 'Mowing', date: '2026-11-02' }],
      },
      { kind: 'refund', amount_cents: -2_500, invoice_id: invoice },
    ])
    expect(lines.reduce((sum, { net_cents }) => sum + net_cents, 0)).toBe(payout.amount)
    await till.checkBooks()
    expect(await check()).toMatchObject({ differences: 0, first: null })
  })

  it('lists each visit with its own day, and none of the others of its series', async () => {
    const invoice = await earned()
    const [line] = await till.rows(
      'select v.series_id, v.original_date, i.customer_id from invoice_lines v join invoices i on i.id = v.invoice_id where i.id = $1',
      [invoice],
    )
    for (const [original, date] of [
      [line.original_date, '2026-11-04'],
      ['2026-11-09', '2026-11-10'],
    ])
      await till.rows(
        `insert into visits (organization_id, series_id, rule_id, customer_id, original_date, date)
           select organization_id, series_id, id, customer_id, $2, $3 from rules where series_id = $1
         on conflict (organization_id, series_id, original_date) do update set date = excluded.date`,
        [line.series_id, original, date],
      )
    await payOut()
    await till.deliver()
    const [first] = await listed()
    const lines = await till.inOrg((tx) => readPayoutLines(tx, first!.id))
    expect(lines.find((one) => one.invoice_id === invoice)!.work).toEqual([
      { description: 'Mowing', date: '2026-11-04' },
    ])
  })

  it('is found by the nightly check if its events were lost', async () => {
    await earned()
    const payout = await payOut()
    await check()
    expect((await listed())[0]).toMatchObject({ provider_id: payout.id, is_reconciled: true })
    await till.checkBooks()
  })

  it('that was sent by hand has no lines, and says so', async () => {
    await earned()
    await till.ask('POST', 'advance')
    const made = await till.provider('/v1/payouts', { amount: '300', currency: 'usd' })
    await syncPayouts(till.app, till.org, till.account)
    expect((await listed())[0]).toMatchObject({
      provider_id: made.id,
      automatic: false,
      is_reconciled: false,
    })
    await till.checkBooks()
    expect((await check()).differences).toBe(0)
  })

  it('that fails is back on the balance, and waits for the office until a later one arrives', async () => {
    await earned()
    const payout = await payOut()
    await till.deliver()
    await till.ask('POST', `payout/${payout.id}/fail`)
    await till.deliver()
    await till.deliver()
    expect((await listed())[0]).toMatchObject({
      status: 'failed',
      failure_sentence: 'The bank account has been closed.',
    })
    await till.checkBooks()
    expect(await check()).toMatchObject({ differences: 0, first: null })
    // What came back goes out with the next one.
    const next = await payOut()
    expect(next.amount).toBeGreaterThanOrEqual(payout.amount)
    await till.deliver()
    await till.checkBooks()
    expect(await check()).toMatchObject({ differences: 0, first: null })
  })

  it('that does not add up is found', async () => {
    await earned()
    await payOut()
    await till.deliver()
    await till.rows(
      "update payout_lines set facts = '{charge:none}' where type = 'charge' and payout_id = (select id from payouts order by made_at desc, id desc limit 1)",
    )
    const { first } = await check()
    expect(first).toMatchObject({ check: 'payout' })
    expect(differenceText(first)).toMatch(/^The payout of \$/)
  })
})
