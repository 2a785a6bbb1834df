import { Select, type ComboboxItem, type OptionsFilter, type SelectProps } from '@mantine/core'
import { Clock } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { clockText } from '../../domain/base/dates.ts'
import { startEntry } from '../../domain/base/hours.ts'
import { spoken, useWords } from '../app/words.ts'
import { useLocale } from '../app/locale.ts'
import { useUnsaved } from './unsaved.tsx'
import { uiWords } from '../../words/en/ui.ts'

type TimeFieldProps = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'allowDeselect'> & {
  /** Minutes after midnight, or null. */
  value: number | null
  onChange: (minutes: number | null) => void
  /**
   * Choices in minutes; by default every 15 from 8:00 AM to 5:00 PM. Also shows a value not in the
   * list.
   */
  slots?: readonly number[] | undefined
  allowDeselect?: boolean
}

const usualSlots = Array.from({ length: (1020 - 480) / 15 + 1 }, (_, i) => 480 + i * 15)

/** A time of day: from a list of slots, or typed in everyday language, in the list or not. */
export function TimeField({
  value,
  onChange,
  slots = usualSlots,
  error,
  allowDeselect = true,
  ...rest
}: TimeFieldProps) {
  const words = useWords(uiWords)
  const locale = useLocale()
  const input = useRef<HTMLInputElement>(null)
  const chosen = value === null ? '' : clockText(value, locale)
  const [text, setText] = useState(chosen)
  const [problem, setProblem] = useState<string | null>(null)
  const [before, setBefore] = useState(value)
  // Changed elsewhere: newer than the typed text.
  if (before !== value) {
    setBefore(value)
    setText(chosen)
    setProblem(null)
  }
  useEffect(() => input.current?.setCustomValidity(problem ?? ''), [problem])
  const typed = text.trim() === '' || text === chosen ? null : text
  useUnsaved(typed)
  const entry = typed === null ? null : startEntry(typed, slots)
  const read = entry?.ok ? entry.minutes : null
  const data = useMemo(
    () =>
      [...new Set([...slots, ...[value, read].filter((minutes) => minutes !== null)])]
        .sort((a, b) => a - b)
        .map((minutes) => ({ value: String(minutes), label: clockText(minutes, locale) })),
    [slots, value, read, locale],
  )
  const filter: OptionsFilter = ({ options, search }) => {
    const asked = search.trim().toLowerCase()
    const isRead = ({ value: minutes }: ComboboxItem) => minutes === String(read)
    const found = (options as ComboboxItem[]).filter(
      (option) => isRead(option) || option.label.toLowerCase().includes(asked),
    )
    return found.sort((a, b) => Number(isRead(b)) - Number(isRead(a)))
  }
  const settle = () => {
    if (typed === null) return
    if (read !== null) return onChange(read)
    setText(typed)
    setProblem(entry?.ok === false ? spoken(entry.message) : null)
  }
  return (
    <Select
      searchable
      nothingFoundMessage={words.noTime}
      leftSection={<Clock size={18} aria-hidden />}
      {...rest}
      ref={input}
      error={problem ?? error}
      errorProps={{ role: problem ? 'alert' : undefined }}
      data={data}
      value={value === null ? null : String(value)}
      // Selects the typed time, even if it equals the current one.
      allowDeselect={allowDeselect && typed === null}
      selectFirstOptionOnChange
      filter={filter}
      searchValue={text}
      onSearchChange={(next) => {
        setText(next)
        setProblem(null)
      }}
      onBlur={settle}
      onChange={(minutes) => {
        setProblem(null)
        onChange(minutes === null ? null : Number(minutes))
      }}
    />
  )
}
