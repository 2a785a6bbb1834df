import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/**
 * A text input that reports its value shortly after typing stops. It keeps its own text while
 * typing, and follows the value when it changes elsewhere: a link, the Back button, "Clear
 * filters".
 */
export function useTyped(value: string, onChange: (text: string) => void, delay_ms = 250) {
  const [state, setState] = useState({ typed: value, reported: value, seen: value })
  if (value !== state.seen)
    setState({
      typed: value === state.reported ? state.typed : value,
      reported: value,
      seen: value,
    })
  const later = useDebouncedCallback((text: string) => {
    setState((now) => ({ ...now, reported: text }))
    onChange(text)
  }, delay_ms)
  return {
    typed: state.typed,
    type: (text: string) => {
      setState((now) => ({ ...now, typed: text }))
      later(text.trim())
    },
    clear: () => {
      later.cancel()
      setState((now) => ({ ...now, typed: '', reported: '' }))
      onChange('')
    },
  }
}
