import { randomBytes } from 'node:crypto'
import { ConfigFault } from '../config.ts'
import { fingerprint } from '../secrets.ts'
import { onPlatform, system } from '../db/door.ts'
import type { Store } from '../db/store.ts'

const settingKey = 'installation_secret'
/** `check` proves that the environment has the right one without saying it. */
type Kept = { secret: string } | { check: string }
const wrongSecret =
  'INSTALLATION_SECRET is not the one this database was sealed with. Set the earlier one.'

/**
 * The installation's secret: from the environment, or made at first start and kept in the database.
 * The first start that has it from the environment takes it out of the database.
 */
export async function installationSecret(store: Store, given?: string): Promise<Buffer> {
  const kept = await keptSetting<Kept>(store, settingKey, () =>
    Promise.resolve(
      given ? { check: checkOf(given) } : { secret: randomBytes(32).toString('base64url') },
    ),
  )
  if (!given) {
    if ('secret' in kept) return Buffer.from(kept.secret, 'base64url')
    throw new ConfigFault(
      'INSTALLATION_SECRET is required: this database was sealed with one that only the environment has.',
    )
  }
  if ('check' in kept ? kept.check !== checkOf(given) : kept.secret !== given)
    throw new ConfigFault(wrongSecret)
  if ('secret' in kept) await takeOut(store, given)
  return Buffer.from(given, 'base64url')
}

const checkOf = (secret: string): string => fingerprint(`fieldhive installation ${secret}`)

const takeOut = (store: Store, secret: string) =>
  onPlatform(store, system, (tx) =>
    tx
      .updateTable('setting')
      .set({ value: JSON.stringify({ check: checkOf(secret) }) })
      .where('key', '=', settingKey)
      .execute(),
  )

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
