import { useSyncExternalStore } from 'react'
import { isAppKept } from './app-worker.ts'

const follow = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
export const useIsOnline = (): boolean => useSyncExternalStore(follow, () => navigator.onLine)

/** Whether the connection is what failed: in a tunnel, a phone still thinks it is online. */
export const isReachable = async (): Promise<boolean> =>
  navigator.onLine &&
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(4000) }).then(
    () => true,
    () => false,
  )

let isCut = false
const cutListeners = new Set<() => void>()
function setCut(next: boolean): void {
  if (next === isCut) return
  isCut = next
  for (const listener of cutListeners) listener()
}
/** Whether something that needs the server waits for a connection now. */
export const useIsCut = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      cutListeners.add(listener)
      return () => cutListeners.delete(listener)
    },
    () => isCut,
  )

/**
 * Runs something that needs the server once it is reachable. Failures while online, and redirects,
 * which are not errors, are the caller's.
 */
export async function onceOnline<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      const done = await act()
      setCut(false)
      return done
    } catch (fault) {
      if (!(fault instanceof Error) || (await isReachable())) throw fault
      setCut(true)
      await next()
    }
  }
}

/** Fetches a file only once online, since browsers remember a failed import; a phone that keeps the application has it. */
export async function fileOnceOnline<T>(load: () => Promise<T>): Promise<T> {
  while (!navigator.onLine && !isAppKept()) await next()
  return onceOnline(load)
}

const between_ms = 5000
const next = () =>
  new Promise<void>((resolve) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      resolve()
    }
    const timer = setTimeout(go, between_ms)
    addEventListener('online', go)
  })

let loading = 0

/** Prefetches a file of the application. */
export async function ahead(load: (() => Promise<unknown> | undefined) | undefined): Promise<void> {
  loading++
  try {
    await load?.()
  } catch {
    // It is fetched again when needed, and errors are shown then.
  } finally {
    loading--
  }
}

/** True while prefetching: a failed prefetch is no reason to reload a page in use. */
export const isAhead = (): boolean => loading > 0
