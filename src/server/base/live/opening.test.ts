import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  lastNumber,
  openScratch,
  until,
  type Scratch,
} from '../../../../test/scratch.ts'
import { live as liveCalls } from '../../../api/live.ts'
import type { App } from '../call.ts'
import { asOwner, inOrgAll, system } from '../db/door.ts'
import { emit } from '../events.ts'
import { mountCalls } from '../../http.ts'
import { Refused } from '../kit/refusals.ts'
import { liveHandlers } from './calls.ts'
import { createLive } from './streams.ts'
import { addMember, Listening } from './test-bed.ts'
import type { Actor } from '../actor.ts'

// Who may open a stream, and by what.

const quiet = { error: () => {}, warn: () => {}, info: () => {} }
let scratch: Scratch
const closers: (() => unknown)[] = []
beforeAll(async () => {
  scratch = await openScratch()
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})
afterAll(() => scratch.drop())

describe('GET /api/sse', () => {
  let server: FastifyInstance
  let base: string
  let person: string
  let org: string
  const config = { RATE_LIMITS: false, LIVE_ACCESS_TOKEN: true }
  const bearer = { authorization: 'Bearer good' }
  beforeAll(async () => {
    org = await addOrganization(scratch.store)
    person = await addMember(scratch.store, org, 'owner')
    const live = createLive({ store: scratch.store, log: quiet })
    await live.start()
    const actor = {
      person_id: person,
      real_person_id: null,
      impersonation_id: null,
      roles: ['owner'],
      organization_id: org,
    } as unknown as Actor
    const checkToken = (token: string) =>
      token === 'good'
        ? Promise.resolve({ session: 'a-session', expires_at: Date.now() / 1000 + 60 })
        : Promise.reject(
            new Refused(401, 'unauthenticated', 'Your session expired. Please log in again.'),
          )
    const app = {
      store: scratch.store,
      live,
      checkToken,
      actors: { actorOf: () => Promise.resolve(actor) },
      log: quiet,
      config,
    } as unknown as App
    server = fastify({ forceCloseConnections: true })
    await server.register(cookie)
    await server.register(async (scope) => mountCalls(scope, app, liveCalls, liveHandlers as never))
    base = await server.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => server.close())
  const open = async (query: string, headers: Record<string, string> = {}) => {
    const one = new Listening(`${base}/api/sse?${query}`, headers)
    closers.push(() => one.cut())
    await until(() => one.last !== null || one.ended)
    return one
  }
  const ticket = async () => {
    const response = await fetch(`${base}/api/sse/ticket`, { method: 'POST', headers: bearer })
    expect(response.status).toBe(200)
    return ((await response.json()) as { ticket: string; expires_in: number }).ticket
  }

  it('opens once with a ticket, 401 for its second use', async () => {
    const once = await ticket()
    expect(once).toMatch(/^[\w-]{43}$/)
    const stored = await asOwner(scratch.store, (tx) =>
      tx.selectFrom('sse_tickets').selectAll().execute(),
    )
    expect(JSON.stringify(stored)).not.toContain(once)
    const first = await open(`organization_id=${org}&ticket=${once}`)
    expect(first.status).toBe(200)
    await inOrgAll(scratch.store, org, system, (tx) => emit(tx, 'visit.completed', {}))
    await until(() => first.frames.length === 1)
    expect((await open(`orgId=${org}&ticket=${once}`)).status).toBe(401)
  })

  it('401 for a ticket older than 30 seconds or of a deactivated person, a wrong one, and none', async () => {
    const old = await ticket()
    await asOwner(scratch.store, (tx) =>
      tx
        .updateTable('sse_tickets')
        .set({ expires_at: new Date(Date.now() - 1).toISOString() })
        .execute(),
    )
    expect((await open(`ticket=${old}`)).status).toBe(401)
    const deactivated = await ticket()
    const setStatus = (status: string) =>
      asOwner(scratch.store, (tx) =>
        tx.updateTable('people').set({ status }).where('id', '=', person).execute(),
      )
    await setStatus('inactive')
    expect((await open(`ticket=${deactivated}`)).status).toBe(401)
    await setStatus('active')
    expect((await open('ticket=guess')).status).toBe(401)
    expect((await open('')).status).toBe(401)
    expect((await open('access_token=bad')).status).toBe(401)
  })

  it('401 for a ticket whose sign-in or impersonation has ended since', async () => {
    const account = crypto.randomUUID()
    const [signedOut, stopped] = [await ticket(), await ticket()]
    const note = (ended_at: string | null) =>
      asOwner(scratch.store, (tx) =>
        sql`insert into idp_session (uid, account_id, ended_at) values ('a-session', ${account}::uuid, ${ended_at}::timestamptz)
          on conflict (uid) do update set ended_at = excluded.ended_at`.execute(tx),
      )
    await asOwner(scratch.store, (tx) =>
      sql`insert into idp_account (id, email, name) values (${account}::uuid, 'sse@example.com', 'Sam')`.execute(
        tx,
      ),
    )
    await note(new Date().toISOString())
    expect((await open(`ticket=${signedOut}`)).status).toBe(401)
    await note(null)
    await asOwner(scratch.store, async (tx) => {
      const { rows } = await sql<{ id: string }>`
        insert into impersonations (admin_id, target_id, session_hash, expires_at, ended_at)
        values (${person}::uuid, ${person}::uuid, 'one', now() + interval '1 hour', now()) returning id`.execute(
        tx,
      )
      await sql`update sse_tickets set actor = jsonb_set(actor, '{actor,impersonation_id}', to_jsonb(${rows[0]!.id}::text))`.execute(
        tx,
      )
    })
    expect((await open(`ticket=${stopped}`)).status).toBe(401)
    expect((await open(`ticket=${await ticket()}`)).status).toBe(200)
  })

  it('opens with an Authorization header or access token', async () => {
    expect((await open(`orgId=${org}`, bearer)).status).toBe(200)
    expect((await open(`orgId=${org}`, { authorization: 'bearer good' })).status).toBe(200)
    expect((await open(`organization_id=${org}&access_token=good`)).status).toBe(200)
  })

  it('401 for an access token in the URL where that is off; a ticket and a header still work', async () => {
    config.LIVE_ACCESS_TOKEN = false
    expect((await open('access_token=good')).status).toBe(401)
    expect((await open('', bearer)).status).toBe(200)
    expect((await open(`ticket=${await ticket()}`)).status).toBe(200)
    config.LIVE_ACCESS_TOKEN = true
  })

  it('404 for another organization', async () => {
    expect(
      (await open(`organization_id=${await addOrganization(scratch.store)}`, bearer)).status,
    ).toBe(404)
    expect((await open('organization_id=nonsense', bearer)).status).toBe(404)
  })

  it('resumes after the event number in the query', async () => {
    const write = () =>
      inOrgAll(scratch.store, org, system, (tx) => emit(tx, 'visit.skipped', {})).then(() =>
        lastNumber(scratch.store, org),
      )
    const last = await write()
    await write()
    const one = await open(`last_event_id=${last}`, bearer)
    await until(() => one.frames.length === 1)
    expect(one.frames).toMatchObject([{ id: last + 1, event: 'schedule_skipped' }])
  })
})
