import type { ServerResponse } from 'node:http'
import { liveTimes, type StreamPermissions } from '../../../domain/base/live.ts'
import type { App } from '../call.ts'
import type { Store } from '../db/store.ts'
import { eventsChannel, peopleChannel } from '../events.ts'
import { Refused } from '../kit/refusals.ts'
import { framesOf, mayReceive, resyncFrame, type EventFrames } from './events.ts'
import {
  hasEnded,
  readEvents,
  readNumberBefore,
  readRevisions,
  readRights,
  replayLimit,
} from './read.ts'
import type { StreamActor, Opening, Live } from './service.ts'

/** Bytes a client may leave unread before it is dropped; it resumes later. */
const backlogLimit = 256 * 1024
const streamsPerPerson = 24
/** Open streams per process: about 30 kB each. */
const streamsPerProcess = 10_000
/** Rows per read. */
const pageSize = 500

type CloseReason = 'token_expired' | 'rights_changed' | 'too_many' | 'restarting'

type Stream = {
  to: ServerResponse
  owner: StreamActor
  rights: StreamPermissions
  organization: Organization | null
  /** The last event passed, and the last one whose number the client has. */
  at: number
  sent: number
  beat_at: number
}
type Organization = {
  id: string
  position: number
  streams: Set<Stream>
  joining: number
  reading: boolean
  again: boolean
}

type Options = { store: Store; log: App['log']; heartbeat_ms?: number; most?: number }

/**
 * Sends committed events to this process's open streams: one LISTEN, and one read per organization,
 * however many streams there are.
 */
export const createLive = (options: Options): Live => new Streams(options)

class Streams implements Live {
  #store: Store
  #log: App['log']
  #heartbeat_ms: number
  #most: number
  #organizations = new Map<string, Organization>()
  #streams = new Set<Stream>()
  #byPerson = new Map<string, Set<Stream>>()
  #clock: NodeJS.Timeout | undefined
  #checked_at = Date.now()

  constructor({
    store,
    log,
    heartbeat_ms = liveTimes.heartbeat,
    most = streamsPerProcess,
  }: Options) {
    this.#most = most
    this.#store = store
    this.#log = log
    this.#heartbeat_ms = heartbeat_ms
  }

  get size(): number {
    return this.#streams.size
  }

  async start(): Promise<void> {
    await this.#store.listen(eventsChannel, (payload) => this.#heard(payload))
    await this.#store.listen(peopleChannel, (person_id) => this.#rightsChanged(person_id))
    this.#clock = setInterval(() => this.#tick(), Math.min(1000, this.#heartbeat_ms))
    this.#clock.unref()
  }

  stop(): Promise<void> {
    clearInterval(this.#clock)
    for (const stream of this.#streams) this.#close(stream, 'restarting')
    return Promise.resolve()
  }

  async open(
    to: ServerResponse,
    owner: StreamActor,
    { last_event_id, since_ms = null, headers }: Opening,
  ): Promise<void> {
    if (this.#streams.size >= this.#most) throw full()
    const stream = newStream(to, owner)
    // Registered before its permissions are read, so that a change in between closes it.
    this.#enter(stream)
    try {
      if (await hasEnded(this.#store, owner)) throw unauthenticated()
      const { revision, ...rights } = await readRights(this.#store, owner)
      if (!this.#streams.has(stream) || to.destroyed) throw unauthenticated()
      stream.rights = rights
      stream.at = stream.sent =
        last_event_id ??
        (since_ms === null
          ? revision
          : await readNumberBefore(this.#store, owner.organization_id, revision, since_ms))
      writeHead(to, headers)
      send(stream, `retry: ${liveTimes.retry_first}\nid: ${stream.at}\n\n`)
      await this.#resume(stream, revision)
    } catch (fault) {
      this.#leave(stream)
      if (!to.headersSent) throw fault
      to.destroy()
    }
  }

  #enter(stream: Stream): void {
    this.#streams.add(stream)
    for (const person of peopleOf(stream.owner)) {
      const theirs = this.#byPerson.get(person) ?? new Set()
      this.#byPerson.set(person, theirs.add(stream))
      const [oldest] = theirs
      if (theirs.size > streamsPerPerson && oldest) this.#close(oldest, 'too_many')
    }
    stream.to.once('close', () => this.#leave(stream))
  }

  #leave(stream: Stream): void {
    this.#streams.delete(stream)
    for (const person of peopleOf(stream.owner)) {
      const theirs = this.#byPerson.get(person)
      theirs?.delete(stream)
      if (!theirs?.size) this.#byPerson.delete(person)
    }
    const { organization } = stream
    if (!organization) return
    organization.streams.delete(stream)
    // A stream leaves twice, when it and its connection close; by then others may use the same id.
    const isEmpty = !organization.streams.size && !organization.joining
    if (isEmpty && this.#organizations.get(organization.id) === organization)
      this.#organizations.delete(organization.id)
  }

  #close(stream: Stream, reason: CloseReason): void {
    this.#leave(stream)
    if (stream.to.headersSent && !stream.to.writableEnded)
      stream.to.end(`event: closed\ndata: ${JSON.stringify({ reason })}\n\n`)
  }

  /**
   * Sends what the client missed since its last event, then joins the organization's stream at
   * exactly that number.
   */
  async #resume(stream: Stream, revision: number): Promise<void> {
    const organization = this.#join(stream, revision)
    try {
      const missed = revision - stream.at
      if (missed < 0 || missed > replayLimit) restart(stream, revision)
      while (stream.at < organization.position && this.#streams.has(stream)) {
        const rows = await readEvents(this.#store, organization.id, stream.at, pageSize)
        if (!rows[0]) break
        if (Date.parse(rows[0].at) < Date.now() - liveTimes.replay)
          restart(stream, organization.position)
        else for (const row of rows) sendEvent(stream, framesOf(row))
      }
    } finally {
      organization.joining--
    }
    if (this.#streams.has(stream)) organization.streams.add(stream)
    else this.#leave(stream)
  }

  #join(stream: Stream, revision: number): Organization {
    const id = stream.owner.organization_id
    const known = this.#organizations.get(id)
    const organization = known ?? newOrganization(id, revision)
    organization.joining++
    stream.organization = organization
    if (!known) {
      this.#organizations.set(id, organization)
      // Events committed since the revision was read were announced before this stream was
      // listening.
      void this.#catchUp(organization)
    }
    return organization
  }

  /**
   * Reads and sends what is new. A wake-up during a read triggers one more read, never two at a
   * time.
   */
  async #catchUp(organization: Organization): Promise<void> {
    organization.again = true
    if (organization.reading) return
    organization.reading = true
    try {
      while (organization.again) {
        organization.again = false
        const rows = await readEvents(this.#store, organization.id, organization.position, pageSize)
        for (const row of rows) {
          const event = framesOf(row)
          organization.position = row.number
          for (const stream of organization.streams) sendEvent(stream, event)
        }
        if (rows.length === pageSize) organization.again = true
      }
    } catch (fault) {
      // The timer retries within a heartbeat; so does the listener when it is back.
      this.#log.warn({ err: fault }, 'live events could not be read')
    } finally {
      organization.reading = false
    }
  }

  /** Every second: expired tokens and heartbeats; every heartbeat: whether a wake-up was lost. */
  #tick(): void {
    const now = Date.now()
    for (const stream of this.#streams) {
      if (now >= stream.owner.expires_at) this.#close(stream, 'token_expired')
      else if (now - stream.beat_at >= this.#heartbeat_ms && stream.organization)
        sendBeat(stream, now)
    }
    if (now - this.#checked_at < this.#heartbeat_ms || !this.#organizations.size) return
    this.#checked_at = now
    readRevisions(this.#store, [...this.#organizations.keys()]).then(
      (rows) => rows.forEach((row) => this.#heard(`${row.id}:${row.revision}`)),
      (fault) => this.#log.warn({ err: fault }, 'live events could not be checked'),
    )
  }

  #heard(payload: string | null): void {
    if (payload === null)
      return this.#organizations.forEach((organization) => void this.#catchUp(organization))
    const [id = '', number] = payload.split(':')
    const organization = this.#organizations.get(id)
    if (organization && Number(number) > organization.position) void this.#catchUp(organization)
  }

  #rightsChanged(person_id: string | null): void {
    const close = (stream: Stream) => this.#close(stream, 'rights_changed')
    // Notifications may have been missed: reconnect every stream, spread over a few seconds.
    if (person_id === null)
      for (const stream of this.#streams)
        setTimeout(() => close(stream), Math.random() * 3000).unref()
    else for (const stream of this.#byPerson.get(person_id) ?? []) close(stream)
  }
}

export const unauthenticated = (): Refused =>
  new Refused(401, 'unauthenticated', 'Your session expired. Please log in again.')

const full = (): Refused =>
  new Refused(
    503,
    'unavailable',
    'Too many pages are watching for changes right now. This page tries again automatically.',
  )

const newStream = (to: ServerResponse, owner: StreamActor): Stream => ({
  to,
  owner,
  rights: { user_id: owner.actor.person_id, roles: [], team_ids: [], customer_id: null },
  organization: null,
  at: 0,
  sent: 0,
  beat_at: Date.now(),
})

const newOrganization = (id: string, position: number): Organization => ({
  id,
  position,
  streams: new Set(),
  joining: 0,
  reading: false,
  again: false,
})

const peopleOf = ({ actor }: StreamActor): string[] => [
  actor.person_id,
  ...(actor.real_person_id ? [actor.real_person_id] : []),
]

const writeHead = (to: ServerResponse, headers: Record<string, unknown>) =>
  to.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  } as Record<string, string>)

function sendEvent(stream: Stream, event: EventFrames): void {
  if (event.number <= stream.at) return
  stream.at = event.number
  for (const frame of event.frames) {
    if (!mayReceive(stream.rights, frame)) continue
    stream.sent = event.number
    send(stream, frame.bytes)
  }
}

/** Events for others advance the number too, so that a resume does not read them again. */
function sendBeat(stream: Stream, now: number): void {
  stream.beat_at = now
  send(stream, stream.at === stream.sent ? ':\n\n' : `:\nid: ${stream.at}\n\n`)
  stream.sent = stream.at
}

function restart(stream: Stream, number: number): void {
  stream.at = stream.sent = number
  send(stream, resyncFrame(number))
}

function send({ to }: Stream, bytes: Buffer | string): void {
  if (to.destroyed || to.writableEnded) return
  if (!to.write(bytes) && to.writableLength > backlogLimit) to.destroy()
}
