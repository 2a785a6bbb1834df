import { randomBytes } from 'node:crypto'
import { onPlatform, system } from '../db/door.ts'
import type { Store } from '../db/store.ts'

/**
 * The installation's secret, created at first start; every process on the same database reads it.
 */
export async function installationSecret(store: Store): Promise<Buffer> {
  const { secret } = await keptSetting(store, 'installation_secret', () =>
    Promise.resolve({ secret: randomBytes(32).toString('base64url') }),
  )
  return Buffer.from(secret, 'base64url')
}

/** A value of the whole installation, made once: every process on the same database gets the first one. */
export async function keptSetting<T extends object>(
  store: Store,
  key: string,
  make: () => Promise<T>,
): Promise<T> {
  const read = () =>
    onPlatform(store, system, (tx) =>
      tx.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst(),
    )
  const known = await read()
  if (known) return known.value as T
  const value = JSON.stringify(await make())
  await onPlatform(store, system, (tx) =>
    tx
      .insertInto('setting')
      .values({ key, value })
      .onConflict((oc) => oc.doNothing())
      .execute(),
  )
  return (await read())!.value as T
}
