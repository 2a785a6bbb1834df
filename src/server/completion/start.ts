import type { VisitChanged } from '../../api/visits.ts'
import { visitRules } from '../../domain/visit.ts'
import { enforce } from '../refusals.ts'
import { answerChange } from '../visits/answer.ts'
import { lockVisit } from '../visits/lock.ts'
import type { VisitRef } from '../visits/ref.ts'
import { emitVisit, writeVisit } from '../visits/write.ts'
import type { ScheduleContext } from '../week/context.ts'

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
