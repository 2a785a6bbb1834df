import { addDays, zonedToUtcIso, type LocalDate } from '../../domain/dates.ts'
import { grouped } from '../../domain/grouped.ts'
import { planNews, planSlots, type Plan, type PlanNews } from '../../domain/plan-news.ts'
import { pauseOn } from '../../domain/schedule.ts'
import { isLive } from '../../domain/series.ts'
import { undoMinutes } from '../../domain/visit.ts'
import type { App } from '../call.ts'
import { inOrgAll, system, type OrgTx } from '../db/door.ts'
import type { JobData } from '../jobs/catalog.ts'
import { enqueue } from '../jobs/jobs.ts'
import { homeUrl } from '../messages/home.ts'
import { whenOf } from '../messages/notify-visits.ts'
import { readReach } from '../messages/reach.ts'
import { tell } from '../messages/tell.ts'
import { selectSegments, segmentInForce, type SegmentRow } from '../visits/find.ts'
import { readCalendar, type Calendar } from '../week/calendar.ts'
import { anyOf, planRule } from '../week/rows.ts'
import { readWindow } from '../week/window.ts'

/** Work that happens once a year has a visit in this time. */
const horizonDays = 400
/** How many visits a letter lists. */
const listed = 3

/**
 * Runs an act of the office on series. Whatever it changes for their customers is announced once it can no longer be
 * undone: several edits make one message, and an edit and its undo none.
 */
export async function tellingPlans<T>(
  tx: OrgTx,
  calendar: Calendar,
  series_ids: readonly string[],
  act: () => Promise<T>,
): Promise<T> {
  const before = await readPlans(tx, calendar, series_ids)
  const outcome = await act()
  const after = await readPlans(tx, calendar, series_ids)
  for (const series_id of series_ids) {
    const now = planOf(after.get(series_id), calendar)
    const was = planOf(before.get(series_id), calendar)
    if (planNews(was, now, calendar.today)) await planTelling(tx, series_id, was)
  }
  return outcome
}

/** Announces new work in a while, unless it is gone by then. While an announcement waits, it stays the one. */
export const planTelling = (tx: OrgTx, series_id: string, was: Plan | null): Promise<void> =>
  enqueue(
    tx,
    'plan.tell',
    { organization_id: tx.org, series_id, was },
    { key: series_id, startAfter: undoMinutes * 60 },
  )

const readPlans = async (
  tx: OrgTx,
  calendar: Calendar,
  series_ids: readonly string[],
): Promise<Map<string, SegmentRow[]>> =>
  grouped(
    await selectSegments(tx)
      .where('series_id', '=', anyOf(series_ids))
      .orderBy('start_date')
      .orderBy('id')
      .execute(),
    ({ series_id }) => series_id,
  )

function planOf(segments: readonly SegmentRow[] = [], calendar: Calendar): Plan {
  const { today } = calendar
  const live = segments.filter(isLive)
  if (!live.length) return { slots: [], last: today, pause: null }
  const slots = live
    .flatMap((rule) =>
      planRule(rule, today, addDays(today, horizonDays), calendar, undefined).map(({ date }) => ({
        date,
        start_minutes: rule.start_minutes,
      })),
    )
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .slice(0, planSlots)
  const ends = live.map(({ end_date }) => end_date)
  const pause = pauseOn(segmentInForce(live, today).pauses, today)
  return {
    slots,
    last: ends.includes(null) ? null : ends.reduce((a, b) => (a! > b! ? a : b))!,
    pause: pause && { from: pause.from, until: pause.resume_on },
  }
}

/** Tells a customer what became of their plan since it was `was`; nothing if it is as it was. */
export const tellPlan = (
  { store }: Pick<App, 'store'>,
  { organization_id, series_id, was }: JobData['plan.tell'],
): Promise<void> =>
  inOrgAll(store, organization_id, system, async (tx) => {
    const calendar = await readCalendar(tx)
    const segments = (await readPlans(tx, calendar, [series_id])).get(series_id)
    const rule = segments?.at(-1)
    if (!segments || !rule) return
    const plan = planOf(segments, calendar)
    const news = planNews(was, plan, calendar.today)
    if (!news) return
    const coming = await readComing(tx, calendar, rule)
    const isOver = coming.length === 0
    if (isOver && news !== 'ended' && news !== 'paused') return
    const customer = (await readReach(tx, [rule.customer_id])).get(rule.customer_id)
    if (!customer) return
    const { organization, name: customer_name, arrival_window_minutes: window } = customer
    const service = calendar.services.get(rule.service_id)?.name ?? ''
    const shown = news === 'paused' ? [] : coming.slice(0, listed)
    const changed_at = segments
      .map(({ updated_at }) => updated_at)
      .reduce((a, b) => (a > b ? a : b))
    await tell(tx, customer, {
      kind: 'visits_planned',
      once: `plan:${series_id}:${changed_at}`,
      useful_until: isOver ? null : staleAfter(news, coming[0]!.date, calendar),
      announces: shown.map(({ date }) => [date, service] as const),
      data: {
        organization,
        customer_name,
        service,
        news,
        visits: shown.map((visit) => whenOf(visit, window)),
        on: news === 'ended' ? (coming.at(-1)?.date ?? null) : (plan.pause?.from ?? null),
        until: plan.pause?.until ?? null,
        url: homeUrl('/app'),
      },
    })
  })

/** New dates are news until the first of them is over. ISO 8601; null: always. */
const staleAfter = (news: PlanNews, first: LocalDate, { time_zone }: Calendar): string | null =>
  news === 'planned' || news === 'changed' ? zonedToUtcIso(addDays(first, 1), 0, time_zone) : null

/** The visits of a series that are still to come, by date. */
async function readComing(tx: OrgTx, calendar: Calendar, rule: SegmentRow) {
  const { today } = calendar
  const { visits } = await readWindow(
    tx,
    calendar,
    { from: today, to: addDays(today, horizonDays) },
    { customer_id: rule.customer_id },
  )
  return visits.filter(
    ({ series_id, status }) => series_id === rule.series_id && status === 'scheduled',
  )
}
