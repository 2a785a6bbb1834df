type BoardAct = 'clear' | 'earlier' | 'later' | 'tray' | 'choose'

type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey'>

/** What a key pressed on a board asks for; null if nothing. */
export function actOfKey({ key, altKey, ctrlKey, metaKey }: Key): BoardAct | null {
  if (key === 'Escape') return 'clear'
  if (altKey && key === 'ArrowUp') return 'earlier'
  if (altKey && key === 'ArrowDown') return 'later'
  if (altKey || ctrlKey || metaKey) return null
  if (key.toLowerCase() === 't') return 'tray'
  if (key.toLowerCase() === 'm') return 'choose'
  return null
}
