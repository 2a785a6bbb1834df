import { calls } from '../../src/api/calls.ts'
import type { CallDeclaration } from '../../src/api/kit.ts'
import { roles as allRoles, type Role } from '../../src/domain/base/roles.ts'
import { jobHandlers } from '../../src/server/job-handlers.ts'
import { jobPlans } from '../../src/server/base/jobs/catalog.ts'
import { firstOf, openAsker, type Asker } from '../accepted.ts'
import { fitting, idsOf, signInAsEach } from '../as-roles.ts'
import { callerOf } from '../costs/asks.ts'
import type { Ask } from '../costs/samples.ts'
import { openWorld, type Caller, type OpenWorld, type Reply } from '../world.ts'
import { noteWrites, type Change, type Writes } from '../writes.ts'
import { changesShown, namesIn, type Shown } from './shown.ts'

/** What differs from minute to minute, and why. */
const moving: Record<string, string> = {
  'GET /api/schedule/route/suggestion': 'begins where the clock is',
  'POST /api/me/erasure': 'its letter names the minute, in a zone of its own',
  reconcile: 'finds what the payment sandbox has settled by then',
}
const declared = Object.entries(calls as Record<string, CallDeclaration>)
const isRead = (key: string) => key.startsWith('GET ')
/** Files and streams have tests of their own. */
const takesText = ({ raw_body, file, raw }: CallDeclaration) => !raw_body && !file && !raw

export type Bed = {
  open: OpenWorld
  asker: Asker
  as: Record<Role, Caller>
  writes: Writes
  names: (changes: readonly Change[]) => Shown
  ids: Awaited<ReturnType<typeof idsOf>>
}

export async function openBed(): Promise<Bed> {
  const open = await openWorld({ ROLE: 'web', LOG_LEVEL: 'silent' })
  const as = await signInAsEach(open)
  // What the world's last acts have queued may have left by now, or not.
  for (const { id } of await open.rows<{ id: string }>(
    "select id from messages where status = 'queued' order by id",
  ))
    await jobHandlers['message.send'](open.app, { message_id: id })
  const asker = await openAsker(open)
  const writes = await noteWrites(open)
  return { open, asker, as, writes, names: await namesIn(open), ids: await idsOf(open) }
}

/** The fields of an answer, a line for each. */
function answerShown(body: unknown, shown: Shown): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [`= ${shown(body)}`]
  return Object.entries(body).map(
    ([name, value]) => `= ${shown(name).slice(1, -1)} ${shown(value)}`,
  )
}

const isSame = (one: Change, other: Change) => JSON.stringify(one) === JSON.stringify(other)
const since = (all: readonly Change[], earlier: readonly Change[]) =>
  all.filter((one) => !earlier.some((was) => isSame(was, one)))

/** Runs the jobs that were queued, and those that they queue. */
async function runQueued({ open, writes }: Bed, earlier: readonly Change[]): Promise<void> {
  const done = new Set<string>()
  for (const change of earlier) done.add(JSON.stringify(change.key))
  for (;;) {
    const queued = (await writes.changes()).filter(
      ({ table, key, before, after }) =>
        isJob(table) && !before && after !== null && !done.has(JSON.stringify(key)),
    )
    if (!queued.length) return
    for (const { key, after } of queued) {
      done.add(JSON.stringify(key))
      const handler = jobHandlers[after!['name'] as keyof typeof jobHandlers] as Handler | undefined
      await handler?.(open.app, after!['data'])
    }
  }
}
type Handler = (app: OpenWorld['app'], data: unknown) => Promise<unknown>

const isJob = (table: string) => table.startsWith('pgboss.job')
const jobShown = (change: Change): Change => {
  const { after } = change
  // A backup counts whatever the runs before it left, sessions and logs included.
  if (change.table === 'backups' && after)
    return { ...change, after: { ...after, row_count: null } }
  return isJob(change.table) && after
    ? { ...change, table: 'job', after: { name: after['name'], data: after['data'] } }
    : change
}

/** What a writing call answers and does, with the jobs it queues; null if nothing that is tried is accepted. */
export async function effectsOf(bed: Bed, key: string): Promise<string[] | null> {
  const { asker, writes } = bed
  return firstOf(asker.attemptsFor(key), writes.undone, async (ask: Ask) => {
    const earlier = await writes.changes()
    const reply = await asker.send(key, ask)
    if (reply.status >= 400) return null
    await runQueued(bed, earlier)
    const did = since(await writes.changes(), earlier).map(jobShown)
    const shown = bed.names([...earlier, ...did])
    return [...answerShown(reply.body, shown), ...changesShown(did, shown)]
  })
}
export const writing = declared
  .filter(([key, call]) => !isRead(key) && takesText(call) && !moving[key])
  .map(([key]) => key)

const admits = ({ roles }: CallDeclaration, role: Role) =>
  typeof roles === 'string' || roles[role] !== undefined

/** What a reading call answers, as each role that may ask; where it answers another the same, that is said. */
export async function answersOf(bed: Bed, key: string, call: CallDeclaration): Promise<string[]> {
  const shown = bed.names([])
  const lines: string[] = []
  const told = new Map<string, Role>()
  for (const role of allRoles.filter((one) => admits(call, one))) {
    const reply = await fullest(bed, key, call, role)
    if (!reply) continue
    const own = answerShown(reply.body, shown)
    const text = own.join('\n')
    const other = told.get(text)
    if (other) lines.push(`as ${role}: as ${other}`)
    else {
      told.set(text, role)
      // Mostly a part of what somebody else sees: only what differs is written.
      const known = new Set(lines)
      lines.push(`as ${role}:`, ...own.filter((line) => !known.has(line)))
    }
  }
  return lines
}

/** The longest answer to what fits the call. */
async function fullest(
  bed: Bed,
  key: string,
  call: CallDeclaration,
  role: Role,
): Promise<Reply | null> {
  const sample = bed.asker.attemptsFor(key)
  const asks = fitting(key, call, bed.ids)
  let found: Reply | null = null
  let length = 0
  for (const ask of asks) {
    const reply = await bed.as[role].raw(key, ask)
    const size = JSON.stringify(reply.body ?? null).length
    if (reply.status === 200 && size > length) [found, length] = [reply, size]
  }
  if (found || sample.length !== 1 || callerOf(call, key) !== role) return found
  return bed.writes.undone(async () => {
    const reply = await bed.asker.send(key, await sample[0]!())
    return reply.status < 400 ? reply : null
  })
}
export const reading = declared.filter(
  ([key, call]) => isRead(key) && takesText(call) && !moving[key],
)

/** Jobs that run by the clock. */
export const clocked = Object.entries(jobPlans).flatMap(([name, plan]) =>
  plan.schedule && !moving[name] ? [name] : [],
)

/** What a job does that runs by the clock, with the jobs it queues. */
export async function jobEffectsOf(bed: Bed, name: string): Promise<string[]> {
  return bed.writes.undone(async () => {
    const earlier = await bed.writes.changes()
    await (jobHandlers[name as keyof typeof jobHandlers] as Handler)(bed.open.app, {})
    await runQueued(bed, earlier)
    const did = since(await bed.writes.changes(), earlier).map(jobShown)
    return changesShown(did, bed.names(did))
  })
}
