import { queryOptions } from '@tanstack/react-query'
import { outboxEndpoint, type PushDevice } from '../../../domain/messages/push.ts'
import { api } from '../../app/client.ts'
import { endpointHere, endPushHere, keepOutboxHere, pushManagerHere } from '../../app/push-here.ts'

/** Why this device cannot show notices. */
type PushBarrier = 'denied' | 'needs_home_screen' | 'unsupported'

export const pushQuery = queryOptions(api['GET /api/me/push'].query())

/** What keeps this device from showing notices; null if nothing does. */
export function pushBarrier(): PushBarrier | null {
  const isApple = /iPhone|iPad/.test(navigator.userAgent)
  const canShow = 'PushManager' in window && typeof Notification === 'function'
  if (!('serviceWorker' in navigator) || !canShow)
    return isApple ? 'needs_home_screen' : 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : null
}

/** Which of the devices is this one. */
export async function thisDevice(devices: readonly PushDevice[]): Promise<PushDevice | null> {
  const endpoint = await endpointHere()
  return devices.find((one) => one.endpoint === endpoint) ?? null
}

/** Asks for the permission, subscribes, and tells the server. Returns a barrier if the person or the browser says no. */
export async function switchOn({
  public_key,
  takes_outbox,
}: {
  public_key: string
  takes_outbox: boolean
}): Promise<PushBarrier | null> {
  const barrier = pushBarrier()
  if (barrier) return barrier
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  const body = await (
    await pushManagerHere()
  )
    .subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(public_key) })
    .then(bodyOf)
    .catch((fault: unknown) => {
      if (!takes_outbox) throw fault
      return outboxBody()
    })
  await api['POST /api/me/push/subscribe']({ body })
  return null
}

/** Ends notices on this device, here and at the server. */
export async function switchOff({ id }: PushDevice): Promise<void> {
  await api['POST /api/me/push/unsubscribe']({ body: { id } })
  await endPushHere()
}

function bodyOf(own: PushSubscription) {
  const { endpoint, keys } = own.toJSON()
  return { endpoint: endpoint!, keys: { p256dh: keys!['p256dh']!, auth: keys!['auth']! } }
}

/** A browser without a push service, such as one on a machine without internet: its notices stay in the outbox. */
function outboxBody() {
  const endpoint = outboxEndpoint(crypto.randomUUID())
  keepOutboxHere(endpoint)
  const zeros = (bytes: number) => textOf(new Uint8Array(bytes))
  return { endpoint, keys: { p256dh: zeros(65), auth: zeros(16) } }
}

const textOf = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const raw = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(raw, (letter) => letter.charCodeAt(0))
}
