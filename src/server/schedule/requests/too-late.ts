import type { LocalDate } from '../../../domain/base/dates.ts'
import type { RequestAction } from '../../../domain/schedule/request.ts'
import { undoMinutes } from '../../../domain/schedule/visit.ts'
import type { App } from '../../base/call.ts'
import { inOrgAll, system, type OrgTx } from '../../base/db/door.ts'
import { notifyRequestDecided } from '../../messages/notify-requests.ts'
import { planTooLate } from '../../messages/notify-completed.ts'
import { findVisit } from '../visits/find.ts'
import { visitRef } from '../visits/ref.ts'
import { openScheduleForOffice } from '../week/context.ts'

type Answered = {
  action: RequestAction
  date: LocalDate
  series_id: string
  original_date: LocalDate
  resolved_at: string
}

/** Sends nothing if the request was opened again, and waits again if its visit was then done again. */
export const tellTooLate = (
  { store }: Pick<App, 'store'>,
  { organization_id, request_id }: { organization_id: string; request_id: string },
): Promise<void> =>
  inOrgAll(store, organization_id, system, async (tx) => {
    const request = await lockAnswered(tx, request_id)
    if (!request) return
    const final = new Date(Date.parse(request.resolved_at) + undoMinutes * 60_000)
    if (final.getTime() > Date.now()) return planTooLate(tx, request_id, final)
    const visit = await findVisit(await openScheduleForOffice(tx), visitRef(request))
    if (visit.status !== 'completed') return
    await notifyRequestDecided(tx, visit, {
      // Not the key of the answer that follows if the visit is reopened even later.
      id: `${request_id}:too_late`,
      action: request.action,
      approved: false,
      has_new_slot: visit.date !== request.date,
      is_done: true,
      reason: null,
    })
  })

const lockAnswered = async (tx: OrgTx, id: string): Promise<Answered | undefined> =>
  (await tx
    .selectFrom('customer_requests')
    .select(['action', 'date', 'series_id', 'original_date', 'resolved_at'])
    .where('id', '=', id)
    .where('status', '=', 'denied')
    .where('resolution_reason', '=', 'completed')
    .forUpdate()
    .executeTakeFirst()) as Answered | undefined
