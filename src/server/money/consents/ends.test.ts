import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { changeStatus } from '../../customers/write-status.ts'
import { settleLost } from '../payments/answer-dispute.ts'
import { planCharge, runAttempt } from '../payments/charge.ts'
import { forgetMethod, stopOnDispute } from '../payments/write-methods.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
})
afterAll(() => till?.close())

describe('an approval by phone', () => {
  const approval = { name: 'Casey Walker', words: 'Yes, take it' }
  const charge = async (invoice: string, given?: typeof approval): Promise<void> => {
    const { attempt_id } = await till.inOrg((tx) =>
      planCharge(tx, { invoice_id: invoice, via: 'staff', approval: given }),
    )
    await runAttempt(till.app, till.org, attempt_id)
    await till.sandbox.advance()
    await till.deliver()
  }
  const approved = async (method: string): Promise<string> => {
    const invoice = await till.invoice(await till.customer(method, { consent: false }), 9000)
    await charge(invoice, approval)
    return invoice
  }
  const loseDispute = async (invoice: string): Promise<void> => {
    const [{ id }] = await till.rows(
      'select d.id from disputes d join payments p on p.id = d.payment_id where p.invoice_id = $1',
      [invoice],
    )
    await till.ask('POST', `dispute/${id}/lost`)
    await till.deliver()
    await till.inOrg((tx) => settleLost(tx, id, 'owed'))
  }
  it.each([
    { after: 'a lost dispute', method: 'pm_card_createDispute', back: loseDispute },
    { after: 'a returned debit', method: 'pm_usBankAccount_dispute', back: async () => {} },
  ])('is spent by its success: a new one after $after', async ({ method, back }) => {
    const invoice = await approved(method)
    await back(invoice)
    for (const via of ['staff', 'retry', 'autopay'] as const)
      await expect(
        till.inOrg((tx) => planCharge(tx, { invoice_id: invoice, via })),
      ).rejects.toMatchObject({ status: 409, code: 'consent_missing' })
    await charge(invoice, approval)
    const { attempts } = await till.state(invoice)
    expect(new Set(attempts.map(({ approval_id }) => approval_id)).size).toBe(2)
  })

  it('stays good for another try while nothing came in', async () => {
    const invoice = await approved('pm_card_chargeCustomerFail')
    await charge(invoice)
    const { attempts } = await till.state(invoice)
    expect(attempts.map(({ state }) => state)).toEqual(['failed', 'failed'])
    expect(attempts[0].approval_id).toBe(attempts[1].approval_id)
  })
})

describe('consent to automatic payments', () => {
  const stateOf = async (customer: string) =>
    (
      await till.rows(
        `select autopay_enabled as autopay, autopay_oneoffs as oneoffs, (select count(*)::int from consents s
          where s.customer_id = c.id and s.revoked_at is null) as consents from customers c where id = $1`,
        [customer],
      )
    )[0]
  const methodOf = async (customer: string): Promise<string> =>
    (
      await till.rows('select default_payment_method_id as id from customers where id = $1', [
        customer,
      ])
    )[0].id
  const archive = (customer: string) => till.inOrg((tx) => changeStatus(tx, customer, 'archived'))

  it.each([
    { by: 'archiving', autopay: true, end: archive },
    { by: 'archiving somebody who waits for autopay', autopay: false, end: archive },
    {
      by: 'the removal of the only card',
      autopay: true,
      end: async (customer: string) => {
        const method = await methodOf(customer)
        await till.inOrg((tx) => forgetMethod(tx, method))
      },
    },
    {
      by: 'a dispute of the card',
      autopay: true,
      end: async (customer: string) => {
        const method = await methodOf(customer)
        await till.inOrg((tx) => stopOnDispute(tx, method))
      },
    },
  ])('ends with autopay, by $by', async ({ autopay, end }) => {
    const customer = await till.customer('pm_card_visa', { autopay })
    await till.rows('update customers set autopay_oneoffs = true where id = $1', [customer])
    const invoice = await till.invoice(customer, 6000)
    await end(customer)
    expect(await stateOf(customer)).toEqual({ autopay: false, oneoffs: false, consents: 0 })
    await till.rows(
      `update customers set default_payment_method_id = (select id from payment_methods m where m.customer_id = c.id),
        autopay_enabled = false from (select $1::uuid as id) c where customers.id = c.id`,
      [customer],
    )
    await till.rows("update payment_methods set status = 'active' where customer_id = $1", [
      customer,
    ])
    await expect(till.charge(invoice)).rejects.toMatchObject({ code: 'consent_missing' })
  })

  it('does not come back when somebody is brought back from the archive', async () => {
    const customer = await till.customer('pm_card_visa', { autopay: true })
    await archive(customer)
    await till.inOrg((tx) => changeStatus(tx, customer, 'active'))
    expect(await stateOf(customer)).toEqual({ autopay: false, oneoffs: false, consents: 0 })
  })

  it('stays with another card in the place of a removed one', async () => {
    const customer = await till.customer('pm_card_visa', { autopay: true })
    await till.rows(
      `insert into payment_methods (organization_id, id, customer_id, type, brand, last4, status, exp_month, exp_year)
        values ($1, 'pm_other', $2, 'card', 'visa', '1111', 'active', 12, 2090)`,
      [till.org, customer],
    )
    const method = await methodOf(customer)
    await till.inOrg((tx) => forgetMethod(tx, method))
    expect(await stateOf(customer)).toMatchObject({ autopay: true, consents: 2 })
  })
})
