import type { VisitChanged } from '../../../api/visits.ts'
import { visitRules, isOnTheWay } from '../../../domain/schedule/visit.ts'
import { enforce } from '../../base/kit/refusals.ts'
import { answerChange } from '../../schedule/visits/answer.ts'
import { lockVisit } from '../../schedule/visits/lock.ts'
import type { VisitRef } from '../../schedule/visits/ref.ts'
import { emitVisit, writeVisit } from '../../schedule/visits/write.ts'
import type { ScheduleContext } from '../../schedule/week/context.ts'
import { widenSight } from '../../base/db/sight.ts'
import { takeBackOnTheWay, tellOnTheWay } from '../../messages/notify-visits.ts'

/** The crew begins to work on a visit of today. Repeating changes nothing. */
export async function startVisit(
  ctx: ScheduleContext,
  ref: VisitRef,
  at: string,
): Promise<VisitChanged> {
  const visit = await lockVisit(ctx, ref)
  enforce(visitRules.start({ ...visit, today: ctx.calendar.today }))
  if (visit.status === 'in_progress') return answerChange(ctx, visit, { changed: false })
  const started = await writeVisit(ctx, visit, { status: 'in_progress', started_at: at })
  await emitVisit(ctx.tx, 'visit.started', started, visit)
  return answerChange(ctx, started, { changed: true })
}

/** The crew leaves without being done. */
export async function stopVisit(ctx: ScheduleContext, ref: VisitRef): Promise<void> {
  const visit = await lockVisit(ctx, ref)
  if (visit.status !== 'in_progress') return
  await writeVisit(ctx, visit, { status: 'scheduled', started_at: null, on_the_way_at: null })
}

/**
 * The crew sets out for a visit of today: its customer gets one message, unless the news is old.
 * Repeating changes nothing.
 */
export async function sayOnTheWay(
  ctx: ScheduleContext,
  ref: VisitRef,
  { at, is_news }: { at: string; is_news: boolean } = {
    at: new Date().toISOString(),
    is_news: true,
  },
): Promise<VisitChanged> {
  const { tx, calendar } = ctx
  const visit = await lockVisit(ctx, ref)
  enforce(visitRules.onTheWay({ ...visit, today: calendar.today }))
  const { on_the_way_at } = visit.row
  if (isOnTheWay({ ...visit, on_the_way_at }, calendar.time_zone))
    return answerChange(ctx, visit, { changed: false })
  const changed = await writeVisit(ctx, visit, { on_the_way_at: at })
  await emitVisit(tx, 'visit.on_the_way', changed, visit)
  if (is_news) await tellOnTheWay(tx, changed)
  return answerChange(ctx, changed, { changed: true })
}

/**
 * The crew did not set out after all: a mis-tap. False if the customer has been told already, which nothing takes
 * back; then the crew stays on its way.
 */
export async function undoOnTheWay(ctx: ScheduleContext, ref: VisitRef): Promise<boolean> {
  const visit = await lockVisit(ctx, ref)
  if (visit.status !== 'scheduled' || visit.row.on_the_way_at === null) return true
  // A crew cannot see who a business writes to.
  widenSight(ctx.tx)
  if (!(await takeBackOnTheWay(ctx.tx, visit))) return false
  const changed = await writeVisit(ctx, visit, { on_the_way_at: null })
  await emitVisit(ctx.tx, 'visit.on_the_way', changed, visit)
  return true
}
