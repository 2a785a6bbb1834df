import { sql } from 'kysely'
import { onPlatform, type PlatformTx, system } from '../../base/db/door.ts'
import type { Store } from '../../base/db/store.ts'
import { fingerprint } from '../../base/kit/secrets.ts'

/**
 * How long a used refresh token stays usable: two tabs, or a lost response. After that, reuse
 * revokes the whole family.
 */
const refreshLeeway_seconds = 10

export type Payload = Record<string, unknown> & {
  accountId?: string
  sessionUid?: string
  grantId?: string
  userCode?: string
  uid?: string
  jti?: string
}

// Stored as hashes, so that a copy of the database is not enough to use them.
const hashed = new Set(['RefreshToken', 'AuthorizationCode'])

/** What is said of something used again. */
type Reuse = {
  codeUsedTwice: () => Error
  /** A refresh token, in the time that is forgiven. */
  refreshedTwice: (token: Payload) => void
}

/**
 * The protocol's records of one kind: sessions, interactions, codes, refresh tokens or grants. All
 * kinds share a table.
 */
export class Payloads {
  #store: Store
  #model: string
  #when: Reuse

  constructor(store: Store, model: string, when: Reuse) {
    this.#store = store
    this.#model = model
    this.#when = when
  }

  async upsert(id: string, payload: Payload, expiresIn?: number): Promise<void> {
    const { jti: _, ...withoutId } = payload
    const row = {
      payload: JSON.stringify(hashed.has(this.#model) ? withoutId : payload),
      grant_id: payload.grantId ?? null,
      user_code: payload.userCode ?? null,
      uid: payload.uid ?? null,
      expires_at: expiresIn ? new Date(Date.now() + expiresIn * 1000).toISOString() : null,
    }
    await this.#inTx((tx) =>
      tx
        .insertInto('idp_payload')
        .values({ model: this.#model, id: this.#key(id), ...row })
        .onConflict((on) => on.columns(['model', 'id']).doUpdateSet(row))
        .execute(),
    )
  }

  async find(id: string): Promise<Payload | undefined> {
    const payload = await this.#read('id', this.#key(id))
    return payload && hashed.has(this.#model) ? { ...payload, jti: id } : payload
  }

  findByUid(uid: string): Promise<Payload | undefined> {
    return this.#read('uid', uid)
  }

  findByUserCode(code: string): Promise<Payload | undefined> {
    return this.#read('user_code', code)
  }

  async consume(id: string): Promise<void> {
    const first = await this.#inTx((tx) =>
      tx
        .updateTable('idp_payload')
        .set({ consumed_at: sql<string>`now()` })
        .where('model', '=', this.#model)
        .where('id', '=', this.#key(id))
        .where('consumed_at', 'is', null)
        .executeTakeFirst(),
    )
    if (this.#model === 'AuthorizationCode' && !first.numUpdatedRows)
      throw this.#when.codeUsedTwice()
  }

  async destroy(id: string): Promise<void> {
    await this.#delete('id', this.#key(id))
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#delete('grant_id', grantId)
  }

  async #read(column: 'id' | 'uid' | 'user_code', value: string): Promise<Payload | undefined> {
    const row = await this.#inTx((tx) =>
      tx
        .selectFrom('idp_payload')
        .select(['payload', 'consumed_at'])
        .where('model', '=', this.#model)
        .where(column, '=', value)
        .where((eb) =>
          eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<string>`now()`)]),
        )
        .executeTakeFirst(),
    )
    if (!row) return undefined
    const consumed = row.consumed_at ? Date.parse(row.consumed_at) : null
    const forgiven =
      this.#model === 'RefreshToken' &&
      consumed !== null &&
      Date.now() - consumed < refreshLeeway_seconds * 1000
    if (forgiven) this.#when.refreshedTwice(row.payload as Payload)
    return {
      ...(row.payload as Payload),
      ...(consumed !== null && !forgiven ? { consumed: Math.floor(consumed / 1000) } : {}),
    }
  }

  #delete(column: 'id' | 'grant_id', value: string): Promise<unknown> {
    return this.#inTx((tx) =>
      tx
        .deleteFrom('idp_payload')
        .where('model', '=', this.#model)
        .where(column, '=', value)
        .execute(),
    )
  }

  #key(id: string): string {
    return hashed.has(this.#model) ? fingerprint(id) : id
  }

  #inTx<T>(work: (tx: PlatformTx) => Promise<T>): Promise<T> {
    return onPlatform(this.#store, system, work)
  }
}

/** Deletes expired sign-in state and one-time links. */
export async function deleteExpiredSignIns(tx: PlatformTx): Promise<void> {
  await tx
    .deleteFrom('idp_payload')
    .where('expires_at', '<', sql<string>`now() - interval '1 hour'`)
    .execute()
  await tx
    .deleteFrom('idp_link')
    .where('expires_at', '<', sql<string>`now() - interval '24 hours'`)
    .execute()
}
