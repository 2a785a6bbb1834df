import { sql } from 'kysely'
import type { newSignups } from '../../../api/new-signups.ts'
import type { DayKey } from '../../../domain/base/dates.ts'
import {
  leftAfterHours,
  leftForDays,
  type NewSignup,
  type UnfinishedSignup,
} from '../../../domain/flows/new-signup.ts'
import { daysText } from '../../../domain/customers/wishes.ts'
import type { Handlers, App } from '../../base/call.ts'
import { readCustomer } from '../../customers/read.ts'
import { lockCustomer } from '../../customers/write-row.ts'
import { markSignupSeen } from '../../customers/write-signup.ts'
import { inOrgAll, readPlatform, system, type OrgTx } from '../../base/db/door.ts'
import type { LeadData } from './lead.ts'
import { emailKey } from '../../../domain/base/email.ts'
import { enqueue } from '../../base/jobs/jobs.ts'
import { homeUrl } from '../../messages/links.ts'
import { notifyOffice } from '../../messages/tell.ts'
import { found } from '../../base/kit/refusals.ts'

/** As many of each as the dashboard lists; the rest follow once these are opened. */
const listed = 20

export const newSignupHandlers: Handlers<typeof newSignups> = {
  'GET /api/owner/signups': ({ readOrg }) =>
    readOrg(async (tx) => {
      const names = await readServiceNames(tx)
      return { finished: await readFinished(tx, names), unfinished: await readLeft(tx, names) }
    }),

  'POST /api/owner/customers/{id}/signup-seen': ({ inOrg, params }) =>
    inOrg(async (tx) => {
      await markSignupSeen(tx, await lockCustomer(tx, params.id))
      return readCustomer(tx, params.id)
    }),
}

type Names = ReadonlyMap<string, string>
/** The services' names by their keys, those no longer offered too. */
async function readServiceNames(tx: OrgTx): Promise<Names> {
  const rows = await tx.selectFrom('services').select(['key', 'name']).execute()
  return new Map(rows.map(({ key, name }) => [key, name]))
}

type Wishes = { services_selected?: readonly { key: string }[]; available_days?: readonly string[] }
const wishesIn = (
  { services_selected = [], available_days = [] }: Wishes,
  names: Names,
): Pick<NewSignup, 'services' | 'days'> => ({
  services: services_selected.map(({ key }) => names.get(key) ?? key),
  days: daysText(available_days as DayKey[]),
})

async function readFinished(tx: OrgTx, names: Names): Promise<NewSignup[]> {
  const rows = await tx
    .selectFrom('customers')
    .select(['id', 'name', 'email', 'phone_number', 'services_selected', 'available_days'])
    .select(['default_payment_method_id', 'signup_completed_at'])
    .where('signup_completed_at', 'is not', null)
    .where('signup_seen_at', 'is', null)
    .where('status', '<>', 'archived')
    .orderBy('signup_completed_at', 'desc')
    .limit(listed)
    .execute()
  return rows.map((row) => ({
    customer_id: row.id,
    name: row.name,
    email: row.email,
    phone_number: row.phone_number,
    ...wishesIn(row as Wishes, names),
    has_card_on_file: row.default_payment_method_id !== null,
    finished_at: row.signup_completed_at!,
  }))
}

async function readLeft(tx: OrgTx, names: Names): Promise<UnfinishedSignup[]> {
  const rows = await leftSignups(tx, leftForDays).limit(listed).execute()
  return rows.map((row) => ({ ...leadOf(row, names), id: row.id, left_at: row.updated_at }))
}

/** Sign-ups left at least a day and at most `days` ago, the latest first; of several of one address the latest. */
export const leftSignups = (tx: OrgTx, days: number) =>
  tx
    .selectFrom('signup_leads as l')
    .select(['l.id', 'l.email', 'l.data', 'l.updated_at'])
    .where('l.completed_at', 'is', null)
    .where('l.claimed_by', 'is', null)
    .where('l.updated_at', '<=', sql<string>`now() - make_interval(hours => ${leftAfterHours})`)
    .where('l.updated_at', '>', sql<string>`now() - make_interval(days => ${days})`)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('signup_leads as k')
            .select('k.id')
            .whereRef('k.organization_id', '=', 'l.organization_id')
            .where(sql<boolean>`lower(k.email) = lower(l.email)`)
            .where(sql<boolean>`(k.completed_at is not null or k.updated_at > l.updated_at)`),
        ),
      ),
    )
    .orderBy('l.updated_at', 'desc')

/** What a person has entered in a sign-up so far. */
function leadOf({ email, data }: { email: string; data: unknown }, names: Names) {
  const { name = null, phone_number = null, ...wishes } = data as LeadData
  return { email, name, phone_number, ...wishesIn(wishes, names) }
}

type Finished = { organization_id: string; lead_id: string }

/** Seconds a wizard has for its last questions, the card among them, before the office hears of it without them. */
const patience = 30 * 60

/** In the transaction that finishes a sign-up: the office is told at once, or once the wizard is through. */
export const planSignupMessage = (
  tx: OrgTx,
  lead_id: string,
  { asks_more }: { asks_more: boolean },
): Promise<void> =>
  enqueue(
    tx,
    'signup.tell',
    { organization_id: tx.org, lead_id },
    asks_more ? { key: `${lead_id}:later`, startAfter: patience } : { key: lead_id },
  )

/** Tells the office of a finished sign-up, once. */
export const tellOfSignup = (
  app: Pick<App, 'store'>,
  { organization_id, lead_id }: Finished,
): Promise<void> =>
  inOrgAll(app.store, organization_id, system, async (tx) => {
    const lead = await tx
      .selectFrom('signup_leads')
      .select(['id', 'email', 'data', 'customer_id', 'completed_at'])
      .where('id', '=', lead_id)
      .executeTakeFirst()
    if (!lead?.completed_at) return
    const told = leadOf(lead, await readServiceNames(tx))
    const customer = await readCustomerOf(tx, lead)
    await notifyOffice(tx, lead.id, {
      kind: 'signup_new',
      data: {
        ...told,
        days: daysOf(lead),
        organization: await readSender(tx),
        name: told.name ?? customer?.name ?? null,
        phone_number: told.phone_number ?? customer?.phone_number ?? null,
        has_card_on_file: Boolean(customer?.default_payment_method_id),
        url: homeUrl(customer ? `/app/customers/${customer.id}` : '/app/customers'),
      },
    })
  })

const daysOf = ({ data }: { data: unknown }): readonly string[] =>
  (data as LeadData).available_days ?? []

/** The customer of a sign-up, or the one whose address it was finished with: only signing in links the two. */
const readCustomerOf = (tx: OrgTx, lead: { customer_id: string | null; email: string }) =>
  tx
    .selectFrom('customers')
    .select(['id', 'name', 'phone_number', 'default_payment_method_id'])
    .where((eb) =>
      lead.customer_id
        ? eb('id', '=', lead.customer_id)
        : eb(sql`lower(email)`, '=', emailKey(lead.email)),
    )
    .executeTakeFirst()

const readSender = async (tx: OrgTx) =>
  found(
    await tx
      .selectFrom('organizations')
      .select(['name', 'email', 'phone_number'])
      .where('id', '=', tx.org)
      .executeTakeFirst(),
  )

/** How many days back we look for sign-ups the office has no message about; older ones are only listed. */
const toldWithin = 3

/** Tells each office once of the sign-ups that were left for a day. */
export async function tellOfUnfinishedSignups(app: Pick<App, 'store' | 'log'>): Promise<void> {
  const organizations = await readPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('signup_leads')
      .select('organization_id')
      .distinct()
      .where('completed_at', 'is', null)
      .where('updated_at', '>', sql<string>`now() - make_interval(days => ${toldWithin})`)
      .execute(),
  )
  for (const { organization_id } of organizations) {
    try {
      await inOrgAll(app.store, organization_id, system, tellOfLeft)
    } catch (fault) {
      app.log.error(
        { err: fault, organization_id },
        'the message about unfinished sign-ups could not be written',
      )
    }
  }
}

async function tellOfLeft(tx: OrgTx): Promise<void> {
  const left = await leftSignups(tx, toldWithin).execute()
  if (!left.length) return
  const [organization, names] = [await readSender(tx), await readServiceNames(tx)]
  for (const lead of left)
    await notifyOffice(tx, lead.id, {
      kind: 'signup_unfinished',
      data: { ...leadOf(lead, names), days: daysOf(lead), organization, url: homeUrl('/app') },
    })
}
