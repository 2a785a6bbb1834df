import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/**
 * A box whose text is told a little after typing stops. It keeps what is being typed for itself, and follows the value when somebody
 * else changes it: a link, the back button, "Clear filters".
 */
export function useTyped(value: string, tell: (text: string) => void, delay_ms = 250) {
  const [state, setState] = useState({ typed: value, told: value, seen: value })
  if (value !== state.seen)
    setState({ typed: value === state.told ? state.typed : value, told: value, seen: value })
  const later = useDebouncedCallback((text: string) => {
    setState((now) => ({ ...now, told: text }))
    tell(text)
  }, delay_ms)
  return {
    typed: state.typed,
    type: (text: string) => {
      setState((now) => ({ ...now, typed: text }))
      later(text.trim())
    },
    clear: () => {
      later.cancel()
      setState((now) => ({ ...now, typed: '', told: '' }))
      tell('')
    },
  }
}
