import { generateKeyPair, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK } from 'jose'
import { onPlatform, system } from '../../base/db/door.ts'
import type { Store } from '../../base/db/store.ts'
import { lockName } from '../../base/db/lock-name.ts'
import { sealFor, unsealFor } from '../../base/kit/secrets.ts'
import type { PublicJwk } from './service.ts'

const purpose = 'signing key'
const generate = promisify(generateKeyPair)

/**
 * The provider's signing keys, newest first; the first one signs, the others only verify. Created
 * at first start and stored sealed. To rotate: run `addSigningKey`, restart every process, and
 * delete the old row once its tokens have expired.
 */
export async function signingKeys(store: Store, secret: Buffer): Promise<JWK[]> {
  const read = () =>
    onPlatform(store, system, (tx) =>
      tx.selectFrom('idp_key').select('jwk').orderBy('created_at', 'desc').orderBy('kid').execute(),
    )
  let rows = await read()
  if (!rows.length) {
    await addSigningKey(store, secret, { unlessThereIsOne: true })
    rows = await read()
  }
  return rows.map(({ jwk }) => {
    const text = unsealFor(secret, purpose, (jwk as { sealed: string }).sealed)
    if (!text)
      throw new Error(
        'The signing keys were stored with another installation secret. Bring back the earlier secret, or delete the rows of idp_key to sign everyone out.',
      )
    return JSON.parse(text) as JWK
  })
}

/** Adds a signing key; it signs from the next start on. */
async function addSigningKey(
  store: Store,
  secret: Buffer,
  { unlessThereIsOne = false } = {},
): Promise<void> {
  const { privateKey } = await generate('rsa', { modulusLength: 2048 })
  const kid = randomUUID()
  const sealed = sealFor(
    secret,
    purpose,
    JSON.stringify({ ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }),
  )
  await onPlatform(store, system, async (tx) => {
    await lockName('signing keys').execute(tx)
    if (unlessThereIsOne && (await tx.selectFrom('idp_key').select('kid').executeTakeFirst()))
      return
    await tx
      .insertInto('idp_key')
      .values({ kid, jwk: JSON.stringify({ sealed }) })
      .execute()
  })
}

export const publicPart = ({ kty, kid, alg, use, n, e }: JWK): PublicJwk => ({
  kty,
  kid,
  alg,
  use,
  n,
  e,
})
