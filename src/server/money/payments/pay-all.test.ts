import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { runAttempt } from './charge.ts'
import { payAll, readPayAll } from './pay-all.ts'
import { reconcile } from './reconcile.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())
afterEach(async () => {
  await till.ask('DELETE', 'faults')
  await till.checkBooks()
})

type Owing = { customer: string; invoices: string[] }
async function owing(method: string | null, cents = [4500, 3000, 2500]): Promise<Owing> {
  const customer = await till.customer(method, { consent: false })
  const invoices: string[] = []
  for (const price of cents) invoices.push(await till.invoice(customer, price))
  return { customer, invoices }
}
const pay = (customer: string, total_cents: number) =>
  till.inOrg((tx) =>
    payAll(tx, { id: customer, name: 'Casey Walker', email: null, person_id: null }, total_cents),
  )
const owed = ({ customer }: Owing) => till.inOrg((tx) => readPayAll(tx, customer))
const attemptsOf = ({ invoices }: Owing) =>
  till.rows<{ id: string; state: string }>(
    'select id, state from charge_attempts where invoice_id = any($1) order by id',
    [invoices],
  )
/** What a worker does with the jobs, and after a restart with the rows. */
const runAll = async (bill: Owing) => {
  for (const { id } of await attemptsOf(bill))
    await runAttempt(till.app, till.org, id).catch(() => {})
}
const later = async () => {
  await till.rows(
    "update charge_attempts set next_check_at = now() - interval '1 second' where next_check_at is not null",
  )
  await reconcile(till.app)
}
const chargedOf = async ({ invoices }: Owing): Promise<number[]> => {
  const { accounts } = await till.atProvider()
  return accounts[till.account]!.charges.filter(
    (one) => invoices.includes(one.metadata.invoice_id!) && one.status !== 'failed',
  )
    .map((one) => one.amount)
    .toSorted((a: number, b: number) => b - a)
}
const moneyOf = async ({ invoices }: Owing): Promise<string[]> => {
  const states: string[] = []
  for (const id of invoices) states.push((await till.state(id)).invoice.money)
  return states
}

describe('paying all open invoices', () => {
  it('charges each once and sends a receipt for each, however often it is pressed', async () => {
    const bill = await owing('pm_card_visa')
    expect(await owed(bill)).toMatchObject({ invoices: 3, total_cents: 10_000, failed: [] })
    const presses = await Promise.allSettled([1, 2, 3].map(() => pay(bill.customer, 10_000)))
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await owed(bill)).toMatchObject({ invoices: 0, underway: 3, underway_cents: 10_000 })
    await Promise.all([runAll(bill), runAll(bill)])
    expect(await chargedOf(bill)).toEqual([4500, 3000, 2500])
    expect(await moneyOf(bill)).toEqual(['paid', 'paid', 'paid'])
    const { messages } = await till.state(bill.invoices[0]!)
    expect(messages).toEqual(['receipt', 'receipt', 'receipt'])
    await expect(pay(bill.customer, 0)).rejects.toMatchObject({ code: 'nothing_to_pay' })
  })

  it('charges nothing if what is owed has changed, or one of them cannot be charged', async () => {
    const bill = await owing('pm_card_visa')
    await expect(pay(bill.customer, 9999)).rejects.toMatchObject({ code: 'amount_changed' })
    const without = await owing(null)
    await expect(pay(without.customer, 10_000)).rejects.toMatchObject({ code: 'no_payment_method' })
    expect(await attemptsOf(bill)).toEqual([])
    expect(await attemptsOf(without)).toEqual([])
  })

  it('keeps what was paid and names what was not, which is never tried again by itself', async () => {
    const bill = await owing('pm_card_visa')
    await pay(bill.customer, 10_000)
    const [first, ...rest] = await attemptsOf(bill)
    await runAttempt(till.app, till.org, first!.id)
    const declining = await till.customer('pm_card_chargeCustomerFail')
    const [{ method }] = await till.rows(
      'select default_payment_method_id as method from customers where id = $1',
      [declining],
    )
    await till.rows('update charge_attempts set payment_method_id = $1 where id = any($2)', [
      method,
      rest.map(({ id }) => id),
    ])
    await runAll(bill)
    const { failed, ...sums } = await owed(bill)
    const left = (await chargedOf(bill)).reduce((sum, cents) => sum - cents, 10_000)
    expect(sums).toMatchObject({ underway: 0, invoices: 2, total_cents: left })
    expect(failed).toHaveLength(2)
    expect(failed[0]).toMatchObject({ sentence: expect.any(String) })
    const retries = await till.rows(
      'select 1 from invoices where customer_id = $1 and next_retry_at is not null',
      [bill.customer],
    )
    expect(retries).toEqual([])
  })

  it('leaves out what a charge is under way for, whatever its invoice says meanwhile', async () => {
    const bill = await owing('pm_card_visa')
    await pay(bill.customer, 10_000)
    // News of an earlier try came in while this one waits for its answer.
    await till.rows("update invoices set money = 'failed' where id = $1", [bill.invoices[0]])
    expect(await owed(bill)).toMatchObject({ invoices: 0, total_cents: 0 })
    await expect(pay(bill.customer, 4500)).rejects.toMatchObject({ code: 'nothing_to_pay' })
    await runAll(bill)
    expect(await chargedOf(bill)).toEqual([4500, 3000, 2500])
    expect(await moneyOf(bill)).toEqual(['paid', 'paid', 'paid'])
  })

  it.each([0, 1, 2])(
    'loses and doubles nothing if the process dies after %i charges and answers get lost',
    async (done) => {
      const bill = await owing('pm_card_visa')
      await pay(bill.customer, 10_000)
      const attempts = await attemptsOf(bill)
      for (const { id } of attempts.slice(0, done)) await runAttempt(till.app, till.org, id)
      await till.ask('POST', 'faults', {
        drop_next_response: { when: 'after', path: '/v1/payment_intents/', count: 4 },
      })
      await runAll(bill)
      await till.ask('DELETE', 'faults')
      await later()
      await runAll(bill)
      expect(await chargedOf(bill)).toEqual([4500, 3000, 2500])
      expect(await moneyOf(bill)).toEqual(['paid', 'paid', 'paid'])
    },
  )
})
