import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gunzipSync } from 'node:zlib'
import { PackedWindow, unpackWindow } from '../../api/schedule-packed.ts'
import { ScheduleWindow } from '../../api/schedule.ts'
import { expand } from '../../domain/recurrence.ts'
import { inDays, openTestBed, today, windowOf, type TestBed } from './test-bed.ts'

let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

type Seen = { id: string; date: string; series_id: string; team_id: string | null; status: string; version: number; shifted: boolean; original_date: string }
const week = async (from: string, to: string, who: Parameters<TestBed['ask']>[0] = 'olga', more = ''): Promise<Seen[]> =>
  (await bed.ask(who, windowOf(from, to) + more)).body.occurrences as Seen[]
const of = (visits: Seen[], series_id: string) => visits.filter((visit) => visit.series_id === series_id)

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
      const rule = { customer_id: await bed.addCustomer(`Pattern ${made.length}`), start_date: today, ...given }
      made.push(await bed.addRule(rule))
    }
    const visits = await week(today, inDays(91))
    for (const { series_id } of made) {
      const stored = await bed.write((tx) => tx.selectFrom('rules').selectAll().where('series_id', '=', series_id).executeTakeFirstOrThrow())
      const expected = expand(stored as never, today, inDays(91))
      expect(of(visits, series_id).map((visit) => visit.original_date)).toEqual(expected)
      expect(of(visits, series_id).map((visit) => visit.id)).toEqual(expected.map((date) => `${series_id}:${date}`))
    }
  })

  it('includes both bounds', async () => {
    const { series_id } = await bed.addRule({ customer_id: await bed.addCustomer('Bounds'), pattern: 'weekly', weekdays: [0, 1, 2, 3, 4, 5, 6] })
    expect(of(await week(inDays(3), inDays(5)), series_id).map((visit) => visit.date)).toEqual([inDays(3), inDays(4), inDays(5)])
    expect(of(await week(inDays(3), inDays(3)), series_id)).toHaveLength(1)
  })

  it('422 for more than 92 days, dates the wrong way round, a date that is none', async () => {
    expect((await bed.ask('olga', windowOf(today, inDays(91)))).status).toBe(200)
    expect((await bed.ask('olga', windowOf(today, inDays(92)))).status).toBe(422)
    expect((await bed.ask('olga', windowOf(today, inDays(-1)))).status).toBe(422)
    expect((await bed.ask('olga', windowOf('2026-02-30', '2026-03-01'))).status).toBe(422)
  })

  it('a moved visit leaves its window and enters the other, under the same id', async () => {
    const { first, series_id } = await bed.addRule({ customer_id: await bed.addCustomer('Mover') })
    await bed.ask('olga', `POST /api/schedule/${first}/reschedule`, { to_date: inDays(10) })
    expect(of(await week(today, inDays(6)), series_id)).toEqual([])
    expect(of(await week(inDays(8), inDays(13)), series_id)).toMatchObject([{ id: first, date: inDays(10), original_date: today, shifted: false }])
    expect(of(await week(today, inDays(20)), series_id).map((visit) => visit.id)).toEqual([`${series_id}:${inDays(7)}`, first, `${series_id}:${inDays(14)}`])
  })

  it('a visit moved past the end of its rule is still there', async () => {
    const { first } = await bed.addRule({ customer_id: await bed.addCustomer('Late'), pattern: 'once' })
    await bed.ask('olga', `POST /api/schedule/${first}/reschedule`, { to_date: inDays(40) })
    expect((await week(inDays(40), inDays(40))).map((visit) => visit.id)).toContain(first)
  })

  it('moves what falls on a closed date to the next day, and keeps a one-off where it is', async () => {
    await bed.write((tx) =>
      tx
        .insertInto('closed_dates')
        .values({ organization_id: bed.ids.org, date: inDays(30), reason: 'Holiday' })
        .execute(),
    )
    const weekly = await bed.addRule({ customer_id: await bed.addCustomer('Holiday'), start_date: inDays(30) })
    const once = await bed.addRule({ customer_id: await bed.addCustomer('Holiday once'), start_date: inDays(30), pattern: 'once' })
    const visits = await week(inDays(30), inDays(31))
    expect(of(visits, weekly.series_id)).toMatchObject([{ id: `${weekly.series_id}:${inDays(30)}`, date: inDays(31), shifted: true }])
    expect(of(visits, once.series_id)).toMatchObject([{ date: inDays(30), shifted: false }])
    expect((await bed.ask('olga', windowOf(today, inDays(6)))).body.closed_dates).toEqual([{ date: inDays(30), reason: 'Holiday' }])
    // The date on which it is held names it too.
    const answer = await bed.ask('olga', 'POST /api/schedule/set-time', { rule_id: weekly.rule_id, date: inDays(31), start_time: '10:00' })
    expect(answer.body.visit).toMatchObject({ id: `${weekly.series_id}:${inDays(30)}`, date: inDays(31), start_minutes: 600 })
  })

  it('tells closed dates from today on in whatever week one looks at, because a new date is chosen from today', async () => {
    const closed = [inDays(40), inDays(130)]
    for (const date of closed) await bed.write((tx) => tx.insertInto('closed_dates').values({ organization_id: bed.ids.org, date }).execute())
    const told = async (from: number, to: number): Promise<string[]> => {
      const { closed_dates } = (await bed.ask('olga', windowOf(inDays(from), inDays(to)))).body
      return closed_dates.map(({ date }: { date: string }) => date).filter((date: string) => closed.includes(date))
    }
    expect(await told(60, 66)).toEqual(closed)
    expect(await told(-120, -114)).toEqual([inDays(40)])
    for (const date of closed) await bed.write((tx) => tx.deleteFrom('closed_dates').where('date', '=', date).execute())
  })

  it('greys out visits of a paused customer', async () => {
    const customer_id = await bed.addCustomer('Pause')
    const { series_id } = await bed.addRule({ customer_id })
    await bed.write((tx) =>
      tx
        .updateTable('customers')
        .set({ status: 'paused', paused_from: inDays(5), resume_on: inDays(12) })
        .where('id', '=', customer_id)
        .execute(),
    )
    expect(of(await week(today, inDays(14)), series_id).map((visit) => visit.status)).toEqual(['scheduled', 'skipped', 'scheduled'])
    expect(await bed.ask('olga', `POST /api/schedule/${series_id}:${inDays(7)}/restore`, {})).toMatchObject({ status: 409, body: { code: 'customer_paused' } })
  })

  it('a crew sees its team’s visits only, wherever they came from', async () => {
    const mine = await bed.addRule({ customer_id: await bed.addCustomer('Mine') })
    const other = await bed.addRule({ customer_id: await bed.addCustomer('Other'), team_id: bed.ids.south })
    await bed.ask('olga', 'POST /api/schedule/set-time', { rule_id: mine.rule_id, date: inDays(7), team_id: bed.ids.south })
    await bed.ask('olga', 'POST /api/schedule/set-time', { rule_id: other.rule_id, date: inDays(7), team_id: bed.ids.north })
    for (const who of ['lea', 'max'] as const) {
      const visits = await week(today, inDays(7), who)
      expect(of(visits, mine.series_id).map((visit) => visit.date)).toEqual([today])
      expect(of(visits, other.series_id).map((visit) => visit.date)).toEqual([inDays(7)])
      expect(visits.every((visit) => visit.team_id === bed.ids.north)).toBe(true)
    }
    for (const path of ['schedule', 'schedule/packed']) {
      const { status, body } = await bed.ask('idle', `GET /api/${path}?from=${today}&to=${inDays(7)}`)
      expect([status, body.code, body.error]).toEqual([404, 'no_team', 'You are not assigned to a team yet'])
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

  it('answers what the declaration says, whole or kept, plain or zipped', async () => {
    const { body } = await bed.ask('olga', windowOf(today, inDays(6)))
    expect(ScheduleWindow.parse(body)).toEqual(body)
    const zipped = await bed.server.inject({
      method: 'GET',
      url: windowOf(today, inDays(6)).slice(4),
      headers: { authorization: 'Bearer olga', 'accept-encoding': 'gzip' },
    })
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(zipped.rawPayload).toString())).toEqual(body)
  })

  it.each(['olga', 'lea'] as const)('says the same packed, to %s', async (who) => {
    const call = windowOf(today, inDays(30))
    const packed = await bed.ask(who, call.replace('/api/schedule', '/api/schedule/packed'))
    expect(PackedWindow.parse(packed.body)).toEqual(packed.body)
    const plain = await bed.ask(who, call)
    expect(plain.body.occurrences.length).toBeGreaterThan(0)
    expect(unpackWindow(packed.body as PackedWindow)).toEqual(plain.body)
    expect(packed.headers['etag']).not.toBe(plain.headers['etag'])
  })

  it('a series bears its customer’s first digits, so that a packed week need not repeat them', async () => {
    const customer_id = await bed.addCustomer('Digits')
    const [one, other] = [await bed.addRule({ customer_id }), await bed.addRule({ customer_id, pattern: 'monthly' })]
    for (const { series_id } of [one, other]) expect(series_id.slice(0, 28)).toBe(customer_id.slice(0, 28))
    expect(new Set([customer_id, one.series_id, other.series_id]).size).toBe(3)
    const { body } = await bed.ask('olga', windowOf(today, today).replace('/api/schedule', '/api/schedule/packed'))
    expect(JSON.stringify(body)).not.toContain(one.series_id)
  })

  it('304 while nothing changed; a change, another week or another view is never answered with it', async () => {
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

  it('filters by team and by nobody', async () => {
    const nobody = await bed.addRule({ customer_id: await bed.addCustomer('Nobody'), team_id: null })
    expect((await week(today, today, 'olga', '&team_id=none')).map((visit) => visit.series_id)).toEqual([nobody.series_id])
    expect((await week(today, today, 'olga', `&team_id=${bed.ids.south}`)).every((visit) => visit.team_id === bed.ids.south)).toBe(true)
  })
})

describe('GET /api/schedule/{rule_id}/visit', () => {
  it('is the visit as its week shows it, wherever it went; a crew asks for its own', async () => {
    const { visit, rule_id } = await bed.addRule({ customer_id: await bed.addCustomer('One visit'), start_date: today })
    const id = visit(inDays(7))
    const one = (ref: string, who: Parameters<TestBed['ask']>[0] = 'olga') => bed.ask(who, `GET /api/schedule/${ref}/visit`)
    expect((await one(id)).body).toMatchObject({ id, date: inDays(7), version: 0 })
    expect((await bed.ask('olga', `GET /api/schedule/${rule_id}/visit?date=${inDays(7)}`)).body).toMatchObject({ id })
    await bed.ask('olga', `POST /api/schedule/${id}/reschedule`, { to_date: inDays(300), start_time: '10:00', team_id: bed.ids.south })
    expect((await one(id)).body).toEqual((await week(inDays(300), inDays(300))).find((seen) => seen.id === id))
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
  it('is a projection of the same visits', async () => {
    const { rule_id, first } = await bed.addRule({ customer_id: await bed.addCustomer('Timed'), start_time: '09:30', pattern: 'once' })
    const { body } = await bed.ask('max', `GET /api/schedule/start-times?from=${today}&to=${today}`)
    expect(body.items).toContainEqual({ rule_id, occurrence_id: first, date: today, start_minutes: 570, start_time: '09:30' })
  })
})

describe('GET /api/schedule/org-events', () => {
  it('mixes visits and events by day, and never splits one', async () => {
    const { body } = await bed.ask('olga', 'POST /api/owner/misc-events', { title: 'Team meeting', date: inDays(2), start_time: '07:30', duration_minutes: 30 })
    const { items, next_from, has_more } = (await bed.ask('olga', `GET /api/schedule/org-events?from=${today}&days=7`)).body
    expect(items.some((item: { id: string; type: string }) => item.id === body.id && item.type === 'misc_event')).toBe(true)
    expect([next_from, has_more]).toEqual([inDays(7), true])
    const small = (await bed.ask('olga', `GET /api/schedule/org-events?from=${today}&days=7&limit=1`)).body
    expect(new Set(small.items.map((item: { date: string }) => item.date)).size).toBe(1)
    expect(small.items.length).toBe(items.filter((item: { date: string }) => item.date === small.items[0].date).length)
    expect(small.has_more).toBe(true)
    let from: string = today
    const paged: string[] = []
    for (let page = 0; page < 20 && from < inDays(7); page++) {
      const answer = (await bed.ask('olga', `GET /api/schedule/org-events?from=${from}&days=7&limit=5`)).body
      paged.push(...answer.items.map((item: { id: string }) => item.id))
      from = answer.next_from
    }
    expect(new Set(paged).size).toBe(paged.length)
    expect(paged).toEqual(expect.arrayContaining(items.map((item: { id: string }) => item.id)))
  })

  it('leaves out visits or events when only the others are wanted', async () => {
    const kinds = async (type: string) => {
      const { items } = (await bed.ask('olga', `GET /api/schedule/org-events?from=${today}&days=7&limit=1&type=${type}`)).body
      return new Set(items.map((item: { type: string }) => item.type))
    }
    expect(await kinds('misc_event')).toEqual(new Set(['misc_event']))
    expect(await kinds('visit')).toEqual(new Set(['visit']))
  })

  it('searches text and dates', async () => {
    const byText = (await bed.ask('olga', `GET /api/schedule/org-events?from=${today}&q=${encodeURIComponent('team MEET')}`)).body
    expect(byText.items.map((item: { title: string }) => item.title)).toEqual(['Team meeting'])
    const [, month, day] = inDays(2).split('-')
    const byDate = (await bed.ask('olga', `GET /api/schedule/org-events?q=${encodeURIComponent(`${Number(month)}/${Number(day)}/${inDays(2).slice(0, 4)}`)}`))
      .body
    expect(new Set(byDate.items.map((item: { date: string }) => item.date))).toEqual(new Set([inDays(2)]))
  })

  it('shows a crew leader what is the team’s or everyone’s, and is closed to a crew member', async () => {
    await bed.ask('olga', 'POST /api/owner/misc-events', { title: 'South only', date: inDays(2), team_id: bed.ids.south })
    const titles = (await bed.ask('lea', `GET /api/schedule/org-events?from=${inDays(2)}&days=1`)).body.items.map((item: { title: string }) => item.title)
    expect(titles).toContain('Team meeting')
    expect(titles).not.toContain('South only')
    expect((await bed.ask('max', 'GET /api/schedule/org-events')).status).toBe(403)
  })
})

describe('events in the window of a schedule', () => {
  const date = inDays(70)
  beforeAll(async () => {
    for (const event of [
      { title: 'South’s', team_id: bed.ids.south, start_time: '08:00' },
      { title: 'North’s', team_id: bed.ids.north, start_time: '09:00' },
      { title: 'All day for all' },
      { title: 'Everyone’s', start_time: '08:30', notes: 'Bring boots.' },
    ])
      await bed.ask('olga', 'POST /api/owner/misc-events', { date, ...event })
    await bed.ask('zed', 'POST /api/owner/misc-events', { date, title: 'The neighbour’s' })
  })

  it.each([
    ['an owner', 'olga', ['All day for all', 'South’s', 'Everyone’s', 'North’s']],
    ['a manager', 'mike', ['All day for all', 'South’s', 'Everyone’s', 'North’s']],
    ['a crew leader', 'lea', ['All day for all', 'Everyone’s', 'North’s']],
    ['a crew member', 'max', ['All day for all', 'Everyone’s', 'North’s']],
    ['the leader of another crew', 'ben', ['All day for all', 'South’s', 'Everyone’s']],
    ['another organization', 'zed', ['The neighbour’s']],
  ] as const)('%s finds them by time, packed or not', async (_, who, titles) => {
    const { events } = (await bed.ask(who, windowOf(date, date))).body
    expect(events.map(({ title }: { title: string }) => title)).toEqual(titles)
    const packed = (await bed.ask(who, windowOf(date, date).replace('/schedule?', '/schedule/packed?'))).body
    expect(unpackWindow(packed).events).toEqual(events)
  })

  it('are those of the team asked for and of everyone, each with its team’s name', async () => {
    const of = async (team: string) => (await bed.ask('olga', `${windowOf(date, date)}&team_id=${team}`)).body.events
    expect(await of(bed.ids.north)).toMatchObject([
      { title: 'All day for all', team: null, start_time: null },
      { title: 'Everyone’s', notes: 'Bring boots.' },
      { title: 'North’s', team: { id: bed.ids.north, name: 'North' } },
    ])
    expect((await of('none')).map(({ title }: { title: string }) => title)).toEqual(['All day for all', 'Everyone’s'])
  })

  it('one that lasts past midnight is on both days, and in the way on both; the list names it once', async () => {
    const [eve, morning] = [inDays(72), inDays(73)]
    const { body } = await bed.ask('olga', 'POST /api/owner/misc-events', { date: eve, title: 'Night', start_time: '22:00', duration_minutes: 720 })
    const on = async (day: string) => (await bed.ask('max', windowOf(day, day))).body.events.map(({ id }: { id: string }) => id)
    expect([await on(eve), await on(morning), await on(inDays(74))]).toEqual([[body.id], [body.id], []])
    const free = (await bed.ask('olga', `GET /api/owner/available-times?date=${morning}&service_minutes=60`)).body.slots
    expect(free.every((slot: number) => slot >= 600)).toBe(true)
    expect(free.length).toBeGreaterThan(0)
    const list = async (from: string) => (await bed.ask('olga', `GET /api/schedule/org-events?from=${from}&days=1&type=misc_event`)).body.items.length
    expect([await list(eve), await list(morning)]).toEqual([1, 0])
    const [, month, day] = morning.split('-')
    const found = (await bed.ask('olga', `GET /api/schedule/org-events?q=${encodeURIComponent(`${month}/${day}/${morning.slice(0, 4)}`)}&type=misc_event`)).body
    expect(found.items).toMatchObject([{ id: body.id, date: eve }])
  })

  it('a kept window is another one as soon as one is added', async () => {
    const read = async () => (await bed.ask('max', windowOf(inDays(71), inDays(71)))).body.events.length
    const before = await read()
    await bed.ask('olga', 'POST /api/owner/misc-events', { date: inDays(71), title: 'Late idea' })
    expect(await read()).toBe(before + 1)
  })
})

describe('misc events', () => {
  it('are added, changed and removed, each with an event for who may see it', async () => {
    const { status, body } = await bed.ask('olga', 'POST /api/owner/misc-events', { title: ' Training ', date: inDays(3), team_id: bed.ids.north })
    expect([status, body.title, body.start_time, body.duration_minutes]).toEqual([201, 'Training', null, 60])
    const changed = await bed.ask('mike', `PATCH /api/owner/misc-events/${body.id}`, { start_time: '13:00', team_id: bed.ids.south })
    expect(changed.body).toMatchObject({ start_minutes: 780, team_id: bed.ids.south, title: 'Training' })
    const [event] = (await bed.events('misc_event.changed')).slice(-1)
    expect(event!.team_ids).toEqual([bed.ids.south, bed.ids.north])
    expect((await bed.ask('olga', `DELETE /api/owner/misc-events/${body.id}`)).body).toEqual({ ok: true })
    expect((await bed.ask('olga', `DELETE /api/owner/misc-events/${body.id}`)).status).toBe(404)
  })

  it.each([
    [{ date: inDays(1) }, 'title', 'Title is required'],
    [{ title: 'x', date: inDays(1), duration_minutes: 0 }, 'duration_minutes', 'Duration (minutes) must be > 0'],
    [{ title: 'x', date: '2026-13-01' }, 'date', 'Enter a real date as YYYY-MM-DD'],
    [{ title: 'x', date: inDays(1), team_id: '018f0000-0000-7000-8000-000000000000' }, 'team_id', 'Choose a team.'],
  ])('422 %j', async (body, field, sentence) => {
    expect(await bed.ask('olga', 'POST /api/owner/misc-events', body)).toMatchObject({ status: 422, body: { fields: { [field]: sentence } } })
  })

  it('403 for a crew, 404 for another organization', async () => {
    const { body } = await bed.ask('olga', 'POST /api/owner/misc-events', { title: 'Ours', date: inDays(3) })
    expect((await bed.ask('lea', 'POST /api/owner/misc-events', { title: 'x', date: inDays(1) })).status).toBe(403)
    expect((await bed.ask('zed', `PATCH /api/owner/misc-events/${body.id}`, { title: 'Mine' })).status).toBe(404)
  })
})

describe('GET /api/owner/available-times', () => {
  it('leaves out what a team is busy with; any free team will do', async () => {
    const date = inDays(50)
    const slots = async (more = '') => (await bed.ask('olga', `GET /api/owner/available-times?date=${date}&service_minutes=60${more}`)).body.slots as number[]
    expect([(await slots()).at(0), (await slots()).at(-1), (await slots()).length]).toEqual([480, 960, 33])
    const { first } = await bed.addRule({ customer_id: await bed.addCustomer('Busy'), pattern: 'once', start_date: date, start_minutes: 600 })
    expect((await slots(`&team_id=${bed.ids.north}`)).filter((slot) => slot > 540 && slot < 660)).toEqual([])
    expect(await slots(`&team_id=${bed.ids.north}&except=${first}`)).toContain(600)
    expect(await slots()).toContain(600)
    await bed.ask('olga', 'POST /api/owner/misc-events', { title: 'All hands', date, start_minutes: 600 })
    expect(await slots()).not.toContain(600)
    expect((await bed.ask('lea', `GET /api/owner/available-times?date=${date}&team_id=${bed.ids.south}`)).status).toBe(422)
  })

  it('has none on a closed day', async () => {
    expect((await bed.ask('lea', `GET /api/owner/available-times?date=${inDays(30)}`)).body).toEqual({ date: inDays(30), closed: true, slots: [] })
  })
})

describe('GET /api/schedule/candidates', () => {
  it('lists active and paused customers by name, with services and wishes', async () => {
    await bed.write((tx) =>
      tx
        .updateTable('customers')
        .set({ services_selected: JSON.stringify([{ key: 'mow' }]), service_frequency: 'biweekly', available_days: ['mon', 'fri'] })
        .where('id', '=', bed.ids.cleo)
        .execute(),
    )
    const { customers, services } = (await bed.ask('olga', 'GET /api/schedule/candidates')).body
    const names = customers.map((customer: { name: string }) => customer.name)
    expect(names).toEqual([...names].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
    expect(customers.find((customer: { id: string }) => customer.id === bed.ids.cleo)).toMatchObject({
      preference: { pattern: 'every_x_weeks', interval: 2 },
      services: [{ key: 'mow', price_cents: 4500 }],
      available_days: ['mon', 'fri'],
      has_card_on_file: false,
      disabled_reason: null,
    })
    expect(customers.find((customer: { id: string }) => customer.id === bed.ids.pam).disabled_reason).toBe('This customer is paused.')
    expect(names).not.toContain('Lou')
    expect(services.map((service: { key: string }) => service.key)).toEqual(['look', 'mow'])
  })

  it.each(['(919) 555-01 77', '5550177', 'Élodie', 'elodi hargraev'])('finds %j as the list of customers does', async (typed) => {
    const id = await bed.addCustomer('Élodie Hargrave')
    await bed.write((tx) => tx.updateTable('customers').set({ phone_number: '+19195550177' }).where('id', '=', id).execute())
    const { customers } = (await bed.ask('olga', `GET /api/schedule/candidates?q=${encodeURIComponent(typed)}`)).body
    expect(customers.map((customer: { id: string }) => customer.id)).toContain(id)
    await bed.write((tx) => tx.deleteFrom('customers').where('id', '=', id).execute())
  })

  it('pages by name, searches, and shows leads on wish', async () => {
    const all = (await bed.ask('olga', 'GET /api/schedule/candidates?include_leads=1')).body.customers.map((customer: { id: string }) => customer.id)
    expect(all).toContain(bed.ids.lou)
    const paged: string[] = []
    let cursor = ''
    do {
      const page = (await bed.ask('olga', `GET /api/schedule/candidates?include_leads=1&limit=3${cursor && `&cursor=${cursor}`}`)).body
      paged.push(...page.customers.map((customer: { id: string }) => customer.id))
      cursor = page.next_cursor ?? ''
    } while (cursor)
    expect(paged).toEqual(all)
    expect((await bed.ask('olga', 'GET /api/schedule/candidates?q=cleo%20oak')).body.customers.map((customer: { name: string }) => customer.name)).toEqual([
      'Cleo',
    ])
    expect((await bed.ask('olga', 'GET /api/schedule/candidates?cursor=zzz')).status).toBe(422)
    expect((await bed.ask('olga', `GET /api/schedule/candidates?customer_id=${bed.ids.cleo}`)).body.customers).toMatchObject([{ name: 'Cleo' }])
    expect((await bed.ask('olga', `GET /api/schedule/candidates?customer_id=${bed.ids.lou}`)).body.customers).toEqual([])
    expect((await bed.ask('olga', `GET /api/schedule/candidates?include_leads=1&customer_id=${bed.ids.lou}`)).body.customers).toMatchObject([{ name: 'Lou' }])
    expect((await bed.ask('lea', 'GET /api/schedule/candidates')).status).toBe(403)
  })
})
