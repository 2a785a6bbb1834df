import { inOrgAll, system } from '../db/door.ts'
import { idOf } from '../outside/id-of.ts'
import type { SetupIntent } from '../outside/stripe.ts'
import { organizationOf } from './accounts.ts'
import type { MoneyApp } from './facts.ts'
import { storeCard } from './replace-card.ts'
import { failVerification } from './write-methods.ts'

/** Stores the method of a setup that a webhook brings, which identifies the customer by the provider's id. */
export async function applySetup(
  app: MoneyApp,
  account: string,
  setup: SetupIntent,
): Promise<void> {
  const organization_id = await organizationOf(app, account)
  const customer = idOf(setup.customer)
  if (!organization_id || !customer) return
  await inOrgAll(app.store, organization_id, system, async (tx) => {
    const row = await tx
      .selectFrom('customers')
      .select('id')
      .where('stripe_customer_id', '=', customer)
      .executeTakeFirst()
    if (!row) return
    const failed =
      setup.status === 'requires_payment_method' && setup.last_setup_error?.payment_method?.id
    if (failed) await failVerification(tx, failed, setup.id)
    else await storeCard(tx, app, row.id, setup)
  })
}
