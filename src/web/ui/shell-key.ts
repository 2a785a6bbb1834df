import { useEffect, useEffectEvent } from 'react'
import { keepHere } from '../app/local.ts'

const kept = 'fieldhive.keys'
/**
 * Whether single-key shortcuts are on for this device. People who dictate, or hit keys by accident,
 * can turn them off (WCAG 2.1.4).
 */
export const singleKeys = (): boolean => localStorage.getItem(kept) !== 'off'
export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(kept)
  else keepHere(kept, 'off')
}

/**
 * A shortcut that opens something in the shell, unless another dialog is open (its own starts with
 * `own`), or while typing without Ctrl or Cmd.
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
