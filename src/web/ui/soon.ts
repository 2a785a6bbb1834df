import { useEffect, useState } from 'react'
import { ahead } from '../ahead.ts'
import { queryClient } from '../query-client.ts'

const look_ms = 500
const longest_ms = 3000

/** Acts once the screen is shown with its data. Returns how to call it off. */
function whenShown(act: () => void): () => void {
  const timer = setInterval(() => {
    if (queryClient.isFetching() > 0 || document.querySelector('main [aria-busy=true]')) return
    clearInterval(timer)
    act()
  }, look_ms)
  return () => clearInterval(timer)
}

/**
 * Fetches what this screen may open, once it is shown with its data: on a slow connection the files
 * would delay those.
 */
export function useSoon(loads: readonly (() => Promise<unknown>)[]): void {
  useEffect(
    () =>
      whenShown(() => {
        for (const load of loads) void ahead(load)
      }),
    [loads],
  )
}

/** Whether the first screen is shown with its data, or has had three seconds: what it can do without may follow. */
export function useIsShown(): boolean {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (isShown) return
    const show = () => setShown(true)
    const callOff = whenShown(show)
    const timer = setTimeout(show, longest_ms)
    return () => {
      callOff()
      clearTimeout(timer)
    }
  }, [isShown])
  return isShown
}
