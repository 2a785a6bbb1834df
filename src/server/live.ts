import { hash, randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { live } from '../api/live.ts'
import { liveTimes, type Listener } from '../domain/live.ts'
import type { Role } from '../domain/roles.ts'
import type { Actor, App, CallContext, Handlers } from './call.ts'
import { inOrgAll, onPlatform } from './db/door.ts'
import type { Store } from './db/store.ts'
import { eventsChannel } from './events.ts'
import { peopleChannel } from './identity/touch.ts'
import { mayHear, resyncFrame, told, type EventRow, type Told } from './live-events.ts'
import { Refused } from './refusals.ts'

const ticketSeconds = 30
/** More missed events than this are not told one by one. */
const replayLimit = 1000
/** Bytes a client may leave unread before it is dropped; it resumes when it can. */
const backlogLimit = 256 * 1024
const streamsPerPerson = 24
const nobody = { person_id: null }

/** Who opens a stream, where, and until when. Role and teams are read when it opens. */
export type Seat = { actor: Pick<Actor, 'person_id' | 'real_person_id' | 'roles'>; organization_id: string; expires_at: number }
type CloseReason = 'token_expired' | 'rights_changed' | 'too_many' | 'restarting'

type Stream = { to: ServerResponse; seat: Seat; listener: Listener; organization: Organization | null; at: number; told: number; beat_at: number }
type Organization = { id: string; position: number; streams: Set<Stream>; joining: number; reading: boolean; again: boolean }

/** From where a stream tells: after an event, or from when its page began to load; with neither, from now. */
type Opening = { last_event_id: number | null; since_ms?: number | null; headers: Record<string, unknown> }

export type Live = {
  start(): Promise<void>
  stop(): Promise<void>
  /** Takes over the response and tells events until the client leaves, its token expires or its rights change. */
  open(to: ServerResponse, seat: Seat, options: Opening): Promise<void>
  readonly size: number
}

/** Fans committed events out to the open streams of this process: one LISTEN, and one read an organization, however many listen. */
export function createLive({ store, log, heartbeat_ms = liveTimes.heartbeat }: { store: Store; log: App['log']; heartbeat_ms?: number }): Live {
  const organizations = new Map<string, Organization>()
  const streams = new Set<Stream>()
  const byPerson = new Map<string, Set<Stream>>()
  let clock: NodeJS.Timeout | undefined
  let checked_at = Date.now()

  const read = (organization_id: string, after: number, limit: number): Promise<EventRow[]> =>
    inOrgAll(store, organization_id, nobody, (tx) =>
      tx
        .selectFrom('events')
        .select(['number', 'type', 'data', 'customer_id', 'team_ids', 'at'])
        .where('organization_id', '=', organization_id)
        .where('number', '>', after)
        .orderBy('number')
        .limit(limit)
        .execute(),
    )

  /** Reads what is new and tells it. A wake-up during a read makes one more read, never two at once. */
  async function catchUp(organization: Organization): Promise<void> {
    organization.again = true
    if (organization.reading) return
    organization.reading = true
    try {
      while (organization.again) {
        organization.again = false
        const rows = await read(organization.id, organization.position, 500)
        for (const row of rows) {
          const event = told(row)
          organization.position = row.number
          for (const stream of organization.streams) tell(stream, event)
        }
        if (rows.length === 500) organization.again = true
      }
    } catch (fault) {
      // The clock looks again within a heartbeat; so does the listener when it is back.
      log.warn({ err: fault }, 'live events could not be read')
    } finally {
      organization.reading = false
    }
  }

  function tell(stream: Stream, event: Told): void {
    if (event.number <= stream.at) return
    stream.at = event.number
    for (const frame of event.frames) {
      if (!mayHear(stream.listener, frame)) continue
      stream.told = event.number
      send(stream, frame.bytes)
    }
  }

  function send(stream: Stream, bytes: Buffer | string): void {
    if (stream.to.destroyed || stream.to.writableEnded) return
    if (!stream.to.write(bytes) && stream.to.writableLength > backlogLimit) stream.to.destroy()
  }

  function close(stream: Stream, reason: CloseReason): void {
    leave(stream)
    if (stream.to.headersSent && !stream.to.writableEnded) stream.to.end(`event: closed\ndata: ${JSON.stringify({ reason })}\n\n`)
  }

  function leave(stream: Stream): void {
    streams.delete(stream)
    for (const person of peopleOf(stream.seat)) {
      const theirs = byPerson.get(person)
      theirs?.delete(stream)
      if (!theirs?.size) byPerson.delete(person)
    }
    const { organization } = stream
    if (!organization) return
    organization.streams.delete(stream)
    // A stream leaves twice, when it is closed and when its connection is; by then others may listen under the same id.
    if (!organization.streams.size && !organization.joining && organizations.get(organization.id) === organization) organizations.delete(organization.id)
  }

  function enter(stream: Stream): void {
    streams.add(stream)
    for (const person of peopleOf(stream.seat)) {
      const theirs = byPerson.get(person) ?? new Set()
      byPerson.set(person, theirs.add(stream))
      const [oldest] = theirs
      if (theirs.size > streamsPerPerson && oldest) close(oldest, 'too_many')
    }
    stream.to.once('close', () => leave(stream))
  }

  /** Tells what was missed since the client's last event, then joins the organization's stream at exactly that number. */
  async function resume(stream: Stream, revision: number): Promise<void> {
    const id = stream.seat.organization_id
    const known = organizations.get(id)
    const organization = known ?? { id, position: revision, streams: new Set(), joining: 0, reading: false, again: false }
    organization.joining++
    stream.organization = organization
    if (!known) {
      organizations.set(id, organization)
      // What was committed since the revision was read has already called; nobody was there to hear.
      void catchUp(organization)
    }
    try {
      const missed = revision - stream.at
      if (missed < 0 || missed > replayLimit) restart(stream, revision)
      while (stream.at < organization.position && streams.has(stream)) {
        const rows = await read(id, stream.at, 500)
        if (!rows[0]) break
        if (Date.parse(rows[0].at) < Date.now() - liveTimes.replay) restart(stream, organization.position)
        else for (const row of rows) tell(stream, told(row))
      }
    } finally {
      organization.joining--
    }
    if (streams.has(stream)) organization.streams.add(stream)
    else leave(stream)
  }

  function restart(stream: Stream, number: number): void {
    stream.at = stream.told = number
    send(stream, resyncFrame(number))
  }

  /** Every second: expired tokens, heartbeats; every heartbeat: whether a wake-up was lost. */
  function tick(): void {
    const now = Date.now()
    for (const stream of streams) {
      if (now >= stream.seat.expires_at) close(stream, 'token_expired')
      else if (now - stream.beat_at >= heartbeat_ms && stream.organization) {
        stream.beat_at = now
        // Events meant for others move the number on too, so that a resume need not read them again.
        send(stream, stream.at === stream.told ? ':\n\n' : `:\nid: ${stream.at}\n\n`)
        stream.told = stream.at
      }
    }
    if (now - checked_at < heartbeat_ms || !organizations.size) return
    checked_at = now
    onPlatform(store, nobody, (tx) =>
      tx
        .selectFrom('organizations')
        .select(['id', 'revision'])
        .where('id', 'in', [...organizations.keys()])
        .execute(),
    ).then(
      (rows) => rows.forEach((row) => heard(`${row.id}:${row.revision}`)),
      (fault) => log.warn({ err: fault }, 'live events could not be checked'),
    )
  }

  function heard(payload: string | null): void {
    if (payload === null) return organizations.forEach((organization) => void catchUp(organization))
    const [id = '', number] = payload.split(':')
    const organization = organizations.get(id)
    if (organization && Number(number) > organization.position) void catchUp(organization)
  }

  function rightsChanged(person_id: string | null): void {
    // Told nothing for a while: everybody comes in again, spread over a few seconds, and is read anew.
    if (person_id === null) for (const stream of streams) setTimeout(() => close(stream, 'rights_changed'), Math.random() * 3000).unref()
    else for (const stream of byPerson.get(person_id) ?? []) close(stream, 'rights_changed')
  }

  return {
    get size() {
      return streams.size
    },
    async start() {
      await store.listen(eventsChannel, heard)
      await store.listen(peopleChannel, rightsChanged)
      clock = setInterval(tick, Math.min(1000, heartbeat_ms))
      clock.unref()
    },
    stop() {
      clearInterval(clock)
      for (const stream of streams) close(stream, 'restarting')
      return Promise.resolve()
    },
    async open(to, seat, { last_event_id, since_ms = null, headers }) {
      const listener: Listener = { user_id: seat.actor.person_id, roles: [], team_ids: [], customer_id: null }
      const stream: Stream = { to, seat, listener, organization: null, at: 0, told: 0, beat_at: Date.now() }
      // Entered before the rights are read: a change in between closes it.
      enter(stream)
      try {
        const { revision, ...rights } = await rightsOf(store, seat)
        if (!streams.has(stream) || to.destroyed) throw unauthenticated()
        stream.listener = rights
        stream.at = stream.told = last_event_id ?? (since_ms === null ? revision : await eventBefore(store, seat.organization_id, revision, since_ms))
        to.writeHead(200, {
          ...headers,
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store, no-transform',
          'x-accel-buffering': 'no',
        } as Record<string, string>)
        send(stream, `retry: ${liveTimes.retry_first}\nid: ${stream.at}\n\n`)
        await resume(stream, revision)
      } catch (fault) {
        leave(stream)
        if (!to.headersSent) throw fault
        to.destroy()
      }
    },
  }
}

const peopleOf = ({ actor }: Seat): string[] => [actor.person_id, ...(actor.real_person_id ? [actor.real_person_id] : [])]

/** Role, teams and customer as the database has them now, and the organization's revision. */
async function rightsOf(store: Store, { actor, organization_id }: Seat): Promise<Listener & { revision: number }> {
  const rows = await inOrgAll(store, organization_id, nobody, (tx) =>
    tx
      .selectFrom('organizations')
      .leftJoin('memberships', (join) =>
        join
          .onRef('memberships.organization_id', '=', 'organizations.id')
          .on('memberships.person_id', '=', actor.person_id)
          .on('memberships.status', '=', 'active'),
      )
      .leftJoin('led_teams', (join) =>
        join
          .onRef('led_teams.organization_id', '=', 'memberships.organization_id')
          .onRef('led_teams.membership_id', '=', 'memberships.id')
          .on('memberships.role', '=', 'crew_owner'),
      )
      .select(['organizations.revision', 'role', 'memberships.team_id', 'led_teams.team_id as led_team_id', 'customer_id'])
      .where('organizations.id', '=', organization_id)
      .execute(),
  )
  const roles = rows.flatMap(({ role }) => (role ? [role as Role] : []))
  // An admin looks at an organization as its owner does.
  if (actor.roles.includes('admin')) roles.push('admin', 'owner')
  const [first] = rows
  if (!first || !roles.length) throw new Refused(404, 'not_found', 'Not found.')
  return {
    user_id: actor.person_id,
    roles,
    team_ids: rows.flatMap(({ team_id, led_team_id }) => [team_id, led_team_id].filter((id) => id !== null)),
    customer_id: rows.find(({ customer_id }) => customer_id)?.customer_id ?? null,
    revision: first.revision,
  }
}

/** The number of the last event before a page began to load; where there are too many since, one from which they are not told one by one. */
async function eventBefore(store: Store, organization_id: string, revision: number, since_ms: number): Promise<number> {
  const since = new Date(Date.now() - since_ms - liveTimes.settling).toISOString()
  const first = await inOrgAll(store, organization_id, nobody, (tx) =>
    tx
      .selectFrom('events')
      .select('number')
      .where('organization_id', '=', organization_id)
      .where('number', '>=', revision - replayLimit)
      .where('at', '>=', since)
      .orderBy('number')
      .limit(1)
      .executeTakeFirst(),
  )
  return first ? first.number - 1 : revision
}

const hashOf = (ticket: string): string => hash('sha256', ticket, 'hex')
const unauthenticated = (): Refused => new Refused(401, 'unauthenticated', 'Your session expired. Please log in again.')

/** When the bearer's token ends, in milliseconds since 1970. */
const endOf = async ({ app, headers }: Pick<CallContext, 'app' | 'headers'>): Promise<number> =>
  (await app.checkToken((headers.authorization ?? '').replace(/^Bearer /, ''))).expires_at * 1000

function seatFor(actor: Actor, expires_at: number): Seat {
  if (!actor.organization_id) throw new Refused(403, 'no_organization', 'Choose an organization first.')
  return { actor: { person_id: actor.person_id, real_person_id: actor.real_person_id, roles: actor.roles }, organization_id: actor.organization_id, expires_at }
}

/** The seat a ticket was made for; a ticket is gone with its first use. */
async function redeem(store: Store, ticket: string): Promise<Seat> {
  const row = await onPlatform(store, nobody, async (tx) => {
    const found = await tx.deleteFrom('sse_tickets').where('token_hash', '=', hashOf(ticket)).returning(['actor', 'expires_at', 'person_id']).executeTakeFirst()
    const person = found && (await tx.selectFrom('people').select('status').where('id', '=', found.person_id).executeTakeFirst())
    return person && person.status !== 'inactive' ? found : undefined
  })
  if (!row || Date.parse(row.expires_at) <= Date.now()) throw unauthenticated()
  return row.actor as Seat
}

export const liveHandlers: Handlers<typeof live> = {
  'POST /api/sse/ticket': async (call) => {
    const seat = seatFor(call.actor, await endOf(call))
    const ticket = randomBytes(32).toString('base64url')
    const expires_at = new Date(Date.now() + ticketSeconds * 1000).toISOString()
    await call.onPlatform((tx) =>
      tx
        .insertInto('sse_tickets')
        .values({ token_hash: hashOf(ticket), person_id: seat.actor.person_id, organization_id: seat.organization_id, expires_at, actor: JSON.stringify(seat) })
        .execute(),
    )
    return { ticket, expires_in: ticketSeconds }
  },

  'GET /api/sse': async (call) => {
    const { app, query, reply } = call
    let seat: Seat
    if (query.ticket) seat = await redeem(app.store, query.ticket)
    else if (call.actor) seat = seatFor(call.actor, await endOf(call))
    else if (query.access_token && app.config.LIVE_ACCESS_TOKEN) {
      const claims = await app.checkToken(query.access_token)
      seat = seatFor(await app.actors.actorOf(claims, call.cookies['impersonation']), claims.expires_at * 1000)
    } else throw unauthenticated()
    const asked = query.organization_id ?? query.orgId
    if (asked && asked !== seat.organization_id) throw new Refused(404, 'not_found', 'Not found.')

    const count = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null)
    await app.live.open(reply.raw, seat, {
      last_event_id: count(String(call.headers['last-event-id'] ?? query.last_event_id ?? '')),
      since_ms: count(query.since_ms ?? ''),
      headers: reply.getHeaders(),
    })
    reply.hijack()
    return undefined
  },
}
