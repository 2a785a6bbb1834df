import { sql } from 'kysely'
import type { App } from '../call.ts'
import { resumeDue } from '../customers/status.ts'
import { onPlatform } from '../db/door.ts'
import { expireRequests } from '../requests.ts'

const hours = (count: number): string => new Date(Date.now() - count * 3_600_000).toISOString()

/** Removes what is over: tickets for streams, kept answers of repeated calls, sign-in state. Ends the pauses of customers and the requests whose day has come. */
export async function sweepExpired({ store }: Pick<App, 'store'>): Promise<void> {
  await onPlatform(store, { person_id: null }, async (tx) => {
    await tx.deleteFrom('sse_tickets').where('expires_at', '<', hours(0)).execute()
    await tx.deleteFrom('idempotency_keys').where('created_at', '<', hours(48)).execute()
    await tx.deleteFrom('idp_payload').where('expires_at', '<', hours(1)).execute()
    await tx.deleteFrom('idp_link').where('expires_at', '<', hours(24)).execute()
  })
  // A day ahead: it begins in some places before it does here.
  const pausing = await onPlatform(store, { person_id: null }, (tx) =>
    tx
      .selectFrom('customers')
      .select('organization_id')
      .distinct()
      .where('status', '=', 'paused')
      .where('resume_on', '<=', sql<string>`current_date + 1`)
      .execute(),
  )
  await resumeDue(
    { store },
    pausing.map((row) => row.organization_id),
  )
  const asking = await onPlatform(store, { person_id: null }, (tx) =>
    tx.selectFrom('customer_requests').select('organization_id').distinct().where('status', '=', 'requested').execute(),
  )
  await expireRequests(
    { store },
    asking.map((row) => row.organization_id),
  )
}
