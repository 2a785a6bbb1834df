import { sql } from 'kysely'
import type { App } from '../src/server/base/call.ts'
import { ConfigFault, type Config } from '../src/server/base/kit/config.ts'
import {
  asOwner,
  onPlatform,
  type PlatformTx,
  readPlatform,
  system,
} from '../src/server/base/db/door.ts'
import { newId } from '../src/server/base/db/ids.ts'
import type { Store } from '../src/server/base/db/store.ts'
import type { BuiltOrganization, PaymentSwitch } from './building.ts'

// The world's data is loaded only by the process that builds it.

/** What tests and screenshots use: `world.green.people.owner`, `world.green.customers.casey`. */
export type World = {
  green: BuiltOrganization
  bright: BuiltOrganization
  admin: string
  sales: string
}

/**
 * Builds the demo world on an empty platform: two businesses with people, work and money in every
 * state, with dates relative to today.
 */
export async function buildWorld(app: App, sandbox: PaymentSwitch | null): Promise<World> {
  const { greenAcres, platformPeople, worldPassword } = await import('./data.ts')
  const { brightSide } = await import('./bright.ts')
  const { buildOrganization } = await import('./build.ts')
  const platform: Record<string, string> = {}
  for (const person of platformPeople) {
    await app.identity?.createAccount({
      email: person.email,
      name: person.name,
      password: worldPassword,
      email_verified: true,
    })
    const { id } = await asOwner(app.store, (tx) =>
      tx
        .insertInto('people')
        .values({ email: person.email, name: person.name, platform_role: person.role })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    platform[person.role] = id
  }
  const leadIds = worldLeads.map(newId).toSorted()
  await onPlatform(app.store, system, (tx) =>
    tx
      .insertInto('platform_leads')
      .values(
        // In this order on lists, also where a clock counts whole milliseconds.
        worldLeads.map((lead, place) => ({
          ...lead,
          id: leadIds[place]!,
          ...(lead.stage === 'contacted' ? { assigned_to_person_id: platform['sales']! } : {}),
        })),
      )
      .onConflict((on) => on.doNothing())
      .execute(),
  )
  const green = await buildOrganization(app, sandbox, greenAcres, worldPassword)
  const bright = await buildOrganization(app, sandbox, brightSide, worldPassword)
  // What building it changed is nobody's history.
  await asOwner(app.store, (tx) => sql`delete from record_changes`.execute(tx))
  return { green, bright, admin: platform['admin']!, sales: platform['sales']! }
}

const worldLeads = [
  {
    email: 'hello@tidy-yards.example',
    name: 'Tara Young',
    company: 'Tidy Yards',
    source: 'trial',
    origin: 'hero',
    stage: 'new',
    status: 'open',
    priority: 'normal',
  },
  {
    email: 'max@shinywindows.example',
    name: 'Max Shin',
    company: 'Shiny Windows',
    source: 'get_started',
    origin: 'cta',
    stage: 'contacted',
    status: 'open',
    priority: 'high',
  },
  {
    email: 'bea@buggone.example',
    name: 'Bea Gone',
    company: 'Bug Gone',
    source: 'get_started',
    origin: null,
    stage: 'closed',
    status: 'lost',
    priority: 'normal',
  },
]

/** The lines printed at startup: who can sign in to the demo world, and what they see. */
async function demoSignIns(url: string): Promise<string[]> {
  const { greenAcres, platformPeople, worldPassword } = await import('./data.ts')
  const { brightSide } = await import('./bright.ts')
  const shown: [email: string, sees: string][] = [
    [`owner@${greenAcres.domain}`, 'the office: schedule, customers, money, inbox'],
    [`leader@${greenAcres.domain}`, 'a crew leader’s day on the phone'],
    [`customer@${greenAcres.domain}`, 'a customer’s visits, invoices and cards'],
    [platformPeople[0].email, 'the platform and the businesses on it'],
  ]
  return [
    `Demo sign-ins at ${url} (password ${worldPassword}):`,
    ...shown.map(([email, sees]) => `  ${email.padEnd(30)}${sees}`),
    `  Also manager@, crew@ and payee@${greenAcres.domain}, all of them @${brightSide.domain}, and ${platformPeople[1].email}.`,
  ]
}

const seedMark = 'seeded'
/** Advisory lock held while seeding, so that one of several processes seeds and the others wait. */
const seedLock = 7_304_115
type Mark = { kind: 'world' | 'none'; invite?: string; done?: boolean }

async function readMark(
  store: Store,
): Promise<{ mark: Mark | undefined; empty: boolean; owns: boolean }> {
  return readPlatform(store, system, async (tx) => {
    const { rows } = await sql<{ mark: Mark | null; people: number; owns: boolean }>`
      select (select value from setting where key = ${seedMark}::text) as mark, (select count(*) from people) + (select count(*) from organizations) as people,
        (select pg_has_role(session_user, relowner, 'usage') from pg_class where oid = 'people'::regclass) as owns`.execute(
      tx,
    )
    const { mark, people, owns } = rows[0]!
    return { mark: mark ?? undefined, empty: people === 0, owns }
  })
}

export type FirstRun = {
  /** Seeds the world; null if there is nothing to do. */
  fill: ((app: App, sandbox: PaymentSwitch | null) => Promise<void>) | null
  /** What to print when that is done. */
  lines(): Promise<string[]>
}

/**
 * Decides how to fill an empty database: with the demo world or one invited admin, who is invited
 * here. Otherwise nothing.
 */
export async function planFirstRun(
  store: Store,
  config: Config,
  say: (line: string) => void,
): Promise<FirstRun> {
  const wanted = config.SEED ?? (config.production ? 'none' : 'world')
  const { mark, empty, owns } = await readMark(store)
  const signIns = () => demoSignIns(config.PUBLIC_URL)
  if (mark?.kind === 'world' && !config.is_private)
    throw new ConfigFault(
      'This database has held the demo world, whose passwords are public: use a new one to serve others.',
    )
  if (mark?.done)
    return {
      fill: null,
      lines: async () =>
        mark.kind === 'world' ? signIns() : mark.invite ? [firstAdmin(mark.invite)] : [],
    }
  const half = mark?.kind === 'world'
  const asked = half || wanted !== 'none'
  const makes = { isFull: wanted !== 'small', say }
  if (!half && !empty) return { fill: null, lines: async () => [] }
  if (asked && !owns)
    throw new ConfigFault(
      'Only the owner of the database can make the demo world: run npm run seed with DATABASE_OWNER_URL, or set SEED=none.',
    )
  if (asked) return { fill: (app, sandbox) => makeWorld(app, sandbox, makes), lines: signIns }
  const email = 'admin@fieldhive.example'
  const invite = `${config.PUBLIC_URL}/login?screen=signup&email=${encodeURIComponent(email)}`
  await onPlatform(store, system, async (tx) => {
    await sql`select invite_first_admin(${email}, 'Admin')`.execute(tx)
    await tx
      .insertInto('setting')
      .values({ key: seedMark, value: JSON.stringify({ kind: 'none', invite, done: true }) })
      .onConflict((on) => on.doNothing())
      .execute()
  })
  return { fill: null, lines: async () => [firstAdmin(invite)] }
}

const firstAdmin = (invite: string): string => `First admin: sign up at ${invite}`

type Making = { isFull: boolean; say: (line: string) => void }

async function makeWorld(
  app: App,
  sandbox: PaymentSwitch | null,
  { isFull, say }: Making,
): Promise<void> {
  const unlock = await lockSeed(app.store)
  try {
    const { mark } = await readMark(app.store)
    if (mark?.done) return
    if (mark) await emptyAgain(app.store)
    await asOwner(app.store, (tx) => writeMark(tx, { kind: 'world' }))
    say('two businesses with their people, services and first customers')
    const { green } = await buildWorld(app, sandbox)
    if (isFull) {
      const { fillWorld } = await import('./fuller.ts')
      await fillWorld(app, sandbox, green, say)
    }
    await asOwner(app.store, (tx) => writeMark(tx, { kind: 'world', done: true }))
  } finally {
    await unlock()
  }
}

/**
 * The embedded database belongs to one process, and its only connection is needed for the seeding.
 */
async function lockSeed(store: Store): Promise<() => Promise<void>> {
  if (store.kind === 'embedded') return async () => {}
  const wire = await store.acquire()
  const taken = async () =>
    (await wire.query<{ ok: boolean }>(`select pg_try_advisory_xact_lock(${seedLock}) as ok`))
      .rows[0]?.ok === true
  // In a transaction, because a pooler keeps a session only that long.
  await wire.query('begin')
  while (!(await taken())) await new Promise((resolve) => setTimeout(resolve, 250))
  return async () => {
    let broken: unknown
    await wire.query('commit').catch((fault) => (broken = fault))
    wire.release(broken)
  }
}

const writeMark = (tx: PlatformTx, mark: Mark): Promise<unknown> =>
  sql`insert into setting (key, value) values (${seedMark}::text, ${JSON.stringify(mark)}::text::jsonb) on conflict (key) do update set value = excluded.value`.execute(
    tx,
  )

/**
 * A process killed while seeding leaves half a world that no one uses, so it is rebuilt. What
 * visitors added in the meantime stays: their accounts, and e-mail addresses from the landing page.
 */
const emptyAgain = (store: Store): Promise<unknown> =>
  asOwner(store, async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('migration', 'setting') and tablename not like 'idp%'`.execute(
      tx,
    )
    await sql`create temporary table visitors on commit drop as select * from platform_leads where not (lower(email) = any(${worldLeads.map((lead) => lead.email)}::text[]))`.execute(
      tx,
    )
    await sql.raw(`truncate ${rows.map((row) => `"${row.name}"`).join(', ')} cascade`).execute(tx)
    await sql`insert into platform_leads select * from visitors`.execute(tx)
  })
