import { useLayoutEffect, useRef } from 'react'

/** While an act is under way its button and its fields are shut, and lose the focus by that: it is brought back afterwards, unless it went elsewhere. */
export function useFocusBack(busy: boolean | undefined): void {
  const from = useRef<Element>(null)
  useLayoutEffect(() => {
    const { activeElement, body } = document
    if (busy) from.current = activeElement
    else if (activeElement === body && from.current instanceof HTMLElement) from.current.focus()
  }, [busy])
}
