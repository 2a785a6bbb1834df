import { useRef, useState } from 'react'

/**
 * What a sheet is about. It stays known while the sheet closes, so that its text does not vanish before it does; `key` is new with
 * every opening, so that a form inside starts afresh.
 */
export function useSheet<T>() {
  const [state, setState] = useState<{ about: T | null; opened: boolean; key: number }>({ about: null, opened: false, key: 0 })
  const openedFrom = useRef<Element | null>(null)
  return {
    ...state,
    show: (about: T) => {
      openedFrom.current = document.activeElement
      setState(({ key }) => ({ about, opened: true, key: key + 1 }))
    },
    hide: () => {
      setState((now) => ({ ...now, opened: false }))
      bringBack(openedFrom.current)
    },
  }
}

/** A sheet that was mounted open does not know where the focus came from, so it is brought back here, once the sheet is gone. */
export function bringBack(from: Element | null, looks = 30): void {
  setTimeout(() => {
    const here = document.activeElement
    if (!(from instanceof HTMLElement) || !from.isConnected || looks === 0) return
    if (!here || here === document.body) from.focus()
    // How long it takes to go depends on the machine; until then the focus is inside it.
    else if (here.closest('[role=dialog]')) bringBack(from, looks - 1)
  }, 100)
}
