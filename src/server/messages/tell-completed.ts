import { todayIn, type LocalDate } from '../../domain/dates.ts'
import { isCompletionNews } from '../../domain/reminder.ts'
import { occurrenceId, undoMinutes } from '../../domain/visit.ts'
import type { App } from '../call.ts'
import { inOrgAll, type OrgTx } from '../db/door.ts'
import { enqueue } from '../jobs/jobs.ts'
import { queueMessage } from '../messages.ts'
import { homeUrl } from './home.ts'
import { readReach } from './reach.ts'
import { slotText } from './tell-visits.ts'

type VisitKey = { series_id: string; original_date: LocalDate }

/** Asks, in the transaction that completes a visit, that its customer hears of it once that can no longer simply be taken back. */
export const planCompletionLetter = (tx: OrgTx, visit: VisitKey, startAfter: Date | number = undoMinutes * 60): Promise<void> =>
  enqueue(
    tx,
    'completion.tell',
    { organization_id: tx.org, series_id: visit.series_id, original_date: visit.original_date },
    { key: occurrenceId(visit.series_id, visit.original_date), startAfter },
  )

/** Tells the customer of a completed visit, once; nobody of one that was reopened in the meantime, or of work long past. */
export async function tellCompleted(app: Pick<App, 'store'>, { organization_id, ...key }: VisitKey & { organization_id: string }): Promise<void> {
  await inOrgAll(app.store, organization_id, { person_id: null }, async (tx) => {
    const visit = await tx
      .selectFrom('visits')
      .select(['status', 'completed_at', 'customer_id', 'date', 'start_minutes', 'service_name'])
      .where('organization_id', '=', tx.org)
      .where('series_id', '=', key.series_id)
      .where('original_date', '=', key.original_date)
      .forShare()
      .executeTakeFirst()
    if (visit?.status !== 'completed' || !visit.completed_at) return
    // Reopened and completed anew: it can be taken back for a while again.
    const final = new Date(Date.parse(visit.completed_at) + undoMinutes * 60_000)
    if (final.getTime() > Date.now()) return planCompletionLetter(tx, key, final)
    const customer = (await readReach(tx, [visit.customer_id])).get(visit.customer_id)
    if (!customer) return
    const { organization, customer_id, customer_name, person_id } = customer
    const today = todayIn(organization.time_zone, new Date().toISOString())
    if (!isCompletionNews(visit.date, today)) return
    const data = { organization, customer_name, service: visit.service_name ?? 'Visit', ...slotText(visit, today), url: homeUrl('/app') }
    for (const { channel, address } of customer.to) {
      const once_key = `visit_completed:${occurrenceId(key.series_id, key.original_date)}:${channel}`
      await queueMessage(tx, { channel, template: 'visit_completed', to: address, customer_id, person_id, once_key, data })
    }
  })
}
