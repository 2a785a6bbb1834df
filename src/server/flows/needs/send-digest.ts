import { sql } from 'kysely'
import { todayIn } from '../../../domain/base/dates.ts'
import type { App } from '../../base/call.ts'
import { inOrgAll, readPlatform, system, type OrgTx } from '../../base/db/door.ts'
import { homeUrl } from '../../messages/links.ts'
import { notifyOffice } from '../../messages/tell.ts'
import { isServing } from '../../base/organizations/read.ts'
import { markDigested } from '../../base/organizations/write.ts'
import { openScheduleForOffice } from '../../schedule/week/context.ts'
import { readWindow } from '../../schedule/week/window.ts'
import { readNeeds } from './read.ts'

/** Local hours between which the summary of a day goes out; one that comes later would be no news. */
const morning = { from: '07:00', to: '09:30' }

/** Sends each office its summary of the day once, from 7:00 where the business is. */
export async function sendDigests(app: Pick<App, 'store' | 'config' | 'log'>): Promise<void> {
  const local = sql<string>`now() at time zone time_zone`
  const due = await readPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('organizations')
      .select(['id', 'time_zone'])
      .select(['status', 'subscription_status', 'trial_ends_at', 'past_due_since'])
      .where('status', '=', 'active')
      .where(sql<boolean>`(${local})::time between ${morning.from}::time and ${morning.to}::time`)
      .where(sql<boolean>`digest_on is distinct from (${local})::date`)
      .execute(),
  )
  for (const { id, time_zone, ...organization } of due) {
    if (!isServing(app, organization)) continue
    const today = todayIn(time_zone, new Date().toISOString())
    try {
      await inOrgAll(app.store, id, system, (tx) => sendDigest(tx, today))
    } catch (fault) {
      app.log.error({ err: fault, organization_id: id }, 'the morning summary could not be sent')
    }
  }
}

async function sendDigest(tx: OrgTx, today: string): Promise<void> {
  await markDigested(tx, today)
  const counts = await readCounts(tx, today)
  if (Object.values(counts).every((count) => count === 0)) return
  const organization = await tx
    .selectFrom('organizations')
    .select(['name', 'email', 'phone_number'])
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  await notifyOffice(tx, `${tx.org}:${today}`, {
    kind: 'digest',
    data: { organization, ...counts, url: homeUrl('/app') },
  })
}

/** What the office's list of needs counts as well, so that the letter and the screen agree. */
async function readCounts(tx: OrgTx, today: string) {
  const context = await openScheduleForOffice(tx)
  const { visits } = await readWindow(tx, context.calendar, { from: today, to: today })
  const { declined, requests, leaving, missed, unassigned, to_place } = await readNeeds(context)
  return {
    visits: visits.filter(({ status }) => status === 'scheduled').length,
    missed,
    unassigned,
    to_place,
    failed_payments: declined,
    requests: requests + leaving,
  }
}
