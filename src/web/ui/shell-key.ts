import { useEffect, useEffectEvent } from 'react'

const kept = 'fieldhive.keys'
/** Whether single keys open things on this device. Who speaks to it, or strikes keys by accident, may switch them off (WCAG 2.1.4). */
export const singleKeys = (): boolean => localStorage.getItem(kept) !== 'off'
export const setSingleKeys = (on: boolean): void =>
  on ? localStorage.removeItem(kept) : localStorage.setItem(kept, 'off')

/**
 * A key that opens something of the shell, but never while a dialog is open other than the one it opens, which begins with `own`; nor
 * while typing, unless Ctrl or Cmd is held.
 */
export function useShellKey(
  isMeant: (event: KeyboardEvent) => boolean,
  act: () => void,
  own = ' ',
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.repeat || !isMeant(event)) return
    const isLetter = !event.ctrlKey && !event.metaKey
    if (isLetter && !singleKeys()) return
    const target = event.target as HTMLElement
    const isTyping =
      target.isContentEditable ||
      target.closest('input, textarea, select, [contenteditable], [role=textbox], [role=combobox]')
    if (isTyping && isLetter) return
    const dialog = document.querySelector('[role=dialog]')
    if (dialog && !dialog.textContent?.startsWith(own)) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
