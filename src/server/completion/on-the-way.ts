import type { VisitChanged } from '../../api/visits.ts'
import { isOnTheWay, visitRules } from '../../domain/visit.ts'
import { widenSight } from '../db/sight.ts'
import { takeBackOnTheWay, tellOnTheWay } from '../messages/notify-visits.ts'
import { enforce } from '../refusals.ts'
import { answerChange } from '../visits/answer.ts'
import { lockVisit } from '../visits/lock.ts'
import type { VisitRef } from '../visits/ref.ts'
import { emitVisit, writeVisit } from '../visits/write.ts'
import type { ScheduleContext } from '../week/context.ts'

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
  await widenSight(ctx.tx)
  if (!(await takeBackOnTheWay(ctx.tx, visit))) return false
  const changed = await writeVisit(ctx, visit, { on_the_way_at: null })
  await emitVisit(ctx.tx, 'visit.on_the_way', changed, visit)
  return true
}
