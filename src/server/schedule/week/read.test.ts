import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { joinWeek, ScheduleWeek, ScheduleWindow } from '../../../api/week.ts'
import { expand } from '../../../domain/schedule/recurrence.ts'
import { inDays, openTestBed, today, weekOf, windowOf, type TestBed } from '../visits/test-bed.ts'

let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

type Seen = {
  id: string
  date: string
  series_id: string
  team_id: string | null
  status: string
  version: number
  shifted: boolean
  original_date: string
}
const week = async (
  from: string,
  to: string,
  who: Parameters<TestBed['ask']>[0] = 'olga',
  more = '',
): Promise<Seen[]> => (await bed.ask(who, windowOf(from, to) + more)).body.occurrences as Seen[]
const of = (visits: Seen[], series_id: string) =>
  visits.filter((visit) => visit.series_id === series_id)

describe('GET /api/schedule', () => {
  it('expands every pattern as the domain does', async () => {
    const made: { series_id: string }[] = []
    for (const given of [
      { pattern: 'once', start_date: inDays(9) },
      { pattern: 'weekly', weekdays: [1, 4] },
      { pattern: 'every_x_weeks', interval: 3 },
      { pattern: 'monthly', start_date: inDays(-40) },
      { pattern: 'every_x_months', interval: 2, month_week: -1, start_date: inDays(-90) },
      { pattern: 'every_6_months', start_date: inDays(-170) },
      { pattern: 'weekly', end_date: inDays(20) },
    ]) {
      const rule = {
        customer_id: await bed.addCustomer(`Pattern ${made.length}`),
        start_date: today,
        ...given,
      }
      made.push(await bed.addRule(rule))
    }
    const visits = await week(today, inDays(91))
    for (const { series_id } of made) {
      const stored = await bed.write((tx) =>
        tx
          .selectFrom('rules')
          .selectAll()
          .where('series_id', '=', series_id)
          .executeTakeFirstOrThrow(),
      )
      const expected = expand(stored as never, today, inDays(91))
      expect(of(visits, series_id).map((visit) => visit.original_date)).toEqual(expected)
      expect(of(visits, series_id).map((visit) => visit.id)).toEqual(
        expected.map((date) => `${series_id}:${date}`),
      )
    }
  })

  it('includes both bounds', async () => {
    const { series_id } = await bed.addRule({
      customer_id: await bed.addCustomer('Bounds'),
      pattern: 'weekly',
      weekdays: [0, 1, 2, 3, 4, 5, 6],
    })
    expect(of(await week(inDays(3), inDays(5)), series_id).map((visit) => visit.date)).toEqual([
      inDays(3),
      inDays(4),
      inDays(5),
    ])
    expect(of(await week(inDays(3), inDays(3)), series_id)).toHaveLength(1)
  })

  it('422 for more than 92 days, reversed dates, an invalid date', async () => {
    expect((await bed.ask('olga', windowOf(today, inDays(91)))).status).toBe(200)
    expect((await bed.ask('olga', windowOf(today, inDays(92)))).status).toBe(422)
    expect((await bed.ask('olga', windowOf(today, inDays(-1)))).status).toBe(422)
    expect((await bed.ask('olga', windowOf('2026-02-30', '2026-03-01'))).status).toBe(422)
  })

  it('a moved visit leaves its window and appears in the other, with the same id', async () => {
    const { first, series_id } = await bed.addRule({ customer_id: await bed.addCustomer('Mover') })
    await bed.ask('olga', `POST /api/schedule/${first}/reschedule`, { to_date: inDays(10) })
    expect(of(await week(today, inDays(6)), series_id)).toEqual([])
    expect(of(await week(inDays(8), inDays(13)), series_id)).toMatchObject([
      { id: first, date: inDays(10), original_date: today, shifted: false },
    ])
    expect(of(await week(today, inDays(20)), series_id).map((visit) => visit.id)).toEqual([
      `${series_id}:${inDays(7)}`,
      first,
      `${series_id}:${inDays(14)}`,
    ])
  })

  it('a visit moved past the end of its rule still appears', async () => {
    const { first } = await bed.addRule({
      customer_id: await bed.addCustomer('Late'),
      pattern: 'once',
    })
    await bed.ask('olga', `POST /api/schedule/${first}/reschedule`, { to_date: inDays(40) })
    expect((await week(inDays(40), inDays(40))).map((visit) => visit.id)).toContain(first)
  })

  it('moves visits on a closed date to the next day, but not a one-off', async () => {
    await bed.write((tx) =>
      tx
        .insertInto('closed_dates')
        .values({ organization_id: bed.ids.org, date: inDays(30), reason: 'Holiday' })
        .execute(),
    )
    const weekly = await bed.addRule({
      customer_id: await bed.addCustomer('Holiday'),
      start_date: inDays(30),
    })
    const once = await bed.addRule({
      customer_id: await bed.addCustomer('Holiday once'),
      start_date: inDays(30),
      pattern: 'once',
    })
    const visits = await week(inDays(30), inDays(31))
    expect(of(visits, weekly.series_id)).toMatchObject([
      { id: `${weekly.series_id}:${inDays(30)}`, date: inDays(31), shifted: true },
    ])
    expect(of(visits, once.series_id)).toMatchObject([{ date: inDays(30), shifted: false }])
    expect((await bed.ask('olga', windowOf(today, inDays(6)))).body.closed_dates).toEqual([
      { date: inDays(30), reason: 'Holiday' },
    ])
    // Its current date also identifies it.
    const answer = await bed.ask('olga', 'POST /api/schedule/set-time', {
      rule_id: weekly.rule_id,
      date: inDays(31),
      start_time: '10:00',
    })
    expect(answer.body.visit).toMatchObject({
      id: `${weekly.series_id}:${inDays(30)}`,
      date: inDays(31),
      start_minutes: 600,
    })
  })

  it('returns closed dates from today on in any week, because a visit can be moved to any day from today', async () => {
    const closed = [inDays(40), inDays(130)]
    for (const date of closed)
      await bed.write((tx) =>
        tx.insertInto('closed_dates').values({ organization_id: bed.ids.org, date }).execute(),
      )
    const closedIn = async (from: number, to: number): Promise<string[]> => {
      const { closed_dates } = (await bed.ask('olga', windowOf(inDays(from), inDays(to)))).body
      return closed_dates
        .map(({ date }: { date: string }) => date)
        .filter((date: string) => closed.includes(date))
    }
    expect(await closedIn(60, 66)).toEqual(closed)
    expect(await closedIn(-120, -114)).toEqual([inDays(40)])
    for (const date of closed)
      await bed.write((tx) => tx.deleteFrom('closed_dates').where('date', '=', date).execute())
  })

  it('marks visits of a paused customer', async () => {
    const customer_id = await bed.addCustomer('Pause')
    const { series_id } = await bed.addRule({ customer_id })
    await bed.write((tx) =>
      tx
        .updateTable('customers')
        .set({ status: 'paused', paused_from: inDays(5), resume_on: inDays(12) })
        .where('id', '=', customer_id)
        .execute(),
    )
    expect(of(await week(today, inDays(14)), series_id).map((visit) => visit.status)).toEqual([
      'scheduled',
      'skipped',
      'scheduled',
    ])
    expect(
      await bed.ask('olga', `POST /api/schedule/${series_id}:${inDays(7)}/restore`, {}),
    ).toMatchObject({ status: 409, body: { code: 'customer_paused' } })
  })

  it('a crew sees only its team’s visits, whether by series or individually', async () => {
    const mine = await bed.addRule({ customer_id: await bed.addCustomer('Mine') })
    const other = await bed.addRule({
      customer_id: await bed.addCustomer('Other'),
      team_id: bed.ids.south,
    })
    await bed.ask('olga', 'POST /api/schedule/set-time', {
      rule_id: mine.rule_id,
      date: inDays(7),
      team_id: bed.ids.south,
    })
    await bed.ask('olga', 'POST /api/schedule/set-time', {
      rule_id: other.rule_id,
      date: inDays(7),
      team_id: bed.ids.north,
    })
    for (const who of ['lea', 'max'] as const) {
      const visits = await week(today, inDays(7), who)
      expect(of(visits, mine.series_id).map((visit) => visit.date)).toEqual([today])
      expect(of(visits, other.series_id).map((visit) => visit.date)).toEqual([inDays(7)])
      expect(visits.every((visit) => visit.team_id === bed.ids.north)).toBe(true)
    }
    for (const path of ['schedule', 'schedule/week']) {
      const { status, body } = await bed.ask(
        'idle',
        `GET /api/${path}?from=${today}&to=${inDays(7)}`,
      )
      expect([status, body.code, body.error]).toEqual([
        404,
        'no_team',
        'You are not assigned to a team yet',
      ])
    }
    expect(await week(today, inDays(7), 'lea', `&team_id=${bed.ids.south}`)).toEqual([])
    expect(await week(today, inDays(7), 'zed')).toEqual([])
  })

  it('hides prices from a crew unless the organization shows them', async () => {
    const [visit] = (await bed.ask('lea', windowOf(today, today))).body.occurrences
    expect([visit.price_cents, visit.service.price_cents]).toEqual([null, null])
    await bed.write((tx) =>
      tx
        .updateTable('organizations')
        .set({ schedule_settings: JSON.stringify({ crew_sees_prices: true }), revision: 9000 })
        .execute(),
    )
    const [shown] = (await bed.ask('lea', windowOf(today, today))).body.occurrences
    expect(shown.price_cents).toBe(4500)
  })

  it.each([
    ['gzip', 'gzip, deflate', gunzipSync],
    ['br', 'gzip, deflate, br', brotliDecompressSync],
  ])('matches the declaration, plain or as %s', async (encoding, accepted, unzip) => {
    const { body } = await bed.ask('olga', windowOf(today, inDays(6)))
    expect(ScheduleWindow.parse(body)).toEqual(body)
    const zipped = await bed.server.inject({
      method: 'GET',
      url: windowOf(today, inDays(6)).slice(4),
      headers: { authorization: 'Bearer olga', 'accept-encoding': accepted },
    })
    expect(zipped.headers['content-encoding']).toBe(encoding)
    expect(JSON.parse(unzip(zipped.rawPayload).toString())).toEqual(body)
  })

  it.each(['olga', 'lea'] as const)(
    'has the same content with each customer once, for %s',
    async (who) => {
      const customer_id = await bed.addCustomer(`Two places, ${who}`)
      const place = await bed.write((tx) =>
        tx
          .insertInto('service_locations')
          .values({
            customer_id,
            label: 'Cabin',
            street: '7 Lake Rd',
            city: 'Apex',
            state: 'NC',
            zip: '27502',
          })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      await bed.addRule({ customer_id })
      await bed.addRule({ customer_id, pattern: 'monthly', location_id: place.id })
      const [plain, once] = [
        await bed.ask(who, windowOf(today, inDays(30))),
        await bed.ask(who, weekOf(today, inDays(30))),
      ]
      expect(ScheduleWeek.parse(once.body)).toEqual(once.body)
      expect(joinWeek(once.body as ScheduleWeek)).toEqual(plain.body)
      const ids = (once.body as ScheduleWeek).customers.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      const streets = (plain.body as ScheduleWindow).occurrences
        .filter(({ customer }) => customer.id === customer_id)
        .map(({ customer }) => customer.street)
      expect(new Set(streets).size).toBe(2)
      expect(once.headers['etag']).not.toBe(plain.headers['etag'])
    },
  )

  it('304 while nothing changed, but not after a change or for another week or view', async () => {
    const call = windowOf(today, inDays(6))
    const first = await bed.ask('olga', call)
    const seen = { 'if-none-match': first.headers['etag'] as string }
    expect(await bed.ask('olga', call, undefined, seen)).toMatchObject({ status: 304, body: null })
    expect((await bed.ask('lea', call, undefined, seen)).status).toBe(200)
    expect((await bed.ask('olga', windowOf(today, inDays(5)), undefined, seen)).status).toBe(200)
    const { first: visit } = await bed.addRule({ customer_id: await bed.addCustomer('Change') })
    const after = await bed.ask('olga', call, undefined, seen)
    expect(after.status).toBe(200)
    expect(after.body.revision).toBeGreaterThan(first.body.revision as number)
    expect((after.body.occurrences as Seen[]).map((one) => one.id)).toContain(visit)
  })

  it('filters by team and by no team', async () => {
    const unassigned = await bed.addRule({
      customer_id: await bed.addCustomer('Nobody'),
      team_id: null,
    })
    expect(
      (await week(today, today, 'olga', '&team_id=none')).map((visit) => visit.series_id),
    ).toEqual([unassigned.series_id])
    expect(
      (await week(today, today, 'olga', `&team_id=${bed.ids.south}`)).every(
        (visit) => visit.team_id === bed.ids.south,
      ),
    ).toBe(true)
  })
})

describe('GET /api/schedule/{rule_id}/visit', () => {
  it('returns the visit as its week shows it, wherever it moved; a crew only its own', async () => {
    const { visit, rule_id } = await bed.addRule({
      customer_id: await bed.addCustomer('One visit'),
      start_date: today,
    })
    const id = visit(inDays(7))
    const one = (ref: string, who: Parameters<TestBed['ask']>[0] = 'olga') =>
      bed.ask(who, `GET /api/schedule/${ref}/visit`)
    expect((await one(id)).body).toMatchObject({ id, date: inDays(7), version: 0 })
    expect(
      (await bed.ask('olga', `GET /api/schedule/${rule_id}/visit?date=${inDays(7)}`)).body,
    ).toMatchObject({ id })
    await bed.ask('olga', `POST /api/schedule/${id}/reschedule`, {
      to_date: inDays(300),
      start_time: '10:00',
      team_id: bed.ids.south,
    })
    expect((await one(id)).body).toEqual(
      (await week(inDays(300), inDays(300))).find((seen) => seen.id === id),
    )
    expect((await one(id, 'ben')).body).toMatchObject({ id, date: inDays(300), start_minutes: 600 })
    for (const [who, status] of [
      ['lea', 404],
      ['max', 403],
      ['bob', 403],
      ['zed', 404],
    ] as const)
      expect((await one(id, who)).status).toBe(status)
    expect((await one(visit(inDays(1)))).status).toBe(404)
  })
})

describe('GET /api/schedule/start-times', () => {
  it('returns a projection of the same visits', async () => {
    const { rule_id, first } = await bed.addRule({
      customer_id: await bed.addCustomer('Timed'),
      start_time: '09:30',
      pattern: 'once',
    })
    const { body } = await bed.ask('max', `GET /api/schedule/start-times?from=${today}&to=${today}`)
    expect(body.items).toContainEqual({
      rule_id,
      occurrence_id: first,
      date: today,
      start_minutes: 570,
      start_time: '09:30',
    })
  })
})

describe('GET /api/owner/available-times', () => {
  it('excludes times when the team is busy; without a team, any free one counts', async () => {
    const date = inDays(50)
    const slots = async (more = '') =>
      (
        await bed.ask(
          'olga',
          `GET /api/owner/available-times?date=${date}&service_minutes=60${more}`,
        )
      ).body.slots as number[]
    expect([(await slots()).at(0), (await slots()).at(-1), (await slots()).length]).toEqual([
      480, 960, 33,
    ])
    const { first } = await bed.addRule({
      customer_id: await bed.addCustomer('Busy'),
      pattern: 'once',
      start_date: date,
      start_minutes: 600,
    })
    expect(
      (await slots(`&team_id=${bed.ids.north}`)).filter((slot) => slot > 540 && slot < 660),
    ).toEqual([])
    expect(await slots(`&team_id=${bed.ids.north}&except=${first}`)).toContain(600)
    expect(await slots()).toContain(600)
    await bed.ask('olga', 'POST /api/owner/misc-events', {
      title: 'All hands',
      date,
      start_minutes: 600,
    })
    expect(await slots()).not.toContain(600)
    expect(
      (await bed.ask('lea', `GET /api/owner/available-times?date=${date}&team_id=${bed.ids.south}`))
        .status,
    ).toBe(422)
  })

  it('returns none on a closed day', async () => {
    expect(
      (await bed.ask('lea', `GET /api/owner/available-times?date=${inDays(30)}`)).body,
    ).toEqual({ date: inDays(30), closed: true, slots: [] })
  })
})

describe('GET /api/schedule/candidates', () => {
  it('lists active and paused customers by name, with services and preferences', async () => {
    await bed.write((tx) =>
      tx
        .updateTable('customers')
        .set({
          services_selected: JSON.stringify([{ key: 'mow' }]),
          service_frequency: 'biweekly',
          available_days: ['mon', 'fri'],
        })
        .where('id', '=', bed.ids.cleo)
        .execute(),
    )
    const { customers, services } = (await bed.ask('olga', 'GET /api/schedule/candidates')).body
    const names = customers.map((customer: { name: string }) => customer.name)
    expect(names).toEqual([...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
    expect(
      customers.find((customer: { id: string }) => customer.id === bed.ids.cleo),
    ).toMatchObject({
      preference: { pattern: 'every_x_weeks', interval: 2 },
      services: [{ key: 'mow', price_cents: 4500 }],
      available_days: ['mon', 'fri'],
      has_card_on_file: false,
      disabled_reason: null,
    })
    expect(
      customers.find((customer: { id: string }) => customer.id === bed.ids.pam).disabled_reason,
    ).toBe('This customer is paused.')
    expect(names).not.toContain('Lou')
    expect(services.map((service: { key: string }) => service.key)).toEqual(['look', 'mow'])
  })

  it('searches like the customer list', async () => {
    const id = await bed.addCustomer('Élodie Hargrave')
    const phone_number = '+19195550177'
    await bed.write((tx) =>
      tx.updateTable('customers').set({ phone_number }).where('id', '=', id).execute(),
    )
    for (const typed of ['(919) 555-01 77', '5550177', 'Élodie', 'elodi hargraev']) {
      const q = encodeURIComponent(typed)
      const { body } = await bed.ask('olga', `GET /api/schedule/candidates?q=${q}`)
      const ids = body.customers.map((customer: { id: string }) => customer.id)
      expect([typed, ids]).toEqual([typed, expect.arrayContaining([id])])
    }
    await bed.write(async (tx) => {
      await tx.deleteFrom('service_locations').where('customer_id', '=', id).execute()
      await tx.deleteFrom('customers').where('id', '=', id).execute()
    })
  })

  it('pages by name, searches, and includes leads on request', async () => {
    const all = (
      await bed.ask('olga', 'GET /api/schedule/candidates?include_leads=1')
    ).body.customers.map((customer: { id: string }) => customer.id)
    expect(all).toContain(bed.ids.lou)
    const paged: string[] = []
    let cursor = ''
    do {
      const page = (
        await bed.ask(
          'olga',
          `GET /api/schedule/candidates?include_leads=1&limit=3${cursor && `&cursor=${cursor}`}`,
        )
      ).body
      paged.push(...page.customers.map((customer: { id: string }) => customer.id))
      cursor = page.next_cursor ?? ''
    } while (cursor)
    expect(paged).toEqual(all)
    expect(
      (await bed.ask('olga', 'GET /api/schedule/candidates?q=cleo%20oak')).body.customers.map(
        (customer: { name: string }) => customer.name,
      ),
    ).toEqual(['Cleo'])
    expect((await bed.ask('olga', 'GET /api/schedule/candidates?cursor=zzz')).status).toBe(422)
    expect(
      (await bed.ask('olga', `GET /api/schedule/candidates?customer_id=${bed.ids.cleo}`)).body
        .customers,
    ).toMatchObject([{ name: 'Cleo' }])
    expect(
      (await bed.ask('olga', `GET /api/schedule/candidates?customer_id=${bed.ids.lou}`)).body
        .customers,
    ).toEqual([])
    expect(
      (
        await bed.ask(
          'olga',
          `GET /api/schedule/candidates?include_leads=1&customer_id=${bed.ids.lou}`,
        )
      ).body.customers,
    ).toMatchObject([{ name: 'Lou' }])
    expect((await bed.ask('lea', 'GET /api/schedule/candidates')).status).toBe(403)
  })
})
