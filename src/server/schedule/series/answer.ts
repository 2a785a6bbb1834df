import type { RuleEdited } from '../../../api/series.ts'
import { addDays, dateText, type LocalDate } from '../../../domain/base/dates.ts'
import { recurrenceText } from '../../../domain/schedule/recurrence-text.ts'
import { grouped } from '../../../domain/base/grouped.ts'
import { placeWarnings } from '../../../domain/schedule/placement.ts'
import type { Edited } from '../../../domain/schedule/series.ts'
import { occurrenceId } from '../../../domain/schedule/visit.ts'
import { inSavepoint, type OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { found } from '../../base/kit/refusals.ts'
import type { ScheduleContext } from '../week/context.ts'
import { readSegments, segmentInForce, type SegmentRow } from '../visits/find.ts'
import { ruleView } from '../week/rows.ts'
import { calendarFacts } from '../week/warnings.ts'
import { readWindow } from '../week/window.ts'
import { teamsOf, type LockedSeries, type TouchedRow } from './segments.ts'

class DryRun extends Error {
  result: RuleEdited
  constructor(result: RuleEdited) {
    super('dry run')
    this.result = result
  }
}

/** Runs an edit; a dry run is rolled back and its result returned. */
export async function orDryRun(
  tx: OrgTx,
  dry_run: boolean,
  work: () => Promise<RuleEdited>,
): Promise<RuleEdited> {
  if (!dry_run) return work()
  try {
    return await inSavepoint(tx, async () => {
      throw new DryRun(await work())
    })
  } catch (outcome) {
    if (outcome instanceof DryRun) return outcome.result
    throw outcome
  }
}

type SeriesEdited = Edited<SegmentRow, TouchedRow>
type Written = {
  type: 'rule.changed' | 'rule.removed'
  from: LocalDate
  /** Null if nothing changed. */
  edit_id: string | null
  dry_run: boolean
  /** False if no visit can end up at another time or place. */
  may_conflict: boolean
}

/** Writes the event of an edited series, if anything changed, and returns the edit's result. */
export async function answerEdit(
  ctx: ScheduleContext,
  before: LockedSeries,
  after: SeriesEdited,
  written: Written,
): Promise<RuleEdited> {
  const { tx, calendar } = ctx
  const { from, edit_id, dry_run } = written
  const { series_id } = before
  const { tally } = after
  const named = visitsNamed(series_id)
  const dropped_visits = tally.dropped.map(named)
  const { id: rule_id } = segmentInForce(after.segments, from)
  if (edit_id !== null) await emitEdited(ctx, before, after, written)
  const conflict_list =
    edit_id === null || !written.may_conflict
      ? []
      : await readConflicts(ctx, series_id, from > calendar.today ? from : calendar.today)
  const rule = found((await readSegments(tx, series_id)).find(({ id }) => id === rule_id))
  return {
    ok: true,
    dry_run,
    rule: ruleView(rule, calendar),
    changed: tally.changed.length,
    kept: tally.kept.length,
    kept_visits: nextFirst(tally.kept, calendar.today)
      .slice(0, maxListed)
      .map((visit) => ({ ...named(visit), reason: visit.reason })),
    dropped: dropped_visits.length,
    dropped_visits,
    lost_plans: tally.lost.map(
      (plan) =>
        `From ${dateText(plan.start_date)} it was planned ${recurrenceText(plan)}. This goes.`,
    ),
    own_visits: tally.own.map(named),
    conflicts: conflict_list.length,
    conflict_list: conflict_list.slice(0, maxListed),
    invoices_affected: tally.invoices_affected,
    edit_id: dry_run ? null : edit_id,
  }
}

/** How many visits a result lists individually. */
export const maxListed = 50

type Named = { original_date: LocalDate; date: LocalDate }
const visitsNamed =
  (series_id: string) =>
  ({ original_date, date }: Named) => ({
    occurrence_id: occurrenceId(series_id, original_date),
    date,
  })

async function emitEdited(
  { tx, calendar }: ScheduleContext,
  before: LockedSeries,
  { segments, tally }: SeriesEdited,
  { type, from }: Written,
): Promise<void> {
  const { series_id } = before
  const { id: rule_id, team_id, customer_id } = segmentInForce(segments, from)
  const dropped = tally.dropped.map((visit) => occurrenceId(series_id, visit.original_date))
  await emit(
    tx,
    type,
    { rule_id, series_id, date: from, team_id, customer_id, dropped },
    {
      customer_id,
      team_ids: teamsOf([...before.segments, ...segments], before.visits, calendar.today),
    },
  )
}

/** Upcoming visits, soonest first; then past ones, latest first. */
const nextFirst = <T extends { date: LocalDate }>(visits: readonly T[], today: LocalDate): T[] =>
  visits.toSorted((a, b) => {
    const [past, other] = [a.date < today, b.date < today]
    if (past !== other) return past ? 1 : -1
    return (a.date < b.date ? -1 : a.date > b.date ? 1 : 0) * (past ? -1 : 1)
  })

const conflictDays = 28

/** Warnings about the visits of a series in four weeks from a given day, by visit. */
async function readConflicts(
  { tx, calendar }: ScheduleContext,
  series_id: string,
  from: LocalDate,
): Promise<RuleEdited['conflict_list']> {
  const to = addDays(from, conflictDays - 1)
  const window = { from: addDays(from, -1), to: addDays(to, 1) }
  const { visits, customers } = await readWindow(tx, calendar, window)
  const standing = visits.filter((visit) => visit.status !== 'skipped')
  const dayOf = (date: LocalDate, team_id: string | null): string => `${date} ${team_id}`
  const byDay = grouped(standing, ({ date, team_id }) => dayOf(date, team_id))
  const around = ({ date, team_id }: { date: LocalDate; team_id: string | null }) =>
    [addDays(date, -1), date, addDays(date, 1)].flatMap(
      (day) => byDay.get(dayOf(day, team_id)) ?? [],
    )
  const ofSeries = standing.filter((visit) => visit.series_id === series_id)
  return ofSeries
    .filter(({ status, date }) => status !== 'completed' && date >= from && date <= to)
    .flatMap((visit) => {
      const { occurrence_id, date, customer_id } = visit
      return placeWarnings(visit, {
        ...calendarFacts(calendar),
        available_days: customers.get(customer_id)?.available_days ?? [],
        others: around(visit).filter((other) => other !== visit),
        same_series: ofSeries.some((other) => other !== visit && other.date === date),
      }).map((warning) => ({ occurrence_id, date, ...warning }))
    })
}
