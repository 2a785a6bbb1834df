import { randomBytes } from 'node:crypto'
import { onPlatform, system } from '../db/door.ts'
import type { Store } from '../db/store.ts'

/**
 * The installation's secret, created at first start; every process on the same database reads it.
 */
export async function installationSecret(store: Store): Promise<Buffer> {
  return onPlatform(store, system, async (tx) => {
    const fresh = randomBytes(32).toString('base64url')
    await tx
      .insertInto('setting')
      .values({ key: 'installation_secret', value: JSON.stringify({ secret: fresh }) })
      .onConflict((oc) => oc.doNothing())
      .execute()
    const { value } = await tx
      .selectFrom('setting')
      .select('value')
      .where('key', '=', 'installation_secret')
      .executeTakeFirstOrThrow()
    return Buffer.from((value as { secret: string }).secret, 'base64url')
  })
}
