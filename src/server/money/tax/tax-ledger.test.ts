import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { checkBooks } from '../books/check.ts'
import { billVisit, unbillVisit } from '../invoices/for-visit.ts'
import { lockInvoice } from '../invoices/row.ts'
import { openInvoice } from '../invoices/write-issue.ts'
import { voidInvoice, restoreInvoice, writeOffInvoice } from '../invoices/write.ts'
import { runRefund } from '../payments/refund.ts'
import { planRefund } from '../payments/write-refunds.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
  await till.rows('update services set taxable = true')
  await till.rows(
    `insert into tax_rates (organization_id, position, name, rate_ppm, zips, is_default)
      values ($1, 0, 'State', 50000, '{}', true), ($1, 1, 'County', 100000, '{12207}', false)`,
    [till.org],
  )
})
afterAll(() => till?.close())
afterEach(() => till.rows('delete from book_checks'))

/** What the ledger says of an invoice, in cents by account. */
const ledger = async (invoice: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await till.rows(
        'select account, sum(amount_cents)::int as cents from ledger_entries where invoice_id = $1 group by 1',
        [invoice],
      )
    ).map(({ account, cents }) => [account, cents]),
  )
const tie = async () => {
  await checkBooks(till.app)
  return till.rows('select first from book_checks where differences > 0')
}
const locked = <T>(id: string, work: (...args: Parameters<typeof voidInvoice>) => Promise<T>) =>
  till.inOrg(async (tx) => work(tx, await lockInvoice(tx, id)))

describe('the ledger', () => {
  it('books tax apart from revenue, and takes both back when an invoice is void', async () => {
    const id = await till.invoice(await till.customer(null), 4500)
    expect(await ledger(id)).toEqual({ receivable: 4725, revenue: -4500, tax: -225 })
    await locked(id, voidInvoice)
    expect(await ledger(id)).toEqual({ receivable: 0, revenue: 0, tax: 0 })
    expect(await tie()).toEqual([])
  })

  it('gives up the tax with the debt, and owes it when the invoice is open again', async () => {
    const id = await till.invoice(await till.customer(null), 4500)
    await till.inOrg(async (tx) => writeOffInvoice(tx, await lockInvoice(tx, id)))
    expect(await ledger(id)).toMatchObject({ revenue: 0, tax: 0 })
    await till.inOrg(async (tx) => restoreInvoice(tx, await lockInvoice(tx, id)))
    expect(await ledger(id)).toMatchObject({ revenue: -4500, tax: -225 })
    expect(await tie()).toEqual([])
  })

  it('charges the total with its tax, and refunds the tax in it', async () => {
    const id = await till.invoice(await till.customer('pm_card_visa'), 4500)
    await till.charge(id)
    const { payments } = await till.state(id)
    expect(payments).toMatchObject([{ amount_cents: 4725 }])
    const refund = await till.inOrg((tx) =>
      planRefund(tx, payments[0], { amount_cents: 945, reason: 'Rain', actor_id: null }),
    )
    await runRefund(till.app, till.org, refund.id)
    await till.deliver()
    expect(await ledger(id)).toMatchObject({ revenue: -3600, tax: -180 })
    await till.checkBooks()
    await till.rows("update ledger_entries set at = at - interval '2 hours'")
    expect(await tie()).toEqual([])
  })

  it('charges nothing beyond what was agreed to, tax included', async () => {
    const within = await till.customer('pm_card_visa', { cap_cents: 4725 })
    await till.charge(await till.invoice(within, 4500), 'autopay')
    const beyond = await till.customer('pm_card_visa', { cap_cents: 4724 })
    await expect(till.charge(await till.invoice(beyond, 4500), 'autopay')).rejects.toMatchObject({
      code: 'consent_cap_exceeded',
    })
  })
})

describe('the visits of a period', () => {
  it('are taxed where each was, and taken off with their tax', async () => {
    const customer = await till.customer(null)
    const [place] = await till.rows(
      `insert into service_locations (organization_id, customer_id, street, city, state, zip, is_default)
        values ($1, $2, '1 Pine St', 'Albany', 'NY', '12207-1234', false) returning id`,
      [till.org, customer],
    )
    const id = await till.invoice(customer, 4500, { billing_mode: 'per_period', open: false })
    const [line] = await till.rows('select * from invoice_lines where invoice_id = $1', [id])
    const [rule] = await till.rows('select id from rules where series_id = $1', [line.series_id])
    const visit = {
      series_id: line.series_id,
      rule_id: rule.id,
      billing_mode: 'per_period',
      customer_id: customer,
      original_date: '2026-11-03',
      date: '2026-11-03',
      description: 'Mowing',
      service_id: line.service_id,
      service_key: 'mowing',
      price_cents: 2000,
      location_id: place.id,
    }
    const billed = await till.inOrg((tx) => billVisit(tx, visit, { open: false }))
    expect(billed).toMatchObject({ invoice_id: id })
    await till.inOrg(async (tx) => openInvoice(tx, await lockInvoice(tx, id)))
    expect((await till.state(id)).invoice).toMatchObject({
      subtotal_cents: 6500,
      tax_cents: 425,
      total_cents: 6925,
    })
    expect(
      await till.rows(
        'select tax_name, tax_cents from invoice_lines where invoice_id = $1 order by position',
        [id],
      ),
    ).toEqual([
      { tax_name: 'State', tax_cents: 225 },
      { tax_name: 'County', tax_cents: 200 },
    ])
    await till.inOrg((tx) => unbillVisit(tx, visit))
    expect((await till.state(id)).invoice).toMatchObject({
      subtotal_cents: 4500,
      tax_cents: 225,
      total_cents: 4725,
    })
    expect(await ledger(id)).toEqual({ receivable: 4725, revenue: -4500, tax: -225 })
    expect(await tie()).toEqual([])
  })
})
