import { sql } from 'kysely'
import { isUuid } from '../../../domain/base/id.ts'
import { sendAlong, type OrgTx, type PlatformTx } from '../../base/db/door.ts'
import { newId } from '../../base/db/ids.ts'
import { found } from '../../base/kit/refusals.ts'
import type { IntentRow } from '../invoices/live-intent.ts'
import type { InvoiceRow } from '../invoices/row.ts'
import type { PaymentIntent } from '../../base/outside/stripe.ts'
import { moveAttempts } from './write-attempts.ts'
import { balanceOf } from '../../../domain/money/invoice.ts'

/**
 * The intent for an invoice's current balance and a tip: `live`, which the transaction that holds the
 * invoice's lock has found, or a new one.
 */
export async function planIntent(
  tx: OrgTx,
  invoice: InvoiceRow,
  account: string,
  { live, tip_cents = 0 }: { live: IntentRow | undefined; tip_cents?: number },
): Promise<IntentRow> {
  const amount_cents = balanceOf(invoice) + tip_cents
  const isSame = live?.amount_cents === amount_cents && live.tip_cents === tip_cents
  if (live && live.account === account && isSame) return live
  if (live?.provider_id && live.account === account) {
    return tx
      .updateTable('payment_intents')
      .set({ amount_cents, tip_cents, updated_at: sql`now()` })
      .where('id', '=', live.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  // Its create call may have gone out with other amounts. No one has its client secret and it is
  // never confirmed, so it can stay there.
  if (live)
    await tx
      .updateTable('payment_intents')
      .set({ status: 'canceled', updated_at: sql`now()` })
      .where('id', '=', live.id)
      .execute()
  return insertIntent(tx, { ...invoice, invoice_id: invoice.id, account, amount_cents, tip_cents })
}

/** Lets an intent that was not confirmed ask for what is left. False if it does already. */
export const shrinkIntent = async (tx: OrgTx, id: string, left_cents: number): Promise<boolean> =>
  Boolean(
    await tx
      .updateTable('payment_intents')
      .set({ amount_cents: left_cents, updated_at: sql`now()` })
      .where('id', '=', id)
      .where('amount_cents', '<>', left_cents)
      .returning('id')
      .executeTakeFirst(),
  )

/** The intent that may still bring money for an invoice. */
export const findLive = (tx: OrgTx, invoice_id: string): Promise<IntentRow | undefined> =>
  tx
    .selectFrom('payment_intents')
    .selectAll()
    .where('invoice_id', '=', invoice_id)
    .where('status', 'not in', ['succeeded', 'canceled'])
    .executeTakeFirst()

type Planned = Pick<IntentRow, 'invoice_id' | 'account' | 'amount_cents' | 'tip_cents' | 'currency'>

const insertIntent = async (tx: OrgTx, intent: Planned): Promise<IntentRow> =>
  found((await sql<IntentRow>`${newIntent(newId(), intent)} returning *`.execute(tx)).rows[0])

/** Writes the first intent for an invoice's balance along with what follows. Returns its id. */
export function addIntent(tx: OrgTx, invoice: InvoiceRow, account: string): string {
  const id = newId()
  const amount_cents = balanceOf(invoice)
  sendAlong(
    tx,
    newIntent(id, { ...invoice, invoice_id: invoice.id, account, amount_cents, tip_cents: 0 }),
  )
  return id
}

const newIntent = (
  id: string,
  { invoice_id, account, amount_cents, tip_cents, currency }: Planned,
) => sql`
    insert into payment_intents (id, invoice_id, n, account, amount_cents, tip_cents, currency, key_create)
    select ${id}::uuid, ${invoice_id}::uuid, p.n, ${account}::text, ${amount_cents}::bigint, ${tip_cents}::bigint, ${currency}::text,
      ${`inv:${invoice_id}:pi:`}::text || p.n
    from (select coalesce(max(n), 0) + 1 as n from payment_intents where invoice_id = ${invoice_id}::uuid) p`

/** Stores the intent the provider created for a planned one. Keeps an id that is already stored. */
export const storeProviderIntent = (
  tx: OrgTx,
  id: string,
  made: PaymentIntent,
): Promise<IntentRow> =>
  tx
    .updateTable('payment_intents')
    .set({
      provider_id: sql`coalesce(provider_id, ${made.id})`,
      status: sql`case when status = 'planned' then ${made.status} else status end`,
      updated_at: sql`now()`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * Replaces a planned intent that cannot be created under its key, and points its attempts at the
 * new one.
 */
export async function replaceIntent(tx: OrgTx, planned: IntentRow): Promise<IntentRow> {
  await tx
    .selectFrom('invoices')
    .select('id')
    .where('id', '=', planned.invoice_id)
    .forUpdate()
    .execute()
  await tx
    .updateTable('payment_intents')
    .set({ status: 'canceled', updated_at: sql`now()` })
    .where('id', '=', planned.id)
    .where('provider_id', 'is', null)
    .execute()
  const next = (await findLive(tx, planned.invoice_id)) ?? (await insertIntent(tx, planned))
  await moveAttempts(tx, planned.id, next.id)
  return next
}

/**
 * Finds the row of an intent whose id was not stored because the process died right after creating
 * it, and stores the id.
 */
export async function adoptIntent(
  tx: PlatformTx,
  organization_id: string,
  account: string,
  intent: PaymentIntent,
): Promise<Pick<IntentRow, 'organization_id' | 'invoice_id' | 'id'> | undefined> {
  const row = intent.metadata['payment_intent_row'] ?? ''
  if (intent.metadata['organization_id'] !== organization_id || !isUuid(row)) return undefined
  return tx
    .updateTable('payment_intents')
    .set({ provider_id: intent.id })
    .where('organization_id', '=', organization_id)
    .where('id', '=', row)
    .where('account', '=', account)
    .where('provider_id', 'is', null)
    .returning(['organization_id', 'invoice_id', 'id'])
    .executeTakeFirst()
}

/**
 * Records an intent's status as just read. A canceled intent stays canceled unless it succeeded
 * after all.
 */
export async function recordStatus(
  tx: OrgTx,
  id: string,
  status: PaymentIntent['status'],
): Promise<void> {
  await tx
    .updateTable('payment_intents')
    .set({ status, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('status', '<>', status)
    .where('status', 'not in', status === 'succeeded' ? ['succeeded'] : ['succeeded', 'canceled'])
    .execute()
}

/**
 * Cancels a planned intent that has not reached the provider; a create call that is under way finds
 * it canceled. False if the provider's id was stored meanwhile.
 */
export async function cancelPlannedIntent(tx: OrgTx, id: string): Promise<boolean> {
  const changed = await tx
    .updateTable('payment_intents')
    .set({ status: 'canceled', updated_at: sql`now()` })
    .where('id', '=', id)
    .where('provider_id', 'is', null)
    .where('status', 'not in', ['succeeded', 'canceled'])
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/**
 * Cancels a customer's planned intents that never reached the provider. They are never confirmed,
 * so no one can pay them.
 */
export async function cancelPlannedIntents(tx: OrgTx, customer_id: string): Promise<void> {
  await sql`update payment_intents p set status = 'canceled', updated_at = now() from invoices i
    where p.status not in ('succeeded', 'canceled') and p.provider_id is null
      and i.organization_id = p.organization_id and i.id = p.invoice_id and i.customer_id = ${customer_id}::uuid`.execute(
    tx,
  )
}
