import { openReasonMax } from '../../../domain/schedule/checklist.ts'
import { isTooEarly, recordedOn } from '../../../domain/flows/crew-command.ts'
import type { CrewReportReason } from '../../../domain/flows/crew-report.ts'
import { todayIn } from '../../../domain/base/dates.ts'
import { isLetGo, isResting } from '../../../domain/schedule/visit.ts'
import { finishVisit, mayReportDone } from '../completion/complete.ts'
import { reopenVisit } from '../completion/reopen.ts'
import { takeBackReport } from '../crew-reports/write.ts'
import { inSavepoint } from '../../base/db/door.ts'
import { widenSight } from '../../base/db/sight.ts'
import { planBill } from '../../money/invoices/send-due.ts'
import { planCompletionMessage } from '../../messages/notify-completed.ts'
import { Refused } from '../../base/kit/refusals.ts'
import type { LockedVisit } from '../../schedule/visits/find.ts'
import { visitRef } from '../../schedule/visits/ref.ts'
import {
  keepForOffice,
  lockIfThere,
  teamThatHad,
  type Act,
  type Acting,
  type Outcome,
} from './acting.ts'

/**
 * Work is done: that beats whatever the office planned meanwhile. A moved or reassigned visit is
 * completed on the day and by the team that did it; work on a cancelled one is kept for the office.
 */
export async function finish(ctx: Acting, act: Act): Promise<Outcome> {
  // The office may have given the visit to a team outside the crew’s sight.
  widenSight(ctx.tx)
  const { named } = act
  if (!named) return keepForOffice(ctx, act, { reason: 'unreadable' })
  const visit = await lockIfThere(ctx, named)
  if (!visit) return keepForOffice(ctx, act, { reason: 'gone' })
  const team_id = await teamThatHad(ctx, visit)
  const reason = whyKept(ctx, act, { visit, team_id })
  if (visit.status === 'completed' && team_id) return { result: 'already' }
  if (reason) return keepForOffice(ctx, act, { reason, visit })
  return complete(ctx, act, { visit, team_id })
}

type Found = { visit: LockedVisit; team_id: string | null }

function whyKept(ctx: Acting, act: Act, { visit, team_id }: Found): CrewReportReason | null {
  if (!team_id) return 'not_theirs'
  if (!mayReportDone(ctx, ctx.actor)) return 'not_allowed'
  if (isResting(visit)) return 'paused'
  if (isLetGo(visit)) return 'cancelled'
  return isTooEarly(daysOf(ctx, act, visit)) ? 'too_early' : null
}

/** Where the visit is, where the phone saw it, and when it was done. */
const daysOf = ({ calendar }: Acting, act: Act, { date }: LockedVisit) => ({
  date,
  seen: act.date ?? null,
  done_on: todayIn(calendar.time_zone, act.happened_at),
})

async function complete(ctx: Acting, act: Act, { visit, team_id }: Found): Promise<Outcome> {
  const { tx } = ctx
  const { happened_at: at } = act
  const date = recordedOn(daysOf(ctx, act, visit))
  const open_reason = act.text?.trim().slice(0, openReasonMax) || null
  try {
    const completed = await inSavepoint(tx, () =>
      finishVisit(
        ctx,
        visit,
        { collect: false, done_on: date },
        { at, date, team_id, person_id: ctx.actor.person_id, open_reason },
      ),
    )
    await planCompletionMessage(tx, completed.visit)
    await planBill(tx, completed)
    return { result: 'done', message: completed.message }
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault
    return keepForOffice(ctx, act, { reason: 'refused', sentence: fault.message, visit })
  }
}

/** It was not done after all: reopened, as long as that was possible when the crew said so. */
export async function undo(ctx: Acting, act: Act): Promise<Outcome> {
  const { named, happened_at } = act
  const { tx, actor } = ctx
  if (!named) return { result: 'noted' }
  if (await takeBackReport(tx, named, actor.person_id)) return { result: 'done' }
  try {
    await inSavepoint(tx, () => reopenVisit(ctx, visitRef(named), happened_at))
    return { result: 'done' }
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault
    if (fault.code === 'visit_not_completed') return { result: 'already' }
    widenSight(tx)
    const visit = await lockIfThere(ctx, named)
    return keepForOffice(ctx, act, {
      reason: 'refused',
      sentence: fault.message,
      ...(visit && { visit }),
    })
  }
}
