import { onPlatform, system, type PlatformTx } from '../db/door.ts'
import type { Store } from '../db/store.ts'
import { fingerprint } from '../kit/secrets.ts'
import type { StreamActor } from './service.ts'

/** Stores a ticket that opens one stream. `expires_at`: ISO 8601. */
export const addTicket = (
  tx: PlatformTx,
  ticket: string,
  owner: StreamActor,
  expires_at: string,
): Promise<unknown> =>
  tx
    .insertInto('sse_tickets')
    .values({
      token_hash: fingerprint(ticket),
      person_id: owner.actor.person_id,
      organization_id: owner.organization_id,
      expires_at,
      actor: JSON.stringify(owner),
    })
    .execute()

/** Redeems a ticket, which works once. Null if it is unknown or expired. */
export async function takeTicket(store: Store, ticket: string): Promise<StreamActor | null> {
  const row = await onPlatform(store, system, (tx) =>
    tx
      .deleteFrom('sse_tickets')
      .where('token_hash', '=', fingerprint(ticket))
      .returning(['actor', 'expires_at'])
      .executeTakeFirst(),
  )
  return row && Date.parse(row.expires_at) > Date.now() ? (row.actor as StreamActor) : null
}

export const deleteExpiredTickets = (tx: PlatformTx): Promise<unknown> =>
  tx.deleteFrom('sse_tickets').where('expires_at', '<', new Date().toISOString()).execute()
