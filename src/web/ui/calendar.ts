import { useState } from 'react'
import type { LocalDate } from '../../domain/base/dates.ts'
import { useMenu } from './use-menu.ts'

/** Which days can be chosen; `refuse` returns why one in between cannot, as a sentence. */
export type DayLimits = {
  minDate?: LocalDate | undefined
  maxDate?: LocalDate | undefined
  refuse?: ((date: LocalDate) => string | null) | undefined
}

/** The day a calendar opens on: the one that stands in the field, today, or the earliest there may be. */
export function firstOffered(
  { minDate, maxDate, refuse }: DayLimits,
  shown: LocalDate | null,
  today: LocalDate,
): LocalDate | undefined {
  const isOffered = (date: LocalDate) =>
    !(minDate && date < minDate) && !(maxDate && date > maxDate) && !refuse?.(date)
  return [shown, today, minDate].find((date) => date && isOffered(date)) ?? undefined
}

/** `beside`: the keys stay with the field. `within`: they are the calendar's, as always on a phone. */
type Unfolded = 'beside' | 'within' | null

function useUnfolded(isPhone: boolean) {
  const [beside, setBeside] = useState<Unfolded>(null)
  const sheet = useMenu('calendar')
  const open = isPhone ? (sheet.opened ? 'within' : null) : beside
  const setOpen = (how: Unfolded) => (isPhone ? sheet.onChange(how !== null) : setBeside(how))
  return [open, setOpen] as const
}

type Input = { isPhone: boolean; opensOn: LocalDate; focusField: () => void }

/** The calendar of a date field: how it stands open, and on which month. */
export function useCalendar({ isPhone, opensOn, focusField }: Input) {
  const [open, setOpen] = useUnfolded(isPhone)
  const [month, setMonth] = useState<string>()
  const fold = () => setOpen(null)
  const unfold = (how: 'beside' | 'within') => {
    setMonth(opensOn)
    setOpen(how)
  }
  const close = () => {
    if (open === 'within' && !isPhone) focusField()
    fold()
  }
  const toggle = () => (open === null ? unfold('within') : close())
  return { open, month, setMonth, unfold, fold, close, toggle }
}
