import { useLayoutEffect, useRef } from 'react'

/**
 * Disabling a button or field while an action runs takes away its focus; restores it afterward,
 * unless it moved elsewhere.
 */
export function useFocusBack(busy: boolean | undefined): void {
  const from = useRef<Element>(null)
  useLayoutEffect(() => {
    const { activeElement, body } = document
    if (busy) from.current = activeElement
    else if (activeElement === body && from.current instanceof HTMLElement) from.current.focus()
  }, [busy])
}
