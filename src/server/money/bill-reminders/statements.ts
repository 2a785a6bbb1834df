import { sql } from 'kysely'
import { addDays, type LocalDate } from '../../../domain/base/dates.ts'
import { neverReasons } from '../../../domain/messages/message.ts'
import type { App } from '../../base/call.ts'
import { inOrgAll, system, type OrgTx } from '../../base/db/door.ts'
import { owedCents, toPay } from '../../base/sums/owed.ts'
import { enqueue } from '../../base/jobs/jobs.ts'
import { homeUrl } from '../../messages/links.ts'
import { notifyStatement } from '../../messages/notify-bill.ts'
import { todayOf } from '../../base/organizations/read.ts'
import { refused } from '../../base/kit/refusals.ts'
import { lockOldest } from './read.ts'

type Sends = Pick<App, 'store' | 'config' | 'secret' | 'log'>

/** How many days a statement covers. */
const days = 90

/** Mails one customer their statement of the past 90 days; a second call mails it again. */
export async function sendStatement(tx: OrgTx, app: Sends, customer_id: string) {
  const { sent, reason } = await mailStatement(tx, app, customer_id, await todayOf(tx))
  return { sent, reason: reason && neverReasons[reason] }
}

/** Queues the statements of every customer who has something to pay; each goes once a day. 409 nothing_to_send. */
export async function queueStatements(tx: OrgTx): Promise<{ count: number }> {
  const { rows } = await sql<{ customer_id: string }>`
    select distinct i.customer_id from invoices i where ${toPay} order by 1`.execute(tx)
  if (!rows.length) throw refused('nothing_to_send', 'No customer has anything to pay now.')
  const customer_ids = rows.map(({ customer_id }) => customer_id)
  const to = await todayOf(tx)
  await enqueue(
    tx,
    'statements.send',
    { organization_id: tx.org, customer_ids, to },
    { key: `${tx.org}:${to}` },
  )
  return { count: customer_ids.length }
}

/** Mails the statements of many, each in a transaction of its own: after a crash, those that went are not written again. */
export async function sendStatements(
  app: Sends,
  job: { organization_id: string; customer_ids: readonly string[]; to: LocalDate },
): Promise<void> {
  for (const customer_id of job.customer_ids)
    await inOrgAll(app.store, job.organization_id, system, (tx) =>
      mailStatement(tx, app, customer_id, job.to, `statement:${customer_id}:${job.to}`),
    ).catch((fault: unknown) =>
      app.log.error({ err: fault, customer_id }, 'a statement could not be sent'),
    )
}

async function mailStatement(
  tx: OrgTx,
  app: Sends,
  customer_id: string,
  to: LocalDate,
  once?: string,
) {
  const oldest = await lockOldest(tx, app, customer_id)
  const mine = sql`i.customer_id = ${customer_id}::uuid and ${toPay}`
  const { rows } = await sql<{ owed: number }>`select ${owedCents(mine)}::bigint as owed`.execute(
    tx,
  )
  return notifyStatement(tx, customer_id, {
    owed_cents: rows[0]!.owed,
    from: addDays(to, -days),
    to,
    invoice_number: oldest?.invoice_number ?? null,
    url: oldest?.url ?? homeUrl('/app/user/invoices'),
    ...(once ? { once } : {}),
  })
}
