import { useCallback, useEffect, useId } from 'react'
import { closeLayer, openLayer, useLayer, type Passing } from './sheet-stack.ts'

/** A menu or a calendar that Back closes, before any sheet under it and before the page: `<Menu {...useMenu()}>`. */
export function useMenu(kind: Passing = 'menu') {
  const id = useId().replaceAll(/[^a-z0-9]/gi, '')
  const opened = useLayer(kind, id) !== undefined
  const onChange = useCallback(
    (isOpen: boolean) => (isOpen ? openLayer({ name: kind, id }) : closeLayer(kind, id)),
    [kind, id],
  )
  // The menu's own handler hears Escape only while the focus is inside it, and a sheet that is just closing may take it.
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
