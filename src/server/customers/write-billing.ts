import { sql, type Selectable, type Updateable } from 'kysely'
import type { Database } from '../../../db/schema.ts'
import type { OrgTx } from '../base/db/door.ts'
import { emit } from '../base/events.ts'
import { overtakeRequests, revokeConsentsOf } from './write-consents.ts'

type CustomerRow = Selectable<Database['customers']>

/**
 * Saves a customer's billing choices. Does not change the version, since no one else edits them.
 * Emits `customer.changed`.
 */
export async function changeBilling(
  tx: OrgTx,
  id: string,
  changes: Partial<
    Pick<
      CustomerRow,
      | 'autopay_enabled'
      | 'autopay_oneoffs'
      | 'preferred_charge_day'
      | 'invoice_email_opt_in'
      | 'invoice_sending'
      | 'tax_certificate'
      | 'tax_exempt_until'
      | 'bill_reminders'
    >
  >,
): Promise<void> {
  await setBilling(tx, id, changes)
  await emit(tx, 'customer.changed', { customer_id: id, billing: true }, { customer_id: id })
}

const setBilling = (
  tx: OrgTx,
  id: string,
  changes: Updateable<Database['customers']>,
): Promise<unknown> =>
  tx
    .updateTable('customers')
    .set({ ...changes, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()

/** Sets the default payment method. */
export async function setDefaultMethod(
  tx: OrgTx,
  customer_id: string,
  payment_method_id: string,
): Promise<void> {
  await setBilling(tx, customer_id, { default_payment_method_id: payment_method_id })
  await emit(
    tx,
    'payment_method.changed',
    { customer_id, payment_method_id, status: 'default' },
    { customer_id },
  )
}

/** Sets the default payment method if there is none. */
export async function setFirstMethod(
  tx: OrgTx,
  customer_id: string,
  method_id: string,
): Promise<void> {
  await tx
    .updateTable('customers')
    .set({ default_payment_method_id: sql`coalesce(default_payment_method_id, ${method_id})` })
    .where('id', '=', customer_id)
    .execute()
}

/**
 * Makes `next_id` the default method instead of one that is gone; without a next, autopay ends. Any
 * other default stays. True if autopay was on.
 */
export async function replaceDefaultMethod(
  tx: OrgTx,
  customer_id: string,
  method_id: string,
  next_id: string | null,
): Promise<boolean> {
  const before = await tx
    .selectFrom('customers')
    .select('autopay_enabled')
    .where('id', '=', customer_id)
    .where('default_payment_method_id', '=', method_id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return false
  await setBilling(tx, customer_id, { default_payment_method_id: next_id })
  if (before.autopay_enabled && next_id === null) await endAutopay(tx, customer_id)
  return before.autopay_enabled
}

/** Turns autopay off if this is the default method: it was disputed or returned. True if it was on. */
export async function stopAutopayOn(
  tx: OrgTx,
  customer_id: string,
  method_id: string,
): Promise<boolean> {
  const payer = await tx
    .selectFrom('customers')
    .select('id')
    .where('id', '=', customer_id)
    .where('default_payment_method_id', '=', method_id)
    .where('autopay_enabled', '=', true)
    .forUpdate()
    .executeTakeFirst()
  if (payer) await endAutopay(tx, customer_id)
  return payer !== undefined
}

/**
 * Turns autopay off, for the customer or the office: its consents end with it, and so does an open question for a
 * higher limit. To pay automatically again takes a new consent.
 */
export async function endAutopay(tx: OrgTx, customer_id: string): Promise<void> {
  await setBilling(tx, customer_id, { autopay_enabled: false, autopay_oneoffs: false })
  await revokeConsentsOf(tx, customer_id, ['autopay', 'autopay_oneoffs'])
  await overtakeRequests(tx, customer_id)
}

/** Turns on autopay agreed to at sign-up, once this first method is verified. */
export async function startAgreedAutopay(
  tx: OrgTx,
  customer_id: string,
  method_id: string,
): Promise<void> {
  await sql`update customers set autopay_enabled = true, updated_at = now()
    where id = ${customer_id} and default_payment_method_id = ${method_id}
      and exists (select 1 from consents c where c.customer_id = ${customer_id} and c.kind = 'autopay'
        and c.accepted and c.revoked_at is null and c.signup_lead_id is not null)
      and not exists (select 1 from payment_methods m where m.customer_id = ${customer_id} and m.id <> ${method_id}
        and m.status in ('active', 'detached'))`.execute(tx)
}

/** Stores the provider's customer id unless there already is one. Returns the stored id. */
export const storeProviderCustomer = async (
  tx: OrgTx,
  id: string,
  stripe_customer_id: string,
): Promise<string> =>
  (
    await tx
      .updateTable('customers')
      .set({ stripe_customer_id: sql`coalesce(stripe_customer_id, ${stripe_customer_id})` })
      .where('id', '=', id)
      .returning('stripe_customer_id')
      .executeTakeFirstOrThrow()
  ).stripe_customer_id!

/**
 * Adds a customer record for a person who pays here, or finds the one with their e-mail address.
 */
export async function addPayer(
  tx: OrgTx,
  payer: { person_id: string; name: string | null; email: string; stripe_customer_id: string },
): Promise<CustomerRow> {
  const { person_id, email, stripe_customer_id } = payer
  const { rows } = await sql<{
    id: string
  }>`select id from customers where lower(email) = lower(${email}) and person_id is null`.execute(
    tx,
  )
  const row = rows[0]
    ? await tx
        .updateTable('customers')
        .set({
          person_id,
          stripe_customer_id: sql`coalesce(stripe_customer_id, ${stripe_customer_id})`,
        })
        .where('id', '=', rows[0].id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await tx.insertInto('customers').values(payer).returningAll().executeTakeFirstOrThrow()
  await emit(tx, 'customer.changed', { customer_id: row.id }, { customer_id: row.id })
  return row
}
