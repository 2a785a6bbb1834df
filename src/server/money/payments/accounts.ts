import { inOrgAll, onPlatform, system } from '../../base/db/door.ts'
import {
  setPaymentAccountState,
  setPaymentAccount,
} from '../../base/organizations/write-payments.ts'
import { disconnected } from '../../../domain/base/organization.ts'
import { NotReady, Rejected } from '../../base/outside/payment-faults.ts'
import type { AccountState } from '../../base/outside/stripe-platform.ts'
import type { MoneyApp } from './facts.ts'
import { registerWallets } from './wallets.ts'

/**
 * Reads the organization's account from the provider and stores its state; null without an account.
 */
export async function refreshAccount(
  app: MoneyApp,
  organization_id: string,
): Promise<AccountState | null> {
  const row = await inOrgAll(app.store, organization_id, system, (tx) =>
    tx
      .selectFrom('organizations')
      .select('stripe_account_id')
      .where('id', '=', tx.org)
      .executeTakeFirstOrThrow(),
  )
  if (!row.stripe_account_id) return null
  const state = await readState(app, row.stripe_account_id)
  await inOrgAll(app.store, organization_id, system, (tx) => setPaymentAccountState(tx, state))
  await registerWallets(app, organization_id)
  return state
}

/** The state of an account; one we may no longer see was disconnected by its owner. */
async function readState(app: MoneyApp, account: string): Promise<AccountState> {
  try {
    return await app.payments.platform.readAccount(account)
  } catch (fault) {
    const isGone =
      fault instanceof NotReady || (fault instanceof Rejected && [401, 403].includes(fault.status))
    if (!isGone) throw fault
    return {
      charges_enabled: false,
      payouts_enabled: false,
      details_submitted: false,
      requirements_due: 0,
      disabled_reason: disconnected,
    }
  }
}

/** The organization of a connected account; null if it is not ours. */
export const organizationOf = async (app: MoneyApp, account: string): Promise<string | null> =>
  (
    await onPlatform(app.store, system, (tx) =>
      tx
        .selectFrom('organizations')
        .select('id')
        .where('stripe_account_id', '=', account)
        .executeTakeFirst(),
    )
  )?.id ?? null

/**
 * The organization's account at the payment provider, created if needed. Safe to repeat: the
 * organization is the key.
 */
export async function ensureAccount(app: MoneyApp, organization_id: string): Promise<string> {
  const organization = await inOrgAll(app.store, organization_id, system, (tx) =>
    tx
      .selectFrom('organizations')
      .select(['name', 'email', 'stripe_account_id'])
      .where('id', '=', tx.org)
      .executeTakeFirstOrThrow(),
  )
  if (organization.stripe_account_id) return organization.stripe_account_id
  const account = await app.payments.platform.createAccount(
    { name: organization.name, email: organization.email, metadata: { organization_id } },
    `org:${organization_id}:acct`,
  )
  await inOrgAll(app.store, organization_id, system, (tx) => setPaymentAccount(tx, account.id))
  return account.id
}

/**
 * A new URL of the provider's verification page that returns to `return_url`. It works once, for a
 * few minutes.
 */
export async function startVerification(
  app: MoneyApp,
  organization_id: string,
  return_url: string,
  refresh_url = return_url,
): Promise<string> {
  const account = await ensureAccount(app, organization_id)
  return (await app.payments.platform.onboardingLink(account, refresh_url, return_url)).url
}
