import type { ScheduleWarning } from '../../../api/schedule.ts'
import type { VisitChanged } from '../../../api/visits.ts'
import type { Visit } from '../../../domain/schedule/visit.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { noRoute, readRoute } from '../week/route-spots.ts'
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

type DayRoute = Awaited<ReturnType<typeof readRoute>>
/** In which order the teams drive on the day of a visit; one at a fixed time has no place in it. */
export const readDayRoute = async (
  tx: OrgTx,
  { date, start_minutes }: Pick<FoundVisit, 'date' | 'start_minutes'>,
): Promise<DayRoute> => (start_minutes === null ? readRoute(tx, { from: date, to: date }) : noRoute)

/** `asked`: what `readDayRoute` answered, if it has been asked for already. */
export async function viewVisit(
  { tx, calendar, may }: ScheduleContext,
  visit: FoundVisit,
  asked?: DayRoute,
): Promise<Visit> {
  const customers = new Map(visit.customer ? [[visit.customer_id, visit.customer]] : [])
  const [places, route] = await Promise.all([
    readPlaces(tx, [visit]),
    asked ?? readDayRoute(tx, visit),
  ])
  return visitView(visit, calendar, { customers, places, route }, may)
}
