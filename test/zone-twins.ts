import type { z } from 'zod'
import { calls } from '../src/api/calls.ts'
import type { CallDeclaration } from '../src/api/kit.ts'
import { LocalDateText, todayIn } from '../src/domain/base/dates.ts'
import { jobNames, jobPlans } from '../src/server/base/jobs/catalog.ts'
import { jobHandlers } from '../src/server/job-handlers.ts'
import { fitting, idsOf, signInAsEach } from './as-roles.ts'
import { resetClock, setClock } from './clock.ts'
import { samplesOf, type Ask as Sampled } from './costs/samples.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'
import { cameToPass, owe } from './zone-bills.ts'

/** Minutes a zone is ahead of UTC at a moment, by nothing but Intl. */
function offsetOf(zone: string, moment: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(moment)
  const of = (type: string) => parts.find((part) => part.type === type)!.value
  const wall = Date.parse(
    `${of('year')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}Z`,
  )
  return Math.round((wall - moment) / 60_000)
}

/** The moment at which clocks in a zone show this, such as `2027-06-09T23:30`. */
const momentIn = (zone: string, wall: string): string => {
  const asUtc = Date.parse(`${wall}:00Z`)
  return new Date(asUtc - offsetOf(zone, asUtc) * 60_000).toISOString()
}

const home = 'America/New_York'
const callers = ['owner', 'crew_leader', 'user', 'admin'] as const

/** Moves the demo world to a zone: each of its moments keeps what the clock on the wall showed. */
async function move(open: OpenWorld, zone: string): Promise<void> {
  const now = Date.now()
  const minutes = offsetOf(home, now) - offsetOf(zone, now)
  const tables = await open.rows<{ table: string; columns: string[] }>(`
    select c.relname as table, array_agg(a.attname::text) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and a.atttypid = 'timestamptz'::regtype and c.relname not like 'idp%' group by 1`)
  const updates = tables.map(
    ({ table, columns }) =>
      `update "${table}" set ${columns.map((one) => `"${one}" = "${one}" + interval '${minutes} minutes'`).join(', ')};`,
  )
  await open.rows(`
    do $move$ begin
      set local session_replication_role = replica;
      ${updates.join('\n')}
      update organizations set time_zone = '${zone}';
      -- A customer's letters keep the hours of their address.
      update service_locations set zip = null;
    end $move$`)
}

type Lived = {
  /** By call or table, what it says without ids and moments. */
  said: Map<string, string[]>
  /** The declared dates that had a value in an answer. */
  dates: Set<string>
  /** The bills of which something came. */
  bills: string[]
}

/** The paths of a schema that hold a day, such as `visits.*.date`. */
function datesOf(schema: z.ZodType, path = ''): string[] {
  if ((schema as unknown) === LocalDateText) return [path.slice(1)]
  const def = schema.def as {
    shape?: Record<string, z.ZodType>
    element?: z.ZodType
    options?: z.ZodType[]
    innerType?: z.ZodType
    valueType?: z.ZodType
    left?: z.ZodType
    right?: z.ZodType
  }
  return [
    ...Object.entries(def.shape ?? {}).flatMap(([name, one]) => datesOf(one, `${path}.${name}`)),
    ...[def.element, def.valueType].flatMap((one) => (one ? datesOf(one, `${path}.*`) : [])),
    ...[...(def.options ?? []), def.innerType, def.left, def.right].flatMap((one) =>
      one ? datesOf(one, path) : [],
    ),
  ]
}
/** The calls whose answers are compared: those that declare a day, and the reports that are files. */
const reads = Object.entries(calls as Record<string, CallDeclaration>).filter(
  ([key, call]) =>
    key.startsWith('GET ') && (call.raw ? call.raw === 'text/csv' : datesOf(call.ok).length > 0),
)
/** Every day in an answer, by call and path, from the declarations. */
export const dateFields = new Set(
  reads.flatMap(([key, call]) => datesOf(call.ok).map((path) => `${key} ${path}`)),
)

/** The paths in an answer that have a text. */
const textsIn = (body: unknown, path = ''): string[] =>
  typeof body === 'string'
    ? [path.slice(1)]
    : Object.entries(body ?? {}).flatMap(([name, one]) =>
        textsIn(one, `${path}.${Array.isArray(body) ? '*' : name}`),
      )

/** Makes what a zone's day decides, in a world of its own: jobs, acts and reads. Returns what came of it, by name. */
export async function live(zone: string, wall: string): Promise<Lived> {
  const open = await openWorld({ ROLE: 'web' })
  try {
    // By day, when letters leave, and so early that it is the day before in UTC once the world is moved to Guam.
    const today = todayIn(home, new Date().toISOString())
    await setClock(open.app.store, momentIn(home, `${today}T08:05`))
    await owe(open, wall.slice(0, 10), (moment) => momentIn(home, moment))
    // A debit that is under way there is not moved.
    await settle(open)
    await move(open, zone)
    await setClock(open.app.store, momentIn(zone, wall))
    const as = await signInAsEach(open)
    const lived: Lived = { said: new Map(), dates: new Set(), bills: [] }
    await work(open)
    lived.bills = await cameToPass(open)
    await act(open, as, wall, zone, lived)
    await work(open)
    await read(open, as, lived)
    await keep(open, lived)
    return lived
  } finally {
    resetClock()
    await open.close()
  }
}

/** Whatever waits at the provider, and here. */
async function settle({ app, sandbox }: OpenWorld): Promise<void> {
  await sandbox!.advance()
  await app.jobs.drain(app, jobHandlers)
}

/** Every planned job once, and whatever waits. */
async function work(open: OpenWorld): Promise<void> {
  const { app } = open
  await settle(open)
  for (const name of jobNames)
    if (jobPlans[name].schedule) await jobHandlers[name](app, {} as never)
  await app.jobs.drain(app, jobHandlers)
}

/** The samples of what can be written, one after the other, whether they are refused or not. */
async function act(
  { world }: OpenWorld,
  as: Record<string, Caller>,
  wall: string,
  zone: string,
  lived: Lived,
): Promise<void> {
  const there = { ...world, green: { ...world.green, today: wall.slice(0, 10) } }
  const send = (key: string, { role = 'owner', ...ask }: Sampled = {}) =>
    as[role]!.raw(key, inZone(ask, zone))
  for (const [key, sample] of Object.entries(samplesOf(there))) {
    // An address keeps the zone of its ZIP code.
    if (key.startsWith('GET ') || key.includes('/locations')) continue
    let said = ''
    try {
      const ask = await sample(async (call, given) => {
        const { status, body } = await send(call, given)
        if (status >= 400) throw new Error(`${call}: ${status} ${body.code}`)
        return body
      })
      const { status, body } = await send(key, {
        role: key.includes('/admin/') ? 'admin' : 'owner',
        ...ask,
      })
      said = `${status} ${JSON.stringify(body)}`
    } catch (fault) {
      said = String(fault)
    }
    lived.said.set(key, [bare(said)])
  }
}

/** Moments that somebody sends are what their clock shows. */
const inZone = <T>(ask: T, zone: string): T =>
  JSON.parse(
    JSON.stringify(ask).replace(/"(\d{4}-\d\d-\d\dT\d\d:\d\d):00(?:\.000)?Z"/g, (_, wall: string) =>
      JSON.stringify(momentIn(zone, wall)),
    ),
  ) as T

async function read(open: OpenWorld, as: Record<string, Caller>, lived: Lived): Promise<void> {
  const ids = await idsOf(open)
  for (const [key, { roles, ...call }] of reads) {
    const role = callers.find((one) => typeof roles === 'string' || roles[one]) ?? 'owner'
    for (const ask of fitting(key, { roles, ...call }, ids)) {
      const { status, body } = await as[role]!.raw(key, ask)
      const said = `${status} ${typeof body === 'string' ? body : JSON.stringify(body)}`
      lived.said.set(key, linesOf(bare(said)))
      for (const path of textsIn(body))
        if (dateFields.has(`${key} ${path}`)) lived.dates.add(`${key} ${path}`)
      if (status < 300) break
    }
  }
}

/** What ended up in the database. */
async function keep(open: OpenWorld, lived: Lived): Promise<void> {
  const tables = await open.rows<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'idp%'",
  )
  for (const { name } of tables) {
    const rows = await open.rows(`select to_jsonb(t) as row from "${name}" t`)
    lived.said.set(`table ${name}`, rows.map(({ row }) => bare(JSON.stringify(row))).toSorted())
  }
}

const linesOf = (text: string) => text.split(/(?<=[}\]],)|\n/).toSorted()

/** Without the zone, and what differs from run to run: ids, tokens, moments, minutes on a clock and how long something took. */
const bare = (text: string): string =>
  text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '#')
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:[\d.]+(?:Z|[+-]\d\d(?::?\d\d)?)?/g, '@')
    .replace(
      /"(\w*(?:minutes|seconds|_ms|number|revision|version|bytes|size|id))":-?[\d.]+/g,
      '"$1":0',
    )
    .replace(/\b(\d{1,2}):\d\d( [AP]M)/g, '$1$2')
    .replace(/\b1[89]\d{8}\b/g, '@')
    .replace(/\b[Ii]nvoice #?\d+/g, 'invoice')
    .replace(/Etc\/UTC|Pacific\/\w+/g, 'zone')
    .replace(/[\w-]{24,}|\\\\x[0-9a-f]+/g, '#')
