import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../src/domain/base/dates.ts'
import { sweepExpired } from '../src/server/sweep.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
let manager: Caller
let stranger: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  manager = await open.as('manager@green-acres.example')
  stranger = await open.as('owner@bright-side.example')
})
afterAll(() => open?.close())

describe('customers', () => {
  it('lists customers by filter, with everything a card shows', async () => {
    const all = await owner('GET /api/owner/customers')
    expect(all.status).toBe(200)
    expect((await owner('GET /api/owner/customers/totals')).body.counts).toEqual({
      active: 8,
      paused: 1,
      lead: 2,
      archived: 1,
    })
    const casey = all.body.customers.find((one) => one.name === 'Casey Walker')
    expect(casey).toMatchObject({
      has_autopay: true,
      has_card_on_file: true,
      frequency: 'weekly',
      services: ['Fertilization', 'Mowing'],
      notes: [{ text: 'Side gate sticks: lift and push.' }],
    })
    expect(casey!.next_visit_at).toBe(open.world.green.today)
    expect(casey!.cltv_cents).toBeGreaterThan(0)
    expect(
      (await owner('GET /api/owner/customers', { query: { q: 'casey' } })).body.customers,
    ).toHaveLength(1)
    expect(
      (await owner('GET /api/owner/customers', { query: { q: '555-0103' } })).body.customers,
    ).toMatchObject([{ name: 'Harper Nguyen' }])
    expect(
      (await owner('GET /api/owner/customers', { query: { tag: 'DOG, gate code' } })).body
        .customers,
    ).toHaveLength(1)
    expect(
      (await owner('GET /api/owner/customers', { query: { status: 'lead' } })).body.customers,
    ).toHaveLength(2)
  })
  it('pages by cursor without skipping or repeating anyone', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page: { body: { customers: { id: string }[]; next_cursor: string | null } } =
        await owner('GET /api/owner/customers', {
          query: { limit: 5, ...(cursor ? { cursor } : {}) },
        })
      seen.push(...page.body.customers.map((one) => one.id))
      cursor = page.body.next_cursor
    } while (cursor)
    expect(new Set(seen).size).toBe(12)
    expect(seen).toHaveLength(12)
  })
  it('converts leads only', async () => {
    const lead = open.world.green.customers['lee']!.id
    expect(
      await manager('POST /api/owner/customers/{id}/status', {
        params: { id: lead },
        body: { status: 'active' },
      }),
    ).toMatchObject({
      status: 200,
      body: { status: 'active' },
    })
    expect(
      await manager('POST /api/owner/customers/{id}/status', {
        params: { id: lead },
        body: { status: 'active' },
      }),
    ).toMatchObject({
      status: 200,
      body: { status: 'active' },
    })
    const bulk = await manager('POST /api/owner/customers/bulk-status', {
      body: {
        ids: [open.world.green.customers['mia']!.id, open.world.bright.customers['hana']!.id],
        status: 'active',
      },
    })
    expect(bulk.body).toMatchObject({
      updated: [open.world.green.customers['mia']!.id],
      failed: [{ id: open.world.bright.customers['hana']!.id }],
    })
  })
  it('archiving ends future work and autopay and keeps invoices', async () => {
    const { id } = open.world.green.customers['harper']!
    await owner('POST /api/owner/customers/{id}/status', {
      params: { id },
      body: { status: 'archived' },
    })
    expect(
      await open.rows('select autopay_enabled, status from customers where id = $1', [id]),
    ).toEqual([{ autopay_enabled: false, status: 'archived' }])
    expect(
      await open.rows(
        'select 1 from rules where customer_id = $1 and (end_date is null or end_date > now()::date + 1)',
        [id],
      ),
    ).toHaveLength(0)
    expect(
      (await open.rows('select 1 from invoices where customer_id = $1', [id])).length,
    ).toBeGreaterThan(0)
    expect(
      await owner('POST /api/owner/customers/{id}/status', {
        params: { id },
        body: { status: 'active' },
      }),
    ).toMatchObject({
      status: 200,
      body: { status: 'active', has_autopay: false },
    })
  })
  it('409 email_taken; notes and teams through every alias', async () => {
    expect(
      await owner('POST /api/owner/customers', {
        body: { name: 'Twin', email: 'customer@green-acres.example' },
      }),
    ).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    })
    const made = await owner('POST /api/owner/customers', {
      body: {
        name: 'Walk-in',
        phone_number: '(919) 555-0199',
        street: '1 Main St',
        city: 'Raleigh',
        state: 'nc',
        zip: '27601',
        status: 'active',
      },
    })
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'Walk-in', phone_number: '+19195550199', state: 'NC', status: 'active' },
    })
    const { id } = made.body
    for (const [call, body, params] of [
      ['POST /api/owner/customers/{id}/notes', { text: 'One' }, { id }],
      ['POST /api/customers/{id}/notes', { text: 'Two' }, { id }],
      ['POST /api/notes', { text: 'Three', customer_id: id }, {}],
    ] as const)
      expect((await owner.raw(call, { body, params })).status).toBe(201)
    expect(
      (await owner('GET /api/owner/customers/{id}', { params: { id } })).body.notes,
    ).toHaveLength(3)
    const team_id = open.world.green.teams['North Crew']!
    expect(
      await owner('POST /api/owner/customers/{id}/assign-team', {
        params: { id },
        body: { team_id },
      }),
    ).toMatchObject({ status: 200, body: { team_id } })
    expect(
      await owner('DELETE /api/owner/teams/{id}/customers/{customerId}', {
        params: { id: team_id, customerId: id },
      }),
    ).toMatchObject({ status: 200 })
    expect(
      await owner.raw('POST /api/owner/team-customers', { body: { customer_id: id, team_id } }),
    ).toMatchObject({ status: 200, body: { team_id } })
  })
})

describe('assigning a customer to another team', () => {
  it('moves upcoming work by default: visits with an individual team or paid ones stay, and the old crews are notified', async () => {
    const [north, south, west] = await Promise.all(
      ['Team One', 'Team Two', 'Team Three'].map(
        async (name) => (await owner('POST /api/owner/teams', { body: { name } })).body.id,
      ),
    )
    const { id } = (
      await owner('POST /api/owner/customers', { body: { name: 'Wanda Moore', status: 'active' } })
    ).body
    const { today } = open.world.green
    const add = async (service_key: string) => {
      const rule = {
        customer_id: id,
        service_key,
        team_id: north!,
        pattern: 'weekly' as const,
        start_date: addDays(today, 1),
        start_minutes: 600,
      }
      return (await owner('POST /api/schedule', { body: rule })).body.series_id
    }
    const [series, other] = [await add('mowing'), await add('edging')]
    const visit = (days: number) => `${series}:${addDays(today, days)}`
    await owner('POST /api/schedule/set-time', { body: { rule_id: visit(8), team_id: west } })
    const seeded = await owner('POST /api/schedule/{rule_id}/seed-invoice', {
      params: { rule_id: visit(15) },
      body: {},
    })
    const invoice = { params: { id: seeded.body.invoice_id } }
    await owner('POST /api/invoices/{id}/open', invoice)
    expect((await owner('POST /api/invoices/{id}/mark-paid', invoice)).body.invoice.status).toBe(
      'paid',
    )
    const teams = async (of: string) =>
      (
        await owner('GET /api/schedule', {
          query: { from: addDays(today, 1), to: addDays(today, 22) },
        })
      ).body.occurrences
        .filter((one: { series_id: string }) => one.series_id === of)
        .map((one) => one.team_id)
    const give = (team_id: string, more: object = {}) =>
      owner('POST /api/owner/customers/{id}/assign-team', {
        params: { id },
        body: { team_id, ...more },
      })
    expect(await give(south!, { future_visits: false })).toMatchObject({
      status: 200,
      body: { team_id: south },
    })
    expect(await teams(series)).toEqual([north, west, north, north])
    expect(await give(west!)).toMatchObject({ status: 200, body: { team_id: west } })
    expect([await teams(series), await teams(other)]).toEqual([
      [west, west, north, west],
      [west, west, west, west],
    ])
    const events = await open.rows<{ data: { series_id: string }; team_ids: string[] }>(
      "select data, team_ids from events where type = 'rule.changed'",
    )
    for (const one of [series, other])
      expect(new Set(events.find(({ data }) => data.series_id === one)?.team_ids)).toEqual(
        new Set([north, west]),
      )
  })
})

const customer = (key: string) => open.world.green.customers[key]!.id
const by = (id: string) => ({ params: { id } })

describe('a customer', () => {
  it('is found by every word and by digits of the phone; an unknown filter value finds nothing', async () => {
    const names = async (query: object) =>
      (await owner('GET /api/owner/customers', { query: query })).body.customers.map(
        (one) => one.name,
      )
    expect(await names({ q: 'GLENWOOD nguyen' })).toEqual(['Harper Nguyen'])
    expect(await names({ q: '5550104' })).toEqual(['Quinn Abara'])
    // Punctuation alone counts as an empty search, whatever it means to SQL.
    const everybody = await names({})
    expect(await names({ q: '%' })).toEqual(everybody)
    expect(await names({ q: '"{}\\,' })).toEqual(everybody)
    expect(await names({ status: '{,"' })).toEqual([])
    expect(await names({ status: 'paused, archived' })).toContain('Uma Patel')
    expect(await names({ tag: '"{' })).toEqual([])
    expect(await owner('GET /api/owner/customers', { query: { cursor: 'x' } })).toMatchObject({
      status: 422,
    })
    expect(await owner('GET /api/owner/customers', { query: { team_id: 'x' } })).toMatchObject({
      status: 422,
    })
  })
  it('is added with a hint about likely duplicates', async () => {
    const twin = {
      name: 'Quinn Again',
      phone_number: '919-555-0104',
      street: '805 BROOKSIDE dr',
      city: 'Raleigh',
      state: 'NC',
      zip: '27604',
      tags: [' Dog', 'dog ', '', 'Gate'],
    }
    const made = await owner('POST /api/owner/customers', { body: twin })
    expect(made).toMatchObject({ status: 201, body: { tags: ['Dog', 'Gate'] } })
    expect(made.body.duplicates.map((one) => one.name!).toSorted()).toEqual([
      'Quinn Abara',
      'Uma Patel',
    ])
    expect(
      (await owner('POST /api/owner/customers', { body: { name: 'Nobody Else' } })).body.duplicates,
    ).toEqual([])
    expect((await stranger('POST /api/owner/customers', { body: twin })).body.duplicates).toEqual(
      [],
    )
  })
  it('409 stale when somebody else changed it meanwhile', async () => {
    const id = customer('rosa')
    const { version } = (await owner('GET /api/owner/customers/{id}', by(id))).body
    expect(
      await owner('PUT /api/owner/customers/{id}', { ...by(id), body: { city: 'Cary', version } }),
    ).toMatchObject({
      status: 200,
      body: { city: 'Cary', version: version + 1 },
    })
    expect(
      await manager('PUT /api/owner/customers/{id}', {
        ...by(id),
        body: { city: 'Apex', version },
      }),
    ).toMatchObject({
      status: 409,
      body: { code: 'stale' },
    })
    expect(
      await open.rows('select city from service_locations where customer_id = $1 and is_default', [
        id,
      ]),
    ).toEqual([{ city: 'Cary' }])
  })
  it('null clears, absent keeps, and a first complete address becomes the service location', async () => {
    const { id } = (
      await owner('POST /api/owner/customers', {
        body: { name: 'No Address', phone_number: '919-555-0155' },
      })
    ).body
    const put = async (body: object) =>
      (await owner('PUT /api/owner/customers/{id}', { ...by(id), body })).body
    expect(await put({ street: '1 Main', city: 'Cary', state: 'nc' })).toMatchObject({
      street: '1 Main',
      state: 'NC',
      zip: null,
      phone_number: '+19195550155',
    })
    await put({ zip: '27511' })
    expect(
      await open.rows(
        'select street, zip, is_default from service_locations where customer_id = $1',
        [id],
      ),
    ).toEqual([{ street: '1 Main', zip: '27511', is_default: true }])
    expect(await put({ phone_number: null, street: '' })).toMatchObject({
      phone_number: null,
      street: null,
      city: 'Cary',
    })
  })
  it('has tags and reminders, through every alias', async () => {
    const id = customer('ivy')
    expect(
      await owner('PUT /api/owner/customers/{id}/tags', {
        ...by(id),
        body: { tags: ['VIP', ' vip', 'Key box'] },
      }),
    ).toMatchObject({
      status: 200,
      body: { tags: ['VIP', 'Key box'] },
    })
    expect(
      await owner.raw('PUT /api/owner/customers/{id}/tags', { ...by(id), body: { tags: 'VIP' } }),
    ).toMatchObject({
      status: 422,
      body: { fields: { tags: expect.any(String) } },
    })
    expect(
      (await owner('GET /api/owner/customers', { query: { tag: 'key BOX' } })).body.customers,
    ).toMatchObject([{ id }])
    for (const [call, params, body, on] of [
      ['POST /api/owner/customers/{id}/reminders', { id }, { enabled: false }, false],
      ['PUT /api/customers/{id}/reminder-opt-in', { id }, { enabled: true }, true],
      ['POST /api/reminders/opt-in', {}, { customer_id: id, enabled: false }, false],
    ] as const)
      expect(await manager.raw(call, { params, body })).toMatchObject({
        status: 200,
        body: { id, reminder_opt_in: on },
      })
  })
  it.each(['pause', 'resume', 'reminders', 'promotions/send'])(
    '404 for another business, 403 for a crew: %s',
    async (what) => {
      const body = {
        pause: {},
        resume: undefined,
        reminders: { enabled: true },
        'promotions/send': { message: 'Hello' },
      }[what]
      const ask = { ...by(customer('ivy')), ...(body ? { body } : {}) }
      expect(await stranger.raw(`POST /api/owner/customers/{id}/${what}`, ask)).toMatchObject({
        status: 404,
      })
      expect(
        await (
          await open.as('leader@green-acres.example')
        ).raw(`POST /api/owner/customers/{id}/${what}`, ask),
      ).toMatchObject({ status: 403 })
    },
  )
})

describe('a promotion', () => {
  const send = (id: string, message = 'Twenty percent off.\n\nThis week only.') =>
    owner('POST /api/owner/customers/{id}/promotions/send', { ...by(id), body: { message } })
  const letters = (email: string) =>
    open.rows<{ text: string; status: string }>(
      "select * from messages where template = 'promotion' and recipient = $1",
      [email],
    )

  it('is queued with the postal address and an unsubscribe link', async () => {
    const id = customer('quinn')
    expect(await send(id)).toMatchObject({
      status: 200,
      body: { ok: true, queued: 1, skipped: [] },
    })
    const [letter] = await letters('quinn.abara@mail.example')
    expect(letter!.text).toMatch(
      /Twenty percent off\.[\s\S]*410 Fayetteville St, Raleigh, NC 27601/,
    )
    const path = /http:\/\/localhost:3000(\/api\/public\/unsubscribe\/\S+)/.exec(letter!.text)![1]!
    // Opening the link doesn't unsubscribe.
    expect(await open.anonymous.raw(`GET ${path}`)).toMatchObject({
      status: 200,
      body: expect.stringContaining(
        'Receive no more offers and requests for reviews from Green Acres Lawn Care?',
      ),
    })
    expect(await send(id)).toMatchObject({ body: { queued: 1 } })
    for (const _ of [1, 2])
      expect(await open.anonymous.raw(`POST ${path}`)).toMatchObject({
        status: 200,
        body: expect.stringContaining('You are unsubscribed'),
      })
    expect(await send(id)).toMatchObject({
      status: 200,
      body: { ok: true, queued: 0, skipped: [{ id, reason: 'unsubscribed' }] },
    })
    expect(await letters('quinn.abara@mail.example')).toHaveLength(2)
    expect(await open.anonymous.raw(`POST ${path.slice(0, -3)}abc`)).toMatchObject({ status: 404 })
  })
  it('works through its aliases, once per key', async () => {
    const id = customer('noah')
    for (const call of ['POST /api/owner/promotions/send', 'POST /api/promotions/send'])
      expect(await owner.raw(call, { body: { customer_id: id, message: 'Hi' } })).toMatchObject({
        status: 200,
        body: { queued: 1 },
      })
    const ask = { ...by(id), body: { message: 'Once' }, key: 'promo-key-1' }
    for (const _ of [1, 2])
      expect(await owner('POST /api/owner/customers/{id}/promotions/send', ask)).toMatchObject({
        body: { queued: 1 },
      })
    expect(await letters('noah.feld@mail.example')).toHaveLength(3)
    expect((await send(id)).body).toEqual({
      ok: true,
      queued: 0,
      skipped: [{ id, reason: 'refused' }],
    })
  })
  it('lists who was skipped', async () => {
    const { id } = (await owner('POST /api/owner/customers', { body: { name: 'No Mail' } })).body
    expect((await send(id)).body).toEqual({
      ok: true,
      queued: 0,
      skipped: [{ id, reason: 'no_email' }],
    })
    expect((await send(customer('otto'))).body).toMatchObject({
      queued: 0,
      skipped: [{ reason: 'archived' }],
    })
    expect(await send(id, ' ')).toMatchObject({
      status: 422,
      body: { fields: { message: 'Write a message' } },
    })
  })
  it('409 no_postal_address while the business has none', async () => {
    await open.rows('update organizations set street = null where id = $1', [open.world.green.id])
    expect(await send(customer('noah'))).toMatchObject({
      status: 409,
      body: { code: 'no_postal_address' },
    })
    await open.rows("update organizations set street = '410 Fayetteville St' where id = $1", [
      open.world.green.id,
    ])
  })
})

describe('a pause', () => {
  const pause = (id: string, body: object) =>
    owner('POST /api/owner/customers/{id}/pause', { ...by(id), body })
  const resume = (id: string) => owner('POST /api/owner/customers/{id}/resume', by(id))
  const week = async (id: string, from: string, to: string) =>
    (await owner('GET /api/schedule', { query: { from, to } })).body.occurrences
      .filter((one: { customer: { id: string } }) => one.customer.id === id)
      .map((one: { date: string; status: string; skip_reason: string | null }) => [
        one.date,
        one.status,
        one.skip_reason,
      ])

  it('skips visits between two dates; the sweep ends it', async () => {
    const id = customer('theo')
    const { today } = open.world.green
    const [from, resume_on] = [addDays(today, 5), addDays(today, 12)]
    expect(await pause(id, { reason: 'Holiday', from, resume_on })).toMatchObject({
      status: 200,
      body: { status: 'paused', paused_from: from, resume_on, pause_reason: 'Holiday' },
    })
    // Mowing is due in 1, 8 and 15 days.
    expect(await week(id, addDays(today, 1), addDays(today, 21))).toEqual([
      [addDays(today, 1), 'scheduled', null],
      [addDays(today, 8), 'skipped', 'paused'],
      [addDays(today, 15), 'scheduled', null],
    ])
    await sweepExpired(open.app)
    expect((await owner('GET /api/owner/customers/{id}', by(id))).body.status).toBe('paused')
    await open.rows(
      'update customers set paused_from = $2::date, resume_on = $3::date where id = $1',
      [id, addDays(today, -8), today],
    )
    await sweepExpired(open.app)
    expect((await owner('GET /api/owner/customers/{id}', by(id))).body).toMatchObject({
      status: 'active',
      paused_from: addDays(today, -8),
      resume_on: today,
    })
  })
  it('without an end lasts until resumed; skipped visits stay skipped', async () => {
    const id = customer('noah')
    const { today } = open.world.green
    expect(await pause(id, {})).toMatchObject({
      body: { status: 'paused', paused_from: today, resume_on: null, next_visit_at: null },
    })
    await open.rows('update customers set paused_from = $2::date where id = $1', [
      id,
      addDays(today, -20),
    ])
    expect(await resume(id)).toMatchObject({
      status: 200,
      body: {
        status: 'active',
        paused_from: addDays(today, -20),
        resume_on: today,
        next_visit_at: addDays(today, 3),
      },
    })
    expect(await resume(id)).toMatchObject({ status: 409, body: { code: 'customer_not_paused' } })
  })
  it('resumed before it starts has no effect', async () => {
    const id = customer('noah')
    await pause(id, { from: addDays(open.world.green.today, 3) })
    expect(await resume(id)).toMatchObject({
      body: { status: 'active', paused_from: null, resume_on: null },
    })
  })
  it.each([
    ['resume_on', () => ({ resume_on: open.world.green.today }), 'Choose a day after today.'],
    [
      'resume_on',
      () => ({
        from: addDays(open.world.green.today, 9),
        resume_on: addDays(open.world.green.today, 4),
      }),
      'The pause must end after it begins.',
    ],
    ['from', () => ({ from: 'tomorrow' }), 'Enter a real date as YYYY-MM-DD'],
  ])('422 %s', async (field, body, sentence) => {
    expect(await pause(customer('noah'), body())).toMatchObject({
      status: 422,
      body: { fields: { [field]: sentence } },
    })
  })
  it('409 for a lead and for an archived customer', async () => {
    const { id } = (await owner('POST /api/owner/customers', { body: { name: 'Just A Lead' } }))
      .body
    expect(await pause(id, {})).toMatchObject({
      status: 409,
      body: { code: 'customer_not_active' },
    })
    expect(await pause(customer('otto'), {})).toMatchObject({
      status: 409,
      body: { code: 'customer_archived' },
    })
  })
})
