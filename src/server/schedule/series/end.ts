import { sql } from 'kysely'
import type { RuleEdited, EndingRule } from '../../../api/series.ts'
import { addDays, isLocalDate, type LocalDate } from '../../../domain/base/dates.ts'
import { endOfSeries } from '../../../domain/schedule/series-plans.ts'
import { endSeries } from '../../../domain/schedule/series.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { openScheduleForOffice, type ScheduleContext } from '../week/context.ts'
import { readSeriesId, type VisitRef } from '../visits/ref.ts'
import { endCustomerHolds } from '../visits/write.ts'
import { answerEdit, orDryRun } from './answer.ts'
import { closeEdit, openEdit } from './edit-log.ts'
import { lockSeries } from './segments.ts'
import { noteChosenEnd, writeSeries } from './write.ts'
import { endingSoonDays } from '../../../domain/schedule/schedule.ts'
import { cursorOf, pageOf, readCursor } from '../../base/kit/page.ts'

type End = { end_date: LocalDate; keep_moved: boolean; dry_run: boolean }

/** Ends a series after a date. Visits moved beyond the end stay until cancelled. */
export const endRule = (
  ctx: ScheduleContext,
  ref: VisitRef,
  { end_date = ctx.calendar.today, dry_run = false }: { end_date?: LocalDate; dry_run?: boolean },
): Promise<RuleEdited> =>
  orDryRun(ctx.tx, dry_run, async () => {
    const series_id = await readSeriesId(ctx.tx, ref)
    return endOneSeries(ctx, series_id, { end_date, keep_moved: true, dry_run })
  })

async function endOneSeries(
  ctx: ScheduleContext,
  series_id: string,
  { end_date, keep_moved, dry_run }: End,
): Promise<RuleEdited> {
  const { tx } = ctx
  const from = addDays(end_date, 1)
  const series = await lockSeries(tx, series_id, { from })
  const open = await openEdit(tx, [{ series_id, from, to: null, with_rules: true }])
  const outcome = endSeries(series, end_date, { extend: false, keep_moved })
  await writeSeries(tx, series, outcome)
  await noteChosenEnd(tx, series_id, endOfSeries(series.segments), endOfSeries(outcome.segments))
  return answerEdit(ctx, series, outcome, {
    type: 'rule.removed',
    from,
    edit_id: await closeEdit(tx, open),
    dry_run,
    may_conflict: false,
  })
}

/**
 * Ends all of a customer's series and removes later visits, including moved ones and ones on hold.
 * Done and billed visits stay. Returns how many series ended.
 */
export async function endCustomerRules(
  tx: OrgTx,
  customer_id: string,
  end_date: LocalDate,
): Promise<number> {
  const ctx = await openScheduleForOffice(tx)
  const { rows } = await sql<{
    series_id: string
  }>`select distinct series_id from rules r where customer_id = ${customer_id}::uuid
    and ((removed_at is null and (end_date is null or end_date > ${end_date}::date))
      or exists (select 1 from visits v where v.organization_id = r.organization_id and v.series_id = r.series_id and v.original_date > ${end_date}::date))
    order by series_id`.execute(tx)
  for (const { series_id } of rows)
    await endOneSeries(ctx, series_id, { end_date, keep_moved: false, dry_run: false })
  await endCustomerHolds(tx, customer_id)
  return rows.length
}

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
