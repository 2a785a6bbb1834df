import { sql, type RawBuilder } from 'kysely'
import { readScheduleSettings } from '../../domain/organization.ts'
import {
  barsOfReminders,
  messageChannels,
  type MessageChannel,
  type MessageChoices,
  type ReminderBar,
} from '../../domain/reminder.ts'
import type { OrgTx } from '../db/door.ts'
import type { Sender } from './letter.ts'

/** A customer as messages about visits reach them. */
export type Reached = {
  customer_id: string
  person_id: string | null
  customer_name: string | null
  organization: Sender & { time_zone: string }
  /** Where a message goes; none for who is called by a person, is archived, or switched these messages off. */
  to: { channel: MessageChannel; address: string }[]
  /** How long after a visit's time its crew may arrive. */
  arrival_window_minutes: number
  /** What keeps reminders from this customer; empty: they are sent. */
  reminders_off: ReminderBar[]
}

type Row = MessageChoices & {
  id: string
  person_id: string | null
  name: string | null
  status: string
  email: string | null
  phone_number: string | null
  reminder_opt_in: boolean
  settings: unknown
  sender: Sender & { time_zone: string }
}

/** How to reach customers about their visits, for any caller. */
export async function readReach(
  tx: OrgTx,
  customer_ids: readonly string[],
): Promise<Map<string, Reached>> {
  const rows = await lookAbout(
    tx,
    sql<Row>`
    select c.id, c.person_id, c.name, c.status, c.email, c.phone_number, c.sms_opt_in, c.reminder_opt_in, p.notification_prefs as prefs, p.preferred_contact, o.schedule_settings as settings,
      json_build_object('name', o.name, 'email', o.email, 'phone_number', o.phone_number, 'time_zone', o.time_zone) as sender
    from customers c join organizations o on o.id = c.organization_id left join people p on p.id = c.person_id
    where c.id = any (${`{${[...new Set(customer_ids)].join(',')}}`}::text::uuid[])`,
  )
  return new Map(rows.map((row) => [row.id, reachedOf(row)]))
}

function reachedOf(row: Row): Reached {
  const { email, phone_number } = row
  const facts = { ...row, has_email: Boolean(email), has_phone: Boolean(phone_number) }
  const { reminder_days_before, arrival_window_minutes } = readScheduleSettings(row.settings)
  const addresses = { email, sms: phone_number }
  return {
    customer_id: row.id,
    person_id: row.person_id,
    customer_name: row.name,
    organization: row.sender,
    arrival_window_minutes,
    to:
      row.status === 'archived'
        ? []
        : messageChannels(facts).map((channel) => ({ channel, address: addresses[channel]! })),
    reminders_off: barsOfReminders({ ...facts, reminder_days_before }),
  }
}

/** Owner and managers who want to hear by e-mail what happens in their organization. */
export const readOffice = (tx: OrgTx): Promise<{ person_id: string; email: string }[]> =>
  lookAbout(
    tx,
    sql<{ person_id: string; email: string }>`
    select distinct p.id as person_id, p.email from memberships m join people p on p.id = m.person_id
    where m.role in ('owner', 'manager') and m.status = 'active' and p.status = 'active'
      and coalesce((p.notification_prefs ->> 'email_general')::boolean, true)`,
  )

/** Crews and customers may not read people's choices: the sight is widened for one question of ours, and given back. */
async function lookAbout<Row>(tx: OrgTx, question: RawBuilder<Row>): Promise<Row[]> {
  const before = await sql<{ sight: string }>`select current_setting('app.sight') as sight`.execute(
    tx,
  )
  const sight = before.rows[0]?.sight ?? 'all'
  if (sight === 'all') return (await question.execute(tx)).rows
  const setSight = (to: string) =>
    sql`select set_config('app.sight', ${to}::text, true)`.execute(tx)
  await setSight('all')
  const { rows } = await question.execute(tx)
  await setSight(sight)
  return rows
}
