import { sql } from 'kysely'
import type { EndingRule } from '../../api/series.ts'
import { addDays, isLocalDate } from '../../domain/dates.ts'
import { endingSoonDays } from '../../domain/schedule.ts'
import { cursorOf, pageOf, readCursor } from '../page.ts'
import type { ScheduleContext } from '../week/context.ts'

/** Series that end soon, soonest first; without one-time work, archived customers, and ends the office chose. */
export async function readEndingSeries(
  { tx, calendar: { today } }: ScheduleContext,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const after = cursor ? readCursor(cursor, isLocalDate) : null
  const { rows } = await sql<EndingRule>`
    select r.id as rule_id, r.customer_id, c.name as customer_name, s.name as title, r.end_date, r.end_date - ${today}::date as days_left
    from rules r join customers c on c.organization_id = r.organization_id and c.id = r.customer_id
      join services s on s.organization_id = r.organization_id and s.id = r.service_id
    where r.removed_at is null and r.pattern <> 'once' and c.status in ('active', 'paused')
      and r.end_date between ${today}::date and ${addDays(today, endingSoonDays)}::date
      and not exists (select 1 from rules l where l.organization_id = r.organization_id and l.series_id = r.series_id and l.removed_at is null
        and l.start_date > r.end_date)
      and not exists (select 1 from chosen_ends e where e.organization_id = r.organization_id and e.series_id = r.series_id and e.end_date = r.end_date)
      and (${after === null}::boolean or (r.end_date, r.id) > (${after?.key ?? today}::date, ${after?.id ?? tx.org}::uuid))
    order by r.end_date, r.id limit ${limit + 1}`.execute(tx)
  const { page, next_cursor } = pageOf(rows, limit, ({ end_date, rule_id }) =>
    cursorOf(end_date, rule_id),
  )
  return { items: page, next_cursor }
}
