import { keepHere } from './local.ts'

const worker = '/worker.js'
const outboxKey = 'fieldhive.push-outbox'

/** Registers the worker that shows notices; only somebody who switches them on needs it. */
export async function pushManagerHere(): Promise<PushManager> {
  await navigator.serviceWorker.register(worker)
  return (await navigator.serviceWorker.ready).pushManager
}

/** Where notices for this device go; null if it shows none. */
export const endpointHere = async (): Promise<string | null> =>
  (await subscription())?.endpoint ?? localStorage.getItem(outboxKey)

/** Remembers that notices for this device stay in the outbox. */
export const keepOutboxHere = (endpoint: string): boolean => keepHere(outboxKey, endpoint)

/** Ends notices on this device. The push service says so to the server at the next one. */
export async function endPushHere(): Promise<void> {
  localStorage.removeItem(outboxKey)
  await (await subscription())?.unsubscribe()
}

async function subscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator)) return null
  const known = await navigator.serviceWorker.getRegistration(worker)
  return (await known?.pushManager?.getSubscription()) ?? null
}
