import { useSyncExternalStore } from 'react'
import { ApiError } from '../client.ts'
import { meQuery } from '../me.ts'
import { queryClient } from '../query-client.ts'

let isRefused = false
const listeners = new Set<() => void>()

function set(next: boolean): void {
  if (next === isRefused) return
  isRefused = next
  for (const listener of listeners) listener()
}

/** The server took what was sent. */
export const letIn = (): void => set(false)

/**
 * True if the server knows this person no longer, or not as a crew of this business: another try
 * would get the same answer, so nothing is sent until they sign in, act, or look at the page.
 */
export function refusesAccess(error: unknown): boolean {
  const is = error instanceof ApiError && (error.status === 401 || error.status === 403)
  set(is)
  // Their role, or the business they are in, may have changed.
  if (is) void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
  return is
}

/** Whether the last try was refused for want of access. */
export const useIsRefused = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isRefused,
  )
