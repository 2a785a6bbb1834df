import { sql } from 'kysely'
import { readScheduleSettings } from '../../../domain/base/organization.ts'
import {
  walletDomain,
  walletProblem,
  walletStateOf,
  type WalletState,
} from '../../../domain/money/wallets.ts'
import { inOrgAll, type OrgTx, type PlatformTx, system } from '../../base/db/door.ts'
import { setWalletDomain } from '../../base/organizations/write-payments.ts'
import { NotReady, Rejected } from '../../base/outside/payment-faults.ts'
import type { MoneyApp } from './facts.ts'

type WalletApp = Pick<MoneyApp, 'config' | 'payments'>

const domainOf = ({ config, payments }: WalletApp): string | null =>
  walletDomain(config.PUBLIC_URL, payments.sandbox)

const readRow = (tx: OrgTx) =>
  tx
    .selectFrom('organizations')
    .select(['stripe_account_id', 'stripe_charges_enabled', 'schedule_settings'])
    .select(['wallet_domain', 'wallet_problem'])
    .where('id', '=', tx.org)
    .executeTakeFirstOrThrow()

/** Whether customers of this organization can pay with Apple Pay and Google Pay, and why not. */
export async function readWalletState(tx: OrgTx, app: WalletApp): Promise<WalletState> {
  const row = await readRow(tx)
  return walletStateOf({
    wallets_on: readScheduleSettings(row.schedule_settings).wallets_on,
    charges_enabled: row.stripe_account_id !== null && row.stripe_charges_enabled,
    domain: domainOf(app),
    public_url: app.config.PUBLIC_URL,
    registered: row.wallet_domain,
    problem: row.wallet_problem,
  })
}

/**
 * Registers our address for wallets on the organization's account, once. A refusal is kept for the
 * owner to read and tried again later; without an answer, the next run asks again.
 */
export async function registerWallets(app: MoneyApp, organization_id: string): Promise<void> {
  const domain = domainOf(app)
  if (!domain) return
  const row = await inOrgAll(app.store, organization_id, system, readRow)
  const account = row.stripe_account_id
  if (!account || !row.stripe_charges_enabled) return
  if (row.wallet_domain === domain && row.wallet_problem === null) return
  const keep = (id: string | null, problem: string | null) =>
    inOrgAll(app.store, organization_id, system, (tx) =>
      setWalletDomain(tx, { domain, id, problem }),
    )
  try {
    const registered = await app.payments.on(account).registerDomain(domain)
    await keep(registered.id, walletProblem(registered))
  } catch (fault) {
    if (fault instanceof Rejected || fault instanceof NotReady)
      await keep(null, `Stripe says: ${fault.message}`)
    else app.log.warn({ err: fault, organization_id }, 'registering wallets: no answer yet')
  }
}

/** Who waits for wallets: accounts that can charge, not registered at this address, or refused an hour ago. */
export const walletsToRegister =
  (app: WalletApp) =>
  async (tx: PlatformTx): Promise<{ id: string }[]> => {
    const domain = domainOf(app)
    if (!domain) return []
    return tx
      .selectFrom('organizations')
      .select('id')
      .where('stripe_account_id', 'is not', null)
      .where('stripe_charges_enabled', '=', true)
      .where(
        sql<boolean>`(wallet_domain is distinct from ${domain} or wallet_problem is not null and wallet_checked_at < now() - interval '1 hour')`,
      )
      .limit(200)
      .execute()
  }
