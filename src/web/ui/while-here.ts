import { useCallback, useEffect, useRef } from 'react'

/** The same act for as long as what asks for it is on screen: an answer that comes after its sheet was left must not close the one opened since. */
export function useWhileHere<A extends unknown[]>(act: (...args: A) => void): (...args: A) => void {
  const now = useRef<typeof act | null>(null)
  useEffect(() => {
    now.current = act
    return () => void (now.current = null)
  })
  return useCallback((...args) => now.current?.(...args), [])
}
