import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { openWorld } from '../../../../test/world.ts'
import { differenceText } from '../../../domain/money/books.ts'
import { lockInvoice } from '../invoices/row.ts'
import { voidInvoice, writeOffInvoice } from '../invoices/write.ts'
import { payByHand } from '../payments/by-hand.ts'
import { runRefund } from '../payments/refund.ts'
import { planRefund } from '../payments/write-refunds.ts'
import { checkBooks } from './check.ts'
import { compareProvider } from './compare.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())
afterEach(() => till.rows('delete from book_checks'))

const check = async () => {
  await till.rows('delete from book_checks')
  await checkBooks(till.app)
  return (await till.rows('select * from book_checks where organization_id = $1', [till.org]))[0]
}
const paid = async (): Promise<string> => {
  const invoice = await till.invoice(await till.customer('pm_card_visa'))
  await till.charge(invoice)
  return invoice
}
/** Plants a mistake, expects the check to find it first, and takes it away. */
async function finds(kind: string, break_: string, mend: string, values: unknown[]) {
  await till.rows(break_, values)
  const { differences, first } = await check()
  expect(first).toMatchObject({ check: kind })
  expect(differences).toBe(1)
  expect(differenceText(first)).not.toContain('undefined')
  await till.rows(mend, values)
  expect((await check()).differences).toBe(0)
}

describe('the nightly check', () => {
  it('finds nothing after charges, cash, refunds, voids and debts given up', async () => {
    await paid()
    const { payments } = await till.state(await paid())
    const { id } = await till.inOrg((tx) =>
      planRefund(tx, payments[0], { amount_cents: 500, reason: 'Rain', actor_id: null }),
    )
    await runRefund(till.app, till.org, id)
    await till.deliver()
    const customer = await till.customer(null)
    const cash = await till.invoice(customer, 8000)
    await till.inOrg(async (tx) =>
      payByHand(tx, await lockInvoice(tx, cash), { amount_cents: 3000, kind: 'cash', note: null }),
    )
    await till.inOrg(async (tx) => writeOffInvoice(tx, await lockInvoice(tx, cash)))
    const gone = await till.invoice(customer, 2000)
    await till.inOrg(async (tx) => voidInvoice(tx, await lockInvoice(tx, gone)))
    await till.rows("update ledger_entries set at = at - interval '2 hours'")
    const row = await check()
    expect(row).toMatchObject({ differences: 0, first: null })
    expect(row.rows_checked).toBeGreaterThan(10)
  })

  it('finds each planted mistake, and says which row it is', async () => {
    const invoice = await paid()
    await till.rows("update ledger_entries set at = at - interval '2 hours'")
    await finds(
      'lines',
      'update invoice_lines set total_cents = total_cents + 1 where invoice_id = $1',
      'update invoice_lines set total_cents = total_cents - 1 where invoice_id = $1',
      [invoice],
    )
    await finds(
      'allocations',
      'update invoices set paid_cents = paid_cents + 1 where id = $1',
      'update invoices set paid_cents = paid_cents - 1 where id = $1',
      [invoice],
    )
    const { payments } = await till.state(invoice)
    const charge = payments[0].provider_charge_id
    await finds(
      'provider',
      "update ledger_entries set amount_cents = amount_cents * 2 where fact = 'fee:' || $1",
      "update ledger_entries set amount_cents = amount_cents / 2 where fact = 'fee:' || $1",
      [charge],
    )
    await finds(
      'ledger',
      "insert into ledger_entries (organization_id, fact, account, amount_cents, at) select id, 'charge:ch_none' || $1, a.account, a.cents, now() - interval '2 hours' from organizations, (values ('provider_balance', 100), ('revenue', -100)) a(account, cents) where slug = 'till'",
      "delete from ledger_entries where fact = 'charge:ch_none' || $1",
      [charge],
    )
    expect((await check()).differences).toBe(0)
  })

  it('leaves an hour to a payment whose event has not arrived yet', async () => {
    const payment = (created: number) => ({
      id: 'txn_late',
      type: 'charge',
      net: 4500,
      created: created / 1000,
      source: 'ch_late',
    })
    const compare = (created: number) =>
      till.inOrg((tx) => compareProvider(tx, [payment(created)], 1))
    const minute = 60_000
    expect(await compare(Date.now() - 59 * minute)).toEqual([])
    expect(await compare(Date.now() - 61 * minute)).toMatchObject([
      { check: 'provider', reference: 'charge txn_late', ours_cents: 0, theirs_cents: 4500 },
    ])
  })

  it('runs once a day, and as soon as a worker is up', async () => {
    const first = await check()
    await checkBooks(till.app)
    const [again] = await till.rows('select checked_at from book_checks')
    expect(again.checked_at).toEqual(first.checked_at)
    await till.rows('update book_checks set on_day = on_day - 1')
    await checkBooks(till.app)
    const [next] = await till.rows('select checked_at from book_checks')
    expect(next.checked_at).not.toEqual(first.checked_at)
  })
})

it('the demo world ties, and finished work without an invoice is found', async () => {
  const open = await openWorld()
  // A bank payment of the demo world arrives as the world opens.
  await open.until(async () => {
    await open.rows('delete from book_checks')
    await checkBooks(open.app)
    const rows = await open.rows('select differences from book_checks')
    return rows.every(({ differences }) => differences === 0)
  }, 'the books tie')
  const owner = await open.as('owner@green-acres.example')
  const casey = open.world.green.customers['casey']!.id
  expect((await owner('GET /api/owner/books')).body.check).toMatchObject({ differences: 0 })
  // Work that was done, has a price and is on no invoice: what it costs is missing from the books.
  const rule = open.world.green.customers['casey']!.rules[0]!
  const done = (price_cents: number, original_date: string) =>
    open.rows(
      `insert into visits (organization_id, series_id, original_date, date, rule_id, customer_id, price_cents, status, completed_at, completion)
        values ($1, $2, $3, $3, $4, $5, $6, 'completed', now(), '{}')`,
      [open.world.green.id, rule.series_id, original_date, rule.id, casey, price_cents],
    )
  await done(0, '2026-03-02')
  await done(4500, '2026-03-03')
  await open.rows('delete from book_checks')
  await checkBooks(open.app)
  const { differences, first } = await open.row<{ differences: string; first: string }>(
    'select differences, first from book_checks where organization_id = $1',
    [open.world.green.id],
  )
  expect(differences).toBe(1)
  expect(first).toMatchObject({ check: 'visit', ours_cents: 4500 })
  await open.close()
})
