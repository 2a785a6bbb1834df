import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** A browser: its keys, and what it hands over when its owner switches notices on. */
export function openBrowser(endpoint: string) {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  const keys = {
    p256dh: pair.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
  }
  return { pair, auth, subscription: { endpoint, keys } }
}
export type Browser = ReturnType<typeof openBrowser>

/** What the browser shows: RFC 8291. */
export function opened({ pair, auth }: Browser, body: Buffer): Record<string, string> {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body[20]!)
  const sealed = body.subarray(21 + body[20]!)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const key = hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32)
  const part = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(key), salt, `Content-Encoding: ${name}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString()) as Record<string, string>
}
