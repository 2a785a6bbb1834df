import { todayIn, type LocalDate } from '../../domain/base/dates.ts'
import { isCompletionNews } from '../../domain/flows/reminder.ts'
import { occurrenceId, undoMinutes } from '../../domain/schedule/visit.ts'
import type { App } from '../base/call.ts'
import { inOrgAll, type OrgTx } from '../base/db/door.ts'
import { enqueue } from '../base/jobs/jobs.ts'
import { homeUrl } from './links.ts'
import { readPlaceNames, whenOf } from './notify-visits.ts'
import { readReach } from './recipient.ts'
import { tell } from './tell.ts'

type VisitKey = { series_id: string; original_date: LocalDate }

/** In the transaction that completes a visit: notifies its customer once it can no longer be undone. */
export const planCompletionMessage = (
  tx: OrgTx,
  visit: VisitKey,
  startAfter: Date | number = undoMinutes * 60,
): Promise<void> =>
  enqueue(
    tx,
    'completion.tell',
    { organization_id: tx.org, series_id: visit.series_id, original_date: visit.original_date },
    { key: occurrenceId(visit.series_id, visit.original_date), startAfter },
  )

/** Notifies the customer of a completed visit once, unless it was reopened meanwhile or is long past. */
export async function notifyVisitCompleted(
  app: Pick<App, 'store'>,
  { organization_id, ...key }: VisitKey & { organization_id: string },
): Promise<void> {
  await inOrgAll(app.store, organization_id, { person_id: null }, async (tx) => {
    const visit = await tx
      .selectFrom('visits')
      .select(['status', 'completed_at', 'customer_id', 'rule_id', 'date', 'start_minutes'])
      .select('service_name')
      .where('series_id', '=', key.series_id)
      .where('original_date', '=', key.original_date)
      .forShare()
      .executeTakeFirst()
    if (visit?.status !== 'completed' || !visit.completed_at) return
    // Reopened and completed again: it can be undone for a while.
    const final = new Date(Date.parse(visit.completed_at) + undoMinutes * 60_000)
    if (final.getTime() > Date.now()) return planCompletionMessage(tx, key, final)
    const customer = (await readReach(tx, [visit.customer_id])).get(visit.customer_id)
    if (!customer) return
    const { organization, name } = customer
    const today = todayIn(organization.time_zone, new Date().toISOString())
    if (!isCompletionNews(visit.date, today)) return
    const rule = await tx
      .selectFrom('rules')
      .select('location_id')
      .where('id', '=', visit.rule_id)
      .executeTakeFirst()
    const named = await readPlaceNames(tx, [visit.customer_id])
    const data = {
      organization,
      customer_name: name,
      service: named(visit.service_name ?? '', { ...visit, location_id: rule?.location_id }),
      ...whenOf(visit),
      url: homeUrl('/app'),
    }
    const once = `visit_completed:${occurrenceId(key.series_id, key.original_date)}`
    await tell(tx, customer, { kind: 'visit_completed', data, once })
  })
}

/** Tells the customer that the visit was already done, once that can no longer be undone. */
export const planTooLate = (
  tx: OrgTx,
  request_id: string,
  startAfter: Date | number = undoMinutes * 60,
): Promise<void> =>
  enqueue(
    tx,
    'request.tell',
    { organization_id: tx.org, request_id },
    { key: request_id, startAfter },
  )
