import { useSyncExternalStore } from 'react'

const often_ms = 30_000

/**
 * Calls back about twice a minute, and immediately when the page becomes visible, since timers stop
 * while a page sleeps.
 */
function followClock(onTick: () => void): () => void {
  const timer = setInterval(onTick, often_ms)
  document.addEventListener('visibilitychange', onTick)
  addEventListener('focus', onTick)
  addEventListener('pageshow', onTick)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onTick)
    removeEventListener('focus', onTick)
    removeEventListener('pageshow', onTick)
  }
}

/** A value read from the clock, such as a date or minutes; rerenders only when it changes. */
export const useClock = <T extends string | number>(read: () => T): T =>
  useSyncExternalStore(followClock, read)
