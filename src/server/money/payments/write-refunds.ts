import { sql, type Selectable } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import { isUuid } from '../../../domain/base/id.ts'
import type { RefundMethod } from '../../../domain/money/refund.ts'
import { tipGivenBack } from '../../../domain/money/tip.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { refundsOfPayments, waitsForOffice } from '../ledger/refund-due.ts'
import type { ProviderRefund } from '../../base/outside/stripe.ts'
import type { PaymentRow } from './facts.ts'

export type RefundRow = Selectable<Database['refunds']>

/**
 * Stores a refund before requesting it from the provider. The payment is locked and its rule has
 * allowed the refund.
 */
export async function planRefund(
  tx: OrgTx,
  payment: PaymentRow,
  refund: { amount_cents: number; reason: string | null; actor_id: string | null },
): Promise<RefundRow> {
  const id = await newId(tx)
  return tx
    .insertInto('refunds')
    .values({
      id,
      payment_id: payment.id,
      key: `ref:${id}`,
      ...(await placeOf(tx, payment, refund.amount_cents)),
      ...refund,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Stores a refund that takes the place of one that failed: asked from the provider, or with a `method` done already. */
export async function replaceRefund(
  tx: OrgTx,
  payment: PaymentRow,
  failed: RefundRow,
  done: { method: RefundMethod; credit_id: string | null } | null,
): Promise<RefundRow> {
  const id = await newId(tx)
  const { amount_cents, reason, automatic } = failed
  return tx
    .insertInto('refunds')
    .values({
      id,
      payment_id: payment.id,
      key: `${done ? 'hand' : 'ref'}:${id}`,
      amount_cents,
      reason,
      automatic,
      tip_cents: automatic ? 0 : await tipOfRefund(tx, payment, amount_cents),
      again_of: failed.id,
      actor_id: tx.cause.person_id,
      ...(done ? { ...done, state: 'succeeded', accepted_at: sql`now()` } : {}),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

const newId = async (tx: OrgTx): Promise<string> =>
  (await sql<{ id: string }>`select uuid7() as id`.execute(tx)).rows[0]!.id

/** What of another refund gives back the tip, and the failed one it makes up for: the oldest it is enough for. */
async function placeOf(tx: OrgTx, payment: PaymentRow, cents: number) {
  const { rows } = await sql<{ id: string; automatic: boolean }>`
    select r.id, r.automatic from ${refundsOfPayments}
    where r.payment_id = ${payment.id}::uuid and (r.amount_cents = ${cents}::bigint or r.amount_cents < ${cents}::bigint and not r.automatic)
      and ${waitsForOffice} order by r.id limit 1`.execute(tx)
  const failed = rows[0]
  return {
    again_of: failed?.id ?? null,
    automatic: failed?.automatic ?? false,
    tip_cents: failed?.automatic ? 0 : await tipOfRefund(tx, payment, cents),
  }
}

/** Takes a failed refund off the office's list: it is not wanted any more, or the person who asked reads at once that it failed. */
export const dropRefund = (tx: OrgTx, id: string): Promise<unknown> =>
  tx
    .updateTable('refunds')
    .set({ dropped_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .execute()

/** What of another refund gives back the tip of a locked payment. */
async function tipOfRefund(tx: OrgTx, payment: PaymentRow, cents: number): Promise<number> {
  if (!payment.tip_cents) return 0
  const { before } = await tx
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('before'))
    .where('payment_id', '=', payment.id)
    .where('state', '<>', 'failed')
    .executeTakeFirstOrThrow()
  return tipGivenBack(payment, before, cents)
}

/**
 * Stores the automatic refund of what a payment brought beyond the balance. Repeating changes
 * nothing. Returns its id.
 */
export async function planExcessRefund(
  tx: OrgTx,
  payment: PaymentRow,
  amount_cents: number,
): Promise<string> {
  const { rows } = await sql<{
    id: string
  }>`insert into refunds (organization_id, payment_id, amount_cents, reason, key, automatic)
    values (${tx.org}::uuid, ${payment.id}::uuid, ${amount_cents}, 'Paid more than was due', ${`ref:twice:${payment.id}`}, true)
    on conflict (key) do update set updated_at = now() returning id`.execute(tx)
  return rows[0]!.id
}

/** Ends a refund that has no object at the provider, or leaves it open as `unknown`. */
export async function endRefund(
  tx: OrgTx,
  id: string,
  state: 'failed' | 'unknown',
  error_sentence: string | null,
): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ state, error_sentence, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('provider_id', 'is', null)
    .execute()
}

/** Records the provider's state of a refund. */
export async function setRefundState(
  tx: OrgTx,
  id: string,
  state: 'pending' | 'succeeded' | 'failed',
  error_sentence: string | null,
): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ state, error_sentence, updated_at: sql`now()` })
    .$if(state !== 'failed', (query) =>
      query.set({ accepted_at: sql`coalesce(accepted_at, now())`, dropped_at: null }),
    )
    .where('id', '=', id)
    .execute()
}

/**
 * Our row for a provider's refund: found by its id or by the metadata we sent, or inserted for a
 * refund made elsewhere.
 */
export async function adoptRefund(
  tx: OrgTx,
  payment: PaymentRow,
  provided: ProviderRefund,
): Promise<RefundRow> {
  const sent_id = provided.metadata?.['refund_id']
  const rows = tx.selectFrom('refunds').selectAll().where('payment_id', '=', payment.id)
  const known =
    (await rows.where('provider_id', '=', provided.id).executeTakeFirst()) ??
    (sent_id && isUuid(sent_id)
      ? await rows.where('id', '=', sent_id).where('provider_id', 'is', null).executeTakeFirst()
      : undefined)
  if (known) {
    if (!known.provider_id)
      await tx
        .updateTable('refunds')
        .set({ provider_id: provided.id })
        .where('id', '=', known.id)
        .execute()
    return known
  }
  return tx
    .insertInto('refunds')
    .values({
      payment_id: payment.id,
      amount_cents: provided.amount,
      ...(await placeOf(tx, payment, provided.amount)),
      reason: provided.reason,
      key: `provider:${provided.id}`,
      provider_id: provided.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
