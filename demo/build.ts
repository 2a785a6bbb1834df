import { sql } from 'kysely'
import { toE164 } from '../src/domain/contact.ts'
import { addDays, todayIn } from '../src/domain/dates.ts'
import type { App } from '../src/server/call.ts'
import { inOrgAll, onPlatform, system } from '../src/server/db/door.ts'
import { addInvitation, ensurePermanentCode } from '../src/server/invitations/write.ts'
import { setHours } from '../src/server/organizations/write.ts'
import { refreshAccount } from '../src/server/payments/accounts.ts'
import { ensureAccount } from '../src/server/payments/verification.ts'
import { placeOfZip } from '../src/server/zip.ts'
import type { WorldOrganization } from './data.ts'
import { addCustomer, ask, type BuiltOrganization, type PaymentSwitch } from './customers.ts'
import { playVisit } from './visits.ts'

/** One business of the demo world with its people, customers, work and money. */
export async function buildOrganization(
  app: App,
  sandbox: PaymentSwitch | null,
  plan: WorldOrganization,
  password: string,
): Promise<BuiltOrganization> {
  const time_zone = placeOfZip(plan.zip)?.time_zone ?? 'America/New_York'
  const today = todayIn(time_zone, new Date().toISOString())
  const built: BuiltOrganization = {
    id: '',
    slug: plan.slug,
    today,
    people: {},
    customers: {},
    teams: {},
    services: {},
    invoices: {},
    permanent_code: '',
  }

  for (const person of plan.people) {
    const email = `${person.key}@${plan.domain}`
    if (['owner', 'manager', 'leader', 'crew', 'payee'].includes(person.key))
      await app.identity?.createAccount({
        email,
        name: person.name,
        password,
        email_verified: true,
      })
    const { id } = await onPlatform(app.store, system, (tx) =>
      tx
        .insertInto('people')
        .values({
          email,
          name: person.name,
          phone_number: person.phone ? toE164(person.phone) : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    built.people[person.key] = { id, email }
  }
  const owner = built.people['owner']!.id
  built.id = await onPlatform(app.store, system, async (tx) => {
    const { id } = await tx
      .insertInto('organizations')
      .values({
        slug: plan.slug,
        name: plan.name,
        industry: plan.industry,
        street: plan.street,
        city: plan.city,
        state: plan.state,
        zip: plan.zip,
        phone_number: toE164(plan.phone),
        email: `owner@${plan.domain}`,
        website: plan.website,
        time_zone,
        owner_person_id: owner,
        estimated_customers: plan.customers.length,
        onboarding_step: 'billing',
        onboarded_at: sql`now() - interval '1 year'`,
        trial_ends_at: sql`now() + interval '14 days'`,
        listed: true,
        services_rendered: plan.services.map((service) => service.name),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('people')
      .set({ active_organization_id: id })
      .where(
        'id',
        'in',
        Object.values(built.people).map((person) => person.id),
      )
      .execute()
    return id
  })

  const cause = { person_id: owner }
  await inOrgAll(app.store, built.id, cause, async (tx) => {
    await setHours(
      tx,
      plan.hours.map(([opens, closes], weekday) => ({
        weekday,
        opens_minutes: closes ? opens : null,
        closes_minutes: closes || null,
        is_closed: !closes,
      })),
    )
    for (const name of plan.teams)
      built.teams[name] = (
        await tx.insertInto('teams').values({ name }).returning('id').executeTakeFirstOrThrow()
      ).id
    for (const person of plan.people) {
      await tx
        .insertInto('memberships')
        .values({
          person_id: built.people[person.key]!.id,
          role: person.role,
          team_id: person.team ? built.teams[person.team]! : null,
        })
        .execute()
    }
    for (const service of plan.services) {
      built.services[service.key] = (
        await tx
          .insertInto('services')
          .values({
            key: service.key,
            name: service.name,
            description: service.description,
            price_cents: service.price_cents,
            estimated_minutes: service.minutes,
            crew_members_needed: service.crew ?? null,
            active: service.active ?? true,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    }
    await tx
      .insertInto('misc_events')
      .values(
        plan.events.map((event) => ({
          title: event.title,
          date: addDays(today, event.day),
          start_minutes: event.time,
          duration_minutes: event.minutes,
          notes: event.notes ?? null,
          team_id: event.team ? built.teams[event.team]! : null,
        })),
      )
      .execute()
    built.permanent_code = await ensurePermanentCode(tx, app)
    await addInvitation(tx, app, {
      organization_id: tx.org,
      kind: 'customer',
      via: 'qr',
      ttl_hours: 72,
    })
    await addInvitation(tx, app, {
      organization_id: tx.org,
      kind: 'customer',
      via: 'email',
      ttl_hours: 72,
      email: 'new.neighbour@mail.example',
      status: 'sent',
    })
    await addInvitation(tx, app, {
      organization_id: tx.org,
      kind: 'customer',
      via: 'sms',
      ttl_hours: 24,
      phone: '+19195550177',
      status: 'sent',
    })
  })

  if (sandbox) {
    const account = await ensureAccount(app, built.id)
    await ask(sandbox, `/_sandbox/onboard/${account}`, { standing: 'complete' })
    await refreshAccount(app, built.id)
  }
  for (const customer of plan.customers)
    await addCustomer(app, sandbox, plan, built, customer, password)
  // Visits are billed oldest first, so that invoice numbers follow the calendar.
  const happened = plan.customers
    .flatMap((customer) => (customer.visits ?? []).map((visit) => ({ customer, visit })))
    .toSorted((a, b) => a.visit.day - b.visit.day)
  for (const { customer, visit } of happened)
    await playVisit(app, sandbox, plan, built, customer, visit)
  await inOrgAll(app.store, built.id, cause, async (tx) => {
    const leader = plan.people.find((person) => person.key === 'leader')
    const team_id = leader?.team ? built.teams[leader.team]! : null
    await tx
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
  })
  return built
}
