import { hasUnsavedInput } from '../ui/unsaved-input.ts'
import { keepHere } from './local.ts'

const flag = 'fieldhive.kept-app'
const hereFor_ms = 10_000

/** Whether this phone has the whole application and opens it without a connection. */
export const isAppKept = (): boolean => {
  try {
    return localStorage.getItem(flag) !== null
  } catch {
    return false
  }
}

const registered = (): Promise<ServiceWorkerRegistration | undefined> =>
  'serviceWorker' in navigator
    ? navigator.serviceWorker.getRegistration('/').catch(() => undefined)
    : Promise.resolve(undefined)

/** Keeps the application on this phone. Fails quietly: it is tried again with the next page. */
export async function keepAppHere(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/worker.js')
  const { active } = await navigator.serviceWorker.ready
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data))
    port1.start()
  })
  active?.postMessage('keep', [port2])
  if ((await answer) === 'kept') keepHere(flag, '1')
}

/** Lets a build that waits take over, then loads its page. */
export async function loadNewApp(): Promise<void> {
  const waiting = (await registered())?.waiting
  if (waiting) {
    const taken = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
    waiting.postMessage('take over')
    await Promise.race([taken, new Promise((goOn) => setTimeout(goOn, hereFor_ms))])
  }
  location.reload()
}

/** Fetches a new build, if there is one, so that the next reload brings it. */
export async function fetchNewApp(): Promise<void> {
  const registration = await registered()
  if (!registration || !isAppKept()) return
  await registration.update().catch(() => undefined)
  const coming = registration.installing
  if (!coming) return
  await Promise.race([installed(coming), new Promise((goOn) => setTimeout(goOn, hereFor_ms))])
}

const installed = (worker: ServiceWorker): Promise<unknown> =>
  new Promise((resolve) =>
    worker.addEventListener('statechange', () => worker.state !== 'installing' && resolve(null)),
  )

const often_ms = 60 * 60_000

/**
 * Looks for new builds and calls back when one waits. One that waits when a page starts takes over
 * at once, before anything can be typed.
 */
export function followNewApps(onWaiting: () => void): () => void {
  if (!isAppKept()) return () => undefined
  let isOver = false
  const look = async () => {
    await fetchNewApp()
    if (!isOver && (await registered())?.waiting) onWaiting()
  }
  const lookIfSeen = () => document.visibilityState === 'visible' && void look()
  void registered().then((registration) => {
    if (registration?.waiting && !hasUnsavedInput() && performance.now() < hereFor_ms)
      return loadNewApp()
    return look()
  })
  const timer = setInterval(() => void look(), often_ms)
  document.addEventListener('visibilitychange', lookIfSeen)
  return () => {
    isOver = true
    clearInterval(timer)
    document.removeEventListener('visibilitychange', lookIfSeen)
  }
}
