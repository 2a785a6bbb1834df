import { isAppKept } from '../app-worker.ts'
import { isLeaving } from '../auth.ts'
import { api } from '../client.ts'
import { readKeys, wakeTag, writeKey } from '../sending-keys.ts'

const renewsBefore_ms = 2 * 24 * 3_600_000

/** Only some browsers send without a page; the others lack `sync`. */
type Syncing = { sync?: { register: (tag: string) => Promise<void> } }

/** Lets the service worker send for this worker for some days, if the browser can wake it. */
export async function mayWake(worker: string): Promise<void> {
  if (!isAppKept() || !(await canWake())) return
  const known = (await readKeys()).find((one) => one.worker === worker)
  if (known && known.expires_ms - Date.now() > renewsBefore_ms) return
  const made = await api['POST /api/crew/sending-key'].safe()
  // Signing out has deleted the keys; one that comes now would outlive it.
  if (!made.ok || isLeaving()) return
  const { key, expires_at } = made.data
  await writeKey({ worker, key, expires_ms: Date.parse(expires_at) })
}

/** Asks the browser to wake the service worker once there is a connection. */
export async function askToWake(): Promise<void> {
  const { sync } = ((await registration()) ?? {}) as Syncing
  // Refused where people switched it off.
  await sync?.register(wakeTag).catch(() => undefined)
}

const registration = async (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator
    ? navigator.serviceWorker.getRegistration('/').catch(() => undefined)
    : undefined
const canWake = async (): Promise<boolean> =>
  ((await registration()) as Syncing | undefined)?.sync !== undefined
