import { sql } from 'kysely'
import type { newSignups } from '../../api/new-signups.ts'
import type { DayKey } from '../../domain/dates.ts'
import {
  leftAfterHours,
  leftForDays,
  type NewSignup,
  type UnfinishedSignup,
} from '../../domain/new-signup.ts'
import { daysText } from '../../domain/wishes.ts'
import type { Handlers } from '../call.ts'
import { readCustomer } from '../customers/read.ts'
import { lockCustomer } from '../customers/write-row.ts'
import { markSignupSeen } from '../customers/write-signup.ts'
import type { OrgTx } from '../db/door.ts'
import type { LeadData } from './lead.ts'

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
export async function readServiceNames(tx: OrgTx): Promise<Names> {
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
export function leadOf({ email, data }: { email: string; data: unknown }, names: Names) {
  const { name = null, phone_number = null, ...wishes } = data as LeadData
  return { email, name, phone_number, ...wishesIn(wishes, names) }
}
