import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTill, type Till } from '../../../../test/faults/till.ts'
import { refreshMethod, storeSetup } from './methods.ts'
import { forgetMethod, stopOnDispute } from './write-methods.ts'

let till: Till
beforeAll(async () => {
  till = await openTill()
  await till.rows(
    "with p as (insert into people (email, name) values ('dana@green.example', 'Dana') returning id) insert into memberships (organization_id, person_id, role, status) select $1, id, 'owner', 'active' from p",
    [till.org],
  )
})
afterAll(() => till?.close())

let added = 0
const addCard = async (customer: string, last4: string, extra = ''): Promise<string> => {
  const id = `pm_other${++added}`
  await till.rows(
    `insert into payment_methods (organization_id, id, customer_id, type, brand, last4, status, exp_month, exp_year, created_at)
      values ($1, $2, $3, 'card', 'mastercard', $4, 'active', 12, 2090, now() + interval '1 minute')`,
    [till.org, id, customer, last4],
  )
  if (extra) await till.rows(`update payment_methods set ${extra} where id = $1`, [id])
  return id
}
const stateOf = async (customer: string) =>
  (
    await till.rows(
      'select default_payment_method_id as method, autopay_enabled as autopay from customers where id = $1',
      [customer],
    )
  )[0]
const told = (customer: string) =>
  till.rows(
    `select template, text from messages where template in ('autopay_changed', 'autopay_off')
      and (customer_id = $1 or data ->> 'url' like '%' || $1 || '%') order by template`,
    [customer],
  )
const remove = (id: string) => till.inOrg((tx) => forgetMethod(tx, id))

describe('a default card that is gone', () => {
  it('is followed by the newest usable one, which its customer hears', async () => {
    const customer = await till.customer('pm_card_visa', { autopay: true })
    const { method } = await stateOf(customer)
    const next = await addCard(customer, '1111')
    await addCard(customer, '2222', 'exp_year = 2020')
    await addCard(customer, '3333', "last_return_code = 'disputed'")
    await Promise.all([remove(method), remove(method)])
    expect(await stateOf(customer)).toEqual({ method: next, autopay: true })
    const [letter, ...others] = await told(customer)
    expect(others).toEqual([])
    expect(letter.text).toContain('Mastercard ending in 1111')
  })

  it('ends autopay if it was the last, which customer and office hear once', async () => {
    const customer = await till.customer('pm_card_visa', { autopay: true })
    const { method } = await stateOf(customer)
    await remove(method)
    await remove(method)
    expect(await stateOf(customer)).toEqual({ method: null, autopay: false })
    expect((await told(customer)).map(({ template }) => template)).toEqual([
      'autopay_changed',
      'autopay_off',
    ])
  })

  it('says nothing to a customer who pays by hand, and still chooses the next', async () => {
    const customer = await till.customer('pm_card_visa')
    const { method } = await stateOf(customer)
    const next = await addCard(customer, '4444')
    await remove(method)
    expect(await stateOf(customer)).toEqual({ method: next, autopay: false })
    expect(await told(customer)).toEqual([])
  })

  it('leaves another default alone', async () => {
    const customer = await till.customer('pm_card_visa', { autopay: true })
    const before = await stateOf(customer)
    await remove(await addCard(customer, '5555'))
    expect(await stateOf(customer)).toEqual(before)
    expect(await told(customer)).toEqual([])
  })
})

it('a disputed or returned method ends autopay, and both sides hear it', async () => {
  const customer = await till.customer('pm_card_visa', { autopay: true })
  const { method } = await stateOf(customer)
  await till.inOrg((tx) => stopOnDispute(tx, method))
  await till.inOrg((tx) => stopOnDispute(tx, method))
  expect(await stateOf(customer)).toEqual({ method, autopay: false })
  expect(await told(customer)).toHaveLength(2)
})

it('open screens hear of a card that is gone, once', async () => {
  const customer = await till.customer('pm_card_visa')
  const { method } = await stateOf(customer)
  const said = () =>
    till.rows(
      "select data from events where type = 'payment_method.changed' and customer_id = $1 and data ->> 'status' = 'detached'",
      [customer],
    )
  await remove(method)
  await remove(method)
  expect(await said()).toEqual([
    { data: { customer_id: customer, payment_method_id: method, status: 'detached' } },
  ])
})

describe('a card read again', () => {
  const statusOf = async (id: string) =>
    (await till.rows('select status from payment_methods where id = $1', [id]))[0].status
  it('stays if its customer still has it, and goes if the provider has taken it off', async () => {
    const { method: kept } = await stateOf(await till.customer('pm_card_visa'))
    const { method: gone } = await stateOf(await till.customer('pm_card_mastercard'))
    await till.provider(`/v1/payment_methods/${gone}/detach`, {})
    for (const id of [kept, gone]) await refreshMethod(till.app, till.account, id)
    expect([await statusOf(kept), await statusOf(gone)]).toEqual(['active', 'detached'])
  })

  it('that is stored once more is itself, not the first of all', async () => {
    const setups = []
    for (const card of ['pm_card_visa', 'pm_card_mastercard']) {
      const customer = await till.customer(card)
      const { method } = await stateOf(customer)
      const [{ setup_intent_id }] = await till.rows(
        'select setup_intent_id from payment_methods where id = $1',
        [method],
      )
      const setup = await till.app.payments.on(till.account).readSetup(setup_intent_id)
      setups.push({ customer, method, setup })
    }
    for (const { customer, method, setup } of setups)
      expect(await till.inOrg((tx) => storeSetup(tx, customer, setup))).toMatchObject({
        id: method,
        customer_id: customer,
      })
  })
})
