import { sql } from 'kysely'
import {
  holdChange,
  holdDays,
  holdRules,
  isHoldOn,
  type HoldPolicy,
} from '../../../domain/money/payment-hold.ts'
import { readScheduleSettings } from '../../../domain/base/organization.ts'
import type { App } from '../../base/call.ts'
import { inOrgAll, readPlatform, system, type OrgTx } from '../../base/db/door.ts'
import { audit } from '../../base/events.ts'
import { isUncollected } from '../../base/sums/owed.ts'
import { homeUrl } from '../../messages/links.ts'
import { notifyHold } from '../../messages/notify-hold.ts'
import { enforce } from '../../base/kit/refusals.ts'
import { lockOldest } from './read.ts'
import { endHold, insertHold } from './write-holds.ts'

type Holding = Pick<App, 'store' | 'config' | 'log' | 'secret'>
type Facts = {
  customer_id: string
  is_held: boolean
  late_cents: number
  unpaid_cents: number
  excused_cents: number
  has_work: boolean
}

/** Holds the work of every customer who is past their business's threshold, and releases that of those who paid. */
export async function reviewHolds(app: Holding): Promise<void> {
  const organizations = await readPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('organizations as o')
      .select(['o.id', 'o.schedule_settings'])
      .where('o.status', '=', 'active')
      .where(
        sql<boolean>`(coalesce(o.schedule_settings ->> 'hold_after_cents', o.schedule_settings ->> 'hold_after_days') is not null
          or exists (select 1 from payment_holds h where h.organization_id = o.id and h.released_at is null))`,
      )
      .execute(),
  )
  for (const { id, schedule_settings } of organizations) {
    const policy = readScheduleSettings(schedule_settings)
    try {
      const facts = await inOrgAll(app.store, id, system, (tx) => readFacts(tx, policy))
      for (const one of facts)
        if (holdChange({ ...policy, ...one }) !== null)
          await reviewHold(app, { organization_id: id, customer_id: one.customer_id })
    } catch (fault) {
      app.log.error({ err: fault, organization_id: id }, 'holds could not be reviewed')
    }
  }
}

/** The same for one customer, whose bill was just paid or closed. */
export const reviewHold = (
  app: Holding,
  { organization_id, customer_id }: { organization_id: string; customer_id: string },
): Promise<void> =>
  inOrgAll(app.store, organization_id, system, async (tx) => {
    const policy = await readPolicy(tx)
    const url = (await lockOldest(tx, app, customer_id))?.url ?? homeUrl('/app/user/invoices')
    const facts = await lockFacts(tx, policy, customer_id)
    const change = facts && holdChange({ ...policy, ...facts })
    if (change === 'hold') {
      await insertHold(tx, customer_id, facts!.late_cents)
      await record(tx, customer_id, 'customer.held', { owed_cents: facts!.late_cents })
      await notifyHold(tx, customer_id, { is_held: true, owed_cents: facts!.late_cents, url })
    }
    if (change === 'release') await release(tx, customer_id, null, 0)
  })

/** Releases a customer's work because a person says so; it is held again only if more becomes late. 409 customer_not_held. */
export async function releaseByHand(tx: OrgTx, customer_id: string, reason: string): Promise<void> {
  const facts = await lockFacts(tx, await readPolicy(tx), customer_id)
  enforce(holdRules.release({ is_held: facts?.is_held ?? false }))
  await release(tx, customer_id, reason, facts!.late_cents)
}

async function release(
  tx: OrgTx,
  customer_id: string,
  reason: string | null,
  excused_cents: number,
): Promise<void> {
  await endHold(tx, customer_id, { reason, excused_cents })
  await record(tx, customer_id, 'customer.released', { reason: reason ?? 'Paid' })
  await notifyHold(tx, customer_id, { is_held: false, owed_cents: 0, url: homeUrl('/app') })
}

const record = (tx: OrgTx, entity_id: string, action: string, after: object): Promise<void> =>
  audit(tx, { action, entity: 'customer', entity_id, after })

async function readPolicy(tx: OrgTx): Promise<HoldPolicy> {
  const { schedule_settings } = await tx
    .selectFrom('organizations')
    .select('schedule_settings')
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()
  return readScheduleSettings(schedule_settings)
}

async function lockFacts(
  tx: OrgTx,
  policy: HoldPolicy,
  customer_id: string,
): Promise<Facts | undefined> {
  await tx.selectFrom('customers').select('id').where('id', '=', customer_id).forUpdate().execute()
  return (await readFacts(tx, policy, customer_id))[0]
}

const today = sql`(now() at time zone (select time_zone from organizations where id = app_org()))::date`

/** What decides about each customer who is late or held, or about one. */
async function readFacts(tx: OrgTx, policy: HoldPolicy, customer_id?: string): Promise<Facts[]> {
  const counts = isHoldOn(policy)
    ? sql`i.effective_due_date <= ${today} - ${holdDays(policy)}::int`
    : sql`false`
  // What they owed elsewhere counts once it was asked for from here.
  const wasAsked = sql`(i.source <> 'import' or i.sent_at is not null)`
  const { rows } = await sql<Facts>`
    with late as (
      select i.customer_id, sum(i.total_cents - i.paid_cents) filter (where i.money <> 'processing') as late_cents,
        sum(i.total_cents - i.paid_cents) as unpaid_cents
      from invoices i where i.doc = 'open' and ${isUncollected} and i.total_cents > i.paid_cents and ${wasAsked} and ${counts} group by 1)
    select c.id as customer_id, coalesce(h.held_at is not null and h.released_at is null, false) as is_held,
      coalesce(l.late_cents, 0)::bigint as late_cents, coalesce(l.unpaid_cents, 0)::bigint as unpaid_cents,
      coalesce(h.excused_cents, 0) as excused_cents,
      c.status in ('active', 'paused') and exists (select 1 from rules r where r.organization_id = c.organization_id and r.customer_id = c.id
        and r.removed_at is null and (r.end_date is null or r.end_date >= ${today})) as has_work
    from customers c left join payment_holds h on h.organization_id = c.organization_id and h.customer_id = c.id
      left join late l on l.customer_id = c.id
    where ${customer_id ? sql`c.id = ${customer_id}::uuid` : sql`(l.customer_id is not null or h.released_at is null and h.held_at is not null)`}`.execute(
    tx,
  )
  return rows
}
