import { sql, type Selectable } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { replaceDefaultMethod, stopAutopayOn } from '../../customers/write-billing.ts'
import { notifyAutopayChanged } from '../../messages/notify-autopay.ts'
import { cardOf } from '../../messages/notify-money.ts'
import { idOf } from '../../base/outside/id-of.ts'
import type { ProviderMethod, SetupIntent } from '../../base/outside/stripe.ts'

export type MethodRow = Selectable<Database['payment_methods']>

/** Inserts or updates the method of a setup intent. */
export function writeMethod(
  tx: OrgTx,
  customer_id: string,
  method: ProviderMethod,
  setup: SetupIntent,
  status: 'active' | 'pending_verification',
): Promise<MethodRow> {
  const mandate = idOf(setup.mandate)
  const values = { ...detailsOf(method), status, mandate, setup_intent_id: setup.id }
  return tx
    .insertInto('payment_methods')
    .values({ id: method.id, customer_id, ...values })
    .onConflict((on) =>
      on.columns(['organization_id', 'id']).doUpdateSet({ ...values, updated_at: sql`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

const detailsOf = (method: ProviderMethod) => ({
  type: method.type === 'us_bank_account' ? 'us_bank_account' : 'card',
  brand: method.card?.brand ?? null,
  last4: method.card?.last4 ?? method.us_bank_account?.last4 ?? null,
  exp_month: method.card?.exp_month ?? null,
  exp_year: method.card?.exp_year ?? null,
  wallet: method.card?.wallet?.type ?? null,
  bank_name: method.us_bank_account?.bank_name ?? null,
})

/** Updates a method's details, such as its expiry or bank name. */
export async function updateDetails(tx: OrgTx, method: ProviderMethod): Promise<void> {
  await tx
    .updateTable('payment_methods')
    .set({ ...detailsOf(method), updated_at: sql`now()` })
    .where('id', '=', method.id)
    .execute()
}

/** Marks a method whose verification failed. */
export async function failVerification(tx: OrgTx, id: string, setup_id: string): Promise<void> {
  await tx
    .updateTable('payment_methods')
    .set({ status: 'failed', updated_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '=', 'pending_verification')
    .where('setup_intent_id', '=', setup_id)
    .execute()
}

/** A disputed or returned method is not charged by itself any more: autopay on it ends, and its customer and the office hear so. */
export async function stopOnDispute(tx: OrgTx, id: string): Promise<void> {
  const row = await tx
    .updateTable('payment_methods')
    .set({ last_return_code: 'disputed', updated_at: sql`now()` })
    .where('id', '=', id)
    .returning(shown)
    .executeTakeFirst()
  if (row && (await stopAutopayOn(tx, row.customer_id, id)))
    await notifyAutopayChanged(tx, row.customer_id, {
      about_id: `disputed:${id}:${new Date().toISOString()}`,
      card: cardOf(row),
      next: null,
    })
}

/**
 * Detaches a method. If it was a customer's default, the newest other one takes its place; without
 * another, autopay ends. Who pays automatically hears of either.
 */
export async function forgetMethod(tx: OrgTx, id: string): Promise<void> {
  const row = await tx
    .updateTable('payment_methods')
    .set({ status: 'detached', updated_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '<>', 'detached')
    .returning(shown)
    .executeTakeFirst()
  if (!row) return
  const { customer_id } = row
  const next = await readUsable(tx, customer_id)
  if (await replaceDefaultMethod(tx, customer_id, id, next?.id ?? null))
    await notifyAutopayChanged(tx, customer_id, {
      about_id: `removed:${id}`,
      card: cardOf(row),
      next: next ? cardOf(next) : null,
    })
  await emit(
    tx,
    'payment_method.changed',
    { customer_id, payment_method_id: id, status: 'detached' },
    { customer_id },
  )
}

const shown = [
  'id',
  'customer_id',
  'type as pm_type',
  'brand as card_brand',
  'last4',
  'wallet',
] as const

/** The newest method that may be charged: it was neither returned nor disputed, and has not expired. */
const readUsable = (tx: OrgTx, customer_id: string) =>
  tx
    .selectFrom('payment_methods')
    .select(shown)
    .where('customer_id', '=', customer_id)
    .where('status', '=', 'active')
    .where('last_return_code', 'is', null)
    .where(
      sql<boolean>`(exp_year is null or make_date(exp_year, exp_month, 1) + interval '1 month' > now())`,
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .executeTakeFirst()

/** Detaches all of a customer's methods here, and returns their ids to detach at the provider. */
export async function detachMethods(tx: OrgTx, customer_id: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`update payment_methods set status = 'detached', updated_at = now()
    where customer_id = ${customer_id}::uuid and status <> 'detached' returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
