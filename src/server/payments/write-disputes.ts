import { sql } from 'kysely'
import type { DisputeSettled } from '../../domain/dispute.ts'
import type { OrgTx } from '../db/door.ts'
import type { Dispute } from '../outside/stripe.ts'

/** Inserts a dispute, or updates its status and deadline. `due_by` is ISO 8601. */
export async function writeDispute(
  tx: OrgTx,
  payment_id: string,
  dispute: Dispute,
  due_by: string | null,
): Promise<void> {
  await sql`insert into disputes (organization_id, id, payment_id, amount_cents, status, reason, due_by) values (${tx.org}::uuid, ${dispute.id}, ${payment_id}::uuid, ${dispute.amount}::bigint, ${dispute.status}, ${dispute.reason}, ${due_by}::timestamptz)
    on conflict (organization_id, id) do update set status = excluded.status, due_by = excluded.due_by, updated_at = now()`.execute(
    tx,
  )
}

/** Stores what the bank is to be told, before it is sent. */
export async function storeEvidence(tx: OrgTx, id: string, evidence: string): Promise<void> {
  await tx
    .updateTable('disputes')
    .set({ evidence, evidence_by: tx.cause.person_id, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Records that the evidence reached the provider. */
export async function markAnswered(tx: OrgTx, id: string): Promise<void> {
  await tx
    .updateTable('disputes')
    .set({ evidence_sent_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('evidence_sent_at', 'is', null)
    .execute()
}

/** Records what became of a lost dispute. */
export async function settleDispute(
  tx: OrgTx,
  id: string,
  settled_as: DisputeSettled,
): Promise<void> {
  await tx
    .updateTable('disputes')
    .set({ settled_as, settled_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}
