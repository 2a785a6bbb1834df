import { sql } from 'kysely'
import type { LocalDate } from '../../../domain/base/dates.ts'
import {
  requestOutcome,
  requestRules,
  type RequestAction,
  type RequestStatus,
} from '../../../domain/schedule/request.ts'
import { isLetGo, isOnHold, occurrenceId } from '../../../domain/schedule/visit.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { notifyRequestDecided, notifyRequestReceived } from '../../messages/notify-requests.ts'
import { planTooLate } from '../../messages/notify-completed.ts'
import { enforce, found, invalid } from '../../base/kit/refusals.ts'
import type { ScheduleContext } from '../week/context.ts'
import { anyOf, type ResolvedVisit } from '../week/rows.ts'

const now = sql<string>`now()`

type NewRequest = {
  action: RequestAction
  reason: string | null
  preferred_dates: readonly LocalDate[]
  /** The visit is already cancelled, so there is nothing left to decide. */
  approved?: true
}

/**
 * Writes a customer's request for a visit. If one for the same action is open, returns that one.
 */
export async function makeRequest(
  tx: OrgTx,
  visit: ResolvedVisit,
  input: NewRequest,
): Promise<string> {
  const { action, reason, preferred_dates, approved } = input
  const open = approved ? null : await findOpenRequest(tx, visit)
  if (open) {
    enforce(requestRules.askAgain({ open: open.action as RequestAction, action }))
    return open.id
  }
  const { id } = await tx
    .insertInto('customer_requests')
    .values({
      customer_id: visit.customer_id,
      series_id: visit.series_id,
      original_date: visit.original_date,
      date: visit.date,
      action,
      reason,
      preferred_dates: [...preferred_dates],
      ...(approved
        ? {
            status: 'approved',
            resolved_at: new Date().toISOString(),
            resolved_by: tx.cause.person_id,
          }
        : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const status = approved ? 'approved' : 'requested'
  await emit(
    tx,
    'request.made',
    { request_id: id, action, status, ...visitFacts(visit) },
    audienceOf(visit),
  )
  if (!approved) await notifyRequestReceived(tx, visit, { id, ...input })
  return id
}

const visitFacts = (visit: ResolvedVisit) => ({
  occurrence_id: visit.occurrence_id,
  rule_id: visit.rule.id,
  date: visit.date,
  team_id: visit.team_id,
})
const audienceOf = (visit: ResolvedVisit) => ({
  customer_id: visit.customer_id,
  team_ids: [visit.team_id],
})

const requestsAbout = (tx: OrgTx, visit: Pick<ResolvedVisit, 'series_id' | 'original_date'>) =>
  tx
    .selectFrom('customer_requests')
    .select(['id', 'action', 'status', 'resolution_reason'])
    .where('series_id', '=', visit.series_id)
    .where('original_date', '=', visit.original_date)
    .orderBy('id', 'desc')
    .limit(1)

const findOpenRequest = (tx: OrgTx, visit: ResolvedVisit) =>
  requestsAbout(tx, visit).where('status', '=', 'requested').executeTakeFirst()

/** The latest request about a visit, open or answered. */
export async function newestRequestId(
  tx: OrgTx,
  visit: ResolvedVisit,
  action?: RequestAction,
): Promise<string | null> {
  const query = requestsAbout(tx, visit)
  const request = await (action ? query.where('action', '=', action) : query).executeTakeFirst()
  return request?.id ?? null
}

/** The open request for this about a visit. */
export async function openRequestId(
  tx: OrgTx,
  visit: ResolvedVisit,
  action: RequestAction,
): Promise<string | null> {
  const open = await findOpenRequest(tx, visit)
  return open?.action === action ? open.id : null
}

/** The customer does what they had asked for; refused while they ask for something else. */
export async function withdrawOpen(
  tx: OrgTx,
  visit: ResolvedVisit,
  action: RequestAction,
): Promise<void> {
  const open = await lockOpenRequest(tx, visit, undefined)
  if (!open) return
  enforce(requestRules.askAgain({ open: open.action, action }))
  await closeRequest(tx, visit, open, { status: 'withdrawn', reason: null })
}

type OpenRequest = {
  id: string
  action: RequestAction
  status: RequestStatus
  series_id: string
  original_date: string
  date: string
}
type Settlement = {
  /** The request this edit was made from. */
  request_id?: string | undefined
  /** The visit before the edit. */
  before?: Pick<ResolvedVisit, 'date'>
}

/**
 * Settles the customer's request for a visit that was just edited. Approved if the edit was made
 * from it, or if the visit is cancelled as requested; denied if the visit is done or otherwise
 * cancelled; a request for another date stays open. Expires if the visit's day had passed before
 * the edit, since a new day does not reopen it. True if approved, because the customer then learns
 * of the edit from the reply.
 */
export async function settleRequest(
  ctx: ScheduleContext,
  visit: ResolvedVisit,
  { request_id, before = visit }: Settlement = {},
): Promise<boolean> {
  const { tx, calendar } = ctx
  const open = await lockOpenRequest(tx, visit, request_id)
  if (request_id) return approveFrom(tx, visit, found(open, 'This request does not exist.'))
  if (!open) return false
  if (isLetGo(visit) && open.action === 'cancel') {
    await closeRequest(tx, visit, open, { status: 'approved', reason: null, by_edit: true })
    return true
  }
  const isEnded = visit.status === 'completed' || visit.status === 'skipped'
  const outcome =
    isEnded || before.date < calendar.today
      ? requestOutcome({ ...visit, date: before.date }, calendar.today)
      : null
  if (outcome) await closeRequest(tx, visit, open, outcome)
  return false
}

/** Whether there is one to settle for a locked visit: it is made under the visit's lock too. */
export const hasOpenRequest = ({
  series_id,
  original_date,
}: Pick<ResolvedVisit, 'series_id' | 'original_date'>) =>
  sql<boolean>`exists (select 1 from customer_requests q
    where q.series_id = ${series_id} and q.original_date = ${original_date} and q.status = 'requested')`

const lockOpenRequest = async (
  tx: OrgTx,
  visit: ResolvedVisit,
  request_id: string | undefined,
): Promise<OpenRequest | undefined> =>
  (await tx
    .selectFrom('customer_requests')
    .select(['id', 'action', 'status', 'series_id', 'original_date', 'date'])
    .where((eb) =>
      request_id
        ? eb('id', '=', request_id)
        : eb.and([
            eb('series_id', '=', visit.series_id),
            eb('original_date', '=', visit.original_date),
            eb('status', '=', 'requested'),
          ]),
    )
    .forUpdate()
    .executeTakeFirst()) as OpenRequest | undefined

/** Approves the request an edit was made from. False if it was already approved. */
async function approveFrom(
  tx: OrgTx,
  visit: ResolvedVisit,
  request: OpenRequest,
): Promise<boolean> {
  if (request.series_id !== visit.series_id || request.original_date !== visit.original_date)
    throw invalid({ request_id: 'This request is about another visit.' })
  if (request.status === 'approved') return false
  enforce(requestRules.resolve(request))
  if (isOnHold(visit) && request.action === 'cancel')
    throw invalid({ request_id: 'The customer asked to cancel this visit.' })
  await closeRequest(tx, visit, request, {
    status: 'approved',
    reason: null,
    by_edit: !isOnHold(visit),
  })
  return true
}

type Decision = {
  status: Exclude<RequestStatus, 'requested'>
  reason: string | null
  /** The visit was edited along with it and has a new time. */
  by_edit?: boolean
}

/**
 * Closes a locked request, with its event for the customer and the visit's team, and an e-mail to
 * the customer; that a visit was already done is told once that is final.
 */
export async function closeRequest(
  tx: OrgTx,
  visit: ResolvedVisit,
  { id, action, date }: { id: string; action: RequestAction; date: string },
  { status, reason, by_edit = false }: Decision,
): Promise<void> {
  await tx
    .updateTable('customer_requests')
    .set({
      status,
      resolution_reason: reason,
      resolved_at: now,
      resolved_by: tx.cause.person_id,
    })
    .where('id', '=', id)
    .execute()
  await emit(
    tx,
    'request.resolved',
    { request_id: id, action, status, reason, ...visitFacts(visit) },
    audienceOf(visit),
  )
  // A cancelled visit has its own e-mail; a withdrawn or expired request needs none.
  if (status !== 'approved' && (status !== 'denied' || isLetGo(visit))) return
  if (status === 'denied' && visit.status === 'completed') return planTooLate(tx, id)
  await notifyRequestDecided(tx, visit, {
    id,
    action,
    approved: status === 'approved',
    has_new_slot: by_edit || visit.date !== date,
    is_done: false,
    reason,
  })
}

type PassedRequest = {
  id: string
  action: RequestAction
  series_id: string
  original_date: LocalDate
  date: LocalDate
  team_id: string | null
  customer_id: string
}

/** Closes an open request whose visit's day has passed. */
export async function expireRequest(tx: OrgTx, request: PassedRequest): Promise<void> {
  const { id, action, series_id, original_date, date, team_id, customer_id } = request
  const closed = await tx
    .updateTable('customer_requests')
    .set({
      status: 'expired',
      resolution_reason: 'past',
      resolved_at: new Date().toISOString(),
    })
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .returning('id')
    .executeTakeFirst()
  if (!closed) return
  const occurrence_id = occurrenceId(series_id, original_date)
  await emit(
    tx,
    'request.resolved',
    { request_id: id, action, status: 'expired', occurrence_id, date, team_id },
    { customer_id, team_ids: [team_id] },
  )
}

/** Denies open requests for dates of a series that are no longer visits. */
export async function denyOrphanedRequests(
  tx: OrgTx,
  series_id: string,
  { isPlanned, team_ids }: { isPlanned: (date: LocalDate) => boolean; team_ids: (string | null)[] },
): Promise<void> {
  const { rows } = await sql<{
    id: string
    original_date: LocalDate
    customer_id: string
    action: string
  }>`
    select id, original_date, customer_id, action from customer_requests q
    where series_id = ${series_id}::uuid and status = 'requested'
      and not exists (select 1 from visits v where v.organization_id = q.organization_id and v.series_id = q.series_id and v.original_date = q.original_date)
    for update`.execute(tx)
  for (const { id, original_date, customer_id, action } of rows) {
    if (isPlanned(original_date)) continue
    await tx
      .updateTable('customer_requests')
      .set({
        status: 'denied',
        resolution_reason: 'cancelled',
        resolved_at: now,
        resolved_by: tx.cause.person_id,
      })
      .where('id', '=', id)
      .execute()
    const occurrence_id = occurrenceId(series_id, original_date)
    await emit(
      tx,
      'request.resolved',
      {
        request_id: id,
        action,
        status: 'denied',
        reason: 'cancelled',
        occurrence_id,
        date: original_date,
        customer_id,
      },
      { customer_id, team_ids },
    )
  }
}

/** Reopens the request that was denied because its visit was done, when the visit is not done after all. */
export async function reopenRequestOf(tx: OrgTx, visit: ResolvedVisit): Promise<void> {
  const newest = await requestsAbout(tx, visit).executeTakeFirst()
  const completed = requestOutcome({ ...visit, status: 'completed' }, visit.date)
  if (newest?.status !== 'denied' || newest.resolution_reason !== completed?.reason) return
  const { id, action } = newest
  await reopenRequests(tx, [id])
  await emit(
    tx,
    'request.made',
    { request_id: id, action, status: 'requested', ...visitFacts(visit) },
    audienceOf(visit),
  )
}

/**
 * Reopens requests an edit denied, when the edit is undone, unless another is open for the same
 * visit.
 */
export async function reopenRequests(tx: OrgTx, ids: readonly string[]): Promise<void> {
  if (!ids.length) return
  await sql`update customer_requests q set status = 'requested', resolution_reason = null, resolved_at = null, resolved_by = null
    where id = ${anyOf(ids)}
      and not exists (select 1 from customer_requests o where o.organization_id = q.organization_id and o.series_id = q.series_id
        and o.original_date = q.original_date and o.status = 'requested')`.execute(tx)
}
