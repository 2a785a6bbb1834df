import { sql } from 'kysely'

/** The message of a reminder `r` went out, or what was sent in its place did. */
export const reached = sql`exists (select 1 from messages m where m.organization_id = r.organization_id
  and (m.id = r.message_id or m.resend_of = r.message_id) and m.status in ('sent', 'delivered'))`
