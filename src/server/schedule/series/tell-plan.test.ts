import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { undoMinutes } from '../../../domain/schedule/visit.ts'
import { jobHandlers } from '../../job-handlers.ts'
import { createJobs } from '../../base/jobs/jobs.ts'
import { inDays, openTestBed, today, type TestBed } from '../visits/test-bed.ts'
import { byDay } from '../../../../test/clock.ts'
import type { Jobs } from '../../base/call.ts'

byDay()
let bed: TestBed
let jobs: Jobs
beforeAll(async () => {
  bed = await openTestBed()
  jobs = createJobs({ store: bed.store, runs: false, log: { error() {}, warn() {}, info() {} } })
  await jobs.prepare()
})
afterAll(async () => {
  await jobs.stop()
  await bed.close()
})

const office = async (call: string, body: object = {}) => {
  const answer = await bed.ask('olga', call, body)
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body
}
/** Lets minutes pass for the announcements that wait, then runs those that are due. */
async function wait(minutes: number) {
  await bed.owner((tx) =>
    sql`update pgboss.job set start_after = start_after - make_interval(mins => ${minutes}::int) where name = 'plan.tell' and state < 'active'`.execute(
      tx,
    ),
  )
  const idle = Object.fromEntries(
    Object.keys(jobHandlers).map((name) => [name, async () => {}]),
  ) as unknown as typeof jobHandlers
  await jobs.drain({ store: bed.store } as never, {
    ...idle,
    'plan.tell': jobHandlers['plan.tell'],
  })
}
const later = () => wait(undoMinutes + 1)
type Data = {
  news: string
  service: string
  visits: { on: string; at: { start_minutes: number } | null }[]
  on: string | null
  until: string | null
}
/** What was sent to a customer since the last look, by mail. */
const seen = new Set<string>()
async function heard(customer_id: string): Promise<Data[]> {
  const rows = await bed.write((tx) =>
    tx
      .selectFrom('messages')
      .select(['id', 'template', 'data', 'status'])
      .where('customer_id', '=', customer_id)
      .where('channel', '=', 'email')
      .orderBy('id')
      .execute(),
  )
  const fresh = rows.filter(({ id }) => !seen.has(id))
  for (const { id } of fresh) seen.add(id)
  expect(fresh.every(({ template }) => template === 'visits_planned')).toBe(true)
  return fresh.map(({ data }) => data as Data)
}
let n = 0
/** Weekly work of a customer of its own, who has heard of it. */
async function planned(given: object = {}) {
  const customer_id = await bed.addCustomer(`Plan ${n++}`)
  const rule = await bed.addRule({
    customer_id,
    start_date: inDays(3),
    start_minutes: 540,
    ...given,
  })
  await later()
  await heard(customer_id)
  return { customer_id, ...rule }
}

describe('work that the office plans', () => {
  it('is announced once it can no longer be taken back, with its next visits', async () => {
    const customer_id = await bed.addCustomer('New')
    await bed.addRule({ customer_id, start_date: inDays(2), start_minutes: 540 })
    await wait(undoMinutes - 1)
    expect(await heard(customer_id)).toEqual([])
    await wait(2)
    await later()
    expect(await heard(customer_id)).toMatchObject([
      {
        news: 'planned',
        visits: [2, 9, 16].map((days) => ({ on: inDays(days), at: { start_minutes: 540 } })),
      },
    ])
  })

  it('is one visit, with the day it has by then', async () => {
    const customer_id = await bed.addCustomer('Once')
    const { rule_id } = await bed.addRule({
      customer_id,
      pattern: 'once',
      start_date: inDays(2),
    })
    await office(`PATCH /api/schedule/${rule_id}`, { scope: 'all', start_date: inDays(4) })
    await later()
    expect(await heard(customer_id)).toMatchObject([
      { news: 'planned', visits: [{ on: inDays(4), at: null }] },
    ])
  })

  it('is nothing to announce if it is gone, done, or of the past', async () => {
    const customer_id = await bed.addCustomer('Gone')
    const { rule_id } = await bed.addRule({ customer_id, start_date: inDays(2) })
    await office(`POST /api/schedule/${rule_id}/end`)
    const { first } = await bed.addRule({ customer_id, pattern: 'once', start_date: today })
    await office(`POST /api/schedule/${first}/complete`, { date: today })
    await bed.addRule({ customer_id, pattern: 'once', start_date: inDays(-3) })
    await later()
    const told = await bed.write((tx) =>
      tx
        .selectFrom('messages')
        .select('template')
        .where('customer_id', '=', customer_id)
        .where('template', '=', 'visits_planned')
        .execute(),
    )
    expect(told).toEqual([])
  })
})

describe('a change of planned work', () => {
  it('is announced once, however many edits make it', async () => {
    const { rule_id, customer_id } = await planned()
    for (const start_minutes of [600, 660])
      await office(`PATCH /api/schedule/${rule_id}`, { scope: 'all', start_minutes })
    await later()
    expect(await heard(customer_id)).toMatchObject([
      { news: 'changed', visits: [{ on: inDays(3), at: { start_minutes: 660 } }, {}, {}] },
    ])
    await later()
    expect(await heard(customer_id)).toEqual([])
  })

  it('is not announced if it is undone in time, and taken back if it is undone later', async () => {
    const { rule_id, customer_id } = await planned()
    const edit = () =>
      office(`PATCH /api/schedule/${rule_id}`, { scope: 'all', start_minutes: 720 })
    const undo = async ({ edit_id }: { edit_id: string }) =>
      office(`POST /api/schedule/edits/${edit_id}/undo`)
    await undo(await edit())
    await later()
    expect(await heard(customer_id)).toEqual([])
    const second = await edit()
    await later()
    await undo(second)
    await later()
    expect(
      (await heard(customer_id)).map(({ news, visits }) => [news, visits[0]?.at?.start_minutes]),
    ).toEqual([
      ['changed', 720],
      ['changed', 540],
    ])
  })

  it.each([
    ['a price', { price_cents: 9900 }],
    ['a length', { duration_minutes: 90 }],
    ['a dry run', { start_minutes: 800, dry_run: true }],
  ])('is none for the customer if it is %s', async (_, body) => {
    const { rule_id, customer_id } = await planned()
    await office(`PATCH /api/schedule/${rule_id}`, { scope: 'all', ...body })
    await later()
    expect(await heard(customer_id)).toEqual([])
  })

  it('names the last visit of work that ends, and none if none is left', async () => {
    const { rule_id, customer_id } = await planned()
    await office(`POST /api/schedule/${rule_id}/end`, { end_date: inDays(12) })
    await later()
    expect(await heard(customer_id)).toMatchObject([{ news: 'ended', on: inDays(10) }])
    await office(`POST /api/schedule/${rule_id}/end`, { end_date: today })
    await later()
    expect(await heard(customer_id)).toMatchObject([{ news: 'ended', on: null, visits: [] }])
  })

  it('names the days of a pause, and the next visits when it ends', async () => {
    const { rule_id, customer_id } = await planned()
    await office(`POST /api/schedule/${rule_id}/pause`, { from: inDays(5), resume_on: inDays(20) })
    await later()
    expect(await heard(customer_id)).toMatchObject([
      { news: 'paused', on: inDays(5), until: inDays(20) },
    ])
    await office(`POST /api/schedule/${rule_id}/resume`)
    await later()
    expect(await heard(customer_id)).toMatchObject([
      { news: 'resumed', visits: [{ on: inDays(3) }, { on: inDays(10) }, { on: inDays(17) }] },
    ])
    await office(`POST /api/schedule/${rule_id}/pause`, { from: today })
    await later()
    expect(await heard(customer_id)).toMatchObject([
      { news: 'paused', on: today, until: null, visits: [] },
    ])
  })

  it('is one message if all work of a customer is paused or resumed, and names all of it', async () => {
    const { customer_id } = await planned()
    await bed.addRule({ customer_id, service_key: 'look', start_date: inDays(4) })
    await later()
    await heard(customer_id)
    const act = (what: string, body: object = {}) =>
      office(`POST /api/owner/customers/${customer_id}/${what}`, body)
    await act('pause', { resume_on: inDays(20) })
    await act('resume')
    await later()
    expect(await heard(customer_id)).toEqual([])
    await act('pause', { resume_on: inDays(20) })
    await later()
    expect(await heard(customer_id)).toMatchObject([
      { news: 'paused', service: 'Mowing, Look around', on: today, until: inDays(20) },
    ])
    await act('resume')
    await later()
    expect(await heard(customer_id)).toMatchObject([
      {
        news: 'resumed',
        service: 'Mowing, Look around',
        visits: [{ on: inDays(3) }, { on: inDays(4) }, { on: inDays(10) }],
      },
    ])
  })

  it('names the address for a customer with two', async () => {
    const { rule_id, customer_id } = await planned()
    await bed.write((tx) =>
      tx
        .insertInto('service_locations')
        .values({
          organization_id: bed.ids.org,
          customer_id,
          street: '2 Elm St',
          city: 'Apex',
          state: 'NC',
          zip: '27502',
          is_default: false,
        })
        .execute(),
    )
    await office(`PATCH /api/schedule/${rule_id}`, { scope: 'all', start_minutes: 600 })
    await later()
    expect(await heard(customer_id)).toMatchObject([
      { service: expect.stringMatching(/^Mowing \(.+\)$/) },
    ])
  })
})
