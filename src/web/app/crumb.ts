import { useEffect, useSyncExternalStore } from 'react'

let current: string | null = null
const listeners = new Set<() => void>()
const set = (text: string | null) => {
  current = text
  for (const listener of listeners) listener()
}

/**
 * Sets the page's name in the breadcrumb and tab if the route's title is too general:
 * `useCrumb(invoice?.number)`.
 */
export function useCrumb(text: string | null | undefined): void {
  useEffect(() => {
    if (!text) return
    set(text)
    return () => set(null)
  }, [text])
}

export const useCurrentCrumb = (): string | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
