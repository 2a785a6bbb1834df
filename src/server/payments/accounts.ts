import { sql } from 'kysely'
import { inOrgAll, onPlatform } from '../db/door.ts'
import { emit } from '../events.ts'
import type { AccountState } from '../outside/stripe.ts'
import { nobody, type MoneyApp } from './facts.ts'

/** Reads how far the organization's account is and keeps it; null without an account. Never trusts what a return address says. */
export async function refreshAccount(app: MoneyApp, organization_id: string): Promise<AccountState | null> {
  const row = await inOrgAll(app.store, organization_id, nobody, (tx) =>
    tx.selectFrom('organizations').select('stripe_account_id').where('id', '=', tx.org).executeTakeFirstOrThrow(),
  )
  if (!row.stripe_account_id) return null
  const state = await app.payments.platform.readAccount(row.stripe_account_id)
  await inOrgAll(app.store, organization_id, nobody, async (tx) => {
    const values = {
      stripe_charges_enabled: state.charges_enabled,
      stripe_payouts_enabled: state.payouts_enabled,
      stripe_details_submitted: state.details_submitted,
      stripe_requirements_due: state.requirements_due,
      stripe_disabled_reason: state.disabled_reason,
    }
    const before = await tx
      .selectFrom('organizations')
      .select(Object.keys(values) as (keyof typeof values)[])
      .where('id', '=', tx.org)
      .forUpdate()
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('organizations')
      .set({ ...values, stripe_checked_at: sql`now()` })
      .where('id', '=', tx.org)
      .execute()
    if ((Object.keys(values) as (keyof typeof values)[]).some((name) => before[name] !== values[name]))
      await emit(tx, 'organization.changed', { payments: state })
  })
  return state
}

/** The organization behind a connected account; null when it is none of ours. */
export const organizationOf = async (app: MoneyApp, account: string): Promise<string | null> =>
  (await onPlatform(app.store, nobody, (tx) => tx.selectFrom('organizations').select('id').where('stripe_account_id', '=', account).executeTakeFirst()))?.id ??
  null
