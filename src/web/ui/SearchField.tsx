import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'

const debounceMs = 400
type Props = {
  label: string
  placeholder: string
  value: string
  change: (text: string) => void
  className?: string | undefined
}

/** A search that begins once typing pauses. */
export function SearchField({ label, placeholder, value, change, className }: Props) {
  const [typed, setTyped] = useState(value)
  const [settled] = useDebouncedValue(typed, debounceMs)
  useEffect(() => {
    if (settled.trim() !== value) change(settled.trim())
    // Only what was typed starts a search.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [settled])
  return (
    <TextInput
      className={className}
      label={label}
      placeholder={placeholder}
      leftSection={<Search size={17} aria-hidden />}
      value={typed}
      maxLength={200}
      flex="2 1 220px"
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  )
}
