import { Undeliverable } from './faults.ts'

export type PushKeys = { public_key: string; private_key: string }
type Device = { endpoint: string; p256dh: string; auth: string }
/** What the service worker shows; `tag` lets a repeated notice replace the first. */
type Notice = { title: string; body: string; url: string; tag: string }

// Loaded only where it is used.
const load = async () => (await import('web-push')).default

/** A new pair of keys that names this installation to push services. */
export async function newPushKeys(): Promise<PushKeys> {
  const { publicKey, privateKey } = (await load()).generateVAPIDKeys()
  return { public_key: publicKey, private_key: privateKey }
}

/** A hand-over that takes longer counts as failed. Milliseconds. */
const patience = 10_000

/**
 * Hands a notice to the push service of a device, encrypted for that device alone. Throws Undeliverable with `address` 'invalid' if the
 * device takes no notices any more.
 */
export async function pushTo(
  device: Device,
  notice: Notice,
  { keys, contact, seconds }: { keys: PushKeys; contact: string; seconds: number },
): Promise<void> {
  const { method, headers, body, endpoint } = (await load()).generateRequestDetails(
    { endpoint: device.endpoint, keys: { p256dh: device.p256dh, auth: device.auth } },
    JSON.stringify(notice),
    {
      vapidDetails: {
        subject: contact,
        publicKey: keys.public_key,
        privateKey: keys.private_key,
      },
      TTL: seconds,
      contentEncoding: 'aes128gcm',
      urgency: 'high',
    },
  )
  // `fetch` sets the length itself.
  const { 'Content-Length': _length, ...own } = headers as Record<string, string>
  const reply = await fetch(endpoint, {
    method,
    headers: own,
    body: new Uint8Array(body),
    // A push service answers itself; what it might point to is no address anybody gave us.
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  })
  if (reply.ok) return
  const words = `The push service answered ${reply.status}.`
  if (reply.status === 404 || reply.status === 410)
    throw new Undeliverable(words, { address: 'invalid' })
  if (reply.status >= 400 && reply.status < 500 && reply.status !== 429)
    throw new Undeliverable(words)
  throw new Error(words)
}
