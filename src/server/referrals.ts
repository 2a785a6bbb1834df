import { sql, type RawBuilder } from 'kysely'
import type { referrals } from '../api/referrals.ts'
import { emailKey } from '../domain/contact.ts'
import { referralCodeLength, referralLink, type Referral } from '../domain/referral.ts'
import type { App, Handlers } from './call.ts'
import { newCode } from './codes.ts'
import type { OrgTx } from './db/door.ts'
import { emit } from './events.ts'
import { isServing } from './organizations.ts'
import { found } from './refusals.ts'
import { widenSight } from './schedule/locate.ts'
import type { LeadRow } from './signup/lead.ts'

/** Whether a visit was ever done for a customer; `of` is the row's name. */
const wasServed = (of: 'c' | 'f'): RawBuilder<boolean> =>
  sql`exists (select 1 from visits v where v.organization_id = ${sql.ref(`${of}.organization_id`)} and v.customer_id = ${sql.ref(`${of}.id`)} and v.status = 'completed')`

/** For a select of `customers c`: how many they sent of whom a visit was done. Needs the whole organization in sight. */
export const referralCount: RawBuilder<number> = sql`(select count(*) from customers f where f.organization_id = c.organization_id and f.referred_by = c.id and ${wasServed('f')})`

/**
 * For a select of `customers c`: who sent them, where no visit but this one was ever done for them. Whether this one is done
 * then decides if they count.
 */
export const referrerBy = ({ series_id, original_date }: { series_id: string; original_date: string }): RawBuilder<string | null> =>
  sql`case when c.referred_by is null or exists (select 1 from visits v where v.organization_id = c.organization_id and v.customer_id = c.id
    and v.status = 'completed' and (v.series_id, v.original_date) <> (${series_id}::uuid, ${original_date}::date)) then null else c.referred_by end`

/** The same read by itself. */
export async function readReferrer(tx: OrgTx, visit: { customer_id: string; series_id: string; original_date: string }): Promise<string | null> {
  const customer = await tx
    .selectFrom('customers as c')
    .select(referrerBy(visit).as('referrer'))
    .where('c.organization_id', '=', tx.org)
    .where('c.id', '=', visit.customer_id)
    .executeTakeFirst()
  return customer?.referrer ?? null
}

/** Tells a customer and the office that somebody they sent counts now, or no longer does; not who. */
export async function tellReferrer(tx: OrgTx, referrer: string | null): Promise<void> {
  if (referrer) await emit(tx, 'customer.changed', { customer_id: referrer }, { customer_id: referrer })
}

/**
 * Notes who sent the customer of a sign-up. Nobody sends themselves, by whatever record or address, nor a customer the business has
 * already; a code it does not know says nothing. Links of somebody who was merged go on working.
 */
export async function keepReferrer(tx: OrgTx, lead: LeadRow, customer_id: string): Promise<void> {
  const { ref } = lead.data
  if (!ref) return
  await sql`update customers c set referred_by = r.id from customers r
    where c.organization_id = ${tx.org}::uuid and c.id = ${customer_id}::uuid and c.referred_by is null
      and (c.signup_lead_id = ${lead.id}::uuid or c.status = 'lead') and not ${wasServed('c')}
      and r.organization_id = c.organization_id and (r.referral_code = ${ref} or r.id = (
        select m.into_id from merged_customers m where m.organization_id = ${tx.org}::uuid and m.was->>'referral_code' = ${ref} limit 1)) and r.id <> c.id and r.referred_by is distinct from c.id
      and coalesce(lower(r.email) not in (${emailKey(lead.email)}, lower(c.email)), true) and coalesce(r.person_id <> c.person_id, true)`.execute(tx)
}

/** A customer's link, whose code is made when it is first asked for, and how many came by it. */
async function readReferral(tx: OrgTx, app: App, id: string): Promise<Referral> {
  const [organization, known] = await Promise.all([
    tx
      .selectFrom('organizations')
      .select(['slug', 'signup_open', 'status', 'subscription_status', 'trial_ends_at', 'past_due_since'])
      .where('id', '=', tx.org)
      .executeTakeFirstOrThrow(),
    tx.selectFrom('customers').select(['referral_code', 'status']).where('organization_id', '=', tx.org).where('id', '=', id).executeTakeFirst(),
  ])
  const customer = found(known)
  const isOpen = organization.signup_open && isServing(app, organization) && customer.status !== 'archived'
  const code = isOpen ? (customer.referral_code ?? (await makeCode(tx, id))) : null
  // A customer sees nobody but themselves: found by their own sight, the number alone leaves.
  const [, { count }] = await Promise.all([
    widenSight(tx),
    tx.selectFrom('customers as c').select(referralCount.as('count')).where('c.organization_id', '=', tx.org).where('c.id', '=', id).executeTakeFirstOrThrow(),
  ])
  return { link: code && referralLink({ public_url: app.config.PUBLIC_URL, slug: organization.slug, code }), count }
}

/** Of two who ask first at once, both get the code of the one. */
async function makeCode(tx: OrgTx, id: string): Promise<string | null> {
  const { referral_code } = await tx
    .updateTable('customers')
    .set({ referral_code: sql<string>`coalesce(referral_code, ${newCode(referralCodeLength)})` })
    .where('organization_id', '=', tx.org)
    .where('id', '=', id)
    .returning('referral_code')
    .executeTakeFirstOrThrow()
  return referral_code
}

export const referralHandlers: Handlers<typeof referrals> = {
  'GET /api/users/referral': ({ inOrg, app, actor }) => inOrg((tx) => readReferral(tx, app, found(actor.customer_id))),
  'GET /api/owner/customers/{id}/referral': ({ inOrg, app, params }) => inOrg((tx) => readReferral(tx, app, params.id)),
}
