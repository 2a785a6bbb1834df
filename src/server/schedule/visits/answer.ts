import type { ScheduleWarning } from '../../../api/schedule.ts'
import type { VisitChanged } from '../../../api/visits.ts'
import type { Visit } from '../../../domain/schedule/visit.ts'
import { readRoute } from '../week/route-spots.ts'
import { readPlaces, visitView } from '../week/window.ts'
import type { ScheduleContext } from '../week/context.ts'
import { checkMayTouch, findVisit, type FoundVisit, type LockedVisit } from './find.ts'
import type { VisitRef } from './ref.ts'

/** The response of every edit of one visit. */
export async function answerChange(
  ctx: ScheduleContext,
  visit: LockedVisit,
  { changed, warnings = [] }: { changed: boolean; warnings?: ScheduleWarning[] },
): Promise<VisitChanged> {
  const view = await viewVisit(ctx, visit)
  const { start_time, start_minutes } = view
  return { ok: true, changed, visit: view, start_time, start_minutes, warnings }
}

/** One visit for an actor who may change it. */
export async function readVisit(ctx: ScheduleContext, ref: VisitRef): Promise<Visit> {
  const visit = await findVisit(ctx, ref)
  checkMayTouch(ctx.may, visit)
  return viewVisit(ctx, visit)
}

export async function viewVisit(
  { tx, calendar, may }: ScheduleContext,
  visit: FoundVisit,
): Promise<Visit> {
  const customers = new Map(visit.customer ? [[visit.customer_id, visit.customer]] : [])
  const [places, route] = await Promise.all([
    readPlaces(tx, [visit]),
    readRoute(tx, { from: visit.date, to: visit.date }),
  ])
  return visitView(visit, calendar, { customers, places, route }, may)
}
