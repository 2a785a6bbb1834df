import { useEffect, useRef } from 'react'

/** Shift+K on wide screens, but never while somebody types or has a dialog open. */
export function useQuickActionsKey(enabled: boolean, toggle: () => void): void {
  const latest = useRef(toggle)
  useEffect(() => {
    latest.current = toggle
  })
  useEffect(() => {
    if (!enabled) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'K' || !event.shiftKey || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (!matchMedia('(min-width: 62em)').matches) return
      const target = event.target as HTMLElement
      if (target.isContentEditable || target.closest('input, textarea, select, [contenteditable], [role=textbox], [role=combobox]')) return
      const dialog = document.querySelector('[role=dialog]')
      if (dialog && !dialog.textContent?.startsWith('Quick Actions')) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [enabled])
}
