import { sql, type RawBuilder } from 'kysely'
import type { ProductUpdate } from '../../../domain/flows/product-update.ts'
import type { PlatformTx } from '../../base/db/door.ts'

/** The last updates with what became of their letters, or one of them. */
export async function readUpdates(tx: PlatformTx, id?: string): Promise<ProductUpdate[]> {
  const { rows } = await sql<ProductUpdate>`
    select u.id, u.subject, u.text, u.subject_es, u.text_es, u.state, u.version, u.created_at, u.sent_at, p.name as by_name,
      cardinality(u.person_ids) as people, cardinality(u.person_ids) - least(u.next_index, cardinality(u.person_ids)) + m.queued as waiting,
      m.sent, m.failed, m.refused, m.unsubscribed
    from product_updates u left join people p on p.id = coalesce(u.sent_by, u.author_id)
    cross join lateral (
      select count(*) filter (where m.status in ('sent', 'delivered'))::int as sent, count(*) filter (where m.status in ('queued', 'sending'))::int as queued,
        count(*) filter (where m.status in ('failed', 'bounced'))::int as failed, count(*) filter (where m.status = 'refused')::int as refused,
        count(m.switched_off_at)::int as unsubscribed
      from messages m where m.product_update_id = u.id) m
    where ${id ? sql`u.id = ${id}::uuid` : sql`true`} order by u.id desc limit 100`.execute(tx)
  return rows
}

/** Who gets product updates: an open account that chose them, with a mailbox that is proven and takes mail. */
const readers: RawBuilder<unknown> = sql`people p where p.notification_prefs->>'product_updates' = 'true' and p.status = 'active'
  and p.email is not null and p.email_verified_at is not null and message_block('email', lower(p.email)) is null`

export async function countReaders(tx: PlatformTx): Promise<number> {
  const { rows } = await sql<{
    people: number
  }>`select count(*)::int as people from ${readers}`.execute(tx)
  return rows[0]!.people
}

export async function readReaders(tx: PlatformTx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select p.id from ${readers} order by p.id`.execute(tx)
  return rows.map(({ id }) => id)
}
