import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inDays, openTestBed, today, weekOf, windowOf, type TestBed } from '../visits/test-bed.ts'

let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
  await bed.addRule({ customer_id: await bed.addCustomer('Weekly') })
})
afterAll(() => bed.close())

describe('GET /api/schedule/org-events', () => {
  it('mixes visits and events by day, and never splits a day', async () => {
    const { body } = await bed.ask('olga', 'POST /api/owner/misc-events', {
      title: 'Team meeting',
      date: inDays(2),
      start_time: '07:30',
      duration_minutes: 30,
    })
    const { items, next_from, has_more } = (
      await bed.ask('olga', `GET /api/schedule/org-events?from=${today}&days=7`)
    ).body
    expect(
      items.some(
        (item: { id: string; type: string }) => item.id === body.id && item.type === 'misc_event',
      ),
    ).toBe(true)
    expect([next_from, has_more]).toEqual([inDays(7), true])
    const small = (
      await bed.ask('olga', `GET /api/schedule/org-events?from=${today}&days=7&limit=1`)
    ).body
    expect(new Set(small.items.map((item: { date: string }) => item.date)).size).toBe(1)
    expect(small.items.length).toBe(
      items.filter((item: { date: string }) => item.date === small.items[0].date).length,
    )
    expect(small.has_more).toBe(true)
    let from: string = today
    const paged: string[] = []
    for (let page = 0; page < 20 && from < inDays(7); page++) {
      const answer = (
        await bed.ask('olga', `GET /api/schedule/org-events?from=${from}&days=7&limit=5`)
      ).body
      paged.push(...answer.items.map((item: { id: string }) => item.id))
      from = answer.next_from
    }
    expect(new Set(paged).size).toBe(paged.length)
    expect(paged).toEqual(expect.arrayContaining(items.map((item: { id: string }) => item.id)))
  })

  it('filters visits or events', async () => {
    const kinds = async (type: string) => {
      const { items } = (
        await bed.ask(
          'olga',
          `GET /api/schedule/org-events?from=${today}&days=7&limit=1&type=${type}`,
        )
      ).body
      return new Set(items.map((item: { type: string }) => item.type))
    }
    expect(await kinds('misc_event')).toEqual(new Set(['misc_event']))
    expect(await kinds('visit')).toEqual(new Set(['visit']))
  })

  it('searches text and dates', async () => {
    const byText = (
      await bed.ask(
        'olga',
        `GET /api/schedule/org-events?from=${today}&q=${encodeURIComponent('team MEET')}`,
      )
    ).body
    expect(byText.items.map((item: { title: string }) => item.title)).toEqual(['Team meeting'])
    const [, month, day] = inDays(2).split('-')
    const byDate = (
      await bed.ask(
        'olga',
        `GET /api/schedule/org-events?q=${encodeURIComponent(`${Number(month)}/${Number(day)}/${inDays(2).slice(0, 4)}`)}`,
      )
    ).body
    expect(new Set(byDate.items.map((item: { date: string }) => item.date))).toEqual(
      new Set([inDays(2)]),
    )
  })

  it('shows a crew leader their team’s and everyone’s events; 403 for a crew member', async () => {
    await bed.ask('olga', 'POST /api/owner/misc-events', {
      title: 'South only',
      date: inDays(2),
      team_id: bed.ids.south,
    })
    const titles = (
      await bed.ask('lea', `GET /api/schedule/org-events?from=${inDays(2)}&days=1`)
    ).body.items.map((item: { title: string }) => item.title)
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
  ] as const)('%s gets them sorted by time, in both forms of the week', async (_, who, titles) => {
    const { events } = (await bed.ask(who, windowOf(date, date))).body
    expect(events.map(({ title }: { title: string }) => title)).toEqual(titles)
    const once = await bed.ask(who, weekOf(date, date))
    expect(once.body.events).toEqual(events)
  })

  it('are filtered to the team’s and everyone’s, each with its team’s name', async () => {
    const of = async (team: string) =>
      (await bed.ask('olga', `${windowOf(date, date)}&team_id=${team}`)).body.events
    expect(await of(bed.ids.north)).toMatchObject([
      { title: 'All day for all', team: null, start_time: null },
      { title: 'Everyone’s', notes: 'Bring boots.' },
      { title: 'North’s', team: { id: bed.ids.north, name: 'North' } },
    ])
    expect((await of('none')).map(({ title }: { title: string }) => title)).toEqual([
      'All day for all',
      'Everyone’s',
    ])
  })

  it('one past midnight is on both days and conflicts on both; the list has it once', async () => {
    const [eve, morning] = [inDays(72), inDays(73)]
    const { body } = await bed.ask('olga', 'POST /api/owner/misc-events', {
      date: eve,
      title: 'Night',
      start_time: '22:00',
      duration_minutes: 720,
    })
    const on = async (day: string) =>
      (await bed.ask('max', windowOf(day, day))).body.events.map(({ id }: { id: string }) => id)
    expect([await on(eve), await on(morning), await on(inDays(74))]).toEqual([
      [body.id],
      [body.id],
      [],
    ])
    const free = (
      await bed.ask('olga', `GET /api/owner/available-times?date=${morning}&service_minutes=60`)
    ).body.slots
    expect(free.every((slot: number) => slot >= 600)).toBe(true)
    expect(free.length).toBeGreaterThan(0)
    const list = async (from: string) =>
      (await bed.ask('olga', `GET /api/schedule/org-events?from=${from}&days=1&type=misc_event`))
        .body.items.length
    expect([await list(eve), await list(morning)]).toEqual([1, 0])
    const [, month, day] = morning.split('-')
    const found = (
      await bed.ask(
        'olga',
        `GET /api/schedule/org-events?q=${encodeURIComponent(`${month}/${day}/${morning.slice(0, 4)}`)}&type=misc_event`,
      )
    ).body
    expect(found.items).toMatchObject([{ id: body.id, date: eve }])
  })

  it('adding one invalidates the cached window', async () => {
    const read = async () =>
      (await bed.ask('max', windowOf(inDays(71), inDays(71)))).body.events.length
    const before = await read()
    await bed.ask('olga', 'POST /api/owner/misc-events', { date: inDays(71), title: 'Late idea' })
    expect(await read()).toBe(before + 1)
  })
})

describe('misc events', () => {
  it('are added, changed and deleted, each with a live event for roles that may see it', async () => {
    const { status, body } = await bed.ask('olga', 'POST /api/owner/misc-events', {
      title: ' Training ',
      date: inDays(3),
      team_id: bed.ids.north,
    })
    expect([status, body.title, body.start_time, body.duration_minutes]).toEqual([
      201,
      'Training',
      null,
      60,
    ])
    const changed = await bed.ask('mike', `PATCH /api/owner/misc-events/${body.id}`, {
      start_time: '13:00',
      team_id: bed.ids.south,
    })
    expect(changed.body).toMatchObject({
      start_minutes: 780,
      team_id: bed.ids.south,
      title: 'Training',
    })
    const [event] = (await bed.events('misc_event.changed')).slice(-1)
    expect(event!.team_ids).toEqual([bed.ids.south, bed.ids.north])
    expect((await bed.ask('olga', `DELETE /api/owner/misc-events/${body.id}`)).body).toEqual({
      ok: true,
    })
    expect((await bed.ask('olga', `DELETE /api/owner/misc-events/${body.id}`)).status).toBe(404)
  })

  it.each([
    [{ date: inDays(1) }, 'title', 'Title is required'],
    [
      { title: 'x', date: inDays(1), duration_minutes: 0 },
      'duration_minutes',
      'Duration (minutes) must be > 0',
    ],
    [{ title: 'x', date: '2026-13-01' }, 'date', 'Enter a real date as YYYY-MM-DD'],
    [
      { title: 'x', date: inDays(1), team_id: '018f0000-0000-7000-8000-000000000000' },
      'team_id',
      'Choose a team.',
    ],
  ])('422 %j', async (body, field, sentence) => {
    expect(await bed.ask('olga', 'POST /api/owner/misc-events', body)).toMatchObject({
      status: 422,
      body: { fields: { [field]: sentence } },
    })
  })

  it('403 for a crew, 404 for another organization', async () => {
    const { body } = await bed.ask('olga', 'POST /api/owner/misc-events', {
      title: 'Ours',
      date: inDays(3),
    })
    expect(
      (await bed.ask('lea', 'POST /api/owner/misc-events', { title: 'x', date: inDays(1) })).status,
    ).toBe(403)
    expect(
      (await bed.ask('zed', `PATCH /api/owner/misc-events/${body.id}`, { title: 'Mine' })).status,
    ).toBe(404)
  })
})
