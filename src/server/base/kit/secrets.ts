import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'

/** A separate key for each purpose. */
export const deriveKey = (secret: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `fieldhive ${purpose}`, 32))

/** Encrypts a text that only this installation can read, and only for the same purpose. */
export function sealFor(secret: Buffer, purpose: string, text: string): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, purpose), iv)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
}

/** The text, or null if it was changed or sealed with another secret. */
export function unsealFor(secret: Buffer, purpose: string, sealed: string): string | null {
  const raw = Buffer.from(sealed, 'base64url')
  if (raw.length < 28) return null
  const decipher = createDecipheriv(
    'aes-256-gcm',
    deriveKey(secret, purpose),
    raw.subarray(0, 12),
  ).setAuthTag(raw.subarray(12, 28))
  try {
    return Buffer.concat([decipher.update(raw.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** The stored form of a value only its holder may know: SHA-256 in hex. */
export const fingerprint = (value: string): string => hash('sha256', value, 'hex')
export const randomToken = (): string => randomBytes(32).toString('base64url')
