import { useSyncExternalStore } from 'react'
import { useIsOnline } from '../online.ts'

type Line = 'acts' | 'photos'
const stuck = new Set<Line>()
const listeners = new Set<() => void>()

/** Keeps whether the last try to send failed. */
export function markTry(line: Line, failed: boolean): void {
  if (stuck.has(line) === failed) return
  if (failed) stuck.add(line)
  else stuck.delete(line)
  for (const listener of listeners) listener()
}

const follow = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const isStuck = () => stuck.size > 0

/** Whether what waits is being sent: there is a connection, and no try has failed since the last that worked. */
export function useIsUnderWay(): boolean {
  const isOnline = useIsOnline()
  return !useSyncExternalStore(follow, isStuck) && isOnline
}
