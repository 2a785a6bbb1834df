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

/**
 * Runs something that needs the server once it is reachable. Failures while online, and redirects,
 * which are not errors, are the caller's.
 */
export async function onceOnline<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act()
    } catch (fault) {
      if (!(fault instanceof Error) || (await isReachable())) throw fault
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
