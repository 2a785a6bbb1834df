import { sql } from 'kysely'
import { todayIn } from '../../domain/dates.ts'
import { readOnlyFrom, type SubscriptionStatus } from '../../domain/platform.ts'
import { ownerAndAdminRoles } from '../../domain/roles.ts'
import type { App } from '../call.ts'
import { inOrgAll, readPlatform, system } from '../db/door.ts'
import { notifyOffice } from '../messages/notify-office.ts'
import { billingPage } from './tell-bill.ts'

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
