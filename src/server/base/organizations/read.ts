import { sql, type Selectable } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import type { Brand } from '../../../domain/base/brand.ts'
import { hoursForPublic, hoursForSettings, type BusinessHours } from '../../../domain/base/hours.ts'
import type { Industry } from '../../../domain/base/onboarding.ts'
import {
  postalAddressOf,
  readScheduleSettings,
  type Organization,
} from '../../../domain/base/organization.ts'
import { isReadOnly, type SubscriptionStatus } from '../../../domain/money/platform.ts'
import type { PublicOrganization } from '../../../domain/flows/signup.ts'
import type { App } from '../call.ts'
import type { OrgTx, Tx } from '../db/door.ts'
import { notFound, refused } from '../kit/refusals.ts'
import { todayIn, type LocalDate } from '../../../domain/base/dates.ts'

type OrganizationRow = Selectable<Database['organizations']>

export const readOrganizationRow = (tx: OrgTx): Promise<OrganizationRow> =>
  tx.selectFrom('organizations').selectAll().where('id', '=', tx.org).executeTakeFirstOrThrow()

/** The same, locked until the transaction ends. */
export const lockOrganization = (tx: OrgTx): Promise<OrganizationRow> =>
  tx
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', tx.org)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** 409 `no_postal_address`: the law wants it named in every offer. */
export async function requirePostalAddress(tx: OrgTx): Promise<void> {
  if (!postalAddressOf(await readOrganizationRow(tx)))
    throw refused(
      'no_postal_address',
      'Offers must name your postal address. Enter it in Settings first.',
    )
}

/** The organization for its settings page. */
export async function readOrganization(tx: OrgTx): Promise<Organization> {
  const row = await readOrganizationRow(tx)
  const hours = await readHours(tx, tx.org)
  const closed = await tx
    .selectFrom('closed_dates')
    .select('date')
    .orderBy('date')
    .limit(400)
    .execute()
  return {
    ...plainFieldsOf(row),
    status: row.status as Organization['status'],
    industry: row.industry as Industry,
    business_hours: hours ? hoursForSettings(hours) : null,
    closed_dates: closed.map(({ date }) => date),
    owner_user_id: row.owner_person_id,
    schedule_settings: readScheduleSettings(row.schedule_settings),
    stripe_onboarding_completed: row.stripe_details_submitted,
    estimated_users: row.estimated_customers,
    actual_users: (await countActiveUsers(tx)).users,
  }
}

const plainFieldsOf = (row: OrganizationRow) => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  website: row.website,
  phone_number: row.phone_number,
  email: row.email,
  street: row.street,
  city: row.city,
  state: row.state,
  zip: row.zip,
  time_zone: row.time_zone,
  service_area_zipcodes: row.service_area_zipcodes,
  services_rendered: row.services_rendered,
  insurance_provider: row.insurance_provider,
  customer_due_day: row.customer_due_day,
  signup_open: row.signup_open,
  activate_signups: row.activate_signups,
  signups_in_area_only: row.signups_in_area_only,
  listed: row.listed,
  stripe_account_id: row.stripe_account_id,
  stripe_charges_enabled: row.stripe_charges_enabled,
  estimated_customers: row.estimated_customers,
  version: row.version,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/** The week's hours, Sunday first; null if none are set. */
export async function readHours(tx: Tx, organization_id: string): Promise<BusinessHours | null> {
  const rows = await tx
    .selectFrom('business_hours')
    .select(['weekday', 'opens_minutes', 'closes_minutes', 'is_closed'])
    .where('organization_id', '=', organization_id)
    .orderBy('weekday')
    .execute()
  return rows.length === 7 ? rows : null
}

/**
 * True if an organization accepts customers: it is active, and so is its subscription if the
 * operator sells any.
 */
export const isServing = (
  { config }: Pick<App, 'config'>,
  organization: Pick<
    OrganizationRow,
    'status' | 'subscription_status' | 'trial_ends_at' | 'past_due_since'
  >,
): boolean => {
  const { status, subscription_status, trial_ends_at, past_due_since } = organization
  if (status !== 'active') return false
  const subscription = {
    status: subscription_status as SubscriptionStatus,
    trial_ends_at,
    past_due_since,
  }
  return !config.PLATFORM_BILLING || !isReadOnly(subscription, new Date().toISOString())
}

/**
 * What anyone may see of an organization that accepts customers; 404 with the page's message for
 * any other.
 */
export async function readPublicOrganization(
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
  return publicView(tx, row)
}

/** The public part of an organization. `open`: anyone may sign up. */
export async function publicView(
  tx: Tx,
  row: OrganizationRow,
): Promise<PublicOrganization & { open: boolean }> {
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
    insurance_provider: row.insurance_provider,
    logo: row.logo as Brand['logo'],
    business_hours: hours ? hoursForPublic(hours) : null,
    open: row.signup_open,
  }
}

/** The name of the person who last changed the organization. */
export async function lastEditorName(tx: OrgTx): Promise<string> {
  const { rows } = await sql<{ name: string | null; email: string }>`
    select p.name, p.email from events e join people p on p.id = e.actor_id
    where e.type = 'organization.changed'
      and e.data->'fields' is distinct from '["teams"]'::jsonb order by e.number desc limit 1`.execute(
    tx,
  )
  return rows[0]?.name ?? rows[0]?.email ?? 'Someone else'
}

/**
 * The active users of each organization, which its fee counts: everybody who may sign in to it,
 * once, and of its customers those it works for, so neither leads nor archived customers.
 */
const activeUsers = sql`
  select m.organization_id, count(distinct m.person_id)::int as users,
    count(distinct m.person_id) filter (where m.role <> 'user')::int as staff
  from memberships m join people p on p.id = m.person_id
  left join customers c on c.organization_id = m.organization_id and c.id = m.customer_id
  where m.status = 'active' and p.status = 'active' and (m.role <> 'user' or c.status in ('active', 'paused'))
  group by m.organization_id`

/** The active users of the organizations `f`, to be joined; the least that is charged for is one. */
export const activeUsersOfEach = {
  join: sql`left join (${activeUsers}) counted on counted.organization_id = f.id`,
  users: sql`greatest(1, coalesce(counted.users, 0))`,
}

type ActiveUsers = { users: number; staff: number; customers: number }

/** The active users of one organization; who is both on the staff and a customer is staff. */
export async function countActiveUsers(tx: OrgTx): Promise<ActiveUsers> {
  const { rows } = await sql<{ users: number; staff: number }>`
    select users, staff from (${activeUsers}) counted where organization_id = ${tx.org}::uuid`.execute(
    tx,
  )
  const { users, staff } = rows[0] ?? { users: 0, staff: 0 }
  return { users: Math.max(1, users), staff, customers: users - staff }
}

/** The organization's time zone, an IANA name. */
export const readTimeZone = async (tx: OrgTx): Promise<string> =>
  (
    await tx
      .selectFrom('organizations')
      .select('time_zone')
      .where('id', '=', tx.org)
      .executeTakeFirstOrThrow()
  ).time_zone

/** Today where the organization is. */
export const todayOf = async (tx: OrgTx): Promise<LocalDate> =>
  todayIn(await readTimeZone(tx), new Date().toISOString())
