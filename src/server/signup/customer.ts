import { sql } from 'kysely'
import { emailKey, toE164 } from '../../domain/contact.ts'
import { isInServiceArea } from '../../domain/organization.ts'
import type { Actor, App } from '../call.ts'
import type { OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import { textsOnceReachable } from '../messages/text-consent.ts'
import { queueMessage } from '../messages.ts'
import { addressOf, type LeadData, type LeadRow } from './lead.ts'

type Claimant = Pick<Actor, 'person_id' | 'email' | 'email_verified'>

/** The customer a finished sign-up makes; null where somebody is known by this address: only signing in proves who asks. */
export async function customerOfLead(tx: OrgTx, lead: LeadRow): Promise<string | null> {
  if (!lead.customer_id) return addCustomer(tx, lead, lead.email)
  // Somebody went back and answered differently. Once the office or the person themselves changed the record, it is theirs.
  const changed = await tx
    .updateTable('customers')
    .set({ ...(await wishesOf(tx, lead)), updated_at: sql`now()` })
    .where('organization_id', '=', tx.org)
    .where('id', '=', lead.customer_id)
    .where('signup_lead_id', '=', lead.id)
    .where('person_id', 'is', null)
    .where('version', '=', 1)
    .returning('id')
    .executeTakeFirst()
  if (changed) await emit(tx, 'customer.changed', { customer_id: changed.id }, { customer_id: changed.id })
  return lead.customer_id
}

/** The customer record of whoever claims a sign-up: their own, the one this sign-up made, one whose mailbox they proved, else a new one. */
export async function customerOfClaimant(tx: OrgTx, lead: LeadRow, person: Claimant): Promise<string> {
  const columns = ['id', 'person_id', 'status', 'signup_lead_id'] as const
  const customers = () => tx.selectFrom('customers').select(columns).where('organization_id', '=', tx.org).forUpdate()
  const mine = await customers().where('person_id', '=', person.person_id).executeTakeFirst()
  if (mine) {
    await dropMadeBy(tx, lead, mine.id)
    return again(tx, lead, mine)
  }
  if (lead.customer_id) return lead.customer_id
  const known = await customers()
    .where(sql`lower(email)`, '=', emailKey(lead.email))
    .executeTakeFirst()
  const proven = person.email_verified && emailKey(person.email) === emailKey(lead.email)
  if (known && !known.person_id && proven) return again(tx, lead, known)
  // An address that is somebody else's here cannot be theirs too; the office reads in a note what was typed.
  const emails = known ? [] : [lead.email]
  if (person.email_verified && emailKey(person.email) !== emailKey(lead.email)) emails.push(person.email)
  for (const email of emails) {
    const made = await addCustomer(tx, lead, email)
    if (made) return made
  }
  const made = await addCustomer(tx, lead, null)
  if (!made) throw new Error('A customer without an address was not written')
  await note(tx, made, `Signed up as ${lead.email}, which another customer here has. Signs in as ${person.email}.`)
  return made
}

/** Ties a sign-up and what was agreed to in it to its customer. */
export async function linkLead(tx: OrgTx, lead: LeadRow, customer_id: string): Promise<void> {
  await tx.updateTable('signup_leads').set({ customer_id }).where('organization_id', '=', tx.org).where('id', '=', lead.id).execute()
  const consents = await tx
    .updateTable('consents')
    .set({ customer_id })
    .where('organization_id', '=', tx.org)
    .where('signup_lead_id', '=', lead.id)
    .returning(['kind', 'cap_cents', 'revoked_at'])
    .execute()
  const standing = consents.filter((consent) => consent.revoked_at === null)
  // Limits wait here until a card is saved; who pays automatically already has agreed to limits of their own.
  await tx
    .updateTable('customers')
    .set({
      autopay_cap_cents: standing.find((consent) => consent.kind === 'autopay')?.cap_cents ?? null,
      autopay_oneoffs: standing.some((consent) => consent.kind === 'autopay_oneoffs'),
    })
    .where('organization_id', '=', tx.org)
    .where('id', '=', customer_id)
    .where('autopay_enabled', '=', false)
    .execute()
  await textsOnceReachable(tx, tx.org, customer_id)
}

/** Once for each sign-up, to the address it was begun with or signs in with. */
export async function mailSummaryLink(tx: OrgTx, app: App, customer_id: string): Promise<void> {
  const customer = await tx
    .selectFrom('customers')
    .select(['name', 'email', 'signup_lead_id'])
    .where('organization_id', '=', tx.org)
    .where('id', '=', customer_id)
    .executeTakeFirstOrThrow()
  if (!customer.email || !customer.signup_lead_id) return
  const organization = await tx.selectFrom('organizations').select(['name', 'email', 'phone_number', 'slug']).where('id', '=', tx.org).executeTakeFirstOrThrow()
  await queueMessage(tx, {
    channel: 'email',
    template: 'signup_finished',
    to: customer.email,
    customer_id,
    once_key: `signup_finished:${customer.signup_lead_id}`,
    data: { organization, name: customer.name, url: `${app.config.PUBLIC_URL}/signup/org/${organization.slug}/done` },
  })
}

/** The record a finished sign-up made before it turned out whose it is. */
const dropMadeBy = (tx: OrgTx, lead: LeadRow, kept: string): Promise<unknown> =>
  tx
    .updateTable('customers')
    .set({ status: 'archived', archived_reason: 'duplicate', archived_at: sql`now()`, referred_by: null, version: sql`version + 1` })
    .where('organization_id', '=', tx.org)
    .where('signup_lead_id', '=', lead.id)
    .where('person_id', 'is', null)
    .where('status', '=', 'lead')
    .where('id', '<>', kept)
    .execute()

const contactOf = (data: LeadData) => ({
  ...(data.name ? { name: data.name } : {}),
  ...(data.phone_number ? { phone_number: toE164(data.phone_number), phone_display: data.phone_number } : {}),
})

async function wishesOf(tx: OrgTx, { data }: LeadRow) {
  const { service_area_zipcodes } = await tx.selectFrom('organizations').select('service_area_zipcodes').where('id', '=', tx.org).executeTakeFirstOrThrow()
  return {
    ...contactOf(data),
    ...addressOf(data),
    available_days: data.available_days ?? [],
    services_selected: JSON.stringify(data.services_selected ?? []),
    service_frequency: data.service_frequency ?? null,
    service_interval: data.service_interval ?? null,
    out_of_area: !!data.zip && !isInServiceArea(data.zip, service_area_zipcodes),
  }
}

async function addCustomer(tx: OrgTx, lead: LeadRow, email: string | null): Promise<string | null> {
  const { activate_signups } = await tx.selectFrom('organizations').select('activate_signups').where('id', '=', tx.org).executeTakeFirstOrThrow()
  const activated = activate_signups && lead.completed_at !== null
  const row = await tx
    .insertInto('customers')
    .values({
      organization_id: tx.org,
      status: activated ? 'active' : 'lead',
      was_active: activated,
      email,
      ...(await wishesOf(tx, lead)),
      signup_lead_id: lead.id,
      signup_completed_at: lead.completed_at,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await addLocation(tx, row.id, lead.data)
  await linkLead(tx, lead, row.id)
  await emit(tx, 'customer.changed', { customer_id: row.id, signed_up: true }, { customer_id: row.id })
  return row.id
}

async function addLocation(tx: OrgTx, customer_id: string, { street, city, state, zip }: LeadData): Promise<void> {
  if (!street || !city || !state || !zip) return
  await tx
    .insertInto('service_locations')
    .values({ organization_id: tx.org, customer_id, street, city, state, zip, is_default: true })
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Somebody known here signed up once more: a lead's record takes the new answers, a customer's stays and the office reads what is asked for. */
async function again(tx: OrgTx, lead: LeadRow, known: { id: string; status: string; signup_lead_id: string | null }): Promise<string> {
  if (known.signup_lead_id === lead.id) return known.id
  const { data } = lead
  if (known.status === 'lead') {
    const given = Object.fromEntries(
      Object.entries(await wishesOf(tx, lead)).filter(([, value]) => value !== null && value !== '[]' && !(Array.isArray(value) && !value.length)),
    )
    await tx
      .updateTable('customers')
      .set({
        ...given,
        signup_completed_at: sql`coalesce(${lead.completed_at}::timestamptz, signup_completed_at)`,
        version: sql`version + 1`,
        updated_at: sql`now()`,
      })
      .where('organization_id', '=', tx.org)
      .where('id', '=', known.id)
      .execute()
    await addLocation(tx, known.id, data)
  } else if (lead.completed_at !== null) await note(tx, known.id, askedFor(data))
  return known.id
}

function askedFor(data: LeadData): string {
  const lines: [string, string][] = [
    ['Address', [data.street, data.city, data.state, data.zip].filter(Boolean).join(', ')],
    ['Days', (data.available_days ?? []).join(', ')],
    ['Services', (data.services_selected ?? []).map((service) => service.key).join(', ')],
    ['How often', [data.service_frequency, data.service_interval && `every ${data.service_interval} weeks`].filter(Boolean).join(', ')],
    ['Phone', data.phone_number ?? ''],
  ]
  return ['Signed up again and asks for:', ...lines.filter(([, value]) => value).map(([label, value]) => `${label}: ${value}`)].join('\n')
}

const note = (tx: OrgTx, customer_id: string, text: string): Promise<unknown> =>
  tx
    .insertInto('customer_notes')
    .values({ organization_id: tx.org, customer_id, text: text.slice(0, 5000), author_id: null, author_name: 'Sign-up' })
    .execute()
