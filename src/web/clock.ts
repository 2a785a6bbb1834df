import { useSyncExternalStore } from 'react'

const often_ms = 30_000

/** Calls back as time passes: about twice a minute, and at once when the page is looked at again, for a page that slept heard no timer. */
export function followClock(tell: () => void): () => void {
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

/** What the clock says, read anew as time passes: a date, a number of minutes; rendered again only when it differs. */
export const useClock = <T extends string | number>(read: () => T): T => useSyncExternalStore(followClock, read)
