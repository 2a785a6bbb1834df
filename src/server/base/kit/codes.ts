import { createCipheriv, createDecipheriv, createHash, hash, randomBytes } from 'node:crypto'

const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/** An unguessable code from 32 letters without look-alikes; the default 26 letters are 130 bits. */
export const newCode = (length = 26): string =>
  [...randomBytes(length)].map((byte) => letters[byte & 31]).join('')

/** Stored and looked up instead of the code. */
export const hashCode = (code: string): string => hash('sha256', code.trim(), 'base64url')

/** Encrypts a code that has to be shown again: AES-256-GCM with the installation's secret. */
export function seal(secret: Buffer, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')
}

/** The decrypted text; throws if it was changed or sealed by another installation. */
export function unseal(secret: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  // A shorter tag would be easier to guess; Node accepts one by default.
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, 12), {
    authTagLength: 16,
  })
  decipher.setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

const keyOf = (secret: Buffer): Buffer =>
  createHash('sha256').update('sealed codes').update(secret).digest()
