import { inOrgAll, system } from '../db/door.ts'
import { setPaymentAccount } from '../organizations/write-payments.ts'
import { type MoneyApp } from './facts.ts'

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
