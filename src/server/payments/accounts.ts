import { inOrgAll, onPlatform, system } from '../db/door.ts'
import { setPaymentAccountState } from '../organizations/write-payments.ts'
import { disconnected } from '../../domain/organization.ts'
import { NotReady, Rejected } from '../outside/payment-faults.ts'
import type { AccountState } from '../outside/stripe-platform.ts'
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
