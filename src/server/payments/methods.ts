import { sql, type Selectable } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import type { PaymentMethod } from '../../domain/payment.ts'
import { inOrgAll, type OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import { Rejected } from '../outside/payment-faults.ts'
import type { ProviderMethod, SetupIntent } from '../outside/stripe.ts'
import { nobody, type MoneyApp } from './facts.ts'
import { organizationOf } from './accounts.ts'

export type MethodRow = Selectable<Database['payment_methods']>

/** Usable methods and those still being verified, newest first. */
export const readMethods = (tx: OrgTx, customer_id: string): Promise<MethodRow[]> =>
  tx
    .selectFrom('payment_methods')
    .selectAll()
    .where('organization_id', '=', tx.org)
    .where('customer_id', '=', customer_id)
    .where('status', 'in', ['active', 'pending_verification'])
    .orderBy('created_at', 'desc')
    .execute()

export const showMethod = (row: MethodRow, default_id: string | null): PaymentMethod => ({
  id: row.id,
  type: row.type as PaymentMethod['type'],
  brand: row.brand,
  last4: row.last4,
  exp_month: row.exp_month,
  exp_year: row.exp_year,
  bank_name: row.bank_name,
  status: row.status as PaymentMethod['status'],
  is_default: row.id === default_id,
})

const detailsOf = (method: ProviderMethod) => ({
  type: method.type === 'us_bank_account' ? 'us_bank_account' : 'card',
  brand: method.card?.brand ?? null,
  last4: method.card?.last4 ?? method.us_bank_account?.last4 ?? null,
  exp_month: method.card?.exp_month ?? null,
  exp_year: method.card?.exp_year ?? null,
  bank_name: method.us_bank_account?.bank_name ?? null,
})

/** Keeps what a setup intent, just read with its method, has come to. The first usable method becomes the default. */
export async function storeSetup(tx: OrgTx, customer_id: string, setup: SetupIntent): Promise<MethodRow | null> {
  const method = typeof setup.payment_method === 'object' ? setup.payment_method : null
  if (!method || (method.type !== 'card' && method.type !== 'us_bank_account')) return null
  const status = setup.status === 'succeeded' ? 'active' : setup.status === 'requires_action' || setup.status === 'processing' ? 'pending_verification' : null
  if (!status) return null
  await tx.selectFrom('customers').select('id').where('organization_id', '=', tx.org).where('id', '=', customer_id).forUpdate().executeTakeFirstOrThrow()
  const mandate = typeof setup.mandate === 'string' ? setup.mandate : (setup.mandate?.id ?? null)
  const before = await tx.selectFrom('payment_methods').select('status').where('organization_id', '=', tx.org).where('id', '=', method.id).executeTakeFirst()
  if (before?.status === 'detached' || before?.status === status)
    return tx.selectFrom('payment_methods').selectAll().where('organization_id', '=', tx.org).where('id', '=', method.id).executeTakeFirstOrThrow()
  // A card is only pending while its holder answers the bank; there is nothing to keep of that.
  if (status === 'pending_verification' && (method.type === 'card' || before)) return null
  const values = { ...detailsOf(method), status, mandate, setup_intent_id: setup.id }
  const row = await tx
    .insertInto('payment_methods')
    .values({ organization_id: tx.org, id: method.id, customer_id, ...values })
    .onConflict((on) => on.columns(['organization_id', 'id']).doUpdateSet({ ...values, updated_at: sql`now()` }))
    .returningAll()
    .executeTakeFirstOrThrow()
  if (status === 'active')
    await tx
      .updateTable('customers')
      .set({ default_payment_method_id: sql`coalesce(default_payment_method_id, ${row.id})` })
      .where('organization_id', '=', tx.org)
      .where('id', '=', customer_id)
      .execute()
  if (status === 'active' && before?.status === 'pending_verification') await beginAutopay(tx, customer_id, row.id)
  await emit(tx, 'payment_method.changed', { customer_id, payment_method_id: row.id, status }, { customer_id })
  return row
}

/** What was agreed to at sign-up waited for this first method to be verified; nobody is there to ask by then. */
const beginAutopay = (tx: OrgTx, customer_id: string, method_id: string): Promise<unknown> =>
  sql`update customers set autopay_enabled = true, updated_at = now()
    where organization_id = ${tx.org} and id = ${customer_id} and default_payment_method_id = ${method_id}
      and exists (select 1 from consents c where c.organization_id = ${tx.org} and c.customer_id = ${customer_id} and c.kind = 'autopay'
        and c.accepted and c.revoked_at is null and c.signup_lead_id is not null)
      and not exists (select 1 from payment_methods m where m.organization_id = ${tx.org} and m.customer_id = ${customer_id} and m.id <> ${method_id}
        and m.status in ('active', 'detached'))`.execute(tx)

/** The same for a webhook: the customer is found by the provider's customer. */
export async function applySetup(app: MoneyApp, account: string, setup: SetupIntent): Promise<void> {
  const organization_id = await organizationOf(app, account)
  const customer = typeof setup.customer === 'string' ? setup.customer : setup.customer?.id
  if (!organization_id || !customer) return
  await inOrgAll(app.store, organization_id, nobody, async (tx) => {
    const row = await tx
      .selectFrom('customers')
      .select('id')
      .where('organization_id', '=', tx.org)
      .where('stripe_customer_id', '=', customer)
      .executeTakeFirst()
    if (!row) return
    const failed = setup.status === 'requires_payment_method' && setup.last_setup_error?.payment_method?.id
    if (failed) {
      await tx
        .updateTable('payment_methods')
        .set({ status: 'failed', updated_at: sql`now()` })
        .where('organization_id', '=', tx.org)
        .where('id', '=', failed)
        .where('status', '=', 'pending_verification')
        .where('setup_intent_id', '=', setup.id)
        .execute()
    } else await storeSetup(tx, row.id, setup)
  })
}

/** A saved method changed at the provider: new expiry, or gone. Without its default method a customer's autopay stops. */
export async function refreshMethod(app: MoneyApp, account: string, id: string): Promise<void> {
  const organization_id = await organizationOf(app, account)
  if (!organization_id) return
  const known = await inOrgAll(app.store, organization_id, nobody, (tx) =>
    tx.selectFrom('payment_methods').select('id').where('organization_id', '=', tx.org).where('id', '=', id).executeTakeFirst(),
  )
  if (!known) return
  let method: ProviderMethod | null = null
  try {
    method = await app.payments.on(account).readMethod(id)
  } catch (fault) {
    if (!(fault instanceof Rejected && fault.code === 'resource_missing')) throw fault
  }
  await inOrgAll(app.store, organization_id, nobody, async (tx) => {
    if (method?.customer)
      await tx
        .updateTable('payment_methods')
        .set({ ...detailsOf(method), updated_at: sql`now()` })
        .where('organization_id', '=', tx.org)
        .where('id', '=', id)
        .execute()
    else await forgetMethod(tx, id)
  })
}

/** The method is gone; a default that goes takes autopay with it. */
export async function forgetMethod(tx: OrgTx, id: string): Promise<void> {
  const row = await tx
    .updateTable('payment_methods')
    .set({ status: 'detached', updated_at: sql`now()` })
    .where('organization_id', '=', tx.org)
    .where('id', '=', id)
    .where('status', '<>', 'detached')
    .returning('customer_id')
    .executeTakeFirst()
  if (!row) return
  await tx
    .updateTable('customers')
    .set({ default_payment_method_id: null, autopay_enabled: false, updated_at: sql`now()` })
    .where('organization_id', '=', tx.org)
    .where('id', '=', row.customer_id)
    .where('default_payment_method_id', '=', id)
    .execute()
  await emit(tx, 'payment_method.changed', { customer_id: row.customer_id, payment_method_id: id, status: 'detached' }, { customer_id: row.customer_id })
}

/** Lets a method go at the provider that is gone with us; one that the provider does not know any more is gone there too. */
export async function detachMethod(app: MoneyApp, organization_id: string, id: string): Promise<void> {
  const account = await inOrgAll(app.store, organization_id, nobody, async (tx) => {
    const row = await tx.selectFrom('organizations').select('stripe_account_id').where('id', '=', tx.org).executeTakeFirst()
    return row?.stripe_account_id
  })
  if (!account) return
  try {
    await app.payments.on(account).detachMethod(id)
  } catch (fault) {
    if (!(fault instanceof Rejected)) throw fault
  }
}
