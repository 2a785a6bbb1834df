import { useSyncExternalStore } from 'react'

const follow = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
export const useIsOnline = (): boolean => useSyncExternalStore(follow, () => navigator.onLine)

/** Whether it is the connection that failed: in a tunnel a phone goes on believing that it has one. */
export const isReachable = async (): Promise<boolean> =>
  navigator.onLine &&
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(4000) }).then(
    () => true,
    () => false,
  )

/** Does what takes a server as soon as there is one. What failed with one that answers, and a redirect, which is no error, is the caller's. */
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

/** Fetches a file of the application, not before there is a connection: the browser remembers a file that it could not get. */
export async function fileOnceOnline<T>(load: () => Promise<T>): Promise<T> {
  while (!navigator.onLine) await next()
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
