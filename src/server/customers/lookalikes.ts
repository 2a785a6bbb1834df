import { sql } from 'kysely'
import { toE164 } from '../../domain/contact.ts'
import type { Lookalike } from '../../domain/customer.ts'
import type { OrgTx } from '../db/door.ts'

type Given = {
  id?: string
  email?: string | null | undefined
  phone_number?: string | null | undefined
  street?: string | null | undefined
  zip?: string | null | undefined
}

/**
 * Customers with the same e-mail address, phone number or address: possible duplicates for a person
 * to check.
 */
export async function lookalikes(
  tx: OrgTx,
  { id, email, phone_number, street, zip }: Given,
): Promise<Lookalike[]> {
  const mail = email?.trim() ? email.trim() : null
  const phone = phone_number ? toE164(phone_number) : null
  const place = street?.trim() && zip && /^\d{5}/.test(zip) ? { street, zip } : null
  if (!mail && !phone && !place) return []
  const { rows } = await sql<Lookalike>`
    select distinct on (f.id) f.id, f.name, f.status, f.by from (
      select c.id, c.name, c.status, 'email' as by, 1 as rank from customers c where ${mail}::text is not null and lower(c.email) = lower(${mail}::text)
      union all
      select c.id, c.name, c.status, 'phone', 2 from customers c where c.phone_number = ${phone}::text
      union all
      select c.id, c.name, c.status, 'address', 3 from customers c join service_locations l on l.organization_id = c.organization_id and l.customer_id = c.id
        and l.is_default and l.address_key = address_key(${place?.street ?? null}::text, ${place?.zip ?? null}::text)
    ) f where f.id <> ${id ?? tx.org}::uuid order by f.id desc, f.rank limit 10`.execute(tx)
  return rows
}
