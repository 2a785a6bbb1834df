import { useEffect } from 'react'
import { ahead } from '../ahead.ts'
import { queryClient } from '../query-client.ts'

const look_ms = 500

/**
 * Fetches what this screen may open, once it is shown with its data: on a slow connection the files
 * would delay those.
 */
export function useSoon(loads: readonly (() => Promise<unknown>)[]): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (queryClient.isFetching() > 0 || document.querySelector('main [aria-busy=true]')) return
      clearInterval(timer)
      for (const load of loads) void ahead(load)
    }, look_ms)
    return () => clearInterval(timer)
  }, [loads])
}
