import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { inOrgAll, system, type OrgTx } from '../../base/db/door.ts'
import { changeInvoice } from '../invoices/write.ts'
import { lockInvoice } from '../invoices/row.ts'
import { postLedger } from './write.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())

const inOrg = <T>(work: (tx: OrgTx) => Promise<T>): Promise<T> =>
  inOrgAll(till.app.store, till.org, system, work)

describe('the database', () => {
  it('refuses a fact whose entries do not sum to zero', async () => {
    const writing = inOrg((tx) =>
      tx
        .insertInto('ledger_entries')
        .values([
          { fact: 'odd', account: 'cash', amount_cents: 100 },
          { fact: 'odd', account: 'revenue', amount_cents: -99 },
        ])
        .execute(),
    )
    await expect(writing).rejects.toThrow('The entries of odd do not sum to zero')
    expect(await till.rows("select 1 from ledger_entries where fact = 'odd'")).toEqual([])
  })

  it('refuses an invoice that says more was paid than its payments', async () => {
    const invoice = await till.invoice(await till.customer(null))
    const saying = inOrg(async (tx) =>
      changeInvoice(tx, await lockInvoice(tx, invoice), { paid_cents: 4500, money: 'paid' }),
    )
    await expect(saying).rejects.toThrow('says 4500 was paid, its payments 0')
    expect((await till.state(invoice)).invoice.paid_cents).toBe(0)
  })

  it('refuses a payment that no invoice counts', async () => {
    const invoice = await till.invoice(await till.customer('pm_card_visa'))
    await till.charge(invoice)
    const { payments } = await till.state(invoice)
    const posting = inOrg((tx) =>
      postLedger(tx, 'twice', { invoice_id: invoice, payment_id: payments[0].id }, [
        ['cash', 100],
        ['receivable', -100],
      ]),
    )
    await expect(posting).rejects.toThrow('says 4500 was paid, its payments 4600')
  })

  it('leaves an invoice of before that does not tie to the nightly check', async () => {
    const invoice = await till.invoice(await till.customer('pm_card_visa'))
    await till.rows('update invoices set paid_cents = 500, paid_ties = false where id = $1', [
      invoice,
    ])
    await till.charge(invoice)
    expect((await till.state(invoice)).payments).toHaveLength(1)
  })
})
