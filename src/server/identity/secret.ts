import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { onPlatform, type Doer } from '../db/door.ts'
import type { Store } from '../db/store.ts'

/** Sign-in acts for nobody yet. */
export const nobody: Doer = { person_id: null }

/** The secret of this installation, made at the first start; every process on one database reads the same. */
export async function installationSecret(store: Store): Promise<Buffer> {
  return onPlatform(store, nobody, async (tx) => {
    const fresh = randomBytes(32).toString('base64url')
    await tx
      .insertInto('setting')
      .values({ key: 'installation_secret', value: JSON.stringify({ secret: fresh }) })
      .onConflict((oc) => oc.doNothing())
      .execute()
    const { value } = await tx.selectFrom('setting').select('value').where('key', '=', 'installation_secret').executeTakeFirstOrThrow()
    return Buffer.from((value as { secret: string }).secret, 'base64url')
  })
}

/** A key of its own for each purpose, so that no two uses share one. */
export const deriveKey = (secret: Buffer, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', `fieldhive ${purpose}`, 32))

/** Encrypts a text so that only this installation reads it, and only for the same purpose. */
export function seal(secret: Buffer, purpose: string, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, purpose), iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** The text, or null when it was sealed with another secret or changed. */
export function unseal(secret: Buffer, purpose: string, sealed: string): string | null {
  const raw = Buffer.from(sealed, 'base64url')
  if (raw.length < 28) return null
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, purpose), raw.subarray(0, 12)).setAuthTag(raw.subarray(12, 28))
  try {
    return Buffer.concat([decipher.update(raw.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** What we keep of a value that only its holder may know. */
export const fingerprint = (value: string): string => hash('sha256', value, 'hex')
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** Holds other processes off until the transaction ends. */
export const lockName = (name: string) => sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
