import { useState } from 'react'
import {
  dateEntry,
  missingDateSentence,
  writtenDate,
  type DateRange,
} from '../../domain/base/date-words.ts'
import type { LocalDate } from '../../domain/base/dates.ts'
import { useLocale } from '../app/locale.ts'
import { useUnsaved } from './unsaved.tsx'

type Input = {
  value: LocalDate | null
  onChange: (date: LocalDate | null) => void
  clearable: boolean
  today: LocalDate
  range: DateRange
  refuse: ((date: LocalDate) => string | null) | undefined
}

/**
 * A date field's text: what is typed until it is committed, then the date written out, or why it is
 * invalid.
 */
export function useTypedDate({ value, onChange, clearable, today, range, refuse }: Input) {
  const locale = useLocale()
  const [text, setText] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [before, setBefore] = useState(value)
  const reset = () => {
    setText(null)
    setProblem(null)
  }
  // Changed elsewhere: newer than the typed text.
  if (before !== value) {
    setBefore(value)
    reset()
  }
  useUnsaved(text)
  const written = value === null ? '' : writtenDate(value, locale)
  const read = (typed: string): { date: LocalDate | null } | { sentence: string } => {
    if (typed.trim() === '')
      return clearable || value === null
        ? { date: null }
        : { sentence: missingDateSentence(locale) }
    const entry = dateEntry(typed, today, range, locale)
    if (!entry.ok) return entry
    const refused = refuse?.(entry.date)
    return refused ? { sentence: refused } : entry
  }
  const dateOf = (typed: string): LocalDate | null => {
    const found = read(typed)
    return 'date' in found ? found.date : null
  }
  const pick = (date: LocalDate | null) => {
    reset()
    if (date !== value) onChange(date)
  }
  return {
    text: text ?? written,
    problem,
    /** The date in the field before it is committed; null if none. */
    date: text === null ? null : dateOf(text),
    pick,
    /** Sets the typed text, and returns the date it would be. */
    type: (typed: string): LocalDate | null => {
      setText(typed === written ? null : typed)
      setProblem(null)
      return dateOf(typed)
    },
    /** Commits the typed text as a date, or shows why not; false if nothing was typed. */
    settle: (): boolean => {
      if (text === null) return false
      const found = read(text)
      if ('date' in found) pick(found.date)
      else setProblem(found.sentence)
      return true
    },
  }
}
