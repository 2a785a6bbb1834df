import { useCallback, useEffect, useId } from 'react'
import { closeLayer, openLayer, useLayer, type Passing } from './sheet-stack.ts'

/**
 * A menu or calendar that Back closes before any sheet or page under it: `<Menu {...useMenu()}>`.
 */
export function useMenu(kind: Passing = 'menu') {
  const id = useId().replaceAll(/[^a-z0-9]/gi, '')
  const opened = useLayer(kind, id) !== undefined
  const onChange = useCallback(
    (isOpen: boolean) => (isOpen ? openLayer({ name: kind, id }) : closeLayer(kind, id)),
    [kind, id],
  )
  // The menu's own handler gets Escape only while the focus is inside it, and a closing sheet may
  // have taken the focus.
  useEffect(() => {
    if (!opened) return
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onChange(false)
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [opened, onChange])
  return { opened, onChange }
}
