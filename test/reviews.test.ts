import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobHandlers } from '../src/server/job-handlers.ts'
import { openWorld, type OpenWorld } from './world.ts'

let open: OpenWorld
beforeAll(async () => {
  open = await openWorld()
})
afterAll(() => open?.close())

const turnOn = async (review_url: string | null, email = 'owner@green-acres.example') =>
  (await open.as(email))('PUT /api/owner/review-settings', {
    body: { review_on: true, review_url },
  })

describe('the settings', () => {
  it('are off at first, and nothing changes by an answer that is refused', async () => {
    const owner = await open.as('owner@green-acres.example')
    const off = { review_on: false, review_url: null }
    expect((await owner('GET /api/owner/review-settings')).body).toEqual(off)
    for (const url of [null, '', 'reviews.example', 'javascript:alert(1)'])
      expect(await turnOn(url), String(url)).toMatchObject({
        status: 422,
        body: { fields: { review_url: expect.stringContaining('review page') } },
      })
    expect(await turnOn('https://reviews.example', 'manager@green-acres.example')).toMatchObject({
      status: 403,
    })
    expect((await owner('GET /api/owner/review-settings')).body).toEqual(off)
  })

  it('409 no_postal_address', async () => {
    const { id } = open.world.green
    const { street } = await open.row<{ street: string }>(
      'select street from organizations where id = $1',
      [id],
    )
    await open.rows('update organizations set street = null where id = $1', [id])
    expect(await turnOn('https://reviews.example')).toMatchObject({
      status: 409,
      body: { code: 'no_postal_address' },
    })
    await open.rows('update organizations set street = $2 where id = $1', [id, street])
  })
})

it('asks for a review after a completed and paid visit, once a season, where the owner wants it', async () => {
  const org = open.world.green.id
  const [paid] = await open.rows(
    "select v.customer_id, v.series_id, v.original_date::text as original_date from visits v join invoices i on i.organization_id = v.organization_id and i.id = v.invoice_id join customers c on c.organization_id = v.organization_id and c.id = v.customer_id where v.organization_id = $1 and v.status = 'completed' and i.money = 'paid' and i.total_cents > 0 and c.status = 'active' and c.email is not null limit 1",
    [org],
  )
  const complete = () =>
    open.rows(
      "update visits set completed_at = now() - interval '1 day' where series_id = $1 and original_date = $2::date",
      [paid!.series_id, paid!.original_date],
    )
  const asked = () =>
    open.rows(
      "select * from messages where template = 'review_request' and customer_id = $1 and status <> 'refused'",
      [paid!.customer_id],
    )
  const ask = () => jobHandlers['reviews.ask'](open.app, {})
  await complete()
  await ask()
  expect(await asked()).toEqual([])
  expect(await turnOn('https://reviews.example/green')).toMatchObject({ status: 200 })
  for (let twice = 0; twice < 2; twice++) await ask()
  const [mail, second] = await asked()
  expect(mail!.text).toContain('https://reviews.example/green')
  expect(mail!.text).toContain('/api/public/unsubscribe/')
  expect(second).toBeUndefined()
})

it('does not ask somebody whose money went back, or who disputes the payment', async () => {
  const org = open.world.green.id
  const refunded = await open.rows(
    "select distinct v.customer_id, i.id, i.money from visits v join invoices i on i.organization_id = v.organization_id and i.id = v.invoice_id where v.organization_id = $1 and v.status = 'completed' and i.money in ('refunded', 'partially_refunded')",
    [org],
  )
  expect(refunded.length).toBeGreaterThan(0)
  expect(await turnOn('https://reviews.example/green')).toMatchObject({ status: 200 })
  await open.rows('delete from review_requests')
  const ids = refunded.map(({ id }) => id)
  await open.rows(
    "update visits set completed_at = now() - interval '1 day' where invoice_id = any ($1::uuid[])",
    [ids],
  )
  // Nothing else of theirs is fresh enough.
  await open.rows(
    "update visits set completed_at = now() - interval '30 days' where status = 'completed' and not (invoice_id = any ($1::uuid[]))",
    [ids],
  )
  await jobHandlers['reviews.ask'](open.app, {})
  expect(await open.rows('select customer_id from review_requests')).toEqual([])
})
