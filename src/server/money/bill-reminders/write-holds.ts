import { sql } from 'kysely'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'

export async function insertHold(tx: OrgTx, customer_id: string, owed_cents: number) {
  const now = { held_at: sql<string>`now()`, released_at: null, released_by: null }
  await tx
    .insertInto('payment_holds')
    .values({ customer_id, owed_cents })
    .onConflict((on) =>
      on
        .columns(['organization_id', 'customer_id'])
        .doUpdateSet({ ...now, owed_cents, release_reason: null, excused_cents: 0 }),
    )
    .execute()
  await emitHeld(tx, customer_id)
}

/** Ends a hold; with a reason if a person did. */
export async function endHold(
  tx: OrgTx,
  customer_id: string,
  { reason, excused_cents }: { reason: string | null; excused_cents: number },
): Promise<void> {
  await tx
    .updateTable('payment_holds')
    .set({
      released_at: sql`now()`,
      released_by: reason === null ? null : tx.cause.person_id,
      release_reason: reason,
      excused_cents,
    })
    .where('customer_id', '=', customer_id)
    .execute()
  await emitHeld(tx, customer_id)
}

/** A duplicate that is merged loses its hold; the next review decides by what is owed together. */
export const dropHold = (tx: OrgTx, customer_id: string): Promise<unknown> =>
  tx.deleteFrom('payment_holds').where('customer_id', '=', customer_id).execute()

/** Boards, crews and the customer's own pages follow. */
async function emitHeld(tx: OrgTx, customer_id: string): Promise<void> {
  const rows = await tx
    .selectFrom('rules')
    .select('team_id')
    .distinct()
    .where('customer_id', '=', customer_id)
    .where('removed_at', 'is', null)
    .execute()
  const team_ids = rows.map(({ team_id }) => team_id)
  await emit(tx, 'customer.changed', { customer_id }, { customer_id, team_ids })
}
