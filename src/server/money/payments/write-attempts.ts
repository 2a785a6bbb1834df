import { sql } from 'kysely'
import type { ChargeApproval } from '../../../domain/money/autopay.ts'
import type { AttemptState } from '../../../domain/money/payment.ts'
import { sendAlong, type OrgTx } from '../../base/db/door.ts'
import { newId } from '../../base/db/ids.ts'
import { balanceOf } from '../../../domain/money/invoice.ts'
import type { InvoiceRow } from '../invoices/row.ts'
import type { ChargeBasis } from '../consents/basis.ts'

/** If a job is silent this long, the reconciler takes over its attempt. */
const silentMs = 20_000

const nextCheck = (wait_ms = 0): string => new Date(Date.now() + wait_ms + silentMs).toISOString()

/**
 * Writes down that the customer approved charging what is left of an invoice: who, in what words, and
 * who heard it. Returns its id.
 */
export async function insertApproval(
  tx: OrgTx,
  invoice: InvoiceRow,
  approval: ChargeApproval,
): Promise<string> {
  const id = newId()
  const amount_cents = balanceOf(invoice)
  await tx
    .insertInto('charge_approvals')
    .values({
      ...approval,
      id,
      invoice_id: invoice.id,
      amount_cents,
      recorded_by: tx.cause.person_id,
    })
    .execute()
  return id
}

/**
 * Inserts an invoice's next attempt, with what allows it and its confirmation key. Returns its id.
 */
export function insertAttempt(
  tx: OrgTx,
  plan: ChargePlan,
  with_: { basis: ChargeBasis; payment_intent_row: string; payment_method_id: string | null },
): string {
  const id = newId()
  const wait_ms = (plan.wait_seconds ?? 0) * 1000
  // By the database's clock, as the job is: by another clock the job could come too early.
  const starts_at =
    wait_ms > 0 ? sql`now() + ${wait_ms}::int * interval '1 millisecond'` : sql`null`
  sendAlong(
    tx,
    sql`
    insert into charge_attempts (organization_id, id, invoice_id, payment_intent_row, n, via, payment_method_id, key_confirm, actor_id, next_check_at,
      consent_id, approval_id, starts_at)
    select ${tx.org}::uuid, ${id}::uuid, ${plan.invoice_id}::uuid, ${with_.payment_intent_row}::uuid, coalesce(max(n), 0) + 1, ${plan.via}::text, ${with_.payment_method_id}::text, ${`att:${id}`}::text, ${plan.actor_id ?? tx.cause.person_id}::uuid, ${nextCheck(wait_ms)}::timestamptz,
      ${with_.basis.consent_id}::uuid, ${with_.basis.approval_id}::uuid, (${starts_at})::timestamptz
    from charge_attempts where invoice_id = ${plan.invoice_id}::uuid`,
  )
  return id
}

/** Inserts the attempt for a payment made on the pay page, once it is seen. */
export async function insertPageAttempt(
  tx: OrgTx,
  about: {
    invoice_id: string
    payment_intent_row: string
    payment_method_id: string | null
    charge: string
    state: AttemptState
    next_check_at: string | null
  },
): Promise<void> {
  const { charge, ...values } = about
  await sql`insert into charge_attempts (organization_id, invoice_id, payment_intent_row, n, via, payment_method_id, key_confirm, state, provider_charge_id, next_check_at)
    select ${tx.org}::uuid, ${values.invoice_id}::uuid, ${values.payment_intent_row}::uuid, coalesce(max(n), 0) + 1, 'pay_page', ${values.payment_method_id}::text,
      ${`page:${charge}`}::text, ${values.state}::text, ${charge}::text, ${values.next_check_at}::timestamptz
    from charge_attempts where invoice_id = ${values.invoice_id}::uuid
    on conflict (key_confirm) do update set state = excluded.state, next_check_at = excluded.next_check_at, updated_at = now()`.execute(
    tx,
  )
}

/**
 * Sets an attempt's state and related fields; without `next_check_at` the reconciler leaves it
 * alone.
 */
export async function setAttempt(
  tx: OrgTx,
  id: string,
  changes: {
    state: AttemptState
    provider_charge_id?: string | null
    decline_code?: string | null
    error_sentence?: string | null
    next_check_at?: string | null
  },
): Promise<void> {
  await tx
    .updateTable('charge_attempts')
    .set({ next_check_at: null, ...changes, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Marks an attempt as being confirmed. Returns false if it has ended. */
export const startConfirming = async (tx: OrgTx, id: string): Promise<boolean> =>
  Boolean(
    await tx
      .updateTable('charge_attempts')
      .set({ state: 'confirming', next_check_at: nextCheck(), updated_at: sql`now()` })
      .where('id', '=', id)
      .where('state', 'in', ['started', 'confirming', 'unknown'])
      .returning('id')
      .executeTakeFirst(),
  )

/** Ends an attempt that still waits. Undefined if there is none, or it has begun. */
export const endWaiting = (
  tx: OrgTx,
  invoice_id: string,
): Promise<{ payment_intent_row: string } | undefined> =>
  tx
    .updateTable('charge_attempts')
    .set({
      state: 'abandoned',
      error_sentence: 'Taken back before it began.',
      next_check_at: null,
      updated_at: sql`now()`,
    })
    .where('invoice_id', '=', invoice_id)
    .where('state', '=', 'started')
    .where('starts_at', '>', sql<string>`now()`)
    .returning('payment_intent_row')
    .executeTakeFirst()

/** Marks an attempt whose response was lost; the reconciler resolves it. */
export async function markAttemptUnknown(tx: OrgTx, id: string): Promise<void> {
  await tx
    .updateTable('charge_attempts')
    .set({ state: 'unknown', next_check_at: nextCheck(), updated_at: sql`now()` })
    .where('id', '=', id)
    .where('state', 'in', ['started', 'confirming'])
    .execute()
}

/** Points the attempts for one intent at the intent that replaces it. */
export async function moveAttempts(tx: OrgTx, from_intent: string, to_intent: string) {
  await tx
    .updateTable('charge_attempts')
    .set({ payment_intent_row: to_intent })
    .where('payment_intent_row', '=', from_intent)
    .where('state', 'in', ['started', 'unknown'])
    .execute()
}

export type ChargePlan = {
  invoice_id: string
  /** `portal`: the customer pays in their account. */
  via: 'autopay' | 'staff' | 'retry' | 'portal'
  actor_id?: string | null
  /** How long the charge waits, so that it can be taken back. */
  wait_seconds?: number
  /** What the customer said to the office about this invoice. */
  approval?: ChargeApproval | undefined
  /** The invoice, if this transaction has just issued it: its customer’s credit has paid what it could. */
  issued?: InvoiceRow | undefined
}
