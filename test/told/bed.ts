import { fork } from 'node:child_process'
import { once } from 'node:events'
import { calls } from '../../src/api/calls.ts'
import type { CallDeclaration } from '../../src/api/kit.ts'
import { addDays } from '../../src/domain/base/dates.ts'
import type { LiveEvent, StreamPermissions } from '../../src/domain/base/live.ts'
import { organizationRoles, type Role } from '../../src/domain/base/roles.ts'
import type { Wire } from '../../src/server/base/db/store.ts'
import { peopleChannel } from '../../src/server/base/events.ts'
import { framesOf, mayReceive, type EventRow } from '../../src/server/base/live/events.ts'
import { readRights } from '../../src/server/base/live/read.ts'
import { fitting, idsOf, signInAsEach } from '../as-roles.ts'
import { callerOf, guessesFor } from '../costs/asks.ts'
import { knownIds, type KnownIds } from '../costs/known-ids.ts'
import { samplesOf, type Ask, type Before } from '../costs/samples.ts'
import { productFiles, read } from '../source.ts'
import { standsOf, type Stand } from '../stands.ts'
import { openWorld, type Caller, type OpenWorld, type Reply } from '../world.ts'
import { undoing, type Undone } from './undone.ts'
import type { AskedAgain, FromWeb, ToWeb } from './web.ts'

const declared = Object.entries(calls as Record<string, CallDeclaration>)
/** Every call that may change something, and that a sample can be sent to. */
export const writes = declared
  .filter(([key, call]) => !key.startsWith('GET ') && !call.raw_body && !call.file)
  .map(([key]) => key)
const shown = new Set(
  productFiles
    .filter((file) => file.startsWith('src/web/'))
    .flatMap((file) => read(file).match(/GET \/api\/[\w/{}-]+/g) ?? []),
)
/** Calls that the web makes for a query of another name. */
const within: Record<string, string> = { 'GET /api/schedule/week': 'GET /api/schedule' }
/** What a screen may show: the calls that the web names, except files and pages for everybody, which get no events. */
export const reads = declared
  .filter(([key, call]) => shown.has(key) && !call.raw && call.roles !== 'public')
  .map(([key]) => key)

/** One answer on a screen: a call as one role, with the tables it is read from. */
type OnScreen = {
  role: Role
  key: string
  ask: { params?: Record<string, string>; query?: Record<string, unknown> }
  tables: Set<string>
}
/** What a call did: who was told what, and which tables it wrote. */
type Done = { tables: Set<string>; asked: Map<Role, AskedAgain[]> }
export type Bed = Awaited<ReturnType<typeof openBed>>

/** Starts the web's live code. Returns what asks it which queries it asks again after each event. */
async function startWeb() {
  const child = fork(new URL('web.ts', import.meta.url).pathname, { stdio: 'inherit' })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The web ended with ${code}`)
  })
  ended.catch(() => {})
  const next = async () => (await Promise.race([once(child, 'message'), ended]))[0] as FromWeb
  await next()
  return {
    async askedAfter(events: LiveEvent[]): Promise<AskedAgain[][]> {
      const said = next()
      child.send({ calls: [...shown], events } satisfies ToWeb)
      return ((await said) as { asked: AskedAgain[][] }).asked
    },
    end: () => child.kill(),
  }
}

/** `wanted`: the calls whose answers are on screens. */
export async function openBed(wanted: readonly string[]) {
  const [open, web] = await Promise.all([
    openWorld({ ROLE: 'web', LOG_LEVEL: 'silent' }),
    startWeb(),
  ])
  const as = await signInAsEach(open)
  const ids = await idsOf(open)
  const { green } = open.world
  const casey = green.customers['casey']!
  const visit = (days: number) => `${casey.rules[0]!.series_id}:${addDays(green.today, days)}`
  // Those that the samples are about come first.
  ids.byName['rule_id'] = [visit(0), visit(7)]
  for (const table of ['customers', 'people', 'teams', 'invoices'] as const) {
    const known = Object.values(green[table]).map((one) => (typeof one === 'string' ? one : one.id))
    ids.byTable.set(table, known.slice(0, 2))
  }
  const { body: plan } = await as.owner('GET /api/schedule', {
    query: { from: green.today, to: addDays(green.today, 7) },
  })
  const visits = (plan.occurrences as { id: string }[]).map(({ id }) => id)
  const known = await knownIds(open.app.store, open.world, visits.slice(0, 12))
  const people = new Map<Role, string>()
  for (const role of organizationRoles)
    people.set(role, (await as[role]('GET /api/users/me')).body.id)
  const { undone, sent } = undoing(open.app.store)
  const stands = standsOf(open).byCall
  const bed = { open, as, stands, ids: known, people, undone, sent, web, rounds: 0 }
  const screens = await readScreens(
    bed,
    declared.filter(([key]) => wanted.includes(key)),
    (key, call) => fitting(key, call, ids),
  )
  return {
    screens: screens.length,
    tell: (key: string) => tell(bed, screens, key),
    async close() {
      web.end()
      await open.close()
    },
  }
}

type Parts = Undone & {
  open: OpenWorld
  as: Record<Role, Caller>
  stands: Record<string, Stand>
  ids: KnownIds
  people: Map<Role, string>
  web: Awaited<ReturnType<typeof startWeb>>
  rounds: number
}

const admits = ({ roles: access }: CallDeclaration, role: Role) =>
  typeof access === 'string' || access[role] !== undefined

/** Reads what a screen may show, as everybody who belongs to the business. */
async function readScreens(
  bed: Parts,
  wanted: typeof declared,
  asksOf: (key: string, call: CallDeclaration) => Ask[],
): Promise<OnScreen[]> {
  const views = await viewsOf(bed.open)
  const screens: OnScreen[] = []
  await bed.undone(async () => {
    for (const [key, call] of wanted)
      for (const role of organizationRoles.filter((one) => admits(call, one)))
        for (const params of new Set(asksOf(key, call).map((one) => JSON.stringify(one.params)))) {
          const asks = asksOf(key, call).filter((one) => JSON.stringify(one.params) === params)
          for (const ask of asks) {
            bed.sent.length = 0
            bed.open.app.actors.forget()
            if ((await bed.as[role].raw(key, ask)).status !== 200) continue
            const tables = tablesIn(bed.sent.map(({ text }) => text).join('\n'), views)
            screens.push({ role, key, ask, tables })
            break
          }
        }
  })
  return screens
}

/** Caches are kept by an organization's revision, and one that was undone must not come again. */
async function nextRevision(bed: Parts, wire: Wire): Promise<number> {
  bed.rounds += 1
  const raised = bed.rounds * 10_000
  await wire.query('update organizations set revision = $1 where id = $2', [
    raised,
    bed.open.world.green.id,
  ])
  return raised
}

/** Which tables each view and function stands for. */
async function viewsOf(open: OpenWorld): Promise<Map<string, string[]>> {
  const rows = await open.rows<{ name: string; text: string }>(
    `select viewname as name, definition as text from pg_views where schemaname = 'public'
      union all select proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace`,
  )
  const tables = await open.rows<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  )
  const own = tables.map(({ name }): [string, string[]] => [name, [name]])
  const names = new Map(own)
  for (const { name, text } of rows)
    names.set(
      name,
      own.map(([table]) => table).filter((table) => new RegExp(`\\b${table}\\b`).test(text)),
    )
  return names
}

const tablesIn = (text: string, names: Map<string, string[]>) =>
  new Set((text.match(/\w+/g) ?? []).flatMap((word) => names.get(word) ?? []))

/** The places where two answers differ, with `*` for each entry of a list. */
export function differences(before: unknown, after: unknown, place = ''): string[] {
  if (Object.is(before, after)) return []
  if (Array.isArray(before) && Array.isArray(after))
    return before.length === after.length
      ? before.flatMap((one, at) => differences(one, after[at], `${place}.*`))
      : [`${place}.length`]
  const isObject = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one)
  if (!isObject(before) || !isObject(after)) return [place]
  const [one, other] = [before, after] as Record<string, unknown>[]
  return [...new Set([...Object.keys(one!), ...Object.keys(other!)])].flatMap((name) =>
    differences(one![name], other![name], `${place}.${name}`),
  )
}

type Sending = { role: Role | null; ask: Ask; reply: Reply }

/** Everything that can be tried for a call: a sample, or what its declaration lets guess. */
function attemptsAt(bed: Parts, key: string): ((before: Before) => Promise<Ask> | Ask)[] {
  const sample = bed.stands[key] ?? samplesOf(bed.open.world)[key]
  const call = (calls as Record<string, CallDeclaration>)[key]!
  return sample ? [sample] : guessesFor(bed.ids, key, call).map((guess) => () => guess)
}

async function prepared(bed: Parts, key: string, attempt: (before: Before) => Promise<Ask> | Ask) {
  const ask = await attempt(async (other, given = {}) => {
    const { status, body } = await bed.as[given.role ?? 'owner'].raw(other, given)
    if (status >= 400) throw new Error(`${other}: ${status} ${JSON.stringify(body)}`)
    return body
  })
  const role = ask.role ?? callerOf((calls as Record<string, CallDeclaration>)[key]!, key)
  return {
    role,
    send: async (): Promise<Sending> => {
      bed.open.app.actors.forget()
      const reply = await (role ? bed.as[role] : bed.open.anonymous).raw(key, ask)
      return { role, ask, reply }
    },
  }
}

/**
 * Makes a call, and finds what of all screens changes although nobody is told. Null if no sample
 * can make the call.
 */
async function tell(bed: Parts, screens: OnScreen[], key: string) {
  for (const attempt of attemptsAt(bed, key)) {
    const done = await bed.undone((wire) => tryOut(bed, wire, key, attempt))
    if (!done) continue
    const isTold = ({ role, key: call, ask }: OnScreen) =>
      done.asked
        .get(role)!
        .some(
          (one) =>
            one.call === (within[call] ?? call) &&
            Object.entries(one.params ?? {}).every(([name, id]) => ask.params?.[name] === id),
        )
    const suspects = screens.filter(
      (one) => !isTold(one) && [...done.tables].some((table) => one.tables.has(table)),
    )
    return suspects.length ? bed.undone((wire) => compare(bed, wire, key, attempt, suspects)) : []
  }
  return null
}

/** What a call writes and who hears of it; null if it is refused. */
async function tryOut(
  bed: Parts,
  wire: Wire,
  key: string,
  attempt: (before: Before) => Promise<Ask> | Ask,
): Promise<Done | null> {
  await nextRevision(bed, wire)
  const { send } = await prepared(bed, key, attempt)
  const { green } = bed.open.world
  const rightsNow = () => rightsOf(bed)
  const [before, rights] = [await lookAt(wire, green.id), await rightsNow()]
  bed.sent.length = 0
  if ((await send()).reply.status >= 400) return null
  const renewed = new Set(
    bed.sent
      .filter(({ values }) => values.includes(peopleChannel))
      .flatMap(({ values }) => values.flatMap((one) => String(one).match(/[0-9a-f-]{36}/g) ?? [])),
  )
  const [after, rightsAfter] = [await lookAt(wire, green.id), await rightsNow()]
  const { rows } = await wire.query<EventRow>(
    'select number, type, data, customer_id, team_ids, at from events where organization_id = $1 and number > $2 order by number',
    [green.id, before.revision],
  )
  const frames = rows.flatMap((row) => framesOf(row).frames)
  const answers = await bed.web.askedAfter([
    ...frames.map(({ event }) => event),
    ownRights(after.revision),
  ])
  const asked = new Map<Role, AskedAgain[]>()
  for (const role of organizationRoles) {
    const mine = [rights.get(role), rightsAfter.get(role)].filter((one) => one !== undefined)
    const heard = frames.flatMap((frame, at) =>
      mine.some((one) => mayReceive(one, frame)) ? answers[at]! : [],
    )
    asked.set(role, renewed.has(bed.people.get(role)!) ? [...heard, ...answers.at(-1)!] : heard)
  }
  const tables = new Set(
    Object.keys(after.written).filter((name) => after.written[name] !== before.written[name]),
  )
  // Every event raises the revision, which no screen shows.
  if (before.business === after.business) tables.delete('organizations')
  return { tables, asked }
}

/** What the web does itself once a stream was closed because this person's rights changed. */
const ownRights = (id: number): LiveEvent => ({
  ...framesOf({
    number: id,
    type: 'person.changed',
    data: {},
    customer_id: null,
    team_ids: [],
    at: new Date().toISOString(),
  }).frames.find(({ event }) => event.type === 'profile_updated')!.event,
})

/** The rights of each role's stream; none if it may have no stream. */
async function rightsOf(bed: Parts): Promise<Map<Role, StreamPermissions>> {
  const rights = new Map<Role, StreamPermissions>()
  for (const [role, person_id] of bed.people) {
    const owner = {
      actor: { person_id, real_person_id: null, impersonation_id: null, roles: [role] },
      session_id: null,
      organization_id: bed.open.world.green.id,
      expires_at: 0,
    }
    const own = await readRights(bed.open.app.store, owner).catch(() => undefined)
    if (own) rights.set(role, own)
  }
  return rights
}

/** How often each table was written in this transaction, and the business itself. */
async function lookAt(wire: Wire, id: string) {
  const { rows } = await wire.query<{ name: string; n: number }>(
    'select relname as name, n_tup_ins + n_tup_upd + n_tup_del as n from pg_stat_xact_user_tables where n_tup_ins + n_tup_upd + n_tup_del > 0',
  )
  const { rows: own } = await wire.query<{ business: string; revision: number }>(
    "select (to_jsonb(o) - array(select k from jsonb_object_keys(to_jsonb(o)) k where k like '%revision%'))::text as business, revision from organizations o where id = $1",
    [id],
  )
  return { written: Object.fromEntries(rows.map(({ name, n }) => [name, n])), ...own[0]! }
}

/** Reads the suspects before and after the call, and returns those that differ. */
async function compare(
  bed: Parts,
  wire: Wire,
  key: string,
  attempt: (before: Before) => Promise<Ask> | Ask,
  suspects: OnScreen[],
) {
  await nextRevision(bed, wire)
  const { send } = await prepared(bed, key, attempt)
  const look = ({ role, key: call, ask }: OnScreen) => {
    bed.open.app.actors.forget()
    return bed.as[role].raw(call, ask)
  }
  const before: Reply[] = []
  for (const one of suspects) before.push(await look(one))
  await send()
  await nextRevision(bed, wire)
  const silent: { role: Role; call: string; places: string[] }[] = []
  for (const [at, one] of suspects.entries()) {
    const after = await look(one)
    // What one may no longer see, the web finds out when it asks; who it was taken from hears of it otherwise.
    if (after.status >= 500) silent.push({ role: one.role, call: one.key, places: ['fails'] })
    if (after.status !== 200) continue
    const differ = differences(before[at]!.body, after.body)
    if (differ.length === 0) continue
    // Some places differ each time one looks.
    await nextRevision(bed, wire)
    const moves = differences(after.body, (await look(one)).body)
    const places = differ.filter((place) => !moves.includes(place))
    if (places.length) silent.push({ role: one.role, call: one.key, places: places.slice(0, 4) })
  }
  return silent
}
