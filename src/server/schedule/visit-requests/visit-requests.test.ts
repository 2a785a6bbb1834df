import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, weekdayOf } from '../../../domain/base/dates.ts'
import type { VisitRequest } from '../../../domain/schedule/visit-request.ts'
import { openWorld, type Caller, type OpenWorld } from '../../../../test/world.ts'

let open: OpenWorld
let owner: Caller
let casey: Caller
let carmen: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  casey = await open.as('customer@green-acres.example')
  carmen = await open.as('customer@bright-side.example')
})
afterAll(() => open?.close())

const caseyId = () => open.world.green.customers['casey']!.id
const days = async () => (await casey('GET /api/users/visit-days')).body
/** The first day a customer can wish for. */
async function openDay(): Promise<string> {
  const { from, open_weekdays, closed_dates } = await days()
  return Array.from({ length: 14 }, (_, ahead) => addDays(from, ahead)).find(
    (day) => (open_weekdays?.includes(weekdayOf(day)) ?? true) && !closed_dates.includes(day),
  )!
}
const services = async () =>
  (await casey('GET /api/users/services')).body.services as { key: string; label: string }[]
const ask = (body: object, who = casey, key: string = crypto.randomUUID()) =>
  who('POST /api/users/visit-requests', { body, key })
const withdraw = (id: string, who = casey) =>
  who('POST /api/users/visit-requests/{id}/withdraw', { params: { id } })
const decline = (id: string, reason: string, who = owner) =>
  who('POST /api/owner/visit-requests/{id}/decline', { params: { id }, body: { reason } })
const own = async (who = casey) => (await who('GET /api/users/home')).body.visit_requests
const waiting = async (who = owner) =>
  (await who('GET /api/owner/visit-requests')).body.items as (VisitRequest & {
    customer_id: string
    service_key: string | null
  })[]
const needs = async () => (await owner('GET /api/owner/needs')).body.requests
const letters = (template: string) =>
  open.rows<{
    recipient: string
    text: string
    data: { action?: string }
    customer_id: string | null
  }>('select recipient, text, data, customer_id from messages where template = $1 order by id', [
    template,
  ])
const schedule = async (id: string, more: object = {}) =>
  owner('POST /api/schedule', {
    body: {
      customer_id: caseyId(),
      service_key: (await services())[0]!.key,
      pattern: 'once',
      start_date: await openDay(),
      start_minutes: 600,
      visit_request_id: id,
      ...more,
    },
    key: crypto.randomUUID(),
  })
const clear = async () => {
  for (const { id, status } of await own()) if (status === 'requested') await withdraw(id)
}

describe('POST /api/users/visit-requests', () => {
  it('is a request that the office sees and hears of, counted among what needs it', async () => {
    const before = await needs()
    const [service] = await services()
    const wished_on = await openDay()
    const asked = await ask({ service_key: service!.key, wished_on, note: ' Behind the shed ' })
    expect(asked).toMatchObject({
      status: 201,
      body: {
        service_label: service!.label,
        wished_on,
        note: 'Behind the shed',
        status: 'requested',
        planned_on: null,
      },
    })
    expect(await own()).toEqual([asked.body])
    expect(await waiting()).toMatchObject([
      { id: asked.body.id, customer_id: caseyId(), service_key: service!.key },
    ])
    expect(await needs()).toBe(before + 1)
    const told = (await letters('request_received')).filter(({ data }) => data.action === 'visit')
    expect(told.map(({ recipient }) => recipient)).toContain('owner@green-acres.example')
    expect(told[0]!.text).toContain('Behind the shed')
    const [event] = await open.rows(
      "select customer_id, data from events where type = 'request.made' order by number desc limit 1",
    )
    expect(event).toMatchObject({ customer_id: caseyId(), data: { action: 'visit' } })
  })

  it('needs a service or a description', async () => {
    expect(await ask({ note: '  ' })).toMatchObject({
      status: 422,
      body: { fields: { note: 'Choose a service, or describe what you need' } },
    })
    expect(await ask({ note: 'Prune the hedge' })).toMatchObject({
      status: 201,
      body: { service_label: null, wished_on: null },
    })
  })

  it('refuses days that cannot be, services not offered, and others’ places', async () => {
    const { from, until, closed_dates } = await days()
    const wrong = [addDays(from, -1), addDays(until, 1), ...closed_dates.slice(0, 1)]
    for (const wished_on of wrong)
      expect(await ask({ note: 'x', wished_on })).toMatchObject({
        status: 422,
        body: { fields: { wished_on: expect.any(String) } },
      })
    expect(await ask({ service_key: 'nothing' })).toMatchObject({
      body: { fields: { service_key: 'This service is no longer offered.' } },
    })
    const [place] = await open.rows(
      'select id from service_locations where customer_id <> $1 and organization_id = $2 limit 1',
      [caseyId(), open.world.green.id],
    )
    expect(await ask({ note: 'x', location_id: place!.id })).toMatchObject({
      body: { fields: { location_id: expect.any(String) } },
    })
  })

  it('allows three open requests, and the same key makes one', async () => {
    await clear()
    const key = crypto.randomUUID()
    const [once, again] = [
      await ask({ note: 'One' }, casey, key),
      await ask({ note: 'One' }, casey, key),
    ]
    expect(again.body.id).toBe(once.body.id)
    for (let more = 1; more < 3; more++) await ask({ note: 'Another' })
    expect(await ask({ note: 'Too many' })).toMatchObject({
      status: 409,
      body: { code: 'too_many_requests_open' },
    })
    await withdraw(once.body.id)
    expect((await ask({ note: 'In its place' })).status).toBe(201)
    await clear()
  })

  it('waits while the service is paused, and ends with the account', async () => {
    const { id } = (await ask({ note: 'Before' })).body
    const status = (to: string) =>
      open.rows('update customers set status = $1 where id = $2', [to, caseyId()])
    await status('paused')
    expect(await ask({ note: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'service_paused' },
    })
    await status('archived')
    expect(await ask({ note: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'account_closed' },
    })
    expect((await withdraw(id)).status).toBe(200)
    await status('active')
  })
})

describe('withdrawing', () => {
  it('closes an open request; repeating changes nothing, and nobody else’s can be', async () => {
    const { id } = (await ask({ note: 'Mulch' })).body
    expect((await withdraw(id, carmen)).status).toBe(404)
    for (let times = 0; times < 2; times++)
      expect(await withdraw(id)).toMatchObject({ status: 200, body: { status: 'withdrawn' } })
    expect(await waiting()).toEqual([])
    expect(await decline(id, 'No')).toMatchObject({
      status: 409,
      body: { code: 'request_withdrawn' },
    })
    expect(await schedule(id)).toMatchObject({
      status: 409,
      body: { code: 'request_withdrawn', error: 'The customer has withdrawn this request.' },
    })
  })
})

describe('POST /api/owner/visit-requests/{id}/decline', () => {
  it('tells the customer why, once; they see it in their account', async () => {
    const { id } = (await ask({ note: 'Cut the oak' })).body
    expect((await decline(id, ' ')).status).toBe(422)
    expect((await decline(id, 'No', carmen)).status).toBe(403)
    expect(await decline(id, 'We do not cut trees.')).toMatchObject({
      status: 200,
      body: { status: 'declined', answer: 'We do not cut trees.' },
    })
    expect((await own()).find((one) => one.id === id)).toMatchObject({ status: 'declined' })
    expect(await decline(id, 'Again')).toMatchObject({ body: { code: 'request_resolved' } })
    expect(await withdraw(id)).toMatchObject({ status: 409 })
    const told = (await letters('request_decided')).filter(({ data }) => data.action === 'visit')
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({ customer_id: caseyId() })
    expect(told[0]!.text).toContain('We do not cut trees.')
  })
})

describe('POST /api/schedule with a request', () => {
  it('grants it with the visit, in one step; the customer sees the day', async () => {
    const { id } = (await ask({ note: 'Edge the beds' })).body
    const added = await schedule(id)
    expect(added.status).toBe(201)
    const planned_on = added.body.first_visit!.date
    expect((await own()).find((one) => one.id === id)).toMatchObject({
      status: 'scheduled',
      planned_on,
    })
    expect(await waiting()).toEqual([])
    expect(await schedule(id, { start_minutes: 900 })).toMatchObject({
      status: 409,
      body: { code: 'request_resolved' },
    })
    const jobs = await open.rows<{ data: { series_id?: string } }>(
      "select data from pgboss.job where name = 'plan.tell'",
    )
    expect(jobs.map(({ data }) => data.series_id)).toContain(added.body.series_id)
  })

  it('leaves it open where the visit is refused, and is not for another customer', async () => {
    const { id } = (await ask({ note: 'Once more' })).body
    expect((await schedule(id, { service_key: 'nothing' })).status).toBe(422)
    const other = open.world.green.customers['harper']!
    expect(await schedule(id, { customer_id: other.id })).toMatchObject({
      status: 422,
      body: { fields: { customer_id: expect.any(String) } },
    })
    expect((await waiting()).map((one) => one.id)).toEqual([id])
  })
})

it('a customer who is archived waits for nothing, and hears nothing', async () => {
  await clear()
  const { id } = (await ask({ note: 'Before I go' })).body
  const told = (await letters('request_decided')).length
  await owner('POST /api/owner/customers/{id}/status', {
    params: { id: caseyId() },
    body: { status: 'archived' },
  })
  expect(await waiting()).toEqual([])
  expect((await own()).find((one) => one.id === id)).toMatchObject({ status: 'declined' })
  expect((await letters('request_decided')).length).toBe(told)
})
