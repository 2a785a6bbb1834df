import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import {
  platformFee,
  type PaymentMethodSummary,
  type SubscriptionStatus,
} from '../../../domain/money/platform.ts'
import { isUuid } from '../../../domain/base/id.ts'
import { inOrgAll, onPlatform, type OrgTx, readOrgAll, system } from '../../base/db/door.ts'
import {
  adoptSubscription,
  reserveSubscription,
  setPlatformCustomer,
  setPlatformMethod,
  setSubscription,
  setSubscriptionId,
} from '../../base/organizations/write-payments.ts'
import { idOf } from '../../base/outside/id-of.ts'
import { Declined, Rejected } from '../../base/outside/payment-faults.ts'
import type { ProviderMethod, SetupIntent, Subscription } from '../../base/outside/stripe.ts'
import { countActiveUsers } from '../../base/organizations/read.ts'
import { Refused, refused } from '../../base/kit/refusals.ts'
import type { MoneyApp } from '../payments/facts.ts'
import { tellOfBill } from './tell.ts'

const priceName = 'fieldhive_users_v1'

/** The fee as graduated tiers of one price: equal steps joined, nothing more above the cap. */
export function feeSteps(limit = 1000): { up_to: number | 'inf'; unit_cents: number }[] {
  const steps: { up_to: number | 'inf'; unit_cents: number }[] = []
  for (let users = 1, before = 0; users <= limit; users++) {
    const { amount_cents } = platformFee(users)
    const last = steps.at(-1)
    if (last?.unit_cents === amount_cents - before) last.up_to = users
    else steps.push({ up_to: users, unit_cents: amount_cents - before })
    before = amount_cents
  }
  steps.at(-1)!.up_to = 'inf'
  return steps
}

const readOrg = (tx: OrgTx) =>
  tx.selectFrom('organizations').selectAll().where('id', '=', tx.org).executeTakeFirstOrThrow()

/** The organization as a customer of the platform. */
export async function ensurePlatformCustomer(
  app: MoneyApp,
  organization_id: string,
): Promise<string> {
  const org = await inOrgAll(app.store, organization_id, system, readOrg)
  if (org.platform_customer_id) return org.platform_customer_id
  const made = await app.payments.platform.createCustomer(
    { name: org.slug, email: null, metadata: { organization_id } },
    `org:${organization_id}:cus`,
  )
  await inOrgAll(app.store, organization_id, system, (tx) => setPlatformCustomer(tx, made.id))
  return made.id
}

const summaryOf = (method: ProviderMethod): PaymentMethodSummary =>
  method.type === 'us_bank_account'
    ? {
        type: 'us_bank_account',
        bank_name: method.us_bank_account?.bank_name ?? null,
        last4: method.us_bank_account?.last4 ?? null,
      }
    : {
        type: 'card',
        brand: method.card?.brand ?? null,
        last4: method.card?.last4 ?? null,
        exp_month: method.card?.exp_month ?? null,
        exp_year: method.card?.exp_year ?? null,
      }

/** Makes a confirmed method the one that pays. False while the bank is still verifying it. */
export async function savePlatformMethod(
  app: MoneyApp,
  organization_id: string,
  setup: SetupIntent,
): Promise<boolean> {
  const method = typeof setup.payment_method === 'object' ? setup.payment_method : null
  const customer = idOf(setup.customer)
  if (setup.status !== 'succeeded' || !method || !customer) return false
  await app.payments.platform.setDefaultMethod(customer, method.id)
  const { subscription_status } = await inOrgAll(app.store, organization_id, system, async (tx) => {
    await setPlatformMethod(tx, { customer, method: method.id, summary: summaryOf(method) })
    return readOrg(tx)
  })
  // What an ended subscription left open is paid when its owner says so.
  if (subscription_status === 'past_due') await payOpenBills(app, organization_id)
  return true
}

const mayOwe = (status: string): boolean => status === 'past_due' || status === 'canceled'

/** A screen waits no longer than this for what the provider adds to it. */
const patience_ms = 3000

/** What is open of the bills of a subscription that is behind or has ended, in cents; null if the provider does not answer in time. */
export async function readOpenCents(
  app: MoneyApp,
  organization_id: string,
): Promise<number | null> {
  const org = await readOrgAll(app.store, organization_id, system, readOrg)
  if (!org.platform_customer_id || !mayOwe(org.subscription_status)) return 0
  const asked = app.payments.platform.listOpenBills(org.platform_customer_id).then(
    (bills) => bills.reduce((sum, { cents }) => sum + cents, 0),
    (fault: unknown) => {
      app.log.warn({ err: fault, organization_id }, 'the open bills could not be read')
      return null
    },
  )
  return Promise.race([asked, setTimeout(patience_ms, null, { ref: false })])
}

/**
 * Pays the bills that are still open with the method on file. False if it was declined. A key is
 * good for one attempt: a decline counts up, and after a lost answer the count is the same.
 */
export async function payOpenBills(app: MoneyApp, organization_id: string): Promise<boolean> {
  const org = await inOrgAll(app.store, organization_id, system, readOrg)
  const { platform_customer_id: customer, platform_default_pm: method } = org
  if (!customer || !method || !mayOwe(org.subscription_status)) return true
  const { platform } = app.payments
  let isPaid = true
  for (const { id, attempt_count } of await platform.listOpenBills(customer)) {
    try {
      await platform.payBill(id, method, `pay:${id}:${method}:${attempt_count}`)
    } catch (fault) {
      if (!(fault instanceof Declined) && !(fault instanceof Rejected)) throw fault
      // One that was paid meanwhile is refused.
      if (fault instanceof Declined) isPaid = false
    }
  }
  if (org.platform_subscription_id) await refreshSubscription(app, org.platform_subscription_id)
  return isPaid
}

/**
 * Starts the subscription once: its number is stored before the call and is part of the key. What
 * one that has ended left open is paid first. 402 no_payment_method, card_declined.
 */
export async function startSubscription(app: MoneyApp, organization_id: string): Promise<void> {
  if (!(await payOpenBills(app, organization_id))) throw declined()
  const org = await inOrgAll(app.store, organization_id, system, async (tx) => {
    const row = await tx
      .selectFrom('organizations')
      .selectAll()
      .where('id', '=', tx.org)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (row.platform_subscription_id && row.subscription_status !== 'canceled') return null
    if (!row.platform_default_pm || !row.platform_customer_id)
      throw new Refused(402, 'no_payment_method', 'Could not start subscription')
    // Number n is used until its subscription has ended; a repeat before that finds the same one.
    const subscription_number =
      row.platform_subscription_id || row.subscription_number === 0
        ? row.subscription_number + 1
        : row.subscription_number
    await reserveSubscription(tx, subscription_number)
    return { ...row, subscription_number, users: (await countActiveUsers(tx)).users }
  })
  if (!org) return
  const { platform } = app.payments
  const price =
    app.config.STRIPE_PLATFORM_PRICE ??
    (await platform.findPrice(priceName)) ??
    (
      await platform.createPrice(
        { name: 'Fieldhive', lookup_key: priceName, tiers: feeSteps() },
        `price:${priceName}`,
      )
    ).id
  const trial =
    org.trial_ends_at && Date.parse(org.trial_ends_at) > Date.now() + 60_000
      ? new Date(org.trial_ends_at)
      : null
  const made = await platform.createSubscription(
    {
      customer: org.platform_customer_id!,
      price,
      day: org.platform_due_day,
      trial_ends_at: trial,
      metadata: { organization_id },
    },
    `org:${organization_id}:sub:${org.subscription_number}`,
  )
  await inOrgAll(app.store, organization_id, system, (tx) => setSubscriptionId(tx, made.id))
  if (made.items.data[0] && org.users !== made.items.data[0].quantity)
    await platform.setSubscriptionUsers(made.id, made.items.data[0].id, org.users)
  await refreshSubscription(app, made.id)
}

export const declined = (): Refused =>
  new Refused(402, 'card_declined', 'The payment was declined. Use another method.')

/** Cancels at the period's end, or undoes that. 409 no_subscription. */
export async function endSubscription(
  app: MoneyApp,
  organization_id: string,
  ends: boolean,
): Promise<void> {
  const org = await inOrgAll(app.store, organization_id, system, readOrg)
  if (!org.platform_subscription_id)
    throw refused('no_subscription', 'There is no subscription to change.')
  await app.payments.platform.setSubscriptionEnd(org.platform_subscription_id, ends)
  await refreshSubscription(app, org.platform_subscription_id)
}

/**
 * A closed business is not billed: its bills are void until it opens again. What it owed before
 * stays owed.
 */
export async function pauseWhileClosed(app: MoneyApp, organization_id: string): Promise<void> {
  const org = await inOrgAll(app.store, organization_id, system, readOrg)
  if (!org.platform_subscription_id) return
  const subscription = await app.payments.platform.readSubscription(org.platform_subscription_id)
  await matchPause(app, org.status, subscription)
}

async function matchPause(
  { payments }: MoneyApp,
  organization_status: string,
  { id, status, pause_collection }: Subscription,
): Promise<void> {
  const isClosed = organization_status === 'inactive'
  if (status === 'canceled' || (pause_collection !== null) === isClosed) return
  await payments.platform.pauseBills(id, isClosed)
}

const statusOf = (subscription: Subscription): SubscriptionStatus => {
  const known: Record<string, SubscriptionStatus> = {
    trialing: 'trialing',
    active: 'active',
    canceled: 'canceled',
    incomplete_expired: 'canceled',
  }
  return known[subscription.status] ?? 'past_due'
}

/** Where every subscription change ends: reads it again and stores it. */
async function refreshSubscription(app: MoneyApp, id: string): Promise<void> {
  const organization = await onPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('organizations')
      .select('id')
      .where('platform_subscription_id', '=', id)
      .executeTakeFirst(),
  )
  const subscription = await app.payments.platform.readSubscription(id)
  const organization_id = organization?.id ?? (await adoptingOrg(app, subscription))
  if (!organization_id) return
  const status = statusOf(subscription)
  const ends = subscription.items.data[0]?.current_period_end
  await inOrgAll(app.store, organization_id, system, (tx) =>
    setSubscription(tx, id, {
      status,
      cancel_at_period_end: subscription.cancel_at_period_end,
      period_end: ends ? new Date(ends * 1000).toISOString() : null,
    }),
  )
}

/** The organization that started a subscription and never got the answer; null if none waits for it. */
async function adoptingOrg(app: MoneyApp, subscription: Subscription): Promise<string | null> {
  const { organization_id = '' } = subscription.metadata
  const customer = idOf(subscription.customer)
  if (!isUuid(organization_id) || !customer || statusOf(subscription) === 'canceled') return null
  const isAdopted = await inOrgAll(app.store, organization_id, system, (tx) =>
    adoptSubscription(tx, subscription.id, customer),
  )
  return isAdopted ? organization_id : null
}

/** Applies an event about an organization's own bill. */
export async function applyPlatformEvent(
  app: MoneyApp,
  type: string,
  object_id: string | null,
): Promise<void> {
  if (!object_id) return
  if (type.startsWith('customer.subscription.')) return refreshSubscription(app, object_id)
  if (type.startsWith('invoice.')) return applyBill(app, type, object_id)
  if (type === 'setup_intent.succeeded') {
    const setup = await app.payments.platform.readSetup(object_id)
    const customer = idOf(setup.customer)
    const organization = await onPlatform(app.store, system, (tx) =>
      tx
        .selectFrom('organizations')
        .select('id')
        .where('platform_customer_id', '=', customer)
        .executeTakeFirst(),
    )
    if (organization) await savePlatformMethod(app, organization.id, setup)
  }
}

/** A bill of ours changed: its subscription is read again, and its owner hears whether it was paid. */
async function applyBill(app: MoneyApp, type: string, id: string): Promise<void> {
  const bill = await app.payments.platform.readInvoice(id)
  const subscription = idOf(bill.parent?.subscription_details?.subscription)
  const customer = idOf(bill.customer)
  if (!subscription || !customer) return
  await refreshSubscription(app, subscription)
  const paid = type === 'invoice.paid'
  const total_cents = paid ? bill.amount_paid : bill.amount_due
  if ((paid || type === 'invoice.payment_failed') && total_cents > 0)
    await tellOfBill(app, customer, { once: `${id}:${type}`, paid, total_cents })
}

/** Updates the provider's user count shortly before a period ends, for the next bill. */
export async function updateUserCounts(app: MoneyApp): Promise<void> {
  const due = await onPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('organizations')
      .select(['id', 'status', 'platform_subscription_id'])
      .where('subscription_status', 'in', ['trialing', 'active'])
      .where('platform_subscription_id', 'is not', null)
      .where('platform_period_end', '<', sql<string>`now() + interval '2 hours'`)
      .execute(),
  )
  for (const { id, status, platform_subscription_id } of due) {
    try {
      const { users } = await inOrgAll(app.store, id, system, countActiveUsers)
      const subscription = await app.payments.platform.readSubscription(platform_subscription_id!)
      await matchPause(app, status, subscription)
      const item = subscription.items.data[0]
      if (item && item.quantity !== users)
        await app.payments.platform.setSubscriptionUsers(subscription.id, item.id, users)
      await refreshSubscription(app, subscription.id)
    } catch (fault) {
      if (!(fault instanceof Rejected)) throw fault
      app.log.error({ err: fault, organization_id: id }, 'the number of users could not be updated')
    }
  }
}
