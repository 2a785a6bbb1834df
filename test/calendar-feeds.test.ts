import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../src/domain/base/dates.ts'
import { openWorld, type BodyFor, type OpenWorld } from './world.ts'

let open: OpenWorld
beforeAll(async () => {
  open = await openWorld()
  // A gate code and notes in every place that has them.
  await open.rows("update customers set gate_code = 'G4T3C0DE', gate_code_sealed = 'G4T3C0DE'")
  await open.rows("update rules set notes = 'G4T3C0DE by the note'")
  await open.rows("update visits set notes = 'G4T3C0DE by the visit'")
})
afterAll(() => open?.close())

const emails = {
  owner: 'owner@green-acres.example',
  crew: 'crew@green-acres.example',
  customer: 'customer@green-acres.example',
}
type Who = keyof typeof emails
const offered = async (who: Who) =>
  (await (await open.as(emails[who]))('GET /api/me/calendars')).body.feeds
async function make(
  who: Who,
  scope: BodyFor<'POST /api/me/calendars'>['scope'],
  team_id: string | null = null,
) {
  const { status, body } = await (
    await open.as(emails[who])
  )('POST /api/me/calendars', { body: { scope, team_id } })
  expect([status, body.error]).toEqual([200, undefined])
  return body.feeds.find((one) => one.scope === scope && (one.team?.id ?? null) === team_id)!
    .link as { id: string; url: string; read_at: string | null }
}
const read = (url: string, headers: Record<string, string> = {}) =>
  open.anonymous.raw<string>(`GET ${new URL(url).pathname}`, { headers })

type Entry = Record<string, string>
/** Entries by id, with lines joined again. */
async function entriesOf(url: string): Promise<Map<string, Entry>> {
  const { status, body, headers } = await read(url)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const entries = body
    .replaceAll('\r\n ', '')
    .split('BEGIN:VEVENT')
    .slice(1)
    .map((text) =>
      Object.fromEntries(
        text
          .split('END:VEVENT')[0]!
          .split('\r\n')
          .filter((line) => line.includes(':'))
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
      ),
    )
  return new Map(entries.map((entry) => [entry['UID']!, entry]))
}

const dayOf = (entry: Entry): string =>
  (entry['DTSTART'] ?? entry['DTSTART;VALUE=DATE'] ?? '').slice(0, 8)

describe('links to calendars', () => {
  it('are offered to each by what they may see', async () => {
    const owners = await offered('owner')
    expect(owners.map(({ scope, team }) => [scope, team?.name ?? null]).slice(0, 2)).toEqual([
      ['schedule', null],
      ['schedule', expect.any(String)],
    ])
    expect((await offered('crew')).map(({ scope }) => scope)).toEqual(['own_teams'])
    expect((await offered('customer')).map(({ scope }) => scope)).toEqual(['own_visits'])
    expect((await offered('customer'))[0]!.link).toBeNull()
  })

  it('403: nobody gets one to what they may not see', async () => {
    for (const [who, scope] of [
      ['crew', 'schedule'],
      ['customer', 'schedule'],
      ['customer', 'own_teams'],
      ['owner', 'own_visits'],
    ] as const) {
      const caller = await open.as(emails[who])
      expect(
        await caller('POST /api/me/calendars', { body: { scope, team_id: null } }),
      ).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    }
  })

  it('show the office every visit, and one team its own', async () => {
    const all = await entriesOf((await make('owner', 'schedule')).url)
    const [team] = (await offered('owner')).flatMap((one) => one.team ?? [])
    const some = await entriesOf((await make('owner', 'schedule', team!.id)).url)
    expect(some.size).toBeGreaterThan(0)
    expect(some.size).toBeLessThan(all.size)
    for (const [uid, entry] of some) expect(all.get(uid)).toEqual(entry)
    const visits = [...all.values()].filter(({ UID }) => !UID!.startsWith('event-'))
    expect(visits.some((entry) => entry['DTSTART']?.endsWith('Z'))).toBe(true)
    expect(visits.some((entry) => entry['DTSTART;VALUE=DATE'])).toBe(true)
    // Each leads to its visit, in whatever week it is.
    for (const { URL: link, UID, ...entry } of visits) {
      const day = new URL(link!).searchParams.get('date')!
      const utc = Date.parse(`${day}T12:00:00Z`)
      const starts = entry['DTSTART'] ?? entry['DTSTART;VALUE=DATE']!
      const began = Date.parse(starts.replace(/^(\d{4})(\d\d)(\d\d).*/, '$1-$2-$3T12:00:00Z'))
      expect(Math.abs(began - utc), UID).toBeLessThanOrEqual(86_400_000)
    }
    expect([...all.keys()].some((uid) => uid.startsWith('event-'))).toBe(true)
  })

  it('show a customer their own visits alone, and a crew those of its team', async () => {
    const own = await entriesOf((await make('customer', 'own_visits')).url)
    const series = await open.rows<{ id: string; own: boolean }>(
      `select distinct r.series_id as id, c.email = $1 as own from rules r join customers c using (organization_id) where c.id = r.customer_id`,
      [emails.customer],
    )
    expect(own.size).toBeGreaterThan(0)
    const mine = series.filter((one) => one.own).map(({ id }) => id)
    for (const uid of own.keys()) expect(mine.some((id) => uid.startsWith(id))).toBe(true)
    for (const { SUMMARY } of own.values()) expect(SUMMARY).toMatch(/\(Green Acres Lawn Care\)$/)
    const crew = await entriesOf((await make('crew', 'own_teams')).url)
    const all = await entriesOf((await make('owner', 'schedule')).url)
    expect(crew.size).toBeGreaterThan(0)
    expect(crew.size).toBeLessThan(all.size)
  })

  it('have no gate code, note, price, phone or email', async () => {
    for (const [who, scope] of [
      ['owner', 'schedule'],
      ['crew', 'own_teams'],
      ['customer', 'own_visits'],
    ] as const) {
      const { body } = await read((await make(who, scope)).url)
      expect(body).not.toMatch(/G4T3C0DE|\$|\+1919|mail\.example/)
    }
  })

  it('follow a move under the same id with a higher number, and say what is cancelled', async () => {
    const owner = await open.as(emails.owner)
    const { url } = await make('owner', 'schedule')
    const today = open.world.green.today
    const week = (
      await owner('GET /api/schedule', { query: { from: today, to: addDays(today, 20) } })
    ).body.occurrences
    const [visit, other] = week.filter((one) => one.status === 'scheduled' && one.date > today)
    const before = (await entriesOf(url)).get(`${visit!.occurrence_id}@fieldhive`)!
    const to_date = addDays(visit!.date, 1)
    const moved = await owner.raw('POST /api/schedule/{id}/reschedule', {
      params: { id: visit!.occurrence_id },
      body: { to_date, start_time: '09:30' },
    })
    expect(moved.status).toBe(200)
    await owner.raw('POST /api/schedule/{id}/skip', { params: { id: other!.occurrence_id } })
    const entries = await entriesOf(url)
    const after = entries.get(`${visit!.occurrence_id}@fieldhive`)!
    expect(after['DTSTART']).toMatch(new RegExp(`^${to_date.replaceAll('-', '')}T\\d{4}00Z$`))
    expect(Number(after['SEQUENCE'])).toBeGreaterThan(Number(before['SEQUENCE']))
    expect(after['STATUS']).toBe('CONFIRMED')
    expect(entries.get(`${other!.occurrence_id}@fieldhive`)!['STATUS']).toBe('CANCELLED')
  })

  it('304: what a program has already is not sent again, and reading is noted', async () => {
    const { url } = await make('customer', 'own_visits')
    const first = await read(url)
    const etag = first.headers.get('etag')!
    expect(await read(url, { 'if-none-match': etag })).toMatchObject({ status: 304, body: '' })
    expect((await read(url, { 'if-none-match': '"another"' })).status).toBe(200)
    expect((await offered('customer'))[0]!.link!.read_at).not.toBeNull()
  })

  it('404: a renewed, ended, wrong or orphaned link', async () => {
    const first = await make('customer', 'own_visits')
    const second = await make('customer', 'own_visits')
    expect((await read(first.url)).status).toBe(404)
    expect((await read(second.url)).status).toBe(200)
    const customer = await open.as(emails.customer)
    const other = await open.as(emails.crew)
    const end = { params: { id: second.id } }
    expect((await other('DELETE /api/me/calendars/{id}', end)).status).toBe(404)
    expect((await customer('DELETE /api/me/calendars/{id}', end)).status).toBe(200)
    expect((await read(second.url)).status).toBe(404)
    expect((await read('http://x/api/public/calendar/22222222222222222222222222.ics')).status).toBe(
      404,
    )
    const crew = await make('crew', 'own_teams')
    await open.rows(
      "update memberships set status = 'inactive' where person_id = (select id from people where email = $1)",
      [emails.crew],
    )
    expect((await read(crew.url)).status).toBe(404)
  })

  it('of a deactivated business show its customers only what is past', async () => {
    const { url } = await make('customer', 'own_visits')
    const setStatus = (status: string) =>
      open.rows('update organizations set status = $1 where id = $2', [status, open.world.green.id])
    const coming = async () =>
      [...(await entriesOf(url)).values()].filter(
        (entry) => dayOf(entry) >= open.world.green.today.replaceAll('-', ''),
      ).length
    expect(await coming()).toBeGreaterThan(0)
    await setStatus('inactive')
    expect(await coming()).toBe(0)
    await setStatus('active')
    expect(await coming()).toBeGreaterThan(0)
  })

  it('are kept as hashes and sealed codes', async () => {
    const { url } = await make('owner', 'schedule')
    const token = /([0-9a-z]{26})\.ics$/.exec(url)![1]!
    const kept = await open.rows('select * from calendar_feeds')
    expect(JSON.stringify(kept)).not.toContain(token)
  })
})
