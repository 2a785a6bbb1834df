import type { PaymentMethod } from '../../../domain/money/payment.ts'
import { inOrgAll, type OrgTx, system } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { Rejected } from '../../base/outside/payment-faults.ts'
import type { ProviderMethod, SetupIntent } from '../../base/outside/stripe.ts'
import type { MoneyApp } from './facts.ts'
import { organizationOf } from './accounts.ts'
import { type MethodRow, forgetMethod, updateDetails, writeMethod } from './write-methods.ts'
import { setFirstMethod, startAgreedAutopay } from '../../customers/write-billing.ts'

/** Usable methods and those still being verified, newest first. */
export const readMethods = (tx: OrgTx, customer_id: string): Promise<MethodRow[]> =>
  tx
    .selectFrom('payment_methods')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('status', 'in', ['active', 'pending_verification'])
    .orderBy('created_at', 'desc')
    .execute()

export const showMethod = (row: MethodRow, default_id: string | null): PaymentMethod => ({
  id: row.id,
  type: row.type as PaymentMethod['type'],
  brand: row.brand,
  last4: row.last4,
  wallet: row.wallet,
  exp_month: row.exp_month,
  exp_year: row.exp_year,
  bank_name: row.bank_name,
  status: row.status as PaymentMethod['status'],
  is_default: row.id === default_id,
})

/**
 * Stores the method of a setup intent just read together with it. The first usable method becomes
 * the default.
 */
export async function storeSetup(
  tx: OrgTx,
  customer_id: string,
  setup: SetupIntent,
): Promise<MethodRow | null> {
  const method = typeof setup.payment_method === 'object' ? setup.payment_method : null
  if (!method || (method.type !== 'card' && method.type !== 'us_bank_account')) return null
  const status =
    setup.status === 'succeeded'
      ? 'active'
      : setup.status === 'requires_action' || setup.status === 'processing'
        ? 'pending_verification'
        : null
  if (!status) return null
  await tx
    .selectFrom('customers')
    .select('id')
    .where('id', '=', customer_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const before = await tx
    .selectFrom('payment_methods')
    .select('status')
    .where('id', '=', method.id)
    .executeTakeFirst()
  if (before?.status === 'detached' || before?.status === status)
    return tx
      .selectFrom('payment_methods')
      .selectAll()
      .where('id', '=', method.id)
      .executeTakeFirstOrThrow()
  // A card is pending only while its holder answers the bank's challenge; store nothing until then.
  if (status === 'pending_verification' && (method.type === 'card' || before)) return null
  const row = await writeMethod(tx, customer_id, method, setup, status)
  if (status === 'active') await setFirstMethod(tx, customer_id, row.id)
  if (status === 'active' && before?.status === 'pending_verification')
    await startAgreedAutopay(tx, customer_id, row.id)
  await emit(
    tx,
    'payment_method.changed',
    { customer_id, payment_method_id: row.id, status },
    { customer_id },
  )
  return row
}

/**
 * Reads a saved method again: its expiry changed, or it is gone. A customer without a default
 * method loses autopay.
 */
export async function refreshMethod(app: MoneyApp, account: string, id: string): Promise<void> {
  const organization_id = await organizationOf(app, account)
  if (!organization_id) return
  const known = await inOrgAll(app.store, organization_id, system, (tx) =>
    tx.selectFrom('payment_methods').select('id').where('id', '=', id).executeTakeFirst(),
  )
  if (!known) return
  let method: ProviderMethod | null = null
  try {
    method = await app.payments.on(account).readMethod(id)
  } catch (fault) {
    if (!(fault instanceof Rejected && fault.code === 'resource_missing')) throw fault
  }
  await inOrgAll(app.store, organization_id, system, async (tx) => {
    if (method?.customer) await updateDetails(tx, method)
    else await forgetMethod(tx, id)
  })
}

/**
 * Detaches a method at the provider after it was detached here; one the provider no longer knows is
 * fine.
 */
export async function detachMethod(
  app: MoneyApp,
  organization_id: string,
  id: string,
): Promise<void> {
  const account = await inOrgAll(app.store, organization_id, system, async (tx) => {
    const row = await tx
      .selectFrom('organizations')
      .select('stripe_account_id')
      .where('id', '=', tx.org)
      .executeTakeFirst()
    return row?.stripe_account_id
  })
  if (account) await detachAt(app.payments.on(account), id)
}

/** Detaches a method at the provider, which refuses one that is not attached there any more. */
export async function detachAt(
  account: Pick<ReturnType<MoneyApp['payments']['on']>, 'detachMethod'>,
  id: string,
): Promise<void> {
  try {
    await account.detachMethod(id)
  } catch (fault) {
    if (!(fault instanceof Rejected)) throw fault
  }
}
