import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { joinWeek, type ScheduleWeek, type ScheduleWindow } from '../../../api/week.ts'
import { addDays, type LocalDate } from '../../../domain/base/dates.ts'
import { scheduleWindowDays } from '../../../domain/schedule/schedule.ts'
import type { ReadContext } from '../../base/call.ts'
import type { Home, OrgTx } from '../../base/db/door.ts'
import { readPlannedEvents } from '../misc-events/read.ts'
import { noTeam } from '../../base/kit/refusals.ts'
import { turnFor } from '../../base/kit/turns.ts'
import { permissionsOf } from './context.ts'
import {
  closedBetween,
  liveTeams,
  readCalendar,
  readRevision,
  type CalendarTeam,
} from './calendar.ts'
import { customerView, readWindow, weekVisitView } from './window.ts'
import type { Window } from './window-rows.ts'
import type { Actor } from '../../base/actor.ts'

type Query = Window & { team_id?: string | undefined }
type Call = Pick<ReadContext, 'headers' | 'reply' | 'readOrg'> & { actor: Actor; query: Query }

/** Sends visits with their customer included. */
export const sendWindow = (call: Call): Promise<FastifyReply> =>
  send(call, 'window', async (tx) => joinWeek(await readWeek(tx, call.actor, call.query)))

/** The same with each customer once. */
export const sendWeek = (call: Call): Promise<FastifyReply> =>
  send(call, 'week', (tx) => readWeek(tx, call.actor, call.query))

/** Increment when the response's shape changes, so that browsers get no 304 for the old one. */
const shape = 10

/** Sends 304, cached bytes, or the result of `read`. */
async function send(
  { actor, query, headers, reply, readOrg }: Call,
  form: 'window' | 'week',
  read: (tx: OrgTx) => Promise<ScheduleWindow | ScheduleWeek>,
): Promise<FastifyReply> {
  const { tag, answer } = await readOrg(async (tx) => {
    // Read the revision first: what is read after it can only be newer than the tag, never older.
    const { revision, today } = await readRevision(tx)
    const { roles, team_ids, customer_id } = actor
    const seen_by = { roles, team_ids, customer_id }
    const key = JSON.stringify({ form, shape, org: tx.org, revision, today, seen_by, query })
    const tag = tagOf(key)
    if (hasTag(headers['if-none-match'], tag)) return { tag, answer: null }
    const answer = await answersOf(tx).read(key, headers['accept-encoding'], () => read(tx))
    return { tag, answer }
  })
  reply
    .header('etag', tag)
    .header('cache-control', 'private, no-cache')
    .header('vary', 'authorization, accept-encoding')
  if (!answer) return await reply.code(304).send()
  if (answer.encoding) reply.header('content-encoding', answer.encoding)
  return await reply.header('content-type', 'application/json; charset=utf-8').send(answer.bytes)
}

const hasTag = (known: string | undefined, tag: string): boolean =>
  known?.split(/,\s*/).some((one) => one.replace(/^W\//, '') === tag) ?? false

/** Cached responses, by database. */
const kept = new WeakMap<Home, KeptAnswers>()
const keptBytes = 48 << 20
function answersOf({ home }: OrgTx): KeptAnswers {
  let answers = kept.get(home)
  if (!answers) kept.set(home, (answers = new KeptAnswers(keptBytes)))
  return answers
}

async function readWeek(
  tx: OrgTx,
  actor: Pick<Actor, 'roles' | 'team_ids' | 'person_id'>,
  { from, to, team_id }: Query,
): Promise<ScheduleWeek> {
  const calendar = await readCalendar(tx)
  const may = permissionsOf(actor, calendar)
  if (may.by_crew && may.team_ids.length === 0) throw noTeam()
  const team_ids = teamsInSight(may, team_id)
  const [read, events] = await Promise.all([
    readWindow(tx, calendar, { from, to }, { team_ids }),
    readPlannedEvents(tx, calendar, { from, to }, team_ids),
  ])
  await turnFor(read.visits.length)
  const customer_ids = new Set(read.visits.map(({ customer_id }) => customer_id))
  return {
    from,
    to,
    today: calendar.today,
    time_zone: calendar.time_zone,
    revision: calendar.revision,
    events,
    teams: liveTeams(calendar)
      .filter(({ id }) => !may.by_crew || may.team_ids.includes(id))
      .map((team) => teamView(team, from)),
    closed_dates: closedBetween(
      calendar,
      from < calendar.today ? from : calendar.today,
      addDays(to > calendar.today ? to : calendar.today, scheduleWindowDays),
    ),
    business_hours: calendar.hours ?? [],
    customers: [...customer_ids].map((id) => customerView(id, read.customers.get(id))),
    visits: read.visits.map((held) => weekVisitView(held, calendar, read, may)),
  }
}

/** A team as screens know it, with the days off that are not over by then. */
function teamView(
  { id, name, color, day_minutes, days_off }: CalendarTeam,
  from: LocalDate,
): ScheduleWeek['teams'][number] {
  const off = days_off.filter(({ to }) => to >= from)
  return {
    id,
    name,
    color,
    ...(day_minutes === null ? {} : { day_minutes }),
    ...(off.length ? { days_off: off } : {}),
  }
}

/** Which teams' visits to return: the requested one, a crew's own, or (undefined) all. */
export function teamsInSight(
  may: { by_crew: boolean; team_ids: readonly string[] },
  wished: string | undefined,
): (string | null)[] | undefined {
  const asked = wished === undefined ? undefined : wished === 'none' ? null : wished
  if (!may.by_crew) return asked === undefined ? undefined : [asked]
  return asked === undefined ? [...may.team_ids] : may.team_ids.filter((id) => id === asked)
}

type Encoding = 'br' | 'gzip' | null
type KeptAnswer = { bytes: Buffer; encoding: Encoding }

/**
 * Caches responses by a key that contains everything they depend on, including the organization's
 * revision. A new revision means a new key, so nothing here is ever stale; the least recently used
 * are evicted at `limit_bytes`.
 */
class KeptAnswers {
  #answers = new Map<string, KeptAnswer>()
  #reading = new Map<string, Promise<KeptAnswer>>()
  #bytes = 0
  #limit: number
  constructor(limit_bytes: number) {
    this.#limit = limit_bytes
  }

  /** The cached response, or the result of `read`. Concurrent callers share one read. */
  async read(
    key: string,
    accepted: string | undefined,
    read: () => Promise<object>,
  ): Promise<KeptAnswer> {
    const encoding = encodingOf(accepted)
    const name = `${encoding} ${key}`
    const known = this.#answers.get(name)
    if (known) {
      this.#answers.delete(name)
      this.#answers.set(name, known)
      return known
    }
    let reading = this.#reading.get(name)
    if (!reading) {
      reading = read()
        .then((answer) => encode(answer, encoding))
        .then((answer) => this.#keep(name, answer))
        .finally(() => this.#reading.delete(name))
      this.#reading.set(name, reading)
    }
    return reading
  }

  #keep(name: string, answer: KeptAnswer): KeptAnswer {
    this.#answers.set(name, answer)
    this.#bytes += answer.bytes.length
    for (const [oldest, { bytes }] of this.#answers) {
      if (this.#bytes <= this.#limit || this.#answers.size === 1) break
      this.#answers.delete(oldest)
      this.#bytes -= bytes.length
    }
    return answer
  }
}

const encodingOf = (accepted = ''): Encoding =>
  /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null

/** Compressed once for all callers, off the main thread. */
async function encode(answer: object, encoding: Encoding): Promise<KeptAnswer> {
  await turnFor(Infinity)
  const plain = Buffer.from(JSON.stringify(answer))
  if (encoding === null) return { bytes: plain, encoding }
  return { bytes: encoding === 'br' ? await toBrotli(plain, quick) : await toGzip(plain), encoding }
}
const toGzip = promisify<Buffer, Buffer>(gzip)
const toBrotli = promisify<Buffer, object, Buffer>(brotliCompress)
const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** A strong ETag: equal keys mean equal bytes. */
const tagOf = (key: string): string => `"${hash('sha256', key, 'base64url').slice(0, 27)}"`
