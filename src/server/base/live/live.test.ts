import { EventEmitter } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  onServer,
  openScratch,
  pause,
  until,
  type Scratch,
} from '../../../../test/scratch.ts'
import type { Role } from '../../../domain/base/roles.ts'
import { asOwner, inOrgAll, system } from '../db/door.ts'
import type { Store } from '../db/store.ts'
import { emit, rightsChanged, type About, type EventType } from '../events.ts'
import type { Refused } from '../kit/refusals.ts'
import { createLive } from './streams.ts'
import { addMember, Listening } from './test-bed.ts'
import type { Live } from './service.ts'

const quiet = { error: () => {}, warn: () => {}, info: () => {} }

let scratch: Scratch
let second: Store
const closers: (() => unknown)[] = []
beforeAll(async () => {
  scratch = await openScratch()
  second = await scratch.another()
})
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})
afterAll(() => scratch.drop())

const addPerson = (org: string, role: Role, more: Parameters<typeof addMember>[3] = {}) =>
  addMember(scratch.store, org, role, more)
const addTeam = (org: string, name: string) =>
  asOwner(
    scratch.store,
    async (tx) =>
      (
        await tx
          .insertInto('teams')
          .values({ organization_id: org, name })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
  )
const addCustomer = (org: string) =>
  asOwner(
    scratch.store,
    async (tx) =>
      (
        await tx
          .insertInto('customers')
          .values({ organization_id: org, name: 'Ana' })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
  )
const write = (org: string, type: EventType, data: object = {}, about: About = {}) =>
  inOrgAll(scratch.store, org, system, (tx) => emit(tx, type, data, about))

/** A process that serves streams without authentication: the caller is in the URL. */
async function serve(
  store: Store,
  { heartbeat_ms = 15_000, most = 100 } = {},
): Promise<{ live: Live; url: (org: string, person_id: string, more?: string) => string }> {
  const live = createLive({ store, log: quiet, heartbeat_ms, most })
  await live.start()
  const server: Server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://x').searchParams
    const seat = {
      actor: {
        person_id: query.get('person') ?? '',
        real_person_id: null,
        impersonation_id: null,
        roles: [],
      },
      session_id: null,
      organization_id: query.get('org') ?? '',
      expires_at: Date.now() + Number(query.get('lives') ?? 60_000),
    }
    const last = request.headers['last-event-id']
    const since = query.get('since_ms')
    live
      .open(response, seat, {
        last_event_id: last ? Number(last) : null,
        since_ms: since === null ? null : Number(since),
        headers: {},
      })
      .catch(({ status }: Refused) => response.writeHead(status).end())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  closers.push(async () => {
    await live.stop()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    live,
    url: (org, person_id, more = '') =>
      `http://127.0.0.1:${port}/?org=${org}&person=${person_id}${more}`,
  }
}
function listen(url: string, last?: number | null): Listening {
  const one = new Listening(
    url,
    last === undefined || last === null ? {} : { 'last-event-id': String(last) },
  )
  closers.push(() => one.cut())
  return one
}
const opened = async (one: Listening): Promise<Listening> => {
  await until(() => one.last !== null || one.ended)
  return one
}

describe('a live stream', () => {
  it('sends a committed event immediately, with its number, and nothing for a rollback', async () => {
    const org = await addOrganization(scratch.store)
    // Heartbeats don't query; events are pushed.
    const { url } = await serve(scratch.store, { heartbeat_ms: 600_000 })
    const owner = await opened(listen(url(org, await addPerson(org, 'owner'))))
    expect(owner.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
      'cache-control': 'no-store, no-transform',
    })
    await inOrgAll(scratch.store, org, system, async (tx) => {
      await emit(tx, 'visit.skipped', {})
      throw new Error('no')
    }).catch(() => {})
    await write(org, 'visit.completed', {
      occurrence_id: 'v1',
      date: '2026-11-21',
      version: 4,
      status: 'completed',
      total_cents: 5000,
    })
    await until(() => owner.frames.length === 1)
    expect(owner.frames[0]).toMatchObject({
      id: 1,
      event: 'schedule_completed',
      data: {
        type: 'schedule_completed',
        id: 1,
        version: 4,
        occurrence_id: 'v1',
        date: '2026-11-21',
        status: 'completed',
      },
    })
    expect(owner.frames[0]?.data).not.toHaveProperty('total_cents')
  })

  it('sends a page that reports its load time the events since then, and nothing older', async () => {
    const org = await addOrganization(scratch.store)
    const { url } = await serve(scratch.store, { heartbeat_ms: 600_000 })
    const person = await addPerson(org, 'owner')
    for (const minutes of [3, 2, 1]) {
      await write(org, 'visit.skipped', { occurrence_id: `${minutes} minutes ago` })
      await asOwner(scratch.store, (tx) =>
        sql`update events set at = now() - make_interval(mins => ${minutes}::int) where organization_id = ${org}::uuid and at > now() - interval '30 seconds'`.execute(
          tx,
        ),
      )
    }
    const eventsFor = async (more: string) => {
      const page = await opened(listen(url(org, person, more)))
      await write(org, 'visit.skipped', { occurrence_id: 'now' })
      await until(() => page.frames.some(({ data }) => data?.['occurrence_id'] === 'now'))
      // For the next page that is long ago.
      await asOwner(scratch.store, (tx) =>
        sql`update events set at = now() - interval '4 minutes' where organization_id = ${org}::uuid and at > now() - interval '30 seconds'`.execute(
          tx,
        ),
      )
      return page.frames.map(({ data }) => data?.['occurrence_id']).filter((one) => one !== 'now')
    }
    expect(await eventsFor('')).toEqual([])
    expect(await eventsFor('&since_ms=20000')).toEqual([])
    expect(await eventsFor('&since_ms=90000')).toEqual(['1 minutes ago'])
    expect(await eventsFor('&since_ms=150000')).toEqual(['2 minutes ago', '1 minutes ago'])
  })

  it('sends a paid invoice as updated, then paid, with the number on the last one', async () => {
    const org = await addOrganization(scratch.store)
    const { url } = await serve(scratch.store)
    const owner = await opened(listen(url(org, await addPerson(org, 'owner'))))
    await write(org, 'invoice.paid', { invoice_id: 'i1', status: 'paid', version: 3 })
    await until(() => owner.frames.length === 2)
    expect(
      owner.frames.map(({ id, event, data }) => [
        id,
        event,
        data?.['version'],
        data?.['invoice_id'],
      ]),
    ).toEqual([
      [null, 'invoice_updated', 3, 'i1'],
      [1, 'invoice_paid', 3, 'i1'],
    ])
  })

  it('loses nothing and keeps the order across disconnects, two processes and 8 writers', async () => {
    const org = await addOrganization(scratch.store)
    const person = await addPerson(org, 'owner')
    const servers = [await serve(scratch.store), await serve(second)]
    const seen: number[] = []
    const writers = { going: true }
    const follow = async () => {
      let last: number | null = 0
      for (let turn = 0; writers.going || last !== 8 * 40; turn++) {
        const one = listen(servers[turn % 2]!.url(org, person), last)
        let taken = 0
        const end = Date.now() + 20 + Math.random() * 60
        while (!one.ended && Date.now() < end) {
          await pause(2)
          for (const frame of one.frames.slice(taken)) {
            if (frame.event === 'schedule_completed' && frame.id !== null) seen.push(frame.id)
          }
          taken = one.frames.length
          last = one.last ?? last
        }
        one.cut()
      }
    }
    const following = follow()
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let i = 0; i < 40; i++) {
          await write(org, 'visit.completed')
          await pause(Math.random() * 8)
        }
      }),
    )
    writers.going = false
    await following
    expect(seen).toEqual(Array.from({ length: 8 * 40 }, (_, i) => i + 1))
  })

  it('sends an event that was committed while the previous one was being read', async () => {
    const org = await addOrganization(scratch.store)
    // A delayed read: the second event commits after the first read's snapshot, and notifies while it is in progress.
    const slow: Store = {
      ...scratch.store,
      async acquire() {
        const wire = await scratch.store.acquire()
        return {
          ...wire,
          async query(text, values) {
            const result = await wire.query<never>(text, values)
            if (text.includes('from "events"') && onServer) await pause(80)
            return result
          },
        }
      },
    }
    const { url } = await serve(slow)
    const owner = await opened(listen(url(org, await addPerson(org, 'owner'))))
    await pause(100)
    await write(org, 'visit.completed')
    await pause(30)
    await write(org, 'visit.skipped')
    await until(() => owner.frames.length === 2, 2000)
    expect(owner.frames.map((frame) => frame.id)).toEqual([1, 2])
  })

  it('asks for a reload when too much was missed, or too long ago', async () => {
    const org = await addOrganization(scratch.store)
    const person = await addPerson(org, 'owner')
    const { url } = await serve(scratch.store)
    for (let i = 0; i < 3; i++) await write(org, 'visit.completed')
    await asOwner(scratch.store, (tx) =>
      tx
        .updateTable('events')
        .set({ at: new Date(Date.now() - 301_000).toISOString() })
        .where('organization_id', '=', org)
        .where('number', '=', 2)
        .execute(),
    )
    const late = listen(url(org, person), 1)
    const inTime = listen(url(org, person), 2)
    const fromTheFuture = listen(url(org, person), 99)
    await until(() => [late, inTime, fromTheFuture].every((one) => one.frames.length > 0))
    expect(late.frames).toMatchObject([{ id: 3, event: 'resync' }])
    expect(inTime.frames).toMatchObject([{ id: 3, event: 'schedule_completed' }])
    expect(fromTheFuture.frames).toMatchObject([{ id: 3, event: 'resync' }])
    await asOwner(scratch.store, (tx) =>
      tx.updateTable('organizations').set({ revision: 2000 }).where('id', '=', org).execute(),
    )
    const far = listen(url(org, person), 900)
    await until(() => far.frames.length > 0)
    expect(far.frames).toMatchObject([{ id: 2000, event: 'resync' }])
  })

  it('sends each role only its events', async () => {
    const org = await addOrganization(scratch.store)
    const [mine, theirs] = [await addTeam(org, 'Mine'), await addTeam(org, 'Theirs')]
    const [ana, ben] = [await addCustomer(org), await addCustomer(org)]
    const { url } = await serve(scratch.store)
    const seats = {
      owner: await addPerson(org, 'owner'),
      crew: await addPerson(org, 'crew_member', { team_id: mine }),
      customer: await addPerson(org, 'user', { customer_id: ana }),
      payee: await addPerson(org, 'payee'),
    }
    const streams = Object.fromEntries(
      await Promise.all(
        Object.entries(seats).map(
          async ([name, person]) => [name, await opened(listen(url(org, person)))] as const,
        ),
      ),
    )
    await write(org, 'visit.completed', {}, { customer_id: ana, team_ids: [mine] })
    await write(org, 'visit.completed', {}, { customer_id: ben, team_ids: [theirs] })
    await write(org, 'visit.team_set', {}, { customer_id: ben, team_ids: [theirs, mine] })
    await write(org, 'payment.refunded', {}, { customer_id: ana, team_ids: [mine] })
    await write(org, 'invoice.updated', {}, { customer_id: ben, team_ids: [theirs] })
    await write(org, 'misc_event.changed', {}, {})
    // A crew note refers to the customer but isn't sent to them.
    await write(org, 'customer.changed', { customer_id: ana }, { team_ids: [mine] })
    await write(org, 'organization.changed')
    await until(() =>
      Object.values(streams).every((one) => one.events.at(-1) === 'organization_updated'),
    )
    expect(
      Object.fromEntries(
        Object.entries(streams).map(([name, one]) => [name, one.frames.map((frame) => frame.id)]),
      ),
    ).toEqual({
      owner: [1, 2, 3, 4, 5, 6, 7, 8],
      crew: [1, 3, 6, 7, 8],
      customer: [1, 4, 8],
      payee: [4, 5, 7, 8],
    })
  })

  it('is separate for each organization, and opens for members only', async () => {
    const [org, other] = [
      await addOrganization(scratch.store),
      await addOrganization(scratch.store),
    ]
    const { url, live } = await serve(scratch.store)
    const person = await addPerson(org, 'owner')
    const owner = await opened(listen(url(org, person)))
    const stranger = listen(url(other, person))
    await until(() => stranger.ended)
    expect(stranger.status).toBe(404)
    await write(other, 'visit.completed')
    await write(org, 'visit.skipped')
    await until(() => owner.frames.length === 1)
    expect(owner.events).toEqual(['schedule_skipped'])
    owner.cut()
    await until(() => live.size === 0)
  })

  it('sends heartbeats, advances the number past others’ events, and ends when its token expires', async () => {
    const org = await addOrganization(scratch.store)
    const { url } = await serve(scratch.store, { heartbeat_ms: 30 })
    const payee = await opened(listen(url(org, await addPerson(org, 'payee'), '&lives=400')))
    await write(org, 'visit.completed')
    await until(() => payee.last === 1)
    expect(payee.frames).toEqual([])
    await until(() => payee.ended)
    expect(payee.frames).toMatchObject([{ event: 'closed', data: { reason: 'token_expired' } }])
  })

  it('closes when the person’s permissions change', async () => {
    const org = await addOrganization(scratch.store)
    const { url } = await serve(scratch.store)
    const person = await addPerson(org, 'manager')
    const [one, two, other] = [
      await opened(listen(url(org, person))),
      await opened(listen(url(org, person))),
      await opened(listen(url(org, await addPerson(org, 'manager')))),
    ]
    await inOrgAll(scratch.store, org, system, (tx) => rightsChanged(tx, [person]))
    await until(() => one.ended && two.ended)
    expect(one.frames).toMatchObject([{ event: 'closed', data: { reason: 'rights_changed' } }])
    expect(other.ended).toBe(false)
  })

  it('keeps working after an earlier, closed one loses its connection', async () => {
    const org = await addOrganization(scratch.store)
    const { url, live } = await serve(scratch.store)
    const person = await addPerson(org, 'manager')
    // A connection the network keeps half open after the server ended it.
    const lingering = Object.assign(new EventEmitter(), {
      headersSent: false,
      writableEnded: false,
      writeHead: () => (lingering.headersSent = true),
      write: () => true,
      end: () => (lingering.writableEnded = true),
    })
    const seat = {
      actor: { person_id: person, real_person_id: null, impersonation_id: null, roles: [] },
      session_id: null,
      organization_id: org,
      expires_at: Date.now() + 60_000,
    }
    await live.open(lingering as unknown as ServerResponse, seat, {
      last_event_id: null,
      headers: {},
    })
    await inOrgAll(scratch.store, org, system, (tx) => rightsChanged(tx, [person]))
    await until(() => lingering.writableEnded)
    const again = await opened(listen(url(org, person)))
    lingering.emit('close')
    await write(org, 'visit.completed')
    await until(() => again.events.includes('schedule_completed'), 2000)
    expect(live.size).toBe(1)
  })

  it.runIf(onServer)('continues after a database restart', async () => {
    const org = await addOrganization(scratch.store)
    const person = await addPerson(org, 'owner')
    const { url } = await serve(scratch.store)
    const before = await opened(listen(url(org, person)))
    await scratch.cut()
    await until(() =>
      write(org, 'visit.completed').then(
        () => true,
        () => false,
      ),
    )
    await until(() => before.ended, 15_000)
    const after = listen(url(org, person), before.last)
    await until(
      () =>
        after.frames.length +
          before.frames.filter((frame) => frame.event === 'schedule_completed').length >
        0,
    )
    await write(org, 'visit.skipped')
    await until(() => after.events.includes('schedule_skipped'))
    expect(after.frames.map((frame) => frame.id)).toEqual(
      after.frames.map((_, i) => 2 - after.frames.length + i + 1),
    )
  })
  it('503 beyond the streams one process keeps open, and room again when one leaves', async () => {
    const org = await addOrganization(scratch.store)
    const person = await addPerson(org, 'owner')
    const { live, url } = await serve(scratch.store, { most: 2 })
    const [first, second] = [listen(url(org, person)), listen(url(org, person))]
    await until(() => first.last !== null && second.last !== null)
    const refused = listen(url(org, person))
    await until(() => refused.ended || refused.last !== null)
    expect([refused.status, live.size]).toEqual([503, 2])
    first.cut()
    await until(() => live.size === 1)
    expect((await opened(listen(url(org, person)))).status).toBe(200)
  })
})
