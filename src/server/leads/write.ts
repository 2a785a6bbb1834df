import { sql } from 'kysely'
import { emailKey } from '../../domain/contact.ts'
import type { NewLead } from '../../domain/lead.ts'
import type { PlatformTx } from '../db/door.ts'

/** Adds a person who asked about the product. Asking again fills in what was missing. */
export const addPlatformLead = (
  tx: PlatformTx,
  { email, name, company, phone, source, origin, path }: NewLead,
): Promise<unknown> =>
  sql`insert into platform_leads (email, name, company, phone, source, origin, path)
    values (${email}, ${name ?? null}, ${company ?? null}, ${phone ?? null}, ${source}, ${origin ?? null}, ${path ?? null})
    on conflict ((lower(email))) do update set name = coalesce(platform_leads.name, excluded.name), company = coalesce(platform_leads.company, excluded.company),
      phone = coalesce(platform_leads.phone, excluded.phone), updated_at = now()`.execute(tx)

/** The lead with this e-mail address set up a business: mark it won, with that business. */
export const winPlatformLead = (
  tx: PlatformTx,
  email: string,
  organization_id: string,
): Promise<unknown> =>
  sql`update platform_leads set status = 'won', stage = 'closed', organization_id = ${organization_id}, version = version + 1, updated_at = now()
    where lower(email) = ${emailKey(email)} and status <> 'won'`.execute(tx)
