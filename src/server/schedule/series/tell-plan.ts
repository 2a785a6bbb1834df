import { addDays, zonedToUtcIso, type LocalDate } from '../../../domain/base/dates.ts'
import { grouped } from '../../../domain/base/grouped.ts'
import {
  planNews,
  planSlots,
  type Plan,
  type PlanNews,
} from '../../../domain/schedule/plan-news.ts'
import { pauseOn } from '../../../domain/schedule/schedule.ts'
import { isLive } from '../../../domain/schedule/series.ts'
import { occurrenceId } from '../../../domain/schedule/visit.ts'
import type { App } from '../../base/call.ts'
import { inOrgAll, system, type OrgTx } from '../../base/db/door.ts'
import type { JobData } from '../../base/jobs/catalog.ts'
import { homeUrl } from '../../messages/links.ts'
import { leaveToPlan, whenOf, readPlaceNames } from '../../messages/notify-visits.ts'
import { endPlanWait, planTelling } from '../../messages/plan-waits.ts'
import { readReach } from '../../messages/recipient.ts'
import { tell } from '../../messages/tell.ts'
import { addToldPlan } from '../../messages/write-held-news.ts'
import { readRecurring, segmentInForce, selectSegments, type SegmentRow } from '../visits/find.ts'
import { readCalendar, type Calendar } from '../week/calendar.ts'
import { anyOf, pausesOf, planRule, type DatesOfCustomer } from '../week/rows.ts'
import { readCustomers } from '../week/window-rows.ts'
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
  if (!series_ids.length) return act()
  const before = await readPlans(tx, calendar, series_ids)
  const outcome = await act()
  const after = await readPlans(tx, calendar, series_ids)
  for (const [series_id, { plan: was }] of before) {
    const now = after.get(series_id)?.plan
    if (now && planNews(was, now, calendar.today)) await planTelling(tx, series_id, was)
  }
  return outcome
}

/** The same for everything planned for a customer. */
export const tellingPlansOf = async <T>(
  tx: OrgTx,
  customer_id: string,
  act: () => Promise<T>,
): Promise<T> => {
  const calendar = await readCalendar(tx)
  const segments = await readRecurring(tx, customer_id, calendar.today)
  return tellingPlans(tx, calendar, [...new Set(segments.map((one) => one.series_id))], act)
}

type Known = { segments: SegmentRow[]; plan: Plan }

async function readPlans(
  tx: OrgTx,
  calendar: Calendar,
  series_ids: readonly string[],
): Promise<Map<string, Known>> {
  const segments = await selectSegments(tx)
    .where('series_id', '=', anyOf(series_ids))
    .orderBy('start_date')
    .orderBy('id')
    .execute()
  const customers = await readCustomers(
    tx,
    segments.map(({ customer_id }) => customer_id),
  )
  return new Map(
    [...grouped(segments, ({ series_id }) => series_id)].map(([series_id, all]) => [
      series_id,
      { segments: all, plan: planOf(all, calendar, customers.get(all[0]!.customer_id)) },
    ]),
  )
}

function planOf(
  segments: readonly SegmentRow[],
  calendar: Calendar,
  customer: DatesOfCustomer | undefined,
): Plan {
  const { today } = calendar
  const live = segments.filter(isLive)
  if (!live.length) return { slots: [], last: today, pause: null }
  const slots = live
    .flatMap((rule) =>
      planRule(rule, today, addDays(today, horizonDays), calendar, customer).map(({ date }) => ({
        date,
        start_minutes: rule.start_minutes,
      })),
    )
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .slice(0, planSlots)
  const ends = live.map(({ end_date }) => end_date)
  const ofAll = customer && pauseOn(pausesOf(customer), today)
  const pause = ofAll ?? pauseOn(segmentInForce(live, today).pauses, today)
  return {
    slots,
    last: ends.includes(null) ? null : ends.reduce((a, b) => (a! > b! ? a : b))!,
    pause: pause && { from: pause.from, until: pause.resume_on, of_all: pause === ofAll },
  }
}

/** Tells a customer what became of their plan since it was `was`; nothing if it is as it was. */
export const tellPlan = (
  { store }: Pick<App, 'store'>,
  { organization_id, series_id, was }: JobData['plan.tell'],
): Promise<void> =>
  inOrgAll(store, organization_id, system, async (tx) => {
    await endPlanWait(tx, series_id)
    const calendar = await readCalendar(tx)
    const known = (await readPlans(tx, calendar, [series_id])).get(series_id)
    const news = known && planNews(was, known.plan, calendar.today)
    if (news) await announce(tx, calendar, { ...known, news, was })
  })

type News = Known & { news: PlanNews; was: Plan | null }

async function announce(tx: OrgTx, calendar: Calendar, of: News): Promise<void> {
  const { news, plan } = of
  const { customer_id, series_id } = of.segments[0]!
  const { service, once, series_ids } = await nameWork(tx, calendar, of)
  const coming = (await readComing(tx, calendar, customer_id)).filter((visit) =>
    series_ids.has(visit.series_id),
  )
  const isOver = coming.length === 0
  if (isOver && news !== 'ended' && news !== 'paused') return
  const customer = (await readReach(tx, [customer_id])).get(customer_id)
  if (!customer) return
  const { organization, name: customer_name, arrival_window_minutes: window } = customer
  const shown = news === 'paused' ? [] : coming.slice(0, listed)
  const told = { series_id, was: of.was }
  const sendings = await tell(tx, customer, {
    kind: 'visits_planned',
    once,
    useful_until: isOver ? null : staleAfter(news, coming[0]!.date, calendar),
    announces: shown.map((visit) => [
      visit.date,
      occurrenceId(visit.series_id, visit.original_date),
    ]),
    plans: [told],
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
  if (!sendings.length) await addToldPlan(tx, once, told)
  const until = coming.length > shown.length ? shown.at(-1)?.date : lastDay
  if (news !== 'paused' && until) await leaveToPlan(tx, customer, series_ids, until)
}
/** After every visit. */
const lastDay = '9999-12-31'

/** What a message is about: one service with its place, or all of a customer's, which are paused by one act and make one message. */
async function nameWork(tx: OrgTx, calendar: Calendar, { segments, news, plan, was }: News) {
  const rule = segments.at(-1)!
  const { customer_id, series_id } = rule
  const named = await readPlaceNames(tx, [customer_id])
  const nameOf = (one: SegmentRow) => named(calendar.services.get(one.service_id)?.name ?? '', one)
  const pause = news === 'paused' ? plan.pause : news === 'resumed' ? was?.pause : null
  if (!pause?.of_all) {
    const changed_at = segments
      .map(({ updated_at }) => updated_at)
      .toSorted()
      .at(-1)
    return {
      service: nameOf(rule),
      once: `plan:${series_id}:${changed_at}`,
      series_ids: new Set([series_id]),
    }
  }
  const all = await readRecurring(tx, customer_id, calendar.today)
  return {
    service: [...new Set(all.map(nameOf))].join(', '),
    once: `plan:${customer_id}:${news}:${calendar.today}:${pause.from}:${pause.until}`,
    series_ids: new Set(all.map((one) => one.series_id)),
  }
}

/** New dates are news until the first of them is over. ISO 8601; null: always. */
const staleAfter = (news: PlanNews, first: LocalDate, { time_zone }: Calendar): string | null =>
  news === 'planned' || news === 'changed' ? zonedToUtcIso(addDays(first, 1), 0, time_zone) : null

/** A customer's visits that are still to come, by date. */
async function readComing(tx: OrgTx, calendar: Calendar, customer_id: string) {
  const { today } = calendar
  const { visits } = await readWindow(
    tx,
    calendar,
    { from: today, to: addDays(today, horizonDays) },
    { customer_id },
  )
  return visits.filter(({ status }) => status === 'scheduled')
}
