import { sql } from 'kysely'
import { todayIn } from '../../../domain/base/dates.ts'
import { readOnlyFrom, type SubscriptionStatus } from '../../../domain/money/platform.ts'
import { ownerAndAdminRoles } from '../../../domain/base/roles.ts'
import type { App } from '../../base/call.ts'
import { inOrgAll, readPlatform, system } from '../../base/db/door.ts'
import { notifyOffice } from '../../messages/tell.ts'
import { homeUrl } from '../../messages/links.ts'
import type { MoneyApp } from '../payments/facts.ts'

/** Days before the end of a trial, or before staff become read only, on which an owner hears of it. */
const daysAhead = 3

type Telling = Pick<App, 'store' | 'config' | 'log'>

/** Tells owners ahead, once each, that their trial ends or that their staff are about to become read only. */
export async function tellOwnersAhead(app: Telling): Promise<void> {
  await tellTrialsEnding(app)
  await tellReadOnlyAhead(app)
}

/** Tells owners once that their trial is about to end. */
async function tellTrialsEnding(app: Telling): Promise<void> {
  if (!app.config.PLATFORM_BILLING) return
  const due = await readPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('organizations')
      .select(['id', 'name', 'time_zone', 'trial_ends_at', 'platform_default_pm'])
      .select(['platform_subscription_id', 'cancel_at_period_end'])
      .where('status', '=', 'active')
      .where('subscription_status', '=', 'trialing')
      .where('trial_ends_at', '>', sql<string>`now()`)
      .where('trial_ends_at', '<=', sql<string>`now() + make_interval(days => ${daysAhead})`)
      .execute(),
  )
  for (const { id, name, time_zone, trial_ends_at, ...row } of due) {
    const has_method = row.platform_default_pm !== null
    const data = {
      organization: { name },
      ends_on: todayIn(time_zone, trial_ends_at!),
      has_method,
      goes_on: has_method && row.platform_subscription_id !== null && !row.cancel_at_period_end,
      url: billingPage(),
    }
    try {
      await inOrgAll(app.store, id, system, (tx) =>
        notifyOffice(
          tx,
          `${id}:${trial_ends_at}`,
          { kind: 'trial_ending', data },
          ownerAndAdminRoles,
        ),
      )
    } catch (fault) {
      app.log.error(
        { err: fault, organization_id: id },
        'the message about the end of a trial could not be written',
      )
    }
  }
}

/** Tells owners once that their staff are about to become read only, and what prevents it. */
async function tellReadOnlyAhead(app: Telling): Promise<void> {
  if (!app.config.PLATFORM_BILLING) return
  const lapsing = await readPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('organizations')
      .select(['id', 'name', 'time_zone', 'trial_ends_at', 'past_due_since', 'subscription_status'])
      .where('status', '=', 'active')
      .where('subscription_status', '<>', 'active')
      .execute(),
  )
  for (const { id, name, time_zone, subscription_status, ...standing } of lapsing) {
    const status = subscription_status as SubscriptionStatus
    const from = readOnlyFrom({ ...standing, status })
    const left = from ? Date.parse(from) - Date.now() : 0
    if (!from || left <= 0 || left > daysAhead * 86_400_000) continue
    const data = {
      organization: { name },
      from: todayIn(time_zone, from),
      is_unpaid: status === 'past_due',
      url: billingPage(),
    }
    try {
      await inOrgAll(app.store, id, system, (tx) =>
        notifyOffice(tx, `${id}:${from}`, { kind: 'read_only_ahead', data }, ownerAndAdminRoles),
      )
    } catch (fault) {
      app.log.error(
        { err: fault, organization_id: id },
        'the message about a lapse could not be written',
      )
    }
  }
}

/** Where the owner sees and pays what the platform bills. */
const billingPage = (): string => homeUrl('/app/settings?tab=billing')

type Bill = { once: string; paid: boolean; total_cents: number }

/** Tells the owner of a business that is this customer of the platform once that its bill was paid, or could not be. */
export async function tellOfBill(
  app: Pick<MoneyApp, 'store'>,
  customer: string,
  { once, ...bill }: Bill,
): Promise<void> {
  const organization = await readPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('organizations')
      .select(['id', 'name'])
      .where('platform_customer_id', '=', customer)
      .executeTakeFirst(),
  )
  if (!organization) return
  const { id, name } = organization
  const data = { organization: { name }, ...bill, url: billingPage() }
  await inOrgAll(app.store, id, system, (tx) =>
    notifyOffice(tx, once, { kind: 'platform_bill', data }, ownerAndAdminRoles),
  )
}
