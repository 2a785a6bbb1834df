import { sql } from 'kysely'
import { emailKey } from '../../../domain/base/email.ts'
import type {
  LeadByHand,
  LeadPatch,
  LeadSource,
  LeadStage,
  LeadStatus,
  NewLead,
} from '../../../domain/people/lead.ts'
import type { PlatformTx } from '../../base/db/door.ts'

/** Adds a person who asked about the product. Asking again fills in what was missing, and opens a lead that was given up. */
export async function addPlatformLead(
  tx: PlatformTx,
  {
    email,
    name,
    company,
    phone,
    source,
    origin,
    path,
  }: Omit<NewLead, 'source'> & { source: LeadSource },
): Promise<void> {
  await reopenLead(tx, email)
  await sql`insert into platform_leads (email, name, company, phone, source, origin, path)
    values (${email}, ${name ?? null}, ${company ?? null}, ${phone ?? null}, ${source}, ${origin ?? null}, ${path ?? null})
    on conflict ((lower(email))) do update set name = coalesce(platform_leads.name, excluded.name), company = coalesce(platform_leads.company, excluded.company),
      phone = coalesce(platform_leads.phone, excluded.phone), updated_at = now()`.execute(tx)
}

/** Opens a lead that was lost or archived, to be called now; a note says why. */
const reopenLead = (tx: PlatformTx, email: string): Promise<unknown> =>
  sql`with reopened as (
      update platform_leads set status = 'open', stage = case when stage = 'closed' then 'negotiation' else stage end, next_action_at = now(),
        version = version + 1, updated_at = now()
      where lower(email) = ${emailKey(email)} and status in ('lost', 'archived') returning id)
    insert into platform_lead_notes (lead_id, text) select id, 'Asked again: the lead is open again.' from reopened`.execute(
    tx,
  )

/** The lead with this e-mail address set up a business: mark it won, with that business. */
export const winPlatformLead = (
  tx: PlatformTx,
  email: string,
  organization_id: string,
): Promise<unknown> =>
  sql`update platform_leads set status = 'won', stage = 'closed', organization_id = ${organization_id}, version = version + 1, updated_at = now()
    where lower(email) = ${emailKey(email)} and status <> 'won'`.execute(tx)

/** The same for somebody who set up a business first and proved their mailbox afterward. */
export const winLeadOf = (tx: PlatformTx, person_id: string): Promise<unknown> =>
  sql`update platform_leads l set status = 'won', stage = 'closed', organization_id = o.id, version = l.version + 1, updated_at = now()
    from people p join memberships m on m.person_id = p.id and m.role = 'owner' and m.status = 'active'
      join organizations o on o.id = m.organization_id and o.onboarded_at is not null
    where p.id = ${person_id}::uuid and lower(l.email) = lower(p.email) and l.status <> 'won'`.execute(
    tx,
  )

/** Adds a lead a seller met, for that seller, or completes the one with this address, which is theirs if nobody has it. Returns who holds it. */
export async function addLeadByHand(
  tx: PlatformTx,
  { email, name, company, phone }: LeadByHand,
  seller_id: string,
): Promise<{ id: string; holder: string | null }> {
  const { rows } = await sql<{ id: string; holder: string | null }>`
    insert into platform_leads (email, name, company, phone, source, assigned_to_person_id)
    values (${email}, ${name ?? null}, ${company ?? null}, ${phone ?? null}, 'manual', ${seller_id}::uuid)
    on conflict ((lower(email))) do update set name = coalesce(platform_leads.name, excluded.name), company = coalesce(platform_leads.company, excluded.company),
      phone = coalesce(platform_leads.phone, excluded.phone), version = platform_leads.version + 1, updated_at = now(),
      assigned_to_person_id = coalesce(platform_leads.assigned_to_person_id, excluded.assigned_to_person_id)
    returning id, assigned_to_person_id as holder`.execute(tx)
  return rows[0]!
}

/** Gives a lead to a seller; null returns it to the pool. */
export const assignLead = (
  tx: PlatformTx,
  id: string,
  seller_id: string | null,
): Promise<unknown> =>
  tx
    .updateTable('platform_leads')
    .set({ assigned_to_person_id: seller_id, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

/** Returns the open leads of somebody who no longer works leads to the pool. */
export const releaseLeads = (tx: PlatformTx, seller_id: string): Promise<unknown> =>
  tx
    .updateTable('platform_leads')
    .set({ assigned_to_person_id: null, version: sql`version + 1`, updated_at: sql`now()` })
    .where('assigned_to_person_id', '=', seller_id)
    .where('status', '=', 'open')
    .execute()

export const changeLead = (
  tx: PlatformTx,
  id: string,
  change: Omit<LeadPatch, 'version' | 'stage' | 'status'> & {
    stage: LeadStage
    status: LeadStatus
  },
): Promise<unknown> =>
  tx
    .updateTable('platform_leads')
    .set({ ...change, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

export const addLeadNote = (
  tx: PlatformTx,
  lead_id: string,
  author_id: string,
  text: string,
): Promise<unknown> =>
  tx.insertInto('platform_lead_notes').values({ lead_id, author_id, text }).execute()
