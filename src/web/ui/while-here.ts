import { useCallback, useEffect, useRef } from 'react'

/**
 * Calls `act` only while the calling component is on screen: a late response must not close a sheet
 * opened since.
 */
export function useWhileHere<A extends unknown[]>(act: (...args: A) => void): (...args: A) => void {
  const now = useRef<typeof act | null>(null)
  useEffect(() => {
    now.current = act
    return () => void (now.current = null)
  })
  return useCallback((...args) => now.current?.(...args), [])
}
