import { sql, type Selectable } from 'kysely'
import type { Database } from '../../db/schema.ts'
import type { organizations } from '../api/organizations.ts'
import { dayNames } from '../domain/dates.ts'
import { hoursForPublic, hoursForSettings, hoursProblems, parseHours, type BusinessHours } from '../domain/hours.ts'
import { readScheduleSettings, type Organization, type OrganizationPatch } from '../domain/organization.ts'
import type { Industry } from '../domain/onboarding.ts'
import { isReadOnly, type SubscriptionStatus } from '../domain/platform.ts'
import type { PublicOrganization } from '../domain/signup.ts'
import { toE164 } from '../domain/contact.ts'
import type { App, Handlers } from './call.ts'
import type { OrgTx, Tx } from './db/door.ts'
import { emit } from './events.ts'
import { found, invalid, notFound, refused } from './refusals.ts'

/** The week's hours, Sunday first; null when the organization has told none. */
export async function readHours(tx: Tx, organization_id: string): Promise<BusinessHours | null> {
  const rows = await tx
    .selectFrom('business_hours')
    .select(['weekday', 'opens_minutes', 'closes_minutes', 'is_closed'])
    .where('organization_id', '=', organization_id)
    .orderBy('weekday')
    .execute()
  return rows.length === 7 ? rows : null
}

/** Replaces the week's hours. */
export async function writeHours(tx: Tx, organization_id: string, hours: BusinessHours): Promise<void> {
  await sql`insert into business_hours (organization_id, weekday, opens_minutes, closes_minutes, is_closed)
    select ${organization_id}, * from json_to_recordset(${JSON.stringify(hours)}::json) as h(weekday smallint, opens_minutes int, closes_minutes int, is_closed boolean)
    on conflict (organization_id, weekday) do update set opens_minutes = excluded.opens_minutes, closes_minutes = excluded.closes_minutes, is_closed = excluded.is_closed`.execute(
    tx,
  )
}

/** Hours as a form sends them, or 422 with the sentence of the first wrong day. */
export function hoursFrom(input: Record<string, unknown>): BusinessHours {
  const hours = parseHours(input)
  const problems = hoursProblems(hours)
  if (problems.length)
    throw invalid(Object.fromEntries(problems.map(({ weekday, message }) => [`business_hours.${dayNames[weekday]!.toLowerCase()}`, message])))
  return hours
}

export async function readOrganization(tx: OrgTx): Promise<Organization> {
  const row = found(await tx.selectFrom('organizations').selectAll().where('id', '=', tx.org).executeTakeFirst())
  const hours = await readHours(tx, tx.org)
  const closed = await tx.selectFrom('closed_dates').select('date').where('organization_id', '=', tx.org).orderBy('date').limit(400).execute()
  const { rows } = await sql<{
    users: number
  }>`select count(distinct m.person_id) as users from memberships m join people p on p.id = m.person_id where m.organization_id = ${tx.org} and m.status = 'active' and p.status = 'active'`.execute(
    tx,
  )
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    status: row.status as Organization['status'],
    industry: row.industry as Industry,
    website: row.website,
    phone_number: row.phone_number,
    email: row.email,
    street: row.street,
    city: row.city,
    state: row.state,
    zip: row.zip,
    time_zone: row.time_zone,
    service_area_zipcodes: row.service_area_zipcodes,
    business_hours: hours ? hoursForSettings(hours) : null,
    closed_dates: closed.map((c) => c.date),
    services_rendered: row.services_rendered,
    insurance_provider: row.insurance_provider,
    owner_user_id: row.owner_person_id,
    customer_due_day: row.customer_due_day,
    signup_open: row.signup_open,
    activate_signups: row.activate_signups,
    signups_in_area_only: row.signups_in_area_only,
    listed: row.listed,
    schedule_settings: readScheduleSettings(row.schedule_settings),
    stripe_account_id: row.stripe_account_id,
    stripe_onboarding_completed: row.stripe_details_submitted,
    stripe_charges_enabled: row.stripe_charges_enabled,
    estimated_customers: row.estimated_customers,
    estimated_users: row.estimated_customers,
    actual_users: Math.max(1, rows[0]?.users ?? 1),
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

type Standing = { status: string; subscription_status: string; trial_ends_at: string | null; past_due_since: string | null }

/** Whether an organization takes on customers: it is active, and so is its subscription, where the operator sells any. */
export const isServing = ({ config }: Pick<App, 'config'>, { status, subscription_status, trial_ends_at, past_due_since }: Standing): boolean =>
  status === 'active' &&
  !(config.PLATFORM_BILLING && isReadOnly({ status: subscription_status as SubscriptionStatus, trial_ends_at, past_due_since }, new Date().toISOString()))

/** What anybody may see of an organization that takes on customers; 404 with the page's sentence for any other. */
export async function publicOrganization(
  app: App,
  tx: Tx,
  where: { id: string } | { slug: string },
  sentence: string,
): Promise<PublicOrganization & { open: boolean }> {
  const row = await tx
    .selectFrom('organizations')
    .selectAll()
    .where('id' in where ? 'id' : 'slug', '=', 'id' in where ? where.id : where.slug.toLowerCase())
    .executeTakeFirst()
  if (!row || !isServing(app, row)) throw notFound(sentence)
  return shownToAll(tx, row)
}

type OrganizationRow = Pick<
  Selectable<Database['organizations']>,
  'id' | 'name' | 'slug' | 'industry' | 'website' | 'phone_number' | 'email' | 'city' | 'state' | 'signup_open'
>

async function shownToAll(tx: Tx, row: OrganizationRow): Promise<PublicOrganization & { open: boolean }> {
  const hours = await readHours(tx, row.id)
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    industry: row.industry,
    website: row.website,
    phone_number: row.phone_number,
    email: row.email,
    city: row.city,
    state: row.state,
    business_hours: hours ? hoursForPublic(hours) : null,
    open: row.signup_open,
  }
}

async function changeOrganization(tx: OrgTx, patch: OrganizationPatch): Promise<void> {
  const row = await tx.selectFrom('organizations').selectAll().where('id', '=', tx.org).forUpdate().executeTakeFirstOrThrow()
  if (patch.version !== undefined && patch.version !== row.version)
    throw refused('stale', `${await lastEditor(tx)} saved the organization meanwhile. Reload to see the change.`)
  if (patch.id !== undefined && patch.id !== tx.org) throw notFound()
  const {
    id: _,
    version: __,
    business_hours,
    closed_dates,
    schedule_settings,
    estimated_customers,
    industry,
    service_area_zipcodes,
    services_rendered,
    phone_number,
    ...plain
  } = patch
  await tx
    .updateTable('organizations')
    .set({
      ...plain,
      ...(phone_number === undefined ? {} : { phone_number: phone_number && toE164(phone_number) }),
      ...(industry === undefined ? {} : { industry: industry ?? 'Other' }),
      ...(estimated_customers === undefined ? {} : { estimated_customers: estimated_customers ?? 1 }),
      ...(service_area_zipcodes === undefined ? {} : { service_area_zipcodes: service_area_zipcodes ?? [] }),
      ...(services_rendered === undefined ? {} : { services_rendered: services_rendered ?? [] }),
      schedule_settings: JSON.stringify({ ...(row.schedule_settings as object), ...schedule_settings }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', tx.org)
    .execute()
  if (business_hours) await writeHours(tx, tx.org, hoursFrom(business_hours))
  else if (business_hours === null) await tx.deleteFrom('business_hours').where('organization_id', '=', tx.org).execute()
  if (closed_dates) {
    // Dates that stay keep the reason they were given elsewhere.
    const dates = [...new Set(closed_dates)]
    await sql`delete from closed_dates where organization_id = ${tx.org} and date <> all (${`{${dates.join(',')}}`}::text::date[])`.execute(tx)
    if (dates.length)
      await tx
        .insertInto('closed_dates')
        .values(dates.map((date) => ({ organization_id: tx.org, date })))
        .onConflict((on) => on.doNothing())
        .execute()
  }
  await emit(tx, 'organization.changed', { fields: Object.keys(patch) })
}

/** Who changed the organization last, for whoever comes second. */
async function lastEditor(tx: OrgTx): Promise<string> {
  const { rows } = await sql<{ name: string | null; email: string }>`select p.name, p.email from events e join people p on p.id = e.actor_id
    where e.organization_id = ${tx.org} and e.type = 'organization.changed'
      and e.data->'fields' is distinct from '["teams"]'::jsonb order by e.number desc limit 1`.execute(tx)
  return rows[0]?.name ?? rows[0]?.email ?? 'Somebody else'
}

export const organizationHandlers: Handlers<typeof organizations> = {
  'GET /api/owner/my-organization': ({ inOrg }) => inOrg(readOrganization),

  'POST /api/owner/organization/update': ({ inOrg, body }) =>
    inOrg(async (tx) => {
      await changeOrganization(tx, body)
      return readOrganization(tx)
    }),

  'PATCH /api/owner/schedule-settings': ({ inOrg, body }) =>
    inOrg(async (tx) => {
      await changeOrganization(tx, { schedule_settings: body })
      return readOrganization(tx)
    }),

  'GET /api/users/my-organization': ({ inOrg }) =>
    inOrg(async (tx) => {
      const row = await tx.selectFrom('organizations').selectAll().where('id', '=', tx.org).executeTakeFirstOrThrow()
      return { ...(await shownToAll(tx, row)), customer_due_day: row.customer_due_day }
    }),
}
