import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { balanceOf } from '../../../domain/money/invoice.ts'
import { checkBooks } from '../books/check.ts'
import { applyCredit, returnCredit } from '../invoices/credit.ts'
import { unbillVisit } from '../invoices/for-visit.ts'
import { lockInvoice } from '../invoices/row.ts'
import { sendBill } from '../invoices/send.ts'
import { changeInvoice, voidInvoice } from '../invoices/write.ts'
import { payByHand } from '../payments/by-hand.ts'
import { planCharge, runAttempt } from '../payments/charge.ts'
import { readCredits } from './read.ts'
import { dropGivenCredits, giveCredit, takeBackCredit, spendCredits } from './write.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())
// Whatever happens to a credit, the books tie.
afterEach(async () => {
  await till.rows("update ledger_entries set at = at - interval '2 hours'")
  await till.rows('delete from book_checks')
  await checkBooks(till.app)
  const wrong = await till.rows('select first from book_checks where differences > 0')
  if (wrong.length) throw new Error(`The books differ: ${JSON.stringify(wrong)}`)
})

const give = (customer: string, amount_cents: number, reason = 'Rain') =>
  till.inOrg((tx) => giveCredit(tx, customer, { amount_cents, reason }))
const left = async (customer: string) =>
  (await till.inOrg((tx) => readCredits(tx, customer))).left_cents
const sums = async (id: string) => {
  const { paid_cents, credit_cents, money, doc } = (await till.state(id)).invoice
  return { paid_cents, credit_cents, money, doc }
}
const onInvoice = <T>(id: string, work: (...args: Parameters<typeof applyCredit>) => Promise<T>) =>
  till.inOrg(async (tx) => work(tx, await lockInvoice(tx, id)))

describe('a credit', () => {
  it('pays the next invoices, the oldest credit first, up to the balance', async () => {
    const customer = await till.customer(null)
    await give(customer, 2000, 'Broken gate')
    await give(customer, 4000, 'Rain')
    const first = await till.invoice(customer, 4500)
    expect(await sums(first)).toEqual({
      paid_cents: 4500,
      credit_cents: 4500,
      money: 'paid',
      doc: 'open',
    })
    const { credits } = await till.inOrg((tx) => readCredits(tx, customer))
    expect(credits.map(({ reason, used_cents }) => [reason, used_cents])).toEqual([
      ['Rain', 2500],
      ['Broken gate', 2000],
    ])
    const next = await till.invoice(customer, 4500)
    expect(await sums(next)).toMatchObject({ paid_cents: 1500, money: 'partial' })
    expect(await left(customer)).toBe(0)
  })

  it('pays a draft only when it is issued, and an open invoice when it is sent', async () => {
    const customer = await till.customer(null)
    const open = await till.invoice(customer, 4500)
    await give(customer, 1000)
    const draft = await till.invoice(customer, 4500, { open: false })
    expect([await sums(open), await sums(draft)]).toMatchObject([
      { credit_cents: 0 },
      { credit_cents: 0 },
    ])
    await onInvoice(open, (tx, row) => sendBill(tx, till.app, row))
    await onInvoice(open, (tx, row) => sendBill(tx, till.app, row))
    expect(await sums(open)).toMatchObject({ credit_cents: 1000, money: 'partial' })
    await onInvoice(draft, (tx, row) => sendBill(tx, till.app, row))
    expect(await sums(draft)).toMatchObject({ credit_cents: 0 })
  })

  it('leaves the rest to be charged', async () => {
    const customer = await till.customer('pm_card_visa')
    await give(customer, 1500)
    const id = await till.invoice(customer, 4500)
    await till.charge(id)
    const { payments, invoice } = await till.state(id)
    expect(payments).toMatchObject([{ amount_cents: 3000 }])
    expect(invoice).toMatchObject({ money: 'paid', paid_cents: 4500, credit_cents: 1500 })
  })

  it('that covers an invoice tells the customer that there is nothing to pay', async () => {
    const customer = await till.customer(null)
    await give(customer, 9000)
    const id = await till.invoice(customer, 4500)
    await onInvoice(id, (tx, row) => sendBill(tx, till.app, row))
    const [message] = await till.rows('select template, data from messages where invoice_id = $1', [
      id,
    ])
    expect(message).toMatchObject({
      template: 'invoice_sent',
      data: { total_cents: 0, credit_cents: 4500 },
    })
  })
})

describe('a credit goes back', () => {
  const paidInPart = async () => {
    const customer = await till.customer('pm_card_visa')
    await give(customer, 2000)
    return { customer, id: await till.invoice(customer, 4500) }
  }

  it('when its invoice is void', async () => {
    const { customer, id } = await paidInPart()
    await onInvoice(id, voidInvoice)
    expect(await sums(id)).toEqual({ paid_cents: 0, credit_cents: 0, money: 'none', doc: 'void' })
    expect(await left(customer)).toBe(2000)
  })

  it('when it is taken off, and pays the next one', async () => {
    const { customer, id } = await paidInPart()
    await onInvoice(id, returnCredit)
    expect(await sums(id)).toMatchObject({ paid_cents: 0, money: 'none', doc: 'open' })
    expect(await sums(await till.invoice(customer, 1000))).toMatchObject({ money: 'paid' })
    expect(await left(customer)).toBe(1000)
  })

  it('when its visit is reopened', async () => {
    const { customer, id } = await paidInPart()
    const [line] = await till.rows('select * from invoice_lines where invoice_id = $1', [id])
    await till.inOrg((tx) => unbillVisit(tx, line))
    expect(await sums(id)).toMatchObject({ credit_cents: 0, doc: 'void' })
    expect(await left(customer)).toBe(2000)
  })

  it('when more is paid than was due, before money is refunded', async () => {
    const customer = await till.customer('pm_card_visa')
    const id = await till.invoice(customer, 4500)
    const { attempt_id } = await till.inOrg((tx) =>
      planCharge(tx, { invoice_id: id, via: 'staff' }),
    )
    await give(customer, 2000)
    // A credit that was applied although the whole invoice was being charged.
    await till.rows("update charge_attempts set state = 'confirming' where id = $1", [attempt_id])
    await onInvoice(id, async (tx, row) => {
      const { cents: credit_cents } = await spendCredits(tx, row, balanceOf(row))
      await changeInvoice(tx, row, { paid_cents: credit_cents, credit_cents })
    })
    await runAttempt(till.app, till.org, attempt_id)
    const { payments, refunds } = await till.state(id)
    expect([payments, refunds]).toMatchObject([[{ amount_cents: 4500 }], []])
    expect(await sums(id)).toMatchObject({ paid_cents: 4500, credit_cents: 0, money: 'paid' })
    expect(await left(customer)).toBe(2000)
  })
})

describe('taking a credit back', () => {
  const newest = async (customer: string) =>
    (await till.inOrg((tx) => readCredits(tx, customer))).credits[0]!.id
  const takeBack = (id: string) => till.inOrg((tx) => takeBackCredit(tx, id))

  it('leaves nothing to pay with', async () => {
    const customer = await till.customer(null)
    await give(customer, 2000)
    await takeBack(await newest(customer))
    expect(await left(customer)).toBe(0)
    expect(await sums(await till.invoice(customer))).toMatchObject({ credit_cents: 0 })
  })
  it('409 credit_taken_back the second time', async () => {
    const customer = await till.customer(null)
    await give(customer, 2000)
    await takeBack(await newest(customer))
    await expect(takeBack(await newest(customer))).rejects.toMatchObject({
      code: 'credit_taken_back',
    })
  })
  it('409 credit_used once it pays an invoice', async () => {
    const customer = await till.customer(null)
    await give(customer, 9000)
    await till.invoice(customer)
    await expect(takeBack(await newest(customer))).rejects.toMatchObject({ code: 'credit_used' })
  })
})

describe('one transaction', () => {
  it('that dies after the credit was applied leaves everything as it was', async () => {
    const customer = await till.customer(null)
    const id = await till.invoice(customer)
    await give(customer, 2000)
    const dying = onInvoice(id, async (tx, row) => {
      expect(await applyCredit(tx, row)).toMatchObject({ credit_cents: 2000 })
      throw new Error('killed')
    })
    await expect(dying).rejects.toThrow('killed')
    expect(await sums(id)).toMatchObject({ paid_cents: 0, credit_cents: 0, money: 'none' })
    expect(await left(customer)).toBe(2000)
    await onInvoice(id, applyCredit)
    expect(await sums(id)).toMatchObject({ credit_cents: 2000 })
  })

  it('at a time uses a credit: invoices made at once share it', async () => {
    const customer = await till.customer(null)
    await give(customer, 5000)
    const ids = await Promise.all(Array.from({ length: 6 }, () => till.invoice(customer, 2000)))
    const used = await Promise.all(ids.map(async (id) => (await sums(id)).credit_cents))
    expect(used.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1000, 2000, 2000])
    expect(await left(customer)).toBe(0)
  })
})

describe('the credits of a customer whose data is deleted', () => {
  const drop = (customer: string) => till.inOrg((tx) => dropGivenCredits(tx, customer))

  it('end as far as they are unused', async () => {
    const customer = await till.customer(null)
    await give(customer, 6000)
    await give(customer, 1000)
    const invoice = await till.invoice(customer, 4500)
    expect(await drop(customer)).toBe(2500)
    expect(await left(customer)).toBe(0)
    expect(await sums(invoice)).toMatchObject({ credit_cents: 4500, money: 'paid' })
    expect(await drop(customer)).toBe(0)
  })

  it('end too when their invoice is voided afterward', async () => {
    const customer = await till.customer(null)
    await give(customer, 6000)
    const invoice = await till.invoice(customer, 4500)
    await drop(customer)
    await onInvoice(invoice, voidInvoice)
    expect(await left(customer)).toBe(0)
  })

  it('stay as far as they are the customer’s own money', async () => {
    const customer = await till.customer(null)
    await give(customer, 1000)
    const invoice = await till.invoice(customer, 4500)
    await till.inOrg(async (tx) =>
      payByHand(tx, await lockInvoice(tx, invoice), {
        amount_cents: 5000,
        kind: 'cash',
        note: null,
      }),
    )
    expect(await left(customer)).toBe(1500)
    expect(await drop(customer)).toBe(0)
    expect(await left(customer)).toBe(1500)
  })
})
