import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jobHandlers } from '../src/server/job-handlers.ts'
import { openWorld, type BodyFor, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  await open.rows('update people set email_verified_at = now()')
})
afterAll(() => open?.close())
beforeEach(async () => {
  await open.rows("delete from messages where template in ('announcement_service', 'promotion')")
})

type Draft = BodyFor<'POST /api/owner/announcements'>
const storm: Draft = {
  kind: 'announcement_service',
  subject: 'Storm tomorrow',
  text: 'We are delayed by the storm.',
  by_email: true,
  by_text: false,
  group: {},
}
const offer: Draft = {
  ...storm,
  kind: 'promotion',
  subject: 'Spring offer',
  text: 'Ten percent off.',
}
const preview = (body: Draft) => owner('POST /api/owner/announcements/preview', { body })
const send = (body: Draft) => owner('POST /api/owner/announcements', { body })
const stop = (id: string) => owner('POST /api/owner/announcements/{id}/stop', { params: { id } })
const shown = async (id: string) =>
  (await owner('GET /api/owner/announcements')).body.announcements.find(
    (one: { id: string }) => one.id === id,
  )
const messagesOf = (id: string) =>
  open.rows(
    'select customer_id, channel, status, reason, held_until from messages where announcement_id = $1',
    [id],
  )
/** Somewhere it is noon on a working day, whatever the day of the tests, so that nothing waits for its hour. */
const atNoon = async () => {
  const hour = new Date().getUTCHours()
  const west = hour >= 12 ? hour - 12 : hour + 12
  const zone = west <= 12 ? `Etc/GMT+${west}` : `Etc/GMT-${24 - west}`
  await open.rows("update service_locations set zip = ''")
  await open.rows('update organizations set time_zone = $1 where id = $2', [
    zone,
    open.world.green.id,
  ])
}
/** Runs the parts of an announcement that are due, as if their time had come. */
const runAll = async (id: string, parts = 50) => {
  const about = { organization_id: open.world.green.id, announcement_id: id }
  for (let part = 0; part < parts; part++) {
    await open.rows(
      "update announcements set next_at = now() - interval '1 second' where id = $1",
      [id],
    )
    await jobHandlers['announcement.send'](open.app, about)
  }
}
const activeIds = async () =>
  (
    await open.rows("select id from customers where organization_id = $1 and status = 'active'", [
      open.world.green.id,
    ])
  ).map(({ id }) => id as string)

describe('the count before sending', () => {
  it('adds up, and is what the messages become', async () => {
    await atNoon()
    const { body } = await preview(storm)
    const active = await activeIds()
    expect(body.tally.customers).toBe(active.length)
    const never = body.tally.never.reduce(
      (sum: number, one: { customers: number }) => sum + one.customers,
      0,
    )
    expect(body.tally.email + body.tally.later + never).toBe(active.length)
    expect(body.email).toMatchObject({ subject: 'Storm tomorrow' })
    expect(body.email.html).toContain('We are delayed by the storm.')
    expect(body.sms).toEqual({
      text: 'Green Acres Lawn Care: We are delayed by the storm.',
      segments: 1,
    })
    const { body: sent } = await send(storm)
    await runAll(sent.id)
    const messages = await messagesOf(sent.id)
    expect(new Set(messages.map(({ customer_id }) => customer_id)).size).toBe(active.length)
    expect(messages.filter(({ status }) => status === 'refused')).toHaveLength(never)
    expect(await shown(sent.id)).toMatchObject({ state: 'sent', reached: active.length })
  })

  it('narrows by service, team, city, ZIP code and coming visits', async () => {
    await open.rows(
      "insert into customers (organization_id, name, status) values ($1, 'Idle Ida', 'active')",
      [open.world.green.id],
    )
    const all = (await preview(storm)).body.tally.customers
    const count = async (group: Draft['group']) =>
      (await preview({ ...storm, group })).body.tally.customers
    const team = await open.row<{ id: string }>(
      'select team_id as id from customers where team_id is not null and organization_id = $1 limit 1',
      [open.world.green.id],
    )
    const service = await open.row<{ key: string }>(
      "select s.key from services s join rules r on r.organization_id = s.organization_id and r.service_id = s.id join customers c on c.organization_id = r.organization_id and c.id = r.customer_id where s.organization_id = $1 and r.removed_at is null and r.end_date is null and c.status = 'active' limit 1",
      [open.world.green.id],
    )
    for (const group of [{ team_id: team.id }, { service: service.key }, { visit_days: 14 }]) {
      expect(await count(group), JSON.stringify(group)).toBeGreaterThan(0)
      expect(await count(group), JSON.stringify(group)).toBeLessThan(all)
    }
    expect(await count({ city: 'nowhere at all' })).toBe(0)
    expect(await count({ zips: ['00000'] })).toBe(0)
    expect(await count({ city: 'raleigh' })).toBeGreaterThan(0)
  })

  it('goes by the places of each customer that are still theirs', async () => {
    const place = await open.row<{ id: string; city: string; zip: string }>(
      `select l.id, l.city, l.zip from service_locations l join customers c on c.organization_id = l.organization_id and c.id = l.customer_id
         where l.organization_id = $1 and l.removed_at is null and c.status = 'active' limit 1`,
      [open.world.green.id],
    )
    const set = (city: string, zip: string, removed_at: string | null) =>
      open.rows('update service_locations set city = $2, zip = $3, removed_at = $4 where id = $1', [
        place.id,
        city,
        zip,
        removed_at,
      ])
    const counts = async () =>
      Promise.all(
        [{ city: 'ONLY HERE' }, { zips: ['99501'] }].map(
          async (group) => (await preview({ ...storm, group })).body.tally.customers,
        ),
      )
    await set('Only Here', '99501', null)
    expect(await counts()).toEqual([1, 1])
    await set('Only Here', '99501', new Date().toISOString())
    expect(await counts()).toEqual([0, 0])
    await set(place.city, place.zip, null)
  })

  it('409 group_empty', async () => {
    expect(await send({ ...storm, group: { zips: ['00000'] } })).toMatchObject({
      status: 409,
      body: { code: 'group_empty' },
    })
  })

  it('422 without a way, a subject or words', async () => {
    expect(await send({ ...storm, by_email: false })).toMatchObject({ status: 422 })
    expect(await send({ ...storm, subject: ' ' })).toMatchObject({
      status: 422,
      body: { fields: { subject: 'Enter a subject' } },
    })
  })
})

describe('an offer', () => {
  it('409 no_postal_address, with where to enter it', async () => {
    const { id } = open.world.green
    const { street } = await open.row<{ street: string }>(
      'select street from organizations where id = $1',
      [id],
    )
    await open.rows('update organizations set street = null where id = $1', [id])
    for (const call of [preview, send])
      expect(await call(offer)).toMatchObject({
        status: 409,
        body: { code: 'no_postal_address', error: expect.stringContaining('Settings') },
      })
    expect((await preview(storm)).status).toBe(200)
    await open.rows('update organizations set street = $2 where id = $1', [id, street])
  })

  it('goes to nobody who switched offers off, and by text only with its own consent', async () => {
    const { id } = open.world.green.customers['noah']!
    await open.rows('update customers set promotions_off_at = now() where id = $1', [id])
    const { body } = await preview({ ...offer, by_email: false, by_text: true })
    expect(body.tally.sms + body.tally.later).toBe(0)
    const off = (await preview(offer)).body.tally.never
    expect(off).toContainEqual(expect.objectContaining({ reason: 'unsubscribed' }))
    await open.rows('update customers set promotions_off_at = null where id = $1', [id])
  })
})

describe('sending', () => {
  it('goes out in parts, each customer once, also if a part runs again', async () => {
    await atNoon()
    const { body } = await send(storm)
    const about = { organization_id: open.world.green.id, announcement_id: body.id }
    await open.until(async () => (await shown(body.id))!.reached > 0, 'the first part')
    const first = (await shown(body.id))!.reached
    expect(first).toBe(Math.min(10, (await activeIds()).length))
    // Before its time a part does nothing.
    await jobHandlers['announcement.send'](open.app, about)
    expect((await shown(body.id))!.reached).toBe(first)
    await Promise.all([runAll(body.id, 20), runAll(body.id, 20)])
    const messages = await messagesOf(body.id)
    expect(messages.length).toBe(new Set(messages.map(({ customer_id }) => customer_id)).size)
    expect((await shown(body.id))!.state).toBe('sent')
  })

  it('counts what became of each message', async () => {
    await atNoon()
    const { body } = await send(storm)
    await runAll(body.id)
    const [{ id } = {}] = await open.rows<{ id: string }>(
      'select id from messages where announcement_id = $1 order by id limit 1',
      [body.id],
    )
    await open.rows('delete from messages where announcement_id = $1 and id <> $2', [body.id, id])
    const columns = {
      queued: 'waiting',
      sending: 'sent',
      sent: 'sent',
      delivered: 'sent',
      failed: 'failed',
      bounced: 'failed',
      refused: null,
    }
    for (const [status, column] of Object.entries(columns)) {
      await open.rows('update messages set status = $2, reason = null where id = $1', [id, status])
      const { sent, waiting, failed } = (await shown(body.id))!
      expect({ status, sent, waiting, failed }).toEqual({
        status,
        sent: 0,
        waiting: 0,
        failed: 0,
        ...(column ? { [column]: 1 } : {}),
      })
    }
  })

  it('is stopped at once, with what waits', async () => {
    await atNoon()
    const { body } = await send(storm)
    await runAll(body.id, 1)
    await open.rows(
      "update messages set status = 'queued', held_until = now() + interval '9 hours' where announcement_id = $1 and status <> 'refused'",
      [body.id],
    )
    const waiting = (await shown(body.id))!.waiting
    expect(waiting).toBeGreaterThan(0)
    expect(await stop(body.id)).toMatchObject({
      status: 200,
      body: { state: 'stopped', waiting: 0, next_at: null },
    })
    const messages = await messagesOf(body.id)
    expect(messages.filter(({ reason }) => reason === 'stopped_by_office')).toHaveLength(waiting)
    await runAll(body.id, 5)
    expect(await messagesOf(body.id)).toHaveLength(messages.length)
    expect(await stop(body.id)).toMatchObject({ status: 409, body: { code: 'announcement_ended' } })
  })

  it('ends with the business, also what waits for the morning', async () => {
    await atNoon()
    const { body } = await send(storm)
    await runAll(body.id, 1)
    await open.rows(
      "update messages set status = 'queued', held_until = now() + interval '9 hours' where announcement_id = $1 and status <> 'refused'",
      [body.id],
    )
    const admin = await open.as('admin@fieldhive.example')
    const setStatus = (status: 'active' | 'inactive') =>
      admin('POST /api/admin/update-organization', { body: { id: open.world.green.id, status } })
    expect((await setStatus('inactive')).status).toBe(200)
    const messages = await messagesOf(body.id)
    expect(messages.filter(({ status }) => status === 'queued')).toEqual([])
    await runAll(body.id, 5)
    expect(await messagesOf(body.id)).toHaveLength(messages.length)
    await setStatus('active')
    expect(await shown(body.id)).toMatchObject({ state: 'stopped', waiting: 0 })
  })

  it('waits as a whole while everybody has quiet hours', async () => {
    const hour = new Date().getUTCHours()
    // Where it is 2 at night.
    const east = (26 - hour) % 24
    const zone = east <= 12 ? `Etc/GMT-${east}` : `Etc/GMT+${24 - east}`
    await open.rows("update service_locations set zip = ''")
    await open.rows('update organizations set time_zone = $1 where id = $2', [
      zone,
      open.world.green.id,
    ])
    const { body } = await send(storm)
    await runAll(body.id, 1)
    const now = await shown(body.id)
    expect(now).toMatchObject({ state: 'sending', reached: 0 })
    const wait = Date.parse(now!.next_at!) - Date.now()
    expect(wait).toBeGreaterThan(4.9 * 3_600_000)
    expect(wait).toBeLessThan(6.1 * 3_600_000)
    expect(await messagesOf(body.id)).toEqual([])
    await stop(body.id)
  })
})
