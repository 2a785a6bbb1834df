import { useSyncExternalStore } from 'react'
import { followTime } from './server-time.ts'

const often_ms = 60_000

/**
 * Calls back every minute, immediately when the page becomes visible, since timers stop while a page
 * sleeps, and when it turns out that the phone's clock is off.
 */
function followClock(onTick: () => void): () => void {
  const timer = setInterval(onTick, often_ms)
  document.addEventListener('visibilitychange', onTick)
  addEventListener('focus', onTick)
  addEventListener('pageshow', onTick)
  const forget = followTime(onTick)
  return () => {
    forget()
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onTick)
    removeEventListener('focus', onTick)
    removeEventListener('pageshow', onTick)
  }
}

/** A value read from the clock, such as a date or minutes; rerenders only when it changes. */
export const useClock = <T extends string | number>(read: () => T): T =>
  useSyncExternalStore(followClock, read)
