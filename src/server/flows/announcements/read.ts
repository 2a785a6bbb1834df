import { sql } from 'kysely'
import { reasonsOf, type Announcement } from '../../../domain/flows/announcement.ts'
import type { OrgTx } from '../../base/db/door.ts'

type Row = Omit<Announcement, 'never'> & { never: Record<string, number> }

/** The last announcements with what became of their messages, or one of them. */
export async function readAnnouncements(tx: OrgTx, id?: string): Promise<Announcement[]> {
  const { rows } = await sql<Row>`
    select a.id, a.kind, a.subject, a.text, a.by_email, a.by_text, a.state, a.created_at, p.name as author_name, cardinality(a.customer_ids) as customers,
      least(a.next_index, cardinality(a.customer_ids)) as reached, case when a.state = 'sending' then a.next_at end as next_at, m.sent, m.waiting, m.failed, m.never
    from announcements a left join people p on p.id = a.author_id
    cross join lateral (
      select count(*) filter (where m.status in ('sending', 'sent', 'delivered'))::int as sent, count(*) filter (where m.status = 'queued')::int as waiting,
        count(*) filter (where m.status in ('failed', 'bounced'))::int as failed,
        coalesce((select json_object_agg(n.reason, n.customers) from (
          select r.reason, count(distinct r.customer_id)::int as customers from messages r
          where r.organization_id = a.organization_id and r.announcement_id = a.id and r.status = 'refused' and r.reason is not null group by r.reason) n), '{}') as never
      from messages m where m.organization_id = a.organization_id and m.announcement_id = a.id) m
    where ${id ? sql`a.id = ${id}` : sql`true`} order by a.id desc limit 100`.execute(tx)
  return rows.map((row) => ({ ...row, never: reasonsOf(Object.entries(row.never), row) }))
}
