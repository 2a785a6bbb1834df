import { sql } from 'kysely'
import { onPlatform, type PlatformTx, sendAlong, system } from '../../base/db/door.ts'
import { lockName } from '../../base/db/lock-name.ts'
import type { Store } from '../../base/db/store.ts'
import { fingerprint, randomToken } from '../../base/kit/secrets.ts'

const life_minutes = 10

type Link = { account_id: string; organization_id: string; created_by: string }
type OpenLink = { name: string; business: string }

/** Links that sign one device in, shown by the office as a QR code. */
export class DeviceLinks {
  #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** A token that works once, for ten minutes; the last one of the account stops working. */
  async make(tx: PlatformTx, link: Link): Promise<{ token: string; expires_at: string }> {
    const token = randomToken()
    // Of two at once, the second ends what the first made.
    sendAlong(tx, lockName(`device link:${link.account_id}`))
    await endDeviceLinks(tx, link.account_id)
    const row = await tx
      .insertInto('idp_device_link')
      .values({
        ...link,
        token_hash: fingerprint(token),
        expires_at: sql<string>`now() + make_interval(mins => ${life_minutes}::int)`,
      })
      .returning('expires_at')
      .executeTakeFirstOrThrow()
    return { token, expires_at: row.expires_at }
  }

  /** Whom a link signs in; undefined once it was used or has expired. */
  read(token: string): Promise<OpenLink | undefined> {
    return this.#inTx((tx) =>
      tx
        .selectFrom('idp_device_link as l')
        .innerJoin('idp_account as a', 'a.id', 'l.account_id')
        .innerJoin('organizations as o', 'o.id', 'l.organization_id')
        .select([sql<string>`coalesce(a.name, '')`.as('name'), 'o.name as business'])
        .where('l.token_hash', '=', fingerprint(token))
        .where('l.used_at', 'is', null)
        .where('l.expires_at', '>', sql<string>`now()`)
        .where('a.disabled_at', 'is', null)
        .executeTakeFirst(),
    )
  }

  /** Uses a link up. Undefined if somebody did before. */
  spend(token: string): Promise<Link | undefined> {
    return this.#inTx((tx) =>
      tx
        .updateTable('idp_device_link')
        .set({ used_at: sql<string>`now()` })
        .where('token_hash', '=', fingerprint(token))
        .where('used_at', 'is', null)
        .where('expires_at', '>', sql<string>`now()`)
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('idp_account as a')
              .select('a.id')
              .whereRef('a.id', '=', 'idp_device_link.account_id')
              .where('a.disabled_at', 'is', null),
          ),
        )
        .returning(['account_id', 'organization_id', 'created_by'])
        .executeTakeFirst(),
    )
  }

  #inTx<T>(work: (tx: PlatformTx) => Promise<T>): Promise<T> {
    return onPlatform(this.#store, system, work)
  }
}

/** No open link of this account works from now on. */
const endDeviceLinks = (tx: PlatformTx, account_id: string): Promise<unknown> =>
  tx
    .deleteFrom('idp_device_link')
    .where('account_id', '=', account_id)
    .where('used_at', 'is', null)
    .execute()
