import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inDays, openTestBed, today, type TestBed } from '../visits/test-bed.ts'

let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

const ask = (call: string, who: Parameters<TestBed['ask']>[0] = 'olga') =>
  bed.ask(who, `GET ${call}`)
const times = '/api/schedule/start-times'
const events = '/api/schedule/org-events'
const free = '/api/owner/available-times'
const nobodysTeam = '018f0000-0000-7000-8000-000000000000'

describe('limits of the schedule calls', () => {
  it.each([
    [
      `/api/schedule?from=${today}&to=${inDays(91)}`,
      `/api/schedule?from=${today}&to=${inDays(92)}`,
      'to',
    ],
    [`${times}?from=${today}&to=${inDays(91)}`, `${times}?from=${today}&to=${inDays(92)}`, 'to'],
    [`${times}?from=${today}&to=${today}`, `${times}?from=${today}&to=${inDays(-1)}`, 'to'],
    [`${events}?days=92`, `${events}?days=93`, 'days'],
    [`${events}?days=1`, `${events}?days=0`, 'days'],
    [`${events}?limit=200`, `${events}?limit=201`, 'limit'],
    [`${events}?q=${'x'.repeat(200)}`, `${events}?q=${'x'.repeat(201)}`, 'q'],
    [`${events}?team_id=none`, `${events}?team_id=north`, 'team_id'],
    [
      `${free}?date=${today}&service_minutes=1440`,
      `${free}?date=${today}&service_minutes=1441`,
      'service_minutes',
    ],
    [
      `${free}?date=${today}&service_minutes=1`,
      `${free}?date=${today}&service_minutes=0`,
      'service_minutes',
    ],
    [`${free}?date=${today}`, free, 'date'],
    [`${free}?date=${today}`, `${free}?date=2026-02-30`, 'date'],
    [`${free}?date=${today}`, `${free}?date=${today}&team_id=${nobodysTeam}`, 'team_id'],
    ['/api/schedule/candidates?limit=200', '/api/schedule/candidates?limit=201', 'limit'],
    [
      '/api/schedule/candidates?include_leads=true',
      '/api/schedule/candidates?include_leads=maybe',
      'include_leads',
    ],
  ])('%s, and no more: %s', async (within, beyond, field) => {
    expect((await ask(within)).status).toBe(200)
    const refused = await ask(beyond)
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, [field]])
  })

  it('each is limited to the allowed roles', async () => {
    const asked = [
      `${times}?from=${today}&to=${today}`,
      events,
      `${free}?date=${today}`,
      '/api/schedule/candidates',
    ]
    const who = ['olga', 'mike', 'lea', 'max', 'bob'] as const
    expect(
      await Promise.all(
        who.map(async (name) =>
          Promise.all(asked.map(async (call) => (await ask(call, name)).status)),
        ),
      ),
    ).toEqual([
      [200, 200, 200, 200],
      [200, 200, 200, 200],
      [200, 200, 200, 403],
      [200, 403, 403, 403],
      [403, 403, 403, 403],
    ])
  })

  it('a crew gets start times of its own teams only', async () => {
    const mine = await bed.addRule({
      customer_id: await bed.addCustomer('Nora'),
      start_date: inDays(20),
      pattern: 'once',
      start_time: '09:00',
    })
    const theirs = await bed.addRule({
      customer_id: await bed.addCustomer('Sara'),
      start_date: inDays(20),
      pattern: 'once',
      start_time: '10:00',
      team_id: bed.ids.south,
    })
    const ids = (await ask(`${times}?from=${inDays(20)}&to=${inDays(20)}`, 'lea')).body.items.map(
      (item: { rule_id: string }) => item.rule_id,
    )
    expect(ids).toContain(mine.rule_id)
    expect(ids).not.toContain(theirs.rule_id)
  })

  it('a day with more events than the limit is returned whole, and the next page starts after it', async () => {
    const day = inDays(60)
    await bed.write((tx) =>
      tx
        .insertInto('misc_events')
        .values(
          Array.from({ length: 205 }, (_, n) => ({
            organization_id: bed.ids.org,
            title: `Meeting ${n}`,
            date: day,
          })),
        )
        .execute(),
    )
    const { items, next_from, has_more } = (
      await ask(`${events}?from=${day}&days=7&type=misc_event`)
    ).body
    expect([items.length, next_from, has_more]).toEqual([205, inDays(61), true])
  })

  it('a search for a date starts at that day', async () => {
    const day = inDays(61)
    for (const [title, date] of [
      ['On the day', day],
      ['Two days on', inDays(63)],
    ])
      await bed.ask('olga', 'POST /api/owner/misc-events', { title, date })
    const page = async (more = '') => {
      const { items, next_from } = (await ask(`${events}?q=${day}&type=misc_event${more}`)).body
      return [items.map((item: { title: string }) => item.title), next_from]
    }
    expect(await page()).toEqual([['On the day'], inDays(62)])
    expect(await page(`&from=${inDays(62)}`)).toEqual([['Two days on'], inDays(69)])
  })
})
