import { numberOf } from '../../domain/base/contact.ts'
import { numberSql } from '../base/kit/phone.ts'
import { sql, type RawBuilder } from 'kysely'
import { zonesOfPhone } from '../../domain/base/area-codes.ts'
import { localeFrom, type Locale } from '../../domain/base/locale.ts'
import { kindOf, type MessageKind } from '../../domain/messages/message-kinds.ts'
import { readScheduleSettings } from '../../domain/base/organization.ts'
import { plainRecipient, type BlockReason, type Recipient } from '../../domain/messages/message.ts'
import type { NotificationPrefs, PreferredContact } from '../../domain/base/person.ts'
import { barsOfReminders, type ReminderBar } from '../../domain/flows/reminder.ts'
import { officeRoles, type Role } from '../../domain/base/roles.ts'
import { senderVerified } from '../base/sums/proven-sender.ts'
import { sendAlong, type OrgTx, type PlatformTx, type Tx } from '../base/db/door.ts'
import { oneOf } from '../base/db/ids.ts'
import { placeOfZip } from '../base/kit/zip.ts'
import type { Sender } from './letter.ts'

/** Somebody a message may go to, with everything that decides whether and how. */
export type Reached = {
  organization_id: string | null
  customer_id: string | null
  person_id: string | null
  name: string | null
  locale: Locale
  /** The consent that texts to this person rest on. */
  consent_id: string | null
  /** The consent that offers by text rest on. */
  offer_consent_id: string | null
  recipient: Recipient
  /** The look and the postal address of the business it comes from. */
  look: Look | null
}

/** Only offers must name the postal address. */
export const lookFor = ({ look }: Pick<Reached, 'look'>, kind: MessageKind) =>
  kindOf(kind).category === 'marketing' ? look : { ...look, postal_address: null }

type Look = Pick<Sender, 'logo' | 'color' | 'postal_address'>
type Organization = Sender & { time_zone: string }

export type ReachedCustomer = Reached & {
  customer_id: string
  organization: Organization
  /** How long after a visit's time its crew may arrive. */
  arrival_window_minutes: number
  /** What keeps reminders from this customer; empty: they are sent. */
  reminders_off: ReminderBar[]
}

type PersonRow = {
  person_id: string | null
  email: string | null
  phone_number: string | null
  locale: string | null
  prefs: NotificationPrefs | null
  preferred_contact: PreferredContact | null
  email_block: BlockReason | null
  sms_block: BlockReason | null
  texts_ready: boolean
  sender_verified: boolean
  today: { sms: number; marketing: number; email: number }
  sender: Organization
  look: Look
}

type CustomerRow = PersonRow & {
  id: string
  name: string | null
  status: string
  sms_opt_in: boolean
  reminder_opt_in: boolean
  invoice_email_opt_in: boolean
  offers_off: boolean
  offer_consent_id: string | null
  consent_id: string | null
  zip: string | null
  settings: unknown
}

/** A message held for later counts on the day it goes, so that many held ones do not go at once. */
const inLastDay = sql`greatest(m.created_at, m.held_until) > now() - interval '1 day'`

/** What went to an address or a person in the last day. */
const sentToday = (whose: RawBuilder<unknown>) =>
  sql`(select json_build_object('sms', count(*) filter (where m.channel = 'sms'), 'email', count(*) filter (where m.channel = 'email'),
      'marketing', count(*) filter (where m.category = 'marketing'))
    from messages m where m.direction = 'out' and m.status not in ('refused', 'failed') and ${inLastDay} and ${whose})`

const senderOf = sql`json_build_object('name', o.name, 'email', o.email, 'phone_number', o.phone_number, 'time_zone', o.time_zone)`
/** As `postalAddressOf` in the domain words it: an address with a part missing is none. */
const lookOf = sql`json_build_object('logo', o.logo, 'color', o.brand_color, 'postal_address', o.street || ', ' || o.city || ', ' || o.state || ' ' || o.zip)`

/** The choices of a customer's account, and what they switched off by the link in a letter. */
export const customerPrefs = sql`coalesce(p.notification_prefs, '{}'::jsonb) || coalesce((select jsonb_object_agg(notice, false) from unnest(c.notices_off) notice), '{}'::jsonb)`

/** Customers as messages reach them, for any caller, by id. */
export async function readReach(
  tx: OrgTx,
  customer_ids: readonly string[],
): Promise<Map<string, ReachedCustomer>> {
  const rows = await lookAbout(
    tx,
    sql<CustomerRow>`
    select c.id, c.person_id, c.name, c.status, c.email, c.phone_number, coalesce(c.locale, p.locale) as locale, c.sms_opt_in, c.reminder_opt_in, c.invoice_email_opt_in,
      c.promotions_off_at is not null as offers_off, ${customerPrefs} as prefs, p.preferred_contact, o.schedule_settings as settings,
      (select s.id from consents s where s.customer_id = c.id and s.kind = 'sms_marketing' and s.revoked_at is null order by s.accepted_at desc limit 1) as offer_consent_id,
      (select s.id from consents s where s.customer_id = c.id and s.kind = 'sms' and s.revoked_at is null order by s.accepted_at desc limit 1) as consent_id,
      (select l.zip from service_locations l where l.customer_id = c.id and l.removed_at is null order by l.is_default desc limit 1) as zip,
      message_block('email', lower(c.email)) as email_block, message_block('sms', ${numberSql(sql`c.phone_number`)}) as sms_block, sms_sender_ready() as texts_ready,
      ${senderVerified(sql`c.organization_id`)} as sender_verified, ${sentToday(sql`m.customer_id = c.id`)} as today, ${senderOf} as sender, ${lookOf} as look
    from customers c join organizations o on o.id = c.organization_id left join people p on p.id = c.person_id
    where c.id in ${oneOf([...new Set(customer_ids)])}`,
  )
  return new Map(rows.map((row) => [row.id, customerOf(tx.org, row)]))
}

function customerOf(organization_id: string, row: CustomerRow): ReachedCustomer {
  const { email, phone_number } = row
  const facts = { ...row, has_email: Boolean(email), has_phone: Boolean(phone_number) }
  const { reminder_days_before, arrival_window_minutes } = readScheduleSettings(row.settings)
  return {
    ...reachedOf(organization_id, row),
    customer_id: row.id,
    name: row.name,
    consent_id: row.consent_id,
    offer_consent_id: row.offer_consent_id,
    organization: row.sender,
    arrival_window_minutes,
    reminders_off: barsOfReminders({ ...facts, reminder_days_before }),
    recipient: {
      ...recipientOf(row),
      as: 'customer',
      archived: row.status === 'archived',
      sms_consent: row.sms_opt_in,
      sms_marketing_consent: row.offer_consent_id !== null,
      invoice_email: row.invoice_email_opt_in,
      reminders: row.reminder_opt_in,
      offers_off: row.offers_off,
      time_zones: [(row.zip ? placeOfZip(row.zip)?.time_zone : null) ?? row.sender.time_zone],
    },
  }
}

const reachedOf = (organization_id: string, row: PersonRow) => ({
  organization_id,
  person_id: row.person_id,
  look: row.look,
  locale: localeFrom(row.locale) ?? 'en',
})

const recipientOf = (row: PersonRow): Recipient => ({
  ...plainRecipient,
  email: row.email,
  phone: row.phone_number && numberOf(row.phone_number),
  blocked: { email: row.email_block, sms: row.sms_block },
  prefs: row.prefs,
  preferred_contact: row.preferred_contact,
  time_zones: [row.sender.time_zone],
  phone_zones: zonesOfPhone(row.phone_number && numberOf(row.phone_number)),
  today: row.today,
  sender: { ...plainRecipient.sender, verified: row.sender_verified, texts: row.texts_ready },
})

type StaffRow = PersonRow & { name: string | null; has_push: boolean }

/** Owner and managers, as messages about their organization reach them. */
export async function readOffice(
  tx: OrgTx,
  roles: readonly Role[] = officeRoles,
): Promise<Reached[]> {
  const rows = await lookAbout(
    tx,
    sql<StaffRow>`
    select p.id as person_id, p.name, p.email, p.phone_number, p.locale, p.notification_prefs as prefs, null as preferred_contact,
      message_block('email', lower(p.email)) as email_block, message_block('sms', p.phone_number) as sms_block, sms_sender_ready() as texts_ready,
      true as sender_verified, has_push(p.id) as has_push, ${sentToday(sql`m.person_id = p.id`)} as today, ${senderOf} as sender, ${lookOf} as look
    from memberships s join people p on p.id = s.person_id join organizations o on o.id = s.organization_id
    where s.role in (${sql.join([...roles])}) and s.status = 'active' and p.status = 'active' order by p.id`,
  )
  return rows.map((row) => ({
    ...reachedOf(tx.org, row),
    customer_id: null,
    name: row.name,
    consent_id: null,
    offer_consent_id: null,
    recipient: { ...recipientOf(row), as: 'staff', push: row.has_push },
  }))
}

type AccountRow = Pick<PersonRow, 'email' | 'locale' | 'prefs' | 'email_block'> & {
  person_id: string
  name: string | null
  is_open: boolean
}

/** People as the platform's own news reaches them, by id: at a mailbox they have proven. */
export async function readPeople(
  tx: PlatformTx,
  ids: readonly string[],
): Promise<Map<string, Reached & { person_id: string }>> {
  const { rows } = await sql<AccountRow>`
    select p.id as person_id, p.name, case when p.email_verified_at is not null then p.email end as email, p.locale, p.notification_prefs as prefs,
      message_block('email', lower(p.email)) as email_block, p.status = 'active' as is_open
    from people p where p.id in ${oneOf(ids)} order by p.id`.execute(tx)
  return new Map(rows.map((row) => [row.person_id, personOf(row)]))
}

const personOf = ({ person_id, name, email, locale, prefs, email_block, is_open }: AccountRow) => ({
  organization_id: null,
  customer_id: null,
  person_id,
  name,
  locale: localeFrom(locale) ?? 'en',
  consent_id: null,
  offer_consent_id: null,
  look: null,
  recipient: {
    ...plainRecipient,
    as: 'address' as const,
    email,
    blocked: { email: email_block, sms: null },
    archived: !is_open,
    prefs,
  },
})

type Address = {
  email?: string | null
  phone?: string | null
  name?: string | null
  person_id?: string | null
  customer_id?: string | null
  /** What its owner was reading in, where that is known. */
  locale?: Locale
  /** The language of the page it was typed on; a person we know reads their own. */
  reading?: Locale | undefined
  /** The business that a letter of the platform is about: its days are the letter's. */
  about?: { id: string; time_zone: string } | null
}

/** An address that stands for nobody we know yet, or one that its owner has just typed. */
export async function reachAddress(
  tx: Tx,
  { email = null, phone = null, about = null, ...who }: Address,
): Promise<Reached> {
  const question = sql<{
    email_block: BlockReason | null
    sms_block: BlockReason | null
    texts_ready: boolean
    verified: boolean
    invitations: number
    on_trial: boolean
    time_zone: string | null
    look: Look | null
    locale: string | null
  }>`
    select message_block('email', lower(${email}::text)) as email_block, message_block('sms', ${phone}::text) as sms_block, sms_sender_ready() as texts_ready,
      ${tx.org === null ? sql`true` : senderVerified(sql`app_org()`)} as verified,
      ${tx.org === null ? sql`0` : sql`(select count(*) from messages m where m.category = 'invitation' and m.direction = 'out' and ${inLastDay})`} as invitations,
      ${tx.org === null ? sql`false` : sql`(select subscription_status = 'trialing' from organizations)`} as on_trial,
      ${tx.org === null ? sql`null` : sql`(select time_zone from organizations)`} as time_zone,
      ${tx.org === null ? sql`null` : sql`(select ${lookOf} from organizations o)`} as look,
      ${tx.org === null ? sql`(select locale from people where id = ${who.person_id ?? null}::uuid or lower(email) = lower(${email}::text) limit 1)` : sql`null`} as locale`
  const [row] = tx.org === null ? (await question.execute(tx)).rows : await lookAbout(tx, question)
  return {
    organization_id: tx.org ?? about?.id ?? null,
    customer_id: who.customer_id ?? null,
    person_id: who.person_id ?? null,
    name: who.name ?? null,
    locale: who.locale ?? localeFrom(row!.locale) ?? who.reading ?? 'en',
    consent_id: null,
    offer_consent_id: null,
    look: row!.look,
    recipient: {
      ...plainRecipient,
      as: 'address',
      email,
      phone,
      blocked: { email: row!.email_block, sms: row!.sms_block },
      time_zones: [row!.time_zone ?? about?.time_zone ?? 'America/New_York'],
      phone_zones: zonesOfPhone(phone),
      sender: {
        verified: row!.verified,
        texts: row!.texts_ready,
        invitations: row!.invitations,
        code_texts: 0,
        on_trial: row!.on_trial,
      },
    },
  }
}

/** Crews and customers may not read people's choices, or what others were sent: the sight is widened for one question of ours, and given back. */
async function lookAbout<Row>(tx: OrgTx, question: RawBuilder<Row>): Promise<Row[]> {
  if (tx.sight === 'all') return (await question.execute(tx)).rows
  sendAlong(
    tx,
    sql`select set_config('app.sight_before', current_setting('app.sight'), true), set_config('app.sight', 'all', true)`,
  )
  const { rows } = await question.execute(tx)
  sendAlong(tx, sql`select set_config('app.sight', current_setting('app.sight_before'), true)`)
  return rows
}
