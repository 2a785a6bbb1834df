import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner, onPlatform, system } from '../src/server/base/db/door.ts'
import { sql } from 'kysely'
import { actOf } from '../src/server/base/history/read-changes.ts'
import { jobHandlers } from '../src/server/job-handlers.ts'
import { productFiles, read as source } from './source.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
let bright: Caller
let manager_id: string
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  bright = await open.as('owner@bright-side.example')
  const manager = await open.as('manager@green-acres.example')
  manager_id = (await manager('GET /api/users/me')).body.id
  await manager('PATCH /api/owner/schedule-settings', { body: { slot_minutes: 20 } })
  await owner('POST /api/owner/teams', { body: { name: '=Hedge team' } })
})
afterAll(() => open?.close())

const read = async (query: Record<string, unknown> = {}) =>
  (await owner('GET /api/owner/audit', { query })).body.entries as {
    id: string
    act: string
    person: { id: string; name: string } | null
    changes: unknown[]
    refused: string | null
    at: string
  }[]

describe('GET /api/owner/audit', () => {
  it('says who did what, in words, with what was sent', async () => {
    const [newest] = await read()
    expect(newest).toMatchObject({
      act: expect.stringMatching(/team/i),
      person: { name: 'Dana Green' },
      by_support: false,
      refused: null,
      changes: expect.arrayContaining([{ field: 'name', from: null, to: '=Hedge team' }]),
    })
  })

  it('is narrowed by person, kind and days, page by page', async () => {
    const own = await read({ person_id: manager_id })
    expect(own.length).toBeGreaterThan(0)
    expect(own.every(({ person }) => person?.id === manager_id)).toBe(true)
    const settings = await read({ kind: 'settings' })
    expect(settings[0]).toMatchObject({
      changes: [{ field: 'slot_minutes', from: null, to: '20' }],
    })
    expect(await read({ to: '2020-01-01' })).toEqual([])
    const all = await read({ limit: 200 })
    const first = await owner('GET /api/owner/audit', { query: { limit: 1 } })
    const second = await owner('GET /api/owner/audit', {
      query: { limit: 1, cursor: first.body.next_cursor! },
    })
    expect([first, second].map(({ body }) => body.entries[0]!.id)).toEqual(
      all.slice(0, 2).map(({ id }) => id),
    )
  })

  it('shows an act that was refused afterward once, as refused', async () => {
    const answer = await bright('POST /api/owner/platform-billing/confirm-subscription')
    expect(answer.status).not.toBe(200)
    const { body } = await bright('GET /api/owner/audit', { query: { limit: 2 } })
    const refused = body.entries.filter((entry: { refused: unknown }) => entry.refused)
    expect(refused).toMatchObject([{ refused: answer.body.code }])
    const acts = body.entries.map(({ act }: { act: string }) => act)
    expect(acts.filter((act: string) => act === refused[0]!.act)).toHaveLength(1)
  })

  it('shows nothing of another organization', async () => {
    const { body } = await bright('GET /api/owner/audit', { query: { limit: 200 } })
    expect(JSON.stringify(body)).not.toContain('Hedge team')
  })

  it('names support, from its first to its last moment as a person of the business', async () => {
    const admin = await open.as('admin@fieldhive.example')
    const started = await admin('POST /api/admin/impersonate/start', {
      body: { user_id: manager_id, reason: 'A question about an invoice' },
    })
    const headers = { cookie: started.headers.get('set-cookie')!.split(';')[0]! }
    await admin('POST /api/admin/impersonate/stop', { headers })
    expect(await read({ limit: 2 })).toMatchObject([
      { act: 'Support stopped acting as a person', person: { id: manager_id }, by_support: true },
      {
        act: 'Support began to act as a person',
        person: { name: 'Fieldhive support' },
        // A moment as a clock here shows it, and nothing that means something to us alone.
        changes: [
          { field: 'reason', to: 'A question about an invoice' },
          {
            field: 'expires_at',
            to: expect.stringMatching(/^\w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M$/),
          },
        ],
      },
    ])
  })

  it('names the end of support that nobody ended', async () => {
    const admin = await open.as('admin@fieldhive.example')
    const started = await admin('POST /api/admin/impersonate/start', {
      body: { user_id: manager_id },
    })
    const headers = { cookie: started.headers.get('set-cookie')!.split(';')[0]! }
    await jobHandlers['sweep.expired'](open.app, {})
    expect((await read({ limit: 1 }))[0]).toMatchObject({ act: 'Support began to act as a person' })
    await asOwner(open.app.store, (tx) =>
      sql`update impersonations set expires_at = now() where ended_at is null`.execute(tx),
    )
    open.app.actors.forget()
    // The banner is still on the screen of a device that slept.
    await admin('POST /api/admin/impersonate/stop', { headers })
    for (let times = 0; times < 2; times++) await jobHandlers['sweep.expired'](open.app, {})
    expect(await read({ limit: 2 })).toMatchObject([
      {
        act: 'Support’s time to act as a person ran out',
        person: { id: manager_id },
        by_support: true,
        changes: [{ field: 'expires_at' }],
      },
      { act: 'Support began to act as a person' },
    ])
  })

  it('has words for every act that is no call', () => {
    const acts = productFiles
      .filter((file) => file.startsWith('src/server/'))
      .flatMap((file) => [
        ...source(file).matchAll(
          /(?:audit|record)\(tx, (?:\{\s*action: |\w+, )'([a-z]+\.[a-z]+)'/g,
        ),
      ])
      .map(([, act]) => act!)
    expect(acts.length).toBeGreaterThan(8)
    expect(acts.filter((act) => actOf(act, null) === act)).toEqual([])
  })

  it.each([
    ['owed', 'After a lost dispute, the customer owes the amount again'],
    ['written_off', 'After a lost dispute, the amount was written off'],
  ])('says what became of a lost dispute: %s', async (as, act) => {
    // The same call for both, so only what was sent tells them apart.
    await asOwner(open.app.store, (tx) =>
      sql`insert into audit (organization_id, action, after)
        values (${open.world.green.id}::uuid, 'POST /api/disputes/{id}/settlement', ${JSON.stringify({ as })}::text::jsonb)`.execute(
        tx,
      ),
    )
    expect((await read({ limit: 1 }))[0]).toMatchObject({ act })
  })

  it('is for the owner alone', async () => {
    const manager = await open.as('manager@green-acres.example')
    expect((await manager('GET /api/owner/audit')).status).toBe(403)
  })
})

describe('GET /api/owner/audit/export', () => {
  it('is a file a spreadsheet shows and never runs', async () => {
    const file = (await owner('GET /api/owner/audit/export')).body
    expect(file).toContain('When,Who,By support,What,Of,Changes,Refused,From address')
    expect(file).toContain('name:  -> =Hedge team')
    expect(file).not.toMatch(/(^|,)=/m)
  })
})

describe('after seven years', () => {
  it('is gone, and not a day before', async () => {
    const { store } = open.app
    await asOwner(store, (tx) =>
      // By the database's own clock: the function cannot be told another day.
      sql`insert into audit (organization_id, action, at) values (${open.world.green.id}::uuid, 'old', pg_catalog.now() - interval '7 years 1 day'),
        (${open.world.green.id}::uuid, 'young', pg_catalog.now() - interval '7 years' + interval '1 day')`.execute(
        tx,
      ),
    )
    await onPlatform(store, system, (tx) => sql`select purge_audit()`.execute(tx))
    const left = await open.rows(`select action from audit where action in ('old', 'young')`)
    expect(left).toEqual([{ action: 'young' }])
  })
})
