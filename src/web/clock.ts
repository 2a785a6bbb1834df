import { useSyncExternalStore } from 'react'

const often_ms = 30_000

/** Calls back as time passes: about twice a minute, and at once when the page is looked at again, for a page that slept heard no timer. */
function followClock(tell: () => void): () => void {
  const timer = setInterval(tell, often_ms)
  document.addEventListener('visibilitychange', tell)
  addEventListener('focus', tell)
  addEventListener('pageshow', tell)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tell)
    removeEventListener('focus', tell)
    removeEventListener('pageshow', tell)
  }
}

/** A value read from the clock, such as a date or minutes; rerenders only when it changes. */
export const useClock = <T extends string | number>(read: () => T): T =>
  useSyncExternalStore(followClock, read)
