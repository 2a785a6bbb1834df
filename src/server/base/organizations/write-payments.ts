import { sql } from 'kysely'
import type { PaymentMethodSummary, SubscriptionStatus } from '../../../domain/money/platform.ts'
import type { OrgTx } from '../db/door.ts'
import { emit, rightsChanged } from '../events.ts'
import type { AccountState } from '../outside/stripe-platform.ts'

/** Stores the account that receives the organization's payments, once. */
export async function setPaymentAccount(tx: OrgTx, stripe_account_id: string): Promise<void> {
  await tx
    .updateTable('organizations')
    .set({ stripe_account_id })
    .where('id', '=', tx.org)
    .where('stripe_account_id', 'is', null)
    .execute()
  await emit(tx, 'organization.changed', { payments: 'connected' })
}

/** Stores the verification status of the organization's payment account. */
export async function setPaymentAccountState(tx: OrgTx, state: AccountState): Promise<void> {
  const values = {
    stripe_charges_enabled: state.charges_enabled,
    stripe_payouts_enabled: state.payouts_enabled,
    stripe_details_submitted: state.details_submitted,
    stripe_requirements_due: state.requirements_due,
    stripe_disabled_reason: state.disabled_reason,
  }
  const names = Object.keys(values) as (keyof typeof values)[]
  const before = await tx
    .selectFrom('organizations')
    .select(names)
    .where('id', '=', tx.org)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('organizations')
    .set({ ...values, stripe_checked_at: sql`now()` })
    .where('id', '=', tx.org)
    .execute()
  if (names.some((name) => before[name] !== values[name]))
    await emit(tx, 'organization.changed', { payments: state })
}

/** Stores the organization's own customer id at the payment provider, once. */
export const setPlatformCustomer = (tx: OrgTx, platform_customer_id: string): Promise<unknown> =>
  tx
    .updateTable('organizations')
    .set({ platform_customer_id })
    .where('id', '=', tx.org)
    .where('platform_customer_id', 'is', null)
    .execute()

/** Sets the method that pays the organization's own bill. */
export async function setPlatformMethod(
  tx: OrgTx,
  {
    customer,
    method,
    summary,
  }: { customer: string; method: string; summary: PaymentMethodSummary },
): Promise<void> {
  const changed = await tx
    .updateTable('organizations')
    .set({ platform_default_pm: method, platform_pm_summary: JSON.stringify(summary) })
    .where('id', '=', tx.org)
    .where('platform_customer_id', '=', customer)
    .where((eb) =>
      eb.or([eb('platform_default_pm', 'is', null), eb('platform_default_pm', '<>', method)]),
    )
    .returning('id')
    .executeTakeFirst()
  if (changed) await emit(tx, 'organization.changed', { platform_billing: 'method' })
}

/** Reserves the number of a subscription about to start; it is part of the idempotency key. */
export const reserveSubscription = (tx: OrgTx, subscription_number: number): Promise<unknown> =>
  tx
    .updateTable('organizations')
    .set({ subscription_number, platform_subscription_id: null })
    .where('id', '=', tx.org)
    .execute()

/** Stores the id of the subscription that was just started. */
export const setSubscriptionId = (tx: OrgTx, platform_subscription_id: string): Promise<unknown> =>
  tx
    .updateTable('organizations')
    .set({ platform_subscription_id })
    .where('id', '=', tx.org)
    .execute()

/** Stores the id of a subscription that was reserved and started without our hearing so. False if none is awaited. */
export const adoptSubscription = async (
  tx: OrgTx,
  platform_subscription_id: string,
  customer: string,
): Promise<boolean> =>
  Boolean(
    await tx
      .updateTable('organizations')
      .set({ platform_subscription_id })
      .where('id', '=', tx.org)
      .where('platform_customer_id', '=', customer)
      .where('platform_subscription_id', 'is', null)
      .where('subscription_number', '>', 0)
      .returning('id')
      .executeTakeFirst(),
  )

const timeOf = (moment: string | null) => (moment === null ? null : Date.parse(moment))

/**
 * Stores a subscription as the provider reports it. Everyone's permissions follow its status: staff
 * are read only once it has lapsed.
 */
export async function setSubscription(
  tx: OrgTx,
  id: string,
  subscription: {
    status: SubscriptionStatus
    cancel_at_period_end: boolean
    period_end: string | null
  },
): Promise<void> {
  const { status, cancel_at_period_end, period_end } = subscription
  const before = await tx
    .selectFrom('organizations')
    .select([
      'subscription_status',
      'past_due_since',
      'cancel_at_period_end',
      'platform_period_end',
    ])
    .where('id', '=', tx.org)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const owes = status === 'past_due' || status === 'canceled'
  await tx
    .updateTable('organizations')
    .set({
      subscription_status: status,
      cancel_at_period_end,
      platform_period_end: period_end,
      past_due_since: owes ? (before.past_due_since ?? new Date().toISOString()) : null,
    })
    .where('id', '=', tx.org)
    .where('platform_subscription_id', '=', id)
    .execute()
  const isSame =
    before.subscription_status === status &&
    before.cancel_at_period_end === cancel_at_period_end &&
    timeOf(before.platform_period_end) === timeOf(period_end)
  if (!isSame) await emit(tx, 'organization.changed', { subscription_status: status })
  if (before.subscription_status === status) return
  const members = await tx
    .selectFrom('memberships')
    .select('person_id')
    .where('status', '=', 'active')
    .execute()
  await rightsChanged(
    tx,
    members.map(({ person_id }) => person_id),
  )
}

/** Stores that an address was registered for wallets, or why it is not usable for them yet. */
export async function setWalletDomain(
  tx: OrgTx,
  { domain, id, problem }: { domain: string; id: string | null; problem: string | null },
): Promise<void> {
  await tx
    .updateTable('organizations')
    .set({
      wallet_domain: domain,
      wallet_domain_id: id,
      wallet_problem: problem,
      wallet_checked_at: sql`now()`,
    })
    .where('id', '=', tx.org)
    .execute()
}
