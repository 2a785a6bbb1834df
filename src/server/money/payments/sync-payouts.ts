import { inOrgAll, system } from '../../base/db/door.ts'
import { factsOf } from '../ledger/write.ts'
import type { ProviderPayout } from '../../base/outside/stripe.ts'
import { organizationOf } from './accounts.ts'
import { idOf } from '../../base/outside/id-of.ts'
import type { MoneyApp } from './facts.ts'
import { storeLines, storePayout } from '../payouts/write.ts'

/** How far back the nightly check looks: a payout that arrived can still fail for some days. */
const days = 35
/** The same before the first one is known. */
const firstDays = 365

/** Reads one payout again, whatever its event said. */
export async function syncPayout(app: MoneyApp, account: string, id: string): Promise<void> {
  const organization_id = await organizationOf(app, account)
  if (!organization_id) return
  await keep(app, organization_id, account, await app.payments.on(account).readPayout(id))
}

/** Reads the payouts of the past weeks: for events that were lost, and lines that were not ready. */
export async function syncPayouts(
  app: MoneyApp,
  organization_id: string,
  account: string,
): Promise<void> {
  const known = await inOrgAll(app.store, organization_id, system, (tx) =>
    tx.selectFrom('payouts').select('id').limit(1).executeTakeFirst(),
  )
  const since = new Date(Date.now() - (known ? days : firstDays) * 86_400_000)
  for (const payout of await app.payments.on(account).listPayouts(since))
    await keep(app, organization_id, account, payout)
}

async function keep(
  app: MoneyApp,
  organization_id: string,
  account: string,
  payout: ProviderPayout,
): Promise<void> {
  const row = await inOrgAll(app.store, organization_id, system, (tx) =>
    storePayout(tx, account, payout),
  )
  if (row.is_reconciled || !payout.automatic || payout.reconciliation_status !== 'completed') return
  const all = await app.payments.on(account).listPayoutTransactions(payout.id)
  // The payout itself is among them, and an earlier one that came back.
  const behind = all.filter(({ id }) => id !== idOf(payout.balance_transaction))
  await inOrgAll(app.store, organization_id, system, (tx) => storeLines(tx, row, behind, factsOf))
}
