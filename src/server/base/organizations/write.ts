import { sql, type InsertObject, type Updateable } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import { readPhone } from '../../../domain/base/phone.ts'
import { dayNames } from '../../../domain/base/dates.ts'
import { hoursProblems, parseHours, type BusinessHours } from '../../../domain/base/hours.ts'
import { slugFromName } from '../../../domain/base/onboarding.ts'
import type { OrganizationPatch, OrganizationStatus } from '../../../domain/base/organization.ts'
import type { ReviewSettings } from '../../../domain/customers/review.ts'
import type { OrgTx, PlatformTx, Tx } from '../db/door.ts'
import { emit } from '../events.ts'
import { invalid, notFound, refused } from '../kit/refusals.ts'
import { lastEditorName, lockOrganization, requirePostalAddress } from './read.ts'

/**
 * Adds an organization under the first free slug; two with the same name may be created
 * concurrently.
 */
export async function addOrganization(
  tx: PlatformTx,
  values: Omit<InsertObject<Database, 'organizations'>, 'slug' | 'name'> & { name: string },
): Promise<string> {
  for (let tries = 0; tries < 20; tries++) {
    const like = `${slugFromName(values.name)}%`
    const { rows: taken } = await sql<{ slug: string }>`
      select slug from organizations where slug like ${like} limit 10000`.execute(tx)
    const slugs = taken.map(({ slug }) => slug)
    const made = await tx
      .insertInto('organizations')
      .values({ ...values, slug: slugFromName(values.name, slugs) })
      .onConflict((on) => on.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) return made.id
  }
  throw new Error(`No free slug for ${values.name}`)
}

/** Saves a change to the settings. 409 `stale`, naming the person who saved first. */
export async function changeOrganization(tx: OrgTx, patch: OrganizationPatch): Promise<void> {
  const row = await lockOrganization(tx)
  if (patch.version !== undefined && patch.version !== row.version)
    throw refused(
      'stale',
      `${await lastEditorName(tx)} saved the organization meanwhile. Reload to see the change.`,
    )
  if (patch.id !== undefined && patch.id !== tx.org) throw notFound()
  const { id: _, version: __, business_hours, closed_dates, schedule_settings, ...columns } = patch
  await tx
    .updateTable('organizations')
    .set({
      ...columnsOf(columns),
      schedule_settings: JSON.stringify({
        ...(row.schedule_settings as object),
        ...schedule_settings,
      }),
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', tx.org)
    .execute()
  if (business_hours) await setHours(tx, hoursFrom(business_hours))
  else if (business_hours === null) await tx.deleteFrom('business_hours').execute()
  if (closed_dates) await setClosedDates(tx, closed_dates)
  await emit(tx, 'organization.changed', { fields: Object.keys(patch) })
}

/** Turns requests for reviews on or off. 409 `no_postal_address`: the law wants it named in each. */
export async function changeSignInRules(
  tx: OrgTx,
  rules: { requires_second_factor: boolean },
): Promise<void> {
  await tx.updateTable('organizations').set(rules).where('id', '=', tx.org).execute()
  await emit(tx, 'organization.changed', { fields: Object.keys(rules) })
}

export async function changeReviewSettings(tx: OrgTx, settings: ReviewSettings): Promise<void> {
  const row = await lockOrganization(tx)
  if (settings.review_on) await requirePostalAddress(tx)
  await tx
    .updateTable('organizations')
    .set({
      message_settings: JSON.stringify({ ...(row.message_settings as object), ...settings }),
      updated_at: sql`now()`,
    })
    .where('id', '=', tx.org)
    .execute()
  await emit(tx, 'organization.changed', { fields: Object.keys(settings) })
}

/**
 * The columns of a patch, with defaults for fields the form may leave empty but the table may not.
 */
function columnsOf(
  patch: Omit<
    OrganizationPatch,
    'id' | 'version' | 'business_hours' | 'closed_dates' | 'schedule_settings'
  >,
): Updateable<Database['organizations']> {
  const { phone_number, industry, estimated_customers, ...rest } = patch
  const { service_area_zipcodes, services_rendered, ...plain } = rest
  return {
    ...plain,
    ...(phone_number === undefined
      ? {}
      : { phone_number: phone_number && readPhone(phone_number) }),
    ...(industry === undefined ? {} : { industry: industry ?? 'Other' }),
    ...(estimated_customers === undefined ? {} : { estimated_customers: estimated_customers ?? 1 }),
    ...(service_area_zipcodes === undefined
      ? {}
      : { service_area_zipcodes: service_area_zipcodes ?? [] }),
    ...(services_rendered === undefined ? {} : { services_rendered: services_rendered ?? [] }),
  }
}

/** Hours as a form sends them; 422 with a message for each invalid day. */
export function hoursFrom(input: Record<string, unknown>): BusinessHours {
  const hours = parseHours(input)
  const problems = hoursProblems(hours)
  if (problems.length)
    throw invalid(
      Object.fromEntries(
        problems.map(({ weekday, message }) => [
          `business_hours.${dayNames[weekday]!.toLowerCase()}`,
          message,
        ]),
      ),
    )
  return hours
}

/** Replaces the week's hours. */
export const setHours = (tx: OrgTx, hours: BusinessHours): Promise<unknown> =>
  sql`insert into business_hours (organization_id, weekday, opens_minutes, closes_minutes, is_closed)
    select ${tx.org}, * from json_to_recordset(${JSON.stringify(hours)}::json) as h(weekday smallint, opens_minutes int, closes_minutes int, is_closed boolean)
    on conflict (organization_id, weekday) do update set opens_minutes = excluded.opens_minutes, closes_minutes = excluded.closes_minutes, is_closed = excluded.is_closed`.execute(
    tx,
  )

/** Replaces the closed dates. Dates that stay keep their reason. */
async function setClosedDates(tx: OrgTx, closed_dates: readonly string[]): Promise<void> {
  const dates = [...new Set(closed_dates)]
  await sql`delete from closed_dates where date <> all (${`{${dates.join(',')}}`}::text::date[])`.execute(
    tx,
  )
  if (dates.length)
    await tx
      .insertInto('closed_dates')
      .values(dates.map((date) => ({ date })))
      .onConflict((on) => on.doNothing())
      .execute()
}

/** Saves one step of the setup wizard. */
export async function saveSetupStep(
  tx: OrgTx,
  { hours, ...values }: Updateable<Database['organizations']> & { hours: BusinessHours | null },
): Promise<void> {
  await tx
    .updateTable('organizations')
    .set({ ...values, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', tx.org)
    .execute()
  if (hours) await setHours(tx, hours)
  await emit(tx, 'organization.changed', { step: values.onboarding_step })
}

/** Finishes the setup wizard; repeating changes nothing. */
export const finishSetup = (tx: PlatformTx, organization_id: string): Promise<unknown> =>
  tx
    .updateTable('organizations')
    .set({ onboarded_at: sql`coalesce(onboarded_at, now())`, onboarding_step: 'billing' })
    .where('id', '=', organization_id)
    .execute()

/** Records that the morning summary of `today` went out. */
export const markDigested = (tx: OrgTx, today: string): Promise<unknown> =>
  tx.updateTable('organizations').set({ digest_on: today }).where('id', '=', tx.org).execute()

/** Records that reminders for `today` went out, as of this revision of the organization. */
export const markReminded = (tx: OrgTx, today: string, revision: number): Promise<unknown> =>
  tx
    .updateTable('organizations')
    .set({ reminded_on: today, reminded_revision: revision })
    .where('id', '=', tx.org)
    .execute()

/** Records who owns an organization; the membership says the same. */
export const setOwner = (tx: Tx, organization_id: string, person_id: string): Promise<unknown> =>
  tx
    .updateTable('organizations')
    .set({ owner_person_id: person_id, updated_at: sql`now()` })
    .where('id', '=', organization_id)
    .execute()

/** Opens or closes an organization. Returns false if it was so already. */
export async function setOrganizationStatus(
  tx: OrgTx,
  status: OrganizationStatus,
): Promise<boolean> {
  const row = await tx
    .updateTable('organizations')
    .set({ status, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', tx.org)
    .where('status', '<>', status)
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  await emit(tx, 'organization.changed', { status })
  return true
}

/** Settings of the organization that come along; its name, address on the web, owner, plan and payment account stay. */
const travelling = [
  'industry',
  'website',
  'phone_number',
  'email',
  'street',
  'city',
  'state',
  'zip',
  'service_area_zipcodes',
  'services_rendered',
  'insurance_provider',
  'time_zone',
  'activate_signups',
  'signups_in_area_only',
  'customer_due_day',
  'schedule_settings',
  'next_invoice_number',
  'message_settings',
  'brand_color',
  'logo',
] as const

/** Takes over the settings of another organization, given as its row in JSON. */
export async function takeOverSettings(tx: OrgTx, row: string): Promise<void> {
  const set = travelling.map((column) => `"${column}" = r."${column}"`).join(', ')
  await sql`update organizations o set ${sql.raw(set)}
    from json_populate_record(null::organizations, ${row}::text::json) r where o.id = ${tx.org}::uuid`.execute(
    tx,
  )
}
