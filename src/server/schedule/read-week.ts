import type { FastifyReply } from 'fastify'
import { packing, type PackedWindow, type schedulePacked } from '../../api/schedule-packed.ts'
import type { ScheduleWindow } from '../../api/schedule.ts'
import { addDays } from '../../domain/dates.ts'
import { scheduleWindowDays } from '../../domain/schedule.ts'
import { ascending, byTime, tellVisit } from '../../domain/visit.ts'
import { readPlannedEvents } from '../misc-events.ts'
import { inTurns, turnFor } from '../turns.ts'
import type { Actor, CallContext, Handlers } from '../call.ts'
import type { Home, OrgTx } from '../db/door.ts'
import { noTeam } from '../refusals.ts'
import { closedBetween, liveTeams, readFrame, readRevision } from './frame.ts'
import { KeptAnswers, tagOf } from './kept.ts'
import { KnownPlans } from './known-plans.ts'
import { handOf } from './locate.ts'
import type { HeldVisit } from './rows.ts'
import { readUnordered, teller } from './window.ts'
import type { Window } from './window-rows.ts'

type Query = Window & { team_id?: string | undefined }

/** Some 600 bytes each. */
const plannedRows = 100_000
/** Weeks as they were answered, so that an unchanged one costs a look at the organization's revision; and what changed ones are made of. */
const kept = new WeakMap<Home, { weeks: KeptAnswers; plans: KnownPlans }>()
function keptOf({ home }: OrgTx) {
  let all = kept.get(home)
  if (!all) kept.set(home, (all = { weeks: new KeptAnswers(48 << 20), plans: new KnownPlans(plannedRows) }))
  return all
}
/** Part of every key: raised when the answer's shape changes. */
const shape = { plain: 5, packed: 5 }

export const schedulePackedHandlers: Handlers<typeof schedulePacked> = {
  'GET /api/schedule/packed': (call) => sendWeek(call, 'packed') as Promise<never>,
}

/** Answers the week from kept bytes, as 304, or anew. */
export async function sendWeek(
  { actor, query, headers, reply, inOrg }: Pick<CallContext, 'headers' | 'reply' | 'inOrg'> & { actor: Actor; query: Query },
  form: keyof typeof shape = 'plain',
): Promise<FastifyReply> {
  // One transaction reads the revision first: what it then reads can only be newer than the tag says, never older.
  return inOrg(async (tx) => {
    const { revision, today } = await readRevision(tx)
    const key = JSON.stringify([
      form,
      shape[form],
      tx.org,
      revision,
      today,
      actor.roles,
      actor.team_ids,
      actor.customer_id,
      query.from,
      query.to,
      query.team_id ?? null,
    ])
    const tag = tagOf(key)
    reply.header('etag', tag).header('cache-control', 'private, no-cache').header('vary', 'authorization, accept-encoding')
    if (headers['if-none-match']?.split(/,\s*/).some((known) => known.replace(/^W\//, '') === tag)) return { status: 304, bytes: null, zipped: false }
    const { weeks } = keptOf(tx)
    const answer = await weeks.read(key, async () => {
      if (form === 'plain') {
        const answer = await buildWeek(tx, actor, query)
        return { answer, items: answer.occurrences.length }
      }
      const answer = await buildPacked(tx, actor, query)
      return { answer, items: answer.visits.count }
    })
    const zipped = /\bgzip\b/.test(headers['accept-encoding'] ?? '')
    return { status: 200, bytes: zipped ? await weeks.zip(key, answer) : answer.plain, zipped }
  }).then(async ({ status, bytes, zipped }) => {
    reply.code(status)
    if (bytes === null) return await reply.send()
    if (zipped) reply.header('content-encoding', 'gzip')
    return await reply.header('content-type', 'application/json; charset=utf-8').send(bytes)
  })
}

/** The answer itself. */
export async function buildWeek(tx: OrgTx, actor: Onlooking, query: Query): Promise<ScheduleWindow> {
  const { window, read, frame, hand } = await readWeek(tx, actor, query)
  const tell = teller(frame, read, hand)
  return { ...window, occurrences: read.visits.map((held) => tellVisit(tell(held))).sort(byTime) }
}

/** The same, packed: what follows from the rest of a visit and the order of time are the reader's to make. */
async function buildPacked(tx: OrgTx, actor: Onlooking, query: Query): Promise<PackedWindow> {
  const { window, read, frame, hand } = await readWeek(tx, actor, query)
  const visits = read.visits.sort(byCustomer)
  await turnFor(visits.length)
  return inTurns(packing({ ...window, visits, tell: teller(frame, read, hand) }))
}

/** As they are packed; where a customer has work at two places, place by place. */
const byCustomer = (a: HeldVisit, b: HeldVisit): number =>
  ascending(a.customer_id, b.customer_id) ||
  ascending(a.rule.location_id ?? '', b.rule.location_id ?? '') ||
  ascending(a.series_id, b.series_id) ||
  ascending(a.rule.id, b.rule.id)

type Onlooking = Pick<Actor, 'roles' | 'team_ids' | 'person_id'>
async function readWeek(tx: OrgTx, actor: Onlooking, { from, to, team_id }: Query) {
  const frame = await readFrame(tx)
  const hand = handOf(actor, frame)
  if (hand.by_crew && hand.team_ids.length === 0) throw noTeam()
  const team_ids = teamsInSight(hand, team_id)
  const [read, events] = await Promise.all([
    readUnordered(tx, frame, { from, to }, { team_ids }, keptOf(tx).plans),
    readPlannedEvents(tx, frame, { from, to }, team_ids),
  ])
  await turnFor(read.visits.length)
  const window: Omit<ScheduleWindow, 'occurrences'> = {
    from,
    to,
    today: frame.today,
    time_zone: frame.time_zone,
    revision: frame.revision,
    events,
    teams: liveTeams(frame)
      .filter(({ id }) => !hand.by_crew || hand.team_ids.includes(id))
      .map(({ id, name, color }) => ({ id, name, color })),
    closed_dates: closedBetween(frame, from < frame.today ? from : frame.today, addDays(to > frame.today ? to : frame.today, scheduleWindowDays)),
    business_hours: frame.hours ?? [],
  }
  return { window, read, frame, hand }
}

/** Which teams' visits are answered: the one asked for, a crew's own, or (undefined) all. */
export function teamsInSight(hand: { by_crew: boolean; team_ids: readonly string[] }, wished: string | undefined): (string | null)[] | undefined {
  const asked = wished === undefined ? undefined : wished === 'none' ? null : wished
  if (!hand.by_crew) return asked === undefined ? undefined : [asked]
  return asked === undefined ? [...hand.team_ids] : hand.team_ids.filter((id) => id === asked)
}
