import { sql } from 'kysely'
import { toE164 } from '../src/domain/base/phone.ts'
import { addDays, todayIn } from '../src/domain/base/dates.ts'
import type { App } from '../src/server/base/call.ts'
import { onPlatform, type OrgTx, type PlatformTx, system } from '../src/server/base/db/door.ts'
import { addInvitation, ensurePermanentCode } from '../src/server/people/invitations/write.ts'
import { setHours } from '../src/server/base/organizations/write.ts'
import { refreshAccount, ensureAccount } from '../src/server/money/payments/accounts.ts'
import { placeOfZip } from '../src/server/base/kit/zip.ts'
import {
  asItsOwner,
  ask,
  type Building,
  type BuiltOrganization,
  type PaymentSwitch,
} from './building.ts'
import { addCustomer } from './customers.ts'
import type { WorldOrganization, WorldPerson } from './plan.ts'
import { playVisit } from './visits.ts'

/** Builds one demo business: people, customers, work and money. */
export async function buildOrganization(
  app: App,
  sandbox: PaymentSwitch | null,
  plan: WorldOrganization,
  password: string,
): Promise<BuiltOrganization> {
  const time_zone = placeOfZip(plan.zip)?.time_zone ?? 'America/New_York'
  const built = nothingBuilt(plan, todayIn(time_zone, new Date().toISOString()))
  const site: Building = { app, sandbox, plan, password, built }
  for (const person of plan.people) await addPerson(site, person)
  built.id = await onPlatform(app.store, system, (tx) => addBusiness(tx, site, time_zone))
  await asItsOwner(site, async (tx) => {
    await addHours(tx, site)
    await addTeams(tx, site)
    await addServices(tx, site)
    await addEvents(tx, site)
    await inviteCustomers(tx, site)
  })
  if (sandbox) await openAccount(site, sandbox)
  for (const customer of plan.customers) await addCustomer(site, customer)
  await playVisits(site)
  await asItsOwner(site, (tx) => addShifts(tx, site))
  return built
}

const nothingBuilt = ({ slug }: WorldOrganization, today: string): BuiltOrganization => ({
  id: '',
  slug,
  today,
  people: {},
  customers: {},
  teams: {},
  services: {},
  invoices: {},
  permanent_code: '',
})

async function addPerson({ app, plan, password, built }: Building, person: WorldPerson) {
  const { key, name, phone } = person
  // Empty for crew who sign in by a device link.
  const email = person.email ?? `${key}@${plan.domain}`
  if (['owner', 'manager', 'leader', 'crew', 'payee'].includes(key))
    await app.identity?.createAccount({ email, name, password, email_verified: true })
  const { id } = await onPlatform(app.store, system, (tx) =>
    tx
      .insertInto('people')
      .values({
        email: email || null,
        name,
        phone_number: phone ? toE164(phone) : null,
        email_verified_at: email ? new Date().toISOString() : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  built.people[key] = { id, email }
}

async function addBusiness(
  tx: PlatformTx,
  { plan, built }: Building,
  time_zone: string,
): Promise<string> {
  const { slug, name, industry, street, city, state, zip, website } = plan
  const { id } = await tx
    .insertInto('organizations')
    .values({
      slug,
      name,
      industry,
      street,
      city,
      state,
      zip,
      phone_number: toE164(plan.phone),
      email: `owner@${plan.domain}`,
      website,
      time_zone,
      owner_person_id: built.people['owner']!.id,
      estimated_customers: plan.customers.length,
      onboarding_step: 'billing',
      onboarded_at: sql`now() - interval '1 year'`,
      trial_ends_at: sql`now() + interval '14 days'`,
      listed: true,
      services_rendered: plan.services.map((service) => service.name),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const people = Object.values(built.people).map((person) => person.id)
  await tx
    .updateTable('people')
    .set({ active_organization_id: id })
    .where('id', 'in', people)
    .execute()
  return id
}

const addHours = (tx: OrgTx, { plan }: Building) =>
  setHours(
    tx,
    plan.hours.map(([opens, closes], weekday) => ({
      weekday,
      opens_minutes: closes ? opens : null,
      closes_minutes: closes || null,
      is_closed: !closes,
    })),
  )

/** The teams, and who works in them. */
async function addTeams(tx: OrgTx, { plan, built }: Building): Promise<void> {
  for (const name of plan.teams) {
    const { id } = await tx
      .insertInto('teams')
      .values({ name })
      .returning('id')
      .executeTakeFirstOrThrow()
    built.teams[name] = id
  }
  for (const { key, role, team } of plan.people)
    await tx
      .insertInto('memberships')
      .values({
        person_id: built.people[key]!.id,
        role,
        team_id: team ? built.teams[team]! : null,
      })
      .execute()
}

async function addServices(tx: OrgTx, { plan, built }: Building): Promise<void> {
  for (const { key, name, description, price_cents, minutes, crew, active } of plan.services) {
    const { id } = await tx
      .insertInto('services')
      .values({
        key,
        name,
        description,
        price_cents,
        estimated_minutes: minutes,
        crew_members_needed: crew ?? null,
        active: active ?? true,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    built.services[key] = id
  }
}

const addEvents = (tx: OrgTx, { plan, built }: Building) =>
  tx
    .insertInto('misc_events')
    .values(
      plan.events.map((event) => ({
        title: event.title,
        date: addDays(built.today, event.day),
        start_minutes: event.time,
        duration_minutes: event.minutes,
        notes: event.notes ?? null,
        team_id: event.team ? built.teams[event.team]! : null,
      })),
    )
    .execute()

const invitations = [
  { via: 'qr', ttl_hours: 72 },
  { via: 'email', ttl_hours: 72, email: 'new.neighbour@mail.example', status: 'sent' },
  { via: 'sms', ttl_hours: 24, phone: '+19195550177', status: 'sent' },
] as const

async function inviteCustomers(tx: OrgTx, { app, built }: Building): Promise<void> {
  built.permanent_code = await ensurePermanentCode(tx, app)
  for (const invitation of invitations)
    await addInvitation(tx, app, { organization_id: tx.org, kind: 'customer', ...invitation })
}

async function openAccount({ app, built }: Building, sandbox: PaymentSwitch): Promise<void> {
  const account = await ensureAccount(app, built.id)
  await ask(sandbox, `/_sandbox/onboard/${account}`, { standing: 'complete' })
  await refreshAccount(app, built.id)
}

/** Bills oldest visits first, so that invoice numbers follow the dates. */
async function playVisits(site: Building): Promise<void> {
  const happened = site.plan.customers
    .flatMap((customer) => (customer.visits ?? []).map((visit) => ({ customer, visit })))
    .toSorted((a, b) => a.visit.day - b.visit.day)
  for (const { customer, visit } of happened) await playVisit(site, customer, visit)
}

const addShifts = (tx: OrgTx, { plan, built }: Building) => {
  const leader = plan.people.find((person) => person.key === 'leader')
  const team_id = leader?.team ? built.teams[leader.team]! : null
  return tx
    .insertInto('shifts')
    .values(
      [1, 2, 3].flatMap((ago) =>
        ['leader', 'crew'].map((key) => ({
          person_id: built.people[key]!.id,
          team_id,
          started_at: sql<string>`date_trunc('day', now() - ${`${ago} days`}::interval) + interval '12 hours'`,
          ended_at: sql<string>`date_trunc('day', now() - ${`${ago} days`}::interval) + interval '20 hours 15 minutes'`,
        })),
      ),
    )
    .execute()
}
