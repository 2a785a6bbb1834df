import { sql } from 'kysely'
import type { RuleAdded } from '../../../api/series.ts'
import { visitRequestRules, type NewVisitRequest } from '../../../domain/schedule/visit-request.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { notifyVisitDeclined, notifyVisitRequested } from '../../messages/notify-requests.ts'
import { enforce, invalid } from '../../base/kit/refusals.ts'
import { lockAsking, lockVisitRequest, readVisitRequest } from './read.ts'

type Asked = Omit<NewVisitRequest, 'service_key'> & { service_id: string | null }

/** Adds a locked customer's request, with its event and a message to the office. Returns its id. */
export async function addVisitRequest(
  tx: OrgTx,
  customer_id: string,
  asked: Asked,
): Promise<string> {
  const { id } = await tx
    .insertInto('visit_requests')
    .values({ customer_id, ...asked })
    .returning('id')
    .executeTakeFirstOrThrow()
  await emit(
    tx,
    'request.made',
    { request_id: id, action: 'visit', status: 'requested', customer_id },
    { customer_id },
  )
  const request = await readVisitRequest(tx, id)
  await notifyVisitRequested(tx, { ...request, customer_id })
  return id
}

type Outcome = {
  status: 'scheduled' | 'declined' | 'withdrawn'
  answer?: string
  series_id?: string
  planned_on?: string | null
}

async function close(
  tx: OrgTx,
  { id, customer_id }: { id: string; customer_id: string },
  { status, ...outcome }: Outcome,
): Promise<void> {
  await tx
    .updateTable('visit_requests')
    .set({ status, ...outcome, resolved_at: sql`now()`, resolved_by: tx.cause.person_id })
    .where('id', '=', id)
    .execute()
  await emit(
    tx,
    'request.resolved',
    { request_id: id, action: 'visit', status, customer_id },
    { customer_id },
  )
}

/** Withdraws the caller's own request. Repeating changes nothing. */
export async function withdrawVisitRequest(tx: OrgTx, id: string): Promise<void> {
  const request = await lockVisitRequest(tx, id)
  if (request.status === 'withdrawn') return
  enforce(visitRequestRules.withdraw(request))
  await close(tx, request, { status: 'withdrawn' })
}

/** Declines a request and tells its customer why. */
export async function declineVisitRequest(tx: OrgTx, id: string, reason: string): Promise<void> {
  const request = await lockVisitRequest(tx, id)
  enforce(visitRequestRules.answer(request))
  await close(tx, request, { status: 'declined', answer: reason })
  const { customer_id } = request
  await notifyVisitDeclined(tx, { ...(await readVisitRequest(tx, id)), customer_id, reason })
}

/**
 * Grants a request by the work that `add` puts on the schedule. Its customer hears of the new visits
 * as of any others.
 */
export async function scheduleVisitRequest(
  tx: OrgTx,
  id: string,
  customer_id: string,
  add: () => Promise<RuleAdded>,
): Promise<RuleAdded> {
  // The customer first, like everyone who closes their requests.
  await lockAsking(tx, customer_id)
  const request = await lockVisitRequest(tx, id)
  if (request.customer_id !== customer_id)
    throw invalid({ customer_id: 'Another customer asked for this visit.' })
  enforce(visitRequestRules.answer(request))
  const added = await add()
  const { series_id, first_visit } = added
  await close(tx, request, {
    status: 'scheduled',
    series_id,
    planned_on: first_visit?.date ?? null,
  })
  return added
}

/** A customer who is archived waits for no more visits. */
export async function closeVisitRequests(tx: OrgTx, customer_id: string): Promise<void> {
  const open = await tx
    .selectFrom('visit_requests')
    .select(['id', 'customer_id'])
    .where('customer_id', '=', customer_id)
    .where('status', '=', 'requested')
    .forUpdate()
    .execute()
  for (const request of open) await close(tx, request, { status: 'declined' })
}
