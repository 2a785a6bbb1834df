import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type OpenWorld } from '../../../../test/world.ts'
import { charging } from '../../../words/en/charging.ts'
import { charging as cobros } from '../../../words/es/charging.ts'

let open: OpenWorld
beforeAll(async () => {
  open = await openWorld()
})
afterAll(() => open?.close())

describe('POST /api/owner/organization/update', () => {
  it('a lower due day moves later charge days, and tells the customers who pay automatically', async () => {
    const { id: org, customers } = open.world.green
    const names = ['casey', 'declan'] as const
    const [casey, declan] = names.map((name) => customers[name]!.id)
    const set = (id: string, day: number, autopay: boolean) =>
      open.rows(
        'update customers set preferred_charge_day = $2, autopay_enabled = $3 where id = $1',
        [id, day, autopay],
      )
    await set(casey!, 20, true)
    await set(declan!, 20, false)
    const early = await open.row<{ id: string }>(
      "update customers set preferred_charge_day = 3 where id = (select id from customers where organization_id = $1 and id <> all ($2::uuid[]) and status = 'active' limit 1) returning id",
      [org, [casey, declan]],
    )
    const owner = await open.as('owner@green-acres.example')
    const save = (customer_due_day: number) =>
      owner('POST /api/owner/organization/update', { body: { customer_due_day } })
    expect(await save(5)).toMatchObject({ status: 200 })
    await save(28)
    const days = await open.rows(
      'select id, preferred_charge_day as day from customers where id = any ($1)',
      [[casey, declan, early.id]],
    )
    expect(Object.fromEntries(days.map(({ id, day }) => [id, day]))).toEqual({
      [casey!]: 5,
      [declan!]: 5,
      [early.id]: 3,
    })
    const told = await open.rows(
      "select customer_id, subject, data ->> 'url' as url from messages where template = 'charge_day_moved' and channel = 'email'",
    )
    expect(told).toEqual([
      {
        customer_id: casey,
        subject: 'Your charge day with Green Acres Lawn Care is now day 5',
        url: `http://localhost:3000/app/user/payments?business=${org}`,
      },
    ])
  })
})

describe('sentences about when money moves', () => {
  it('name a day only if the customer chose it', () => {
    expect([charging.when(null), charging.when(22)]).toEqual([
      'charged after each service',
      'charged on the 22nd of the month',
    ])
    expect([cobros.when(null), cobros.when(22)]).toEqual([
      'se cobra después de cada servicio',
      'se cobra el día 22 del mes',
    ])
  })
})
