import { useLayoutEffect, useRef, type RefObject } from 'react'

/** For a button that is shut while its act is under way, and loses the focus by that: it has it again afterwards, unless that went elsewhere. */
export function useFocusBack(busy: boolean | undefined): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const had = useRef<Element>(null)
  useLayoutEffect(() => {
    const { activeElement, body } = document
    if (busy) had.current = activeElement
    else if (had.current === button.current && activeElement === body) button.current?.focus()
  }, [busy])
  return button
}
