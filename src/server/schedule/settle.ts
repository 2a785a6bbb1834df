import { sql } from 'kysely'
import { requestOutcome, requestRules, type RequestAction, type RequestStatus } from '../../domain/request.ts'
import { isLetGo, isOnHold } from '../../domain/visit.ts'
import type { OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import { tellDecided } from '../messages/tell-requests.ts'
import { enforce, found, invalid } from '../refusals.ts'
import type { Frame } from './frame.ts'
import type { HeldVisit } from './rows.ts'

type OpenRequest = { id: string; action: RequestAction; status: RequestStatus; series_id: string; original_date: string; date: string }

/**
 * Answers the customer's request about a visit that was just edited: approved when the edit was made from it, or when a
 * cancelled visit is what was asked for; else denied when the visit is done or cancelled. A request for another date stays open,
 * unless the day it was about went by before this edit (`before`): it had expired, and a new day does not open it again.
 * True: it is approved, and the customer hears of the edit in the answer.
 */
export async function settleRequests(
  tx: OrgTx,
  visit: HeldVisit,
  frame: Frame,
  request_id?: string,
  before: Pick<HeldVisit, 'date'> = visit,
): Promise<boolean> {
  const open = (await tx
    .selectFrom('customer_requests')
    .select(['id', 'action', 'status', 'series_id', 'original_date', 'date'])
    .where('organization_id', '=', tx.org)
    .where((eb) =>
      request_id
        ? eb('id', '=', request_id)
        : eb.and([eb('series_id', '=', visit.series_id), eb('original_date', '=', visit.original_date), eb('status', '=', 'requested')]),
    )
    .forUpdate()
    .executeTakeFirst()) as OpenRequest | undefined
  if (request_id) {
    const request = found(open, 'This request does not exist.')
    if (request.series_id !== visit.series_id || request.original_date !== visit.original_date)
      throw invalid({ request_id: 'This request is about another visit.' })
    if (request.status === 'approved') return false
    enforce(requestRules.resolve(request))
    if (isOnHold(visit) && request.action === 'cancel') throw invalid({ request_id: 'The customer asked to cancel this visit.' })
    await closeRequest(tx, visit, request, 'approved', null, { by_edit: !isOnHold(visit) })
    return true
  }
  if (!open) return false
  if (isLetGo(visit) && open.action === 'cancel') {
    await closeRequest(tx, visit, open, 'approved', null, { by_edit: true })
    return true
  }
  const isEnded = visit.status === 'completed' || visit.status === 'skipped'
  const outcome = isEnded || before.date < frame.today ? requestOutcome({ ...visit, date: before.date }, frame.today) : null
  if (outcome) await closeRequest(tx, visit, open, outcome.status, outcome.reason)
  return false
}

/** Closes a locked request and tells its customer and the visit's team. */
export async function closeRequest(
  tx: OrgTx,
  visit: HeldVisit,
  request: { id: string; action: RequestAction; date: string },
  status: Exclude<RequestStatus, 'requested'>,
  reason: string | null,
  { by_edit = false } = {},
): Promise<void> {
  await tx
    .updateTable('customer_requests')
    .set({ status, resolution_reason: reason, resolved_at: sql<string>`now()`, resolved_by: tx.doer.person_id })
    .where('organization_id', '=', tx.org)
    .where('id', '=', request.id)
    .execute()
  await emit(
    tx,
    'request.resolved',
    {
      request_id: request.id,
      action: request.action,
      status,
      reason,
      occurrence_id: visit.occurrence_id,
      rule_id: visit.rule.id,
      date: visit.date,
      team_id: visit.team_id,
    },
    { customer_id: visit.customer_id, team_ids: [visit.team_id] },
  )
  // A cancelled visit has a letter of its own; who withdraws, or let the date pass, needs none.
  if (status !== 'approved' && (status !== 'denied' || isLetGo(visit))) return
  const is_done = visit.status === 'completed'
  await tellDecided(tx, visit, {
    id: request.id,
    action: request.action,
    approved: status === 'approved',
    has_new_slot: by_edit || visit.date !== request.date,
    is_done,
    reason: is_done ? null : reason,
  })
}
