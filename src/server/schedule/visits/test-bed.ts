import { randomBytes, randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { addDays, todayIn } from '../../../domain/base/dates.ts'
import type { Role } from '../../../domain/base/roles.ts'
import { customers } from '../../../api/customers.ts'
import { crew } from '../../../api/crew.ts'
import { crewCommands } from '../../../api/crew-commands.ts'
import { crewReports } from '../../../api/crew-reports.ts'
import { extraWork } from '../../../api/extra-work.ts'
import { files } from '../../../api/files.ts'
import { portal } from '../../../api/portal.ts'
import { products } from '../../../api/products.ts'
import { requests } from '../../../api/requests.ts'
import { week } from '../../../api/week.ts'
import { series } from '../../../api/series.ts'
import { services } from '../../../api/services.ts'
import { tray } from '../../../api/tray.ts'
import { visits } from '../../../api/visits.ts'
import { completion } from '../../../api/completion.ts'
import { candidates } from '../../../api/candidates.ts'
import { miscEvents } from '../../../api/misc-events.ts'
import { openScratch } from '../../../../test/scratch.ts'
import type { App } from '../../base/call.ts'
import { crewHandlers } from '../../flows/crew/calls.ts'
import { crewCommandHandlers } from '../../flows/crew-commands/calls.ts'
import { crewReportHandlers } from '../../flows/crew-reports/calls.ts'
import { asOwner, inOrgAll, type OrgTx, system } from '../../base/db/door.ts'
import type { Store } from '../../base/db/store.ts'
import { extraWorkHandlers } from '../../flows/extra-work/calls.ts'
import { fileHandlers } from '../../flows/files/calls.ts'
import { mountCalls } from '../../http.ts'
import { createJobs } from '../../base/jobs/jobs.ts'
import { endPlanWait } from '../../messages/plan-waits.ts'
import { portalHandlers } from '../../flows/portal/calls.ts'
import { productHandlers } from '../../flows/products/calls.ts'
import { requestHandlers } from '../requests/calls.ts'
import { createSecurityLog } from '../../base/security/log.ts'
import { visitHandlers } from './calls.ts'
import { seriesHandlers } from '../series/calls.ts'
import { completionHandlers } from '../../flows/completion/calls.ts'
import { customerHandlers } from '../../customers/calls.ts'
import { candidateHandlers } from '../../customers/candidates.ts'
import { miscEventHandlers } from '../misc-events/calls.ts'
import { weekHandlers } from '../week/calls.ts'
import { serviceHandlers } from '../../base/services/calls.ts'
import { trayHandlers } from '../tray/calls.ts'
import type { Actor } from '../../base/actor.ts'

export const zone = 'America/New_York'
export const today = todayIn(zone, new Date().toISOString())
export const inDays = (days: number): string => addDays(today, days)

type GivenCustomer = { autopay?: true; card?: true; status?: string; team_id?: string }
type Who = { role: Role; team?: string; customer?: string; organization?: string }

/**
 * A small business with two crews, a few customers and two services, plus a neighbor that must
 * never be visible. Every call goes through HTTP.
 */
export async function openTestBed() {
  const scratch = await openScratch()
  const { store } = scratch
  const log = { error: (fault: object) => faults.push(fault), warn() {}, info() {} }
  const faults: object[] = []
  const jobs = createJobs({ store, runs: false, log })
  await jobs.prepare()

  const org = await addOrganization(store, 'greenhill', 'acct_greenhill')
  const neighbour = await addOrganization(store, 'neighbour', null)
  const north = await addTeam(store, org, 'North')
  const south = await addTeam(store, org, 'South')
  const mow = await addService(store, org, 'mow', 'Mowing', 4500, 60)
  const free = await addService(store, org, 'look', 'Look around', 0, 30)
  const ana = await addCustomer(store, org, 'Ana', { autopay: true, card: true })
  const bob = await addCustomer(store, org, 'Bob', { card: true })
  const cleo = await addCustomer(store, org, 'Cleo', {})
  const pam = await addCustomer(store, org, 'Pam', { status: 'paused' })
  const lou = await addCustomer(store, org, 'Lou', { status: 'lead' })
  const theirs = await addCustomer(store, neighbour, 'Ned', {})
  await addService(store, neighbour, 'mow', 'Mowing', 1000, 60)

  const people = {
    olga: { role: 'owner' },
    mike: { role: 'manager' },
    lea: { role: 'crew_leader', team: north },
    max: { role: 'crew_member', team: north },
    ben: { role: 'crew_leader', team: south },
    idle: { role: 'crew_member' },
    ana: { role: 'user', customer: ana },
    bob: { role: 'user', customer: bob },
    zed: { role: 'owner', organization: neighbour },
  } satisfies Record<string, Who>
  type Name = keyof typeof people
  const actors = new Map<string, Actor>()
  for (const [name, who] of Object.entries(people) as [Name, Who][]) {
    const { organization: organization_id = org } = who
    actors.set(name, await addPerson(store, name, { ...who, organization_id }))
  }

  const server = await serve(store, log, actors)

  type Answer = { status: number; body: any; headers: Record<string, unknown> } // oxlint-disable-line typescript/no-explicit-any
  async function ask(
    name: Name | null,
    call: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const [method, url] = call.split(' ') as ['GET', string]
    const response = await server.inject({
      method,
      url,
      headers: { ...(name ? { authorization: `Bearer ${name}` } : {}), ...headers },
      ...(body ? { payload: body } : {}),
    })
    return {
      status: response.statusCode,
      body: response.body ? JSON.parse(response.body) : null,
      headers: response.headers,
    }
  }

  /** Adds a rule for a customer the way the office does; returns the series as screens see it. `untold`: its customer does not know of it yet. */
  async function addRule({ untold, ...given }: { untold?: true } & Record<string, unknown> = {}) {
    const { status, body } = await ask('olga', 'POST /api/schedule', {
      customer_id: bob,
      service_key: 'mow',
      team_id: north,
      pattern: 'weekly',
      start_date: today,
      ...given,
    })
    if (status !== 201) throw new Error(JSON.stringify(body))
    if (!untold) await write(store, org, (tx) => endPlanWait(tx, body.series_id as string))
    const first = body.first_visit as { occurrence_id: string; date: string }
    return {
      rule_id: body.rule_id as string,
      series_id: body.series_id as string,
      first: first.occurrence_id,
      visit: (date: string) => `${body.series_id as string}:${date}`,
    }
  }

  return {
    store,
    scratch,
    server,
    faults,
    ids: { org, neighbour, north, south, mow, free, ana, bob, cleo, pam, lou, theirs },
    actor: (name: Name) => actors.get(name)!,
    ask,
    addRule,
    addCustomer: (name: string, given: GivenCustomer = {}) => addCustomer(store, org, name, given),
    /** Gives a customer a second address; returns its id. */
    addCabin: async (customer_id: string): Promise<string> => {
      const place = { street: '7 Lake Rd', city: 'Cary', state: 'NC', zip: '27511' }
      const { id } = await write(store, org, (tx) =>
        tx
          .insertInto('service_locations')
          .values({ ...place, customer_id, label: 'Cabin' })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      return id
    },
    write: <T>(work: (tx: OrgTx) => Promise<T>) => write(store, org, work),
    /** Bypasses all access rules, as the schema's owner. */
    owner: <T>(work: Parameters<typeof asOwner<T>>[1]) => asOwner<T>(store, work),
    /** Events of one type since the start, oldest first. */
    events: (type: string) =>
      write(store, org, (tx) =>
        tx
          .selectFrom('events')
          .select(['number', 'data', 'customer_id', 'team_ids'])
          .where('type', '=', type)
          .orderBy('number')
          .execute(),
      ),
    /** Counts rows returned by statements containing this text while something runs. */
    async rowsRead(
      statement: RegExp,
      act: () => Promise<unknown>,
    ): Promise<Record<string, unknown>[]> {
      const rows: Record<string, unknown>[] = []
      const { acquire } = store
      store.acquire = async () => {
        const wire = await acquire.call(store)
        return {
          ...wire,
          async query<Row>(text: string, values?: readonly unknown[]) {
            const answer = await wire.query<Row>(text, values)
            if (statement.test(text)) rows.push(...(answer.rows as Record<string, unknown>[]))
            return answer
          },
        }
      }
      try {
        await act()
      } finally {
        store.acquire = acquire
      }
      return rows
    },
    /** An invoice's document status. */
    docOf: (id: string) =>
      asOwner(scratch.store, (tx) =>
        tx.selectFrom('invoices').select('doc').where('id', '=', id).executeTakeFirst(),
      ).then((row) => row?.doc),
    async close() {
      await server.close()
      await jobs.stop()
      await scratch.drop()
    },
  }
}
/** A server with the schedule's calls; a token is a person's name. */
async function serve(
  store: Store,
  log: App['log'],
  actors: ReadonlyMap<string, Actor>,
): Promise<FastifyInstance> {
  const server = fastify({ forceCloseConnections: true, genReqId: () => randomUUID() })
  await server.register(cookie)
  const app = {
    config: { RATE_LIMITS: false, CREW_UNDO_SECONDS: 60 },
    store,
    log,
    security: createSecurityLog({ store, secret: randomBytes(32), line: null, log }),
    checkToken: async (token: string) => token,
    actors: { actorOf: async (name: string) => actors.get(name) },
  } as unknown as App
  mountCalls(
    server,
    app,
    {
      ...week,
      ...series,
      ...visits,
      ...completion,
      ...candidates,
      ...customers,
      ...miscEvents,
      ...requests,
      ...crew,
      ...crewCommands,
      ...crewReports,
      ...extraWork,
      ...tray,
      ...files,
      ...services,
      ...products,
      ...portal,
    },
    {
      ...seriesHandlers,
      ...visitHandlers,
      ...completionHandlers,
      ...candidateHandlers,
      ...customerHandlers,
      ...miscEventHandlers,
      ...weekHandlers,
      ...requestHandlers,
      ...crewHandlers,
      ...crewCommandHandlers,
      ...crewReportHandlers,
      ...extraWorkHandlers,
      ...trayHandlers,
      ...fileHandlers,
      ...serviceHandlers,
      ...productHandlers,
      ...portalHandlers,
    },
  )
  await server.ready()
  return server
}

async function addOrganization(
  store: Store,
  slug: string,
  account: string | null,
): Promise<string> {
  return asOwner(store, async (tx) => {
    const { id } = await tx
      .insertInto('organizations')
      .values({
        slug,
        name: slug,
        time_zone: zone,
        stripe_account_id: account,
        stripe_charges_enabled: account !== null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}
function write<T>(
  store: Store,
  organization_id: string,
  work: (tx: OrgTx) => Promise<T>,
): Promise<T> {
  return inOrgAll(store, organization_id, system, work)
}
function addTeam(store: Store, organization_id: string, name: string): Promise<string> {
  return write(
    store,
    organization_id,
    async (tx) =>
      (
        await tx
          .insertInto('teams')
          .values({ organization_id, name })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
  )
}
function addService(
  store: Store,
  organization_id: string,
  key: string,
  name: string,
  price_cents: number,
  estimated_minutes: number,
): Promise<string> {
  return write(
    store,
    organization_id,
    async (tx) =>
      (
        await tx
          .insertInto('services')
          .values({ organization_id, key, name, price_cents, estimated_minutes })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
  )
}
function addCustomer(
  store: Store,
  organization_id: string,
  name: string,
  given: GivenCustomer,
): Promise<string> {
  return write(store, organization_id, async (tx) => {
    const { id } = await tx
      .insertInto('customers')
      .values({
        organization_id,
        name,
        email: `${name.toLowerCase()}@example.com`,
        status: given.status ?? 'active',
        team_id: given.team_id ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('service_locations')
      .values({
        organization_id,
        customer_id: id,
        street: '1 Oak St',
        city: 'Durham',
        state: 'NC',
        zip: '27701',
        is_default: true,
      })
      .execute()
    if (given.card) {
      const method = `pm_${name}`
      await tx
        .insertInto('payment_methods')
        .values({
          organization_id,
          id: method,
          customer_id: id,
          type: 'card',
          brand: 'visa',
          last4: '4242',
        })
        .execute()
      await tx
        .updateTable('customers')
        .set({
          default_payment_method_id: method,
          stripe_customer_id: `cus_${name}`,
          autopay_enabled: given.autopay ?? false,
        })
        .where('id', '=', id)
        .execute()
    }
    if (given.card)
      await tx
        .insertInto('consents')
        .values({
          organization_id,
          customer_id: id,
          kind: 'autopay',
          accepted: true,
          text: 'yes',
          text_hash: 'yes',
          cap_cents: 10_000,
        })
        .execute()
    return id
  })
}
async function addPerson(
  store: Store,
  name: string,
  { role, team, customer, organization_id }: Who & { organization_id: string },
): Promise<Actor> {
  const email = `${name}@${organization_id.slice(0, 8)}.example`
  const person_id = await asOwner(store, async (tx) => {
    const { id } = await tx
      .insertInto('people')
      .values({ email, name, email_verified_at: new Date().toISOString() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('memberships')
      .values({
        organization_id,
        person_id: id,
        role,
        team_id: team ?? null,
        customer_id: customer ?? null,
      })
      .execute()
    if (customer)
      await tx.updateTable('customers').set({ person_id: id }).where('id', '=', customer).execute()
    return id
  })
  return {
    person_id,
    email,
    email_verified: true,
    name,
    role,
    is_inactive: false,
    roles: [role],
    organization_id,
    customer_id: customer ?? null,
    team_id: team ?? null,
    team_ids: team ? [team] : [],
    platform_role: null,
    read_only_from: null,
    real_person_id: null,
    impersonation_id: null,
    session_id: null,
    has_second_factor: false,
    requires_second_factor: false,
  }
}

export type TestBed = Awaited<ReturnType<typeof openTestBed>>

/** The call that returns every visit between two dates. */
export const windowOf = (from: string, to: string): string =>
  `GET /api/schedule?from=${from}&to=${to}`
/** The same with each customer once. */
export const weekOf = (from: string, to: string): string =>
  `GET /api/schedule/week?from=${from}&to=${to}`

/** What a crew's phone sends for one press, made just now at a stop of today. */
export const commandOf = (kind: string, visit: string | null, more: object = {}) => ({
  client_id: randomUUID(),
  kind,
  at: new Date().toISOString(),
  waited_ms: 0,
  visit,
  date: today,
  ...more,
})
