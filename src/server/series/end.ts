import { sql } from 'kysely'
import type { RuleEdited } from '../../api/series.ts'
import { addDays, type LocalDate } from '../../domain/dates.ts'
import { endOfSeries } from '../../domain/series-plans.ts'
import { endSeries } from '../../domain/series.ts'
import type { OrgTx } from '../db/door.ts'
import { openScheduleForOffice, type ScheduleContext } from '../week/context.ts'
import { readSeriesId, type VisitRef } from '../visits/ref.ts'
import { endCustomerHolds } from '../visits/write.ts'
import { answerEdit, orDryRun } from './answer.ts'
import { closeEdit, openEdit } from './edit-log.ts'
import { lockSeries } from './segments.ts'
import { noteChosenEnd, writeSeries } from './write.ts'

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
