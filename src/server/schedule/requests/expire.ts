import { sql } from 'kysely'
import type { App } from '../../base/call.ts'
import { inOrgAll, readPlatform, system } from '../../base/db/door.ts'
import { readCalendar } from '../week/calendar.ts'
import { requestColumns, type RequestRow } from './read.ts'
import { expireRequest } from './write.ts'

/** Closes open requests whose visit's day is over, for the screens that show them. */
export async function expireRequests({ store }: Pick<App, 'store'>): Promise<void> {
  const asking = await readPlatform(store, system, (tx) =>
    tx
      .selectFrom('customer_requests')
      .select('organization_id')
      .distinct()
      .where('status', '=', 'requested')
      .execute(),
  )
  for (const { organization_id } of asking)
    await inOrgAll(store, organization_id, { person_id: null }, async (tx) => {
      const { today } = await readCalendar(tx)
      const { rows } =
        await sql<RequestRow>`select * from (${requestColumns(today)} where q.status = 'requested') as open
        where status = 'expired' order by id limit 1000`.execute(tx)
      for (const request of rows) await expireRequest(tx, request)
    })
}
