import { sql, type RawBuilder } from 'kysely'
import type { NotificationPrefs, PreferredContact } from '../../domain/person.ts'
import type { OrgTx } from '../db/door.ts'
import type { Sender } from './letter.ts'

/** A customer as messages about visits reach them. */
export type Reached = {
  customer_id: string
  person_id: string | null
  customer_name: string | null
  organization: Sender & { time_zone: string }
  /** Where a message goes; none for who is called by a person, is archived, or switched these messages off. */
  to: { channel: 'email' | 'sms'; address: string }[]
}

type Row = {
  id: string
  person_id: string | null
  name: string | null
  status: string
  email: string | null
  phone_number: string | null
  sms_opt_in: boolean
  prefs: NotificationPrefs | null
  preferred_contact: PreferredContact | null
  sender: Sender & { time_zone: string }
}

/** How to reach customers about their visits, whoever acts. */
export async function readReach(tx: OrgTx, customer_ids: readonly string[]): Promise<Map<string, Reached>> {
  const rows = await lookAbout(
    tx,
    sql<Row>`
    select c.id, c.person_id, c.name, c.status, c.email, c.phone_number, c.sms_opt_in, p.notification_prefs as prefs, p.preferred_contact,
      json_build_object('name', o.name, 'email', o.email, 'phone_number', o.phone_number, 'time_zone', o.time_zone) as sender
    from customers c join organizations o on o.id = c.organization_id left join people p on p.id = c.person_id
    where c.organization_id = ${tx.org}::uuid and c.id = any (${`{${[...new Set(customer_ids)].join(',')}}`}::text::uuid[])`,
  )
  return new Map(
    rows.map((row) => [
      row.id,
      { customer_id: row.id, person_id: row.person_id, customer_name: row.name, organization: row.sender, to: addressesOf(row) } satisfies Reached,
    ]),
  )
}

/** Owner and managers who want to hear by e-mail what happens in their organization. */
export const readOffice = (tx: OrgTx): Promise<{ person_id: string; email: string }[]> =>
  lookAbout(
    tx,
    sql<{ person_id: string; email: string }>`
    select distinct p.id as person_id, p.email from memberships m join people p on p.id = m.person_id
    where m.organization_id = ${tx.org}::uuid and m.role in ('owner', 'manager') and m.status = 'active' and p.status = 'active'
      and coalesce((p.notification_prefs ->> 'email_general')::boolean, true)`,
  )

/** Crews and customers may not read people's choices: the sight is widened for one question of ours, and given back. */
async function lookAbout<Row>(tx: OrgTx, question: RawBuilder<Row>): Promise<Row[]> {
  const before = await sql<{ sight: string }>`select current_setting('app.sight') as sight`.execute(tx)
  const sight = before.rows[0]?.sight ?? 'all'
  if (sight === 'all') return (await question.execute(tx)).rows
  const setSight = (to: string) => sql`select set_config('app.sight', ${to}::text, true)`.execute(tx)
  await setSight('all')
  const { rows } = await question.execute(tx)
  await setSight(sight)
  return rows
}

/** By e-mail unless that is switched off, and by text to who agreed to texts; who prefers texts gets those alone, who prefers calls is called. */
function addressesOf({ status, email, phone_number, sms_opt_in, prefs, preferred_contact }: Row): Reached['to'] {
  if (status === 'archived' || preferred_contact === 'phone') return []
  const sms = sms_opt_in && phone_number ? [{ channel: 'sms' as const, address: phone_number }] : []
  const mail = email && prefs?.email_general !== false ? [{ channel: 'email' as const, address: email }] : []
  return preferred_contact === 'sms' && sms.length ? sms : [...mail, ...sms]
}
