import type { Upcoming } from '../../../api/requests.ts'
import {
  requestRules,
  type CustomerRequest,
  type MoveVisit,
} from '../../../domain/schedule/request.ts'
import { lockName } from '../../base/db/lock-name.ts'
import { tellOfficeOfOwn } from '../../messages/notify-requests.ts'
import { enforce } from '../../base/kit/refusals.ts'
import { rescheduleVisit } from './move.ts'
import { visitRef } from '../visits/ref.ts'
import { findVisit, type LockedVisit } from '../visits/find.ts'
import type { ScheduleContext } from '../week/context.ts'
import { answerRequest, viewOwn } from '../requests/answer.ts'
import { readOpenDates } from '../requests/open-dates.ts'
import { moveNow } from '../requests/upcoming.ts'
import { makeRequest, newestRequestId, withdrawOpen } from '../requests/write.ts'

type Moved = {
  ok: true
  outcome: 'moved' | 'requested'
  request: CustomerRequest | null
  item: Upcoming
}

/**
 * Moves a customer's visit to an open day immediately, or turns the wish into a request after the
 * cutoff. A repeat returns the first result.
 */
export async function moveOwnVisit(
  ctx: ScheduleContext,
  visit: LockedVisit,
  wish: MoveVisit,
): Promise<Moved> {
  const { tx, calendar } = ctx
  if (isThere(visit, wish)) return answerMoved(ctx, visit)
  enforce(requestRules.ask({ ...visit, today: calendar.today }))
  if (moveNow(visit, calendar) === 'request') {
    const preferred_dates = [wish.to_date]
    const id = await makeRequest(tx, visit, { action: 'reschedule', reason: null, preferred_dates })
    return { ok: true, outcome: 'requested', ...(await answerRequest(ctx, visit, id)) }
  }
  await withdrawOpen(tx, visit, 'reschedule')
  // Customers who take the last place of a day at the same moment do so one after the other.
  await lockName(`days:${tx.org}:${visit.team_id}`).execute(tx)
  const open = await readOpenDates(ctx, visit)
  const is_free = open.dates.some(
    ({ date, start_minutes }) => date === wish.to_date && start_minutes === wish.start_minutes,
  )
  enforce(requestRules.move({ seen_date: wish.date, date: visit.date, is_free }), open)
  return move(ctx, visit, wish)
}

const isThere = (visit: LockedVisit, { date, to_date, start_minutes }: MoveVisit): boolean =>
  date !== to_date && visit.date === to_date && visit.start_minutes === start_minutes

async function move(
  ctx: ScheduleContext,
  visit: LockedVisit,
  { to_date, start_minutes }: MoveVisit,
): Promise<Moved> {
  const { tx } = ctx
  await rescheduleVisit(ctx, visitRef(visit), {
    to_date,
    by_customer: true,
    ...(start_minutes === visit.start_minutes ? {} : { start_minutes }),
  })
  const moved = await findVisit(ctx, visitRef(visit))
  const id = await makeRequest(tx, moved, {
    action: 'reschedule',
    reason: null,
    preferred_dates: [to_date],
    approved: true,
  })
  await tellOfficeOfOwn(tx, moved, { id, did: 'moved', old: visit })
  return { ok: true, outcome: 'moved', ...(await answerRequest(ctx, moved, id)) }
}

async function answerMoved(ctx: ScheduleContext, visit: LockedVisit): Promise<Moved> {
  const id = await newestRequestId(ctx.tx, visit, 'reschedule')
  if (id) return { ok: true, outcome: 'moved', ...(await answerRequest(ctx, visit, id)) }
  return { ok: true, outcome: 'moved', request: null, item: viewOwn(ctx, visit, null) }
}
