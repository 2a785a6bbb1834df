import { sql } from 'kysely'
import type { LocalDate } from '../../../domain/base/dates.ts'
import { tileOf, type InvoiceTile, type TileFacts } from '../../../domain/money/invoice-tile.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { isUncollected } from '../../base/sums/owed.ts'

/** Invoices `i` with something left to collect or to write. */
export const isOpen = sql`i.doc in ('draft', 'scheduled', 'open') and ${isUncollected}`

/** The last message `m` of invoices `i`: whether it failed or is about to go. */
export const lastMessage = sql`left join lateral (select case when l.status in ('refused', 'failed', 'bounced') then l.status end as bad_status, l.reason as bad_reason,
      l.status in ('queued', 'sending') as is_going
    from messages l where l.organization_id = i.organization_id and l.invoice_id = i.id order by l.created_at desc, l.id desc limit 1) m on true`

const today = sql`(now() at time zone (select time_zone from organizations where id = app_org()))::date`

/** The tile of open invoices `i` with their last message `m`; same precedence as `tileOf`. */
export const tileSql = sql<InvoiceTile>`case when i.money = 'failed' or (i.money = 'partial' and i.failure_code is not null) then 'declined'
  when i.doc = 'draft' then 'draft' when i.money = 'processing' then 'sent' when i.effective_due_date < ${today} then 'overdue'
  when i.doc = 'scheduled' or m.is_going or i.sent_at is not null and m.bad_status is null then 'sent' else 'to_send' end`

export type Sum = { count: number; cents: number }

/** How many invoices stand on each tile, and what is left to collect on them. */
export async function readTiles(tx: OrgTx): Promise<Record<InvoiceTile, Sum>> {
  const { rows } = await sql<TileFacts & Sum & { today: LocalDate }>`
    select i.doc, i.money, i.effective_due_date, case when i.failure_code is not null then 'failed' end as failure_code,
      case when i.sent_at is not null then 'sent' end as sent_at,
      case when m.is_going then 'going' when m.bad_status is not null then 'lost' end as message,
      ${today} as today, count(*)::int as count, sum(i.total_cents - i.paid_cents)::bigint as cents
    from invoices i ${lastMessage} where ${isOpen} group by 1, 2, 3, 4, 5, 6`.execute(tx)
  const none = { count: 0, cents: 0 }
  const sums = { draft: none, to_send: none, sent: none, overdue: none, declined: none }
  for (const { count, cents, today: day, ...facts } of rows) {
    const tile = tileOf(facts, day)
    if (tile) sums[tile] = { count: sums[tile].count + count, cents: sums[tile].cents + cents }
  }
  return sums
}
