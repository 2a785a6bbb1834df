import { sql } from 'kysely'
import { toE164 } from '../src/domain/base/phone.ts'
import { addDays } from '../src/domain/base/dates.ts'
import { onPlatform, type OrgTx, system } from '../src/server/base/db/door.ts'
import { asItsOwner, type Building, type BuiltOrganization } from './building.ts'
import type { WorldCustomer } from './plan.ts'
import { saveMethod } from './methods.ts'
import { recurrenceOf, teamOf, workOn } from './work.ts'

/** Adds a customer with location, work, requests and payment method. */
export async function addCustomer(site: Building, customer: WorldCustomer): Promise<void> {
  const person_id = customer.signs_in ? await addLogin(site, customer) : null
  await asItsOwner(site, async (tx) => {
    const id = await addCard(tx, site, customer, person_id)
    site.built.customers[customer.key] = { id, rules: [] }
    await addLocation(tx, site, customer)
    if (person_id)
      await tx
        .insertInto('memberships')
        .values({ person_id, role: 'user', customer_id: id })
        .execute()
    if (customer.note) await addNote(tx, site, id, customer.note)
    await addWork(tx, site, customer)
    await addRequest(tx, site, customer)
  })
  await saveMethod(site, customer)
}

async function addLogin(site: Building, { key, email, name, phone }: WorldCustomer) {
  const { app, password, built } = site
  await app.identity?.createAccount({ email, name, password, email_verified: true })
  const { id } = await onPlatform(app.store, system, (tx) =>
    tx
      .insertInto('people')
      .values({
        email,
        name,
        phone_number: toE164(phone),
        active_organization_id: built.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  built.people[key] = { id, email }
  return id
}

async function addCard(
  tx: OrgTx,
  { built }: Building,
  customer: WorldCustomer,
  person_id: string | null,
): Promise<string> {
  const { id } = await tx
    .insertInto('customers')
    .values({
      person_id,
      // Empty if the business does not know it.
      name: customer.name || null,
      email: customer.email || null,
      phone_number: customer.phone ? toE164(customer.phone) : null,
      phone_display: customer.phone || null,
      referred_by: customer.referred_by ? built.customers[customer.referred_by]!.id : null,
      team_id: customer.team ? built.teams[customer.team]! : null,
      tags: customer.tags ?? [],
      available_days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
      services_selected: JSON.stringify((customer.services ?? []).map((key) => ({ key }))),
      service_frequency: customer.frequency ?? null,
      out_of_area: customer.tags?.includes('out_of_area') ?? false,
      ...standingOf(customer, built.today),
      created_at: sql`now() - ${`${knownFor(customer, built)} days`}::interval`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Days: since before their first visit. */
const knownFor = ({ work = [] }: WorldCustomer, { customers }: BuiltOrganization): number =>
  Math.max(60 + Object.keys(customers).length, ...work.map(({ weeks = 0 }) => 7 * weeks + 5))

const standingOf = ({ status, signs_in }: WorldCustomer, today: string) => ({
  status,
  was_active: status !== 'lead',
  signup_completed_at:
    status === 'lead' || signs_in ? sql<string>`now() - interval '2 days'` : null,
  // Leads signed up lately and nobody has opened them; those who sign in are known.
  signup_seen_at: status === 'lead' ? null : sql<string>`now()`,
  ...(status === 'paused'
    ? { paused_from: today, resume_on: addDays(today, 30), pause_reason: 'Away for the month' }
    : {}),
  ...(status === 'archived' ? { archived_at: sql<string>`now()` } : {}),
})

const addLocation = (tx: OrgTx, { plan, built }: Building, customer: WorldCustomer) =>
  tx
    .insertInto('service_locations')
    .values({
      customer_id: built.customers[customer.key]!.id,
      street: customer.street,
      city: customer.city ?? plan.city,
      state: plan.state,
      zip: customer.zip,
      is_default: true,
    })
    .execute()

const addNote = (tx: OrgTx, { plan, built }: Building, customer_id: string, text: string) =>
  tx
    .insertInto('customer_notes')
    .values({
      customer_id,
      author_id: built.people['owner']!.id,
      author_name: plan.people[0]!.name,
      text,
    })
    .execute()

async function addWork(tx: OrgTx, site: Building, customer: WorldCustomer): Promise<void> {
  const { built } = site
  const { id, rules } = built.customers[customer.key]!
  for (const work of customer.work ?? []) {
    const rule = recurrenceOf(work, built.today)
    const row = await tx
      .insertInto('rules')
      .values({
        series_id: sql`uuid7()`,
        customer_id: id,
        service_id: built.services[work.service]!,
        team_id: teamOf(site, customer, work),
        ...rule,
        anchor_date: rule.start_date,
        weekdays: null,
        start_minutes: work.time ?? null,
        price_cents: work.price_cents ?? null,
        ...(work.billing ? { billing_mode: work.billing } : {}),
        notes: work.notes ?? null,
        created_by: built.people['owner']!.id,
      })
      .returning(['id', 'series_id'])
      .executeTakeFirstOrThrow()
    rules.push({ ...row, service: work.service })
  }
}

async function addRequest(tx: OrgTx, { built }: Building, customer: WorldCustomer): Promise<void> {
  if (!customer.request) return
  const { day, action, reason } = customer.request
  const at = workOn(built, customer, addDays(built.today, day))
  if (!at) return
  await tx
    .insertInto('customer_requests')
    .values({
      customer_id: built.customers[customer.key]!.id,
      series_id: at.rule.series_id,
      original_date: at.date,
      date: at.date,
      action,
      reason,
    })
    .execute()
}
