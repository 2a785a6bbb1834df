import { inOrgAll } from '../db/door.ts'
import { emit } from '../events.ts'
import { nobody, type MoneyApp } from './facts.ts'

/** The organization's account with the payment provider; made when there is none. Safe to repeat: the key is the organization. */
export async function ensureAccount(app: MoneyApp, organization_id: string): Promise<string> {
  const organization = await inOrgAll(app.store, organization_id, nobody, (tx) =>
    tx.selectFrom('organizations').select(['name', 'email', 'stripe_account_id']).where('id', '=', tx.org).executeTakeFirstOrThrow(),
  )
  if (organization.stripe_account_id) return organization.stripe_account_id
  const account = await app.payments.platform.createAccount(
    { name: organization.name, email: organization.email, metadata: { organization_id } },
    `org:${organization_id}:acct`,
  )
  await inOrgAll(app.store, organization_id, nobody, async (tx) => {
    await tx.updateTable('organizations').set({ stripe_account_id: account.id }).where('id', '=', tx.org).where('stripe_account_id', 'is', null).execute()
    await emit(tx, 'organization.changed', { payments: 'connected' })
  })
  return account.id
}

/** A fresh address of the provider's verification page that comes back to `return_url`. Such addresses work once, for minutes. */
export async function startVerification(app: MoneyApp, organization_id: string, return_url: string, refresh_url = return_url): Promise<string> {
  const account = await ensureAccount(app, organization_id)
  return (await app.payments.platform.onboardingLink(account, refresh_url, return_url)).url
}
