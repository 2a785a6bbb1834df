import { sql } from 'kysely'
import type { App } from '../call.ts'
import { resumeDue } from '../customers/write-status.ts'
import { sealPlainGateCodes } from '../customers/seal-plain.ts'
import { onPlatform, readPlatform, system } from '../db/door.ts'
import { deleteOldAnswers } from '../idempotency.ts'
import { deleteExpiredExports } from '../exports/write.ts'
import { sealPlainImports } from '../imports/seal-plain.ts'
import { deleteOldFiles } from '../imports/write.ts'
import { deleteExpiredSignIns } from '../identity/adapter.ts'
import { deleteOldCodes } from '../identity/sign-in-codes.ts'
import { deleteOldUndos } from '../identity/undo.ts'
import { deleteOldSessions } from '../identity/sessions.ts'
import { deleteOldCounts } from '../identity/throttle.ts'
import { deleteExpiredTickets } from '../live/write.ts'
import { deleteOldSecurityEvents } from '../security/log.ts'
import { expireRequests } from '../requests/read.ts'

/**
 * Deletes expired stream tickets, stored responses, archives and sign-in state. Ends customers' pauses and
 * requests whose day has come.
 */
export async function sweepExpired({
  store,
  secret,
}: Pick<App, 'store' | 'secret'>): Promise<void> {
  await sealPlainGateCodes(store, secret)
  await sealPlainImports(store, secret)
  await onPlatform(store, system, async (tx) => {
    await deleteExpiredTickets(tx)
    await deleteOldAnswers(tx)
    await deleteExpiredSignIns(tx)
    await deleteOldCounts(tx)
    await deleteOldSessions(tx)
    await deleteOldCodes(tx)
    await deleteOldUndos(tx)
    await deleteOldSecurityEvents(tx)
    await deleteOldFiles(tx)
    await deleteExpiredExports(tx)
    // What people did goes after seven years.
    await sql`select purge_audit()`.execute(tx)
  })
  // One day ahead, since the day starts earlier in some time zones.
  const pausing = await readPlatform(store, system, (tx) =>
    tx
      .selectFrom('customers')
      .select('organization_id')
      .distinct()
      .where('status', '=', 'paused')
      .where('resume_on', '<=', sql<string>`now()::date + 1`)
      .execute(),
  )
  await resumeDue(
    { store },
    pausing.map((row) => row.organization_id),
  )
  const asking = await readPlatform(store, system, (tx) =>
    tx
      .selectFrom('customer_requests')
      .select('organization_id')
      .distinct()
      .where('status', '=', 'requested')
      .execute(),
  )
  await expireRequests(
    { store },
    asking.map((row) => row.organization_id),
  )
}
