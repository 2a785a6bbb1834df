import { sql } from 'kysely'
import { onPlatform, type PlatformTx } from '../db/door.ts'
import type { Store } from '../db/store.ts'
import { fingerprint, nobody } from './secret.ts'

/** How long a refresh token that was just exchanged may be exchanged again: two tabs, or a lost answer. After it, reuse ends the whole family. */
export const refreshLeeway_seconds = 10

type Payload = Record<string, unknown> & { grantId?: string; userCode?: string; uid?: string; jti?: string }

// The bearer holds these; a copy of the database must not be enough to use them.
const hashed = new Set(['RefreshToken', 'AuthorizationCode'])

/** The protocol's own records in one table: sessions, interactions, codes, refresh tokens and grants. */
export function createPayloads(store: Store, codeUsedTwice: () => Error) {
  const inTx = <T>(work: (tx: PlatformTx) => Promise<T>): Promise<T> => onPlatform(store, nobody, work)

  return (model: string) => {
    const key = (id: string): string => (hashed.has(model) ? fingerprint(id) : id)
    const read = async (column: 'id' | 'uid' | 'user_code', value: string): Promise<Payload | undefined> => {
      const row = await inTx((tx) =>
        tx.selectFrom('idp_payload').select(['payload', 'consumed_at']).where('model', '=', model).where(column, '=', value).executeTakeFirst(),
      )
      if (!row) return undefined
      const consumed = row.consumed_at ? Date.parse(row.consumed_at) : null
      const forgiven = model === 'RefreshToken' && consumed !== null && Date.now() - consumed < refreshLeeway_seconds * 1000
      return { ...(row.payload as Payload), ...(consumed !== null && !forgiven ? { consumed: Math.floor(consumed / 1000) } : {}) }
    }
    return {
      async upsert(id: string, payload: Payload, expiresIn?: number): Promise<void> {
        const { jti: _, ...withoutId } = payload
        const row = {
          payload: JSON.stringify(hashed.has(model) ? withoutId : payload),
          grant_id: payload.grantId ?? null,
          user_code: payload.userCode ?? null,
          uid: payload.uid ?? null,
          expires_at: expiresIn ? new Date(Date.now() + expiresIn * 1000).toISOString() : null,
        }
        await inTx((tx) =>
          tx
            .insertInto('idp_payload')
            .values({ model, id: key(id), ...row })
            .onConflict((oc) => oc.columns(['model', 'id']).doUpdateSet(row))
            .execute(),
        )
      },
      async find(id: string): Promise<Payload | undefined> {
        const payload = await read('id', key(id))
        return payload && hashed.has(model) ? { ...payload, jti: id } : payload
      },
      findByUid: (uid: string) => read('uid', uid),
      findByUserCode: (code: string) => read('user_code', code),
      async consume(id: string): Promise<void> {
        const first = await inTx((tx) =>
          tx
            .updateTable('idp_payload')
            .set({ consumed_at: sql<string>`now()` })
            .where('model', '=', model)
            .where('id', '=', key(id))
            .where('consumed_at', 'is', null)
            .executeTakeFirst(),
        )
        if (model === 'AuthorizationCode' && !first.numUpdatedRows) throw codeUsedTwice()
      },
      async destroy(id: string): Promise<void> {
        await inTx((tx) => tx.deleteFrom('idp_payload').where('model', '=', model).where('id', '=', key(id)).execute())
      },
      async revokeByGrantId(grantId: string): Promise<void> {
        await inTx((tx) => tx.deleteFrom('idp_payload').where('model', '=', model).where('grant_id', '=', grantId).execute())
      },
    }
  }
}

/** Deletes what has ended: for a job. Answers how many rows went. */
export async function forgetExpired(store: Store): Promise<number> {
  return onPlatform(store, nobody, async (tx) => {
    const payloads = await tx
      .deleteFrom('idp_payload')
      .where('expires_at', '<', sql<string>`now()`)
      .executeTakeFirst()
    const links = await tx
      .deleteFrom('idp_link')
      .where('expires_at', '<', sql<string>`now() - interval '7 days'`)
      .executeTakeFirst()
    return Number(payloads.numDeletedRows + links.numDeletedRows)
  })
}
