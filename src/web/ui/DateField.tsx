import {
  ActionIcon,
  Input,
  InputBase,
  Popover,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.css'
import { useMediaQuery } from '@mantine/hooks'
import { CalendarDays } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { writtenDate } from '../../domain/date-words.ts'
import type { LocalDate } from '../../domain/dates.ts'
import { useToday } from '../today.ts'
import css from './date-field.module.css'
import { Sheet, useIsPhone } from './Sheet.tsx'
import { useTypedDate } from './typed-date.ts'
import { useMenu } from './use-menu.ts'

type DateFieldProps = Pick<
  TextInputProps,
  'placeholder' | 'description' | 'disabled' | 'w' | 'maw' | 'error'
> & {
  label: string
  value: LocalDate | null
  onChange: (date: LocalDate | null) => void
  minDate?: LocalDate | undefined
  maxDate?: LocalDate | undefined
  /** Why a date in between cannot be chosen, as a sentence. */
  refuse?: (date: LocalDate) => string | null
  /** Whether there may be no date. */
  clearable?: boolean
  'data-autofocus'?: boolean
}

/** What the calendar's buttons without words are called. */
const pages = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
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

/**
 * A local date: typed as people say it, or chosen in a calendar, which opens beside the field; on a phone in a sheet over everything else,
 * its days large enough for a thumb. A finger gets the calendar at once, for the keys of a touch screen would cover it.
 */
export function DateField({
  label,
  value,
  onChange,
  minDate,
  maxDate,
  refuse,
  clearable = false,
  error,
  ...rest
}: DateFieldProps) {
  const today = useToday()
  const isPhone = useIsPhone()
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const typed = useTypedDate({
    value,
    onChange,
    clearable,
    today,
    range: { min: minDate, max: maxDate },
    refuse,
  })
  const input = useRef<HTMLInputElement & HTMLButtonElement>(null)
  useEffect(() => input.current?.setCustomValidity(typed.problem ?? ''), [typed.problem])

  const [open, setOpen] = useUnfolded(isPhone)
  const box = useId()
  const close = () => {
    if (open === 'within' && !isPhone) input.current?.focus()
    setOpen(null)
  }
  const shown = typed.date ?? value
  const isOffered = (date: LocalDate) =>
    !(minDate && date < minDate) && !(maxDate && date > maxDate) && !refuse?.(date)
  const first = [shown, today, minDate].find((date) => date && isOffered(date))
  const [month, setMonth] = useState<string>()
  const unfold = (how: 'beside' | 'within') => {
    setMonth(first ?? today)
    setOpen(how)
  }
  const type = (text: string) => {
    const date = typed.type(text)
    if (date) setMonth(date)
  }
  /** A day that was written out is chosen as text: that is read aloud, and gives way to what is typed next. */
  const hear = () => input.current?.validity.valid && input.current.select()
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') unfold('within')
    // What was typed is first written out; the form is sent by the next Enter.
    else if (event.key === 'Enter' && (typed.settle() || open !== null)) {
      setOpen(null)
      requestAnimationFrame(hear)
    } else if (event.key === 'Escape' && open !== null) setOpen(null)
    else return
    event.preventDefault()
  }

  const calendar = (
    <DatePicker
      classNames={{ day: css.day! }}
      firstDayOfWeek={0}
      // What is closed cannot be chosen; a Saturday that is open is a day like any other.
      weekendDays={[]}
      excludeDate={(date) => refuse?.(date) != null}
      ariaLabels={pages}
      minDate={minDate}
      maxDate={maxDate}
      {...(isPhone ? ({ size: 'lg', fullWidth: true } as const) : { __stopPropagation: true })}
      getDayProps={(date) => (date === first ? { 'data-autofocus': true } : {})}
      value={shown}
      date={month}
      onDateChange={setMonth}
      onChange={(date) => {
        if (date) typed.pick(date)
        close()
      }}
    />
  )
  const empty = () => {
    typed.pick(null)
    // The button is gone then.
    input.current?.focus()
  }
  const clear = clearable && shown !== null && !rest.disabled && (
    <Input.ClearButton aria-label="Clear date" onClick={empty} />
  )
  const said = {
    ...rest,
    ref: input,
    label,
    error: typed.problem ?? error,
    errorProps: { role: typed.problem ? 'alert' : undefined },
  }
  const opener = {
    role: 'combobox',
    'aria-haspopup': 'dialog',
    'aria-expanded': open !== null,
    'aria-controls': open && !isPhone ? box : undefined,
  } as const
  const field = isTouch ? (
    <InputBase
      {...said}
      component="button"
      type="button"
      pointer
      multiline
      aria-haspopup="dialog"
      leftSection={<CalendarDays size={18} aria-hidden />}
      rightSection={clear}
      rightSectionPointerEvents="all"
      onClick={() => (open === null ? unfold('within') : close())}
    >
      {value ? writtenDate(value) : <Input.Placeholder>{rest.placeholder}</Input.Placeholder>}
    </InputBase>
  ) : (
    <TextInput
      {...said}
      {...opener}
      // An open calendar takes Escape for itself: the sheet around it stays.
      data-mantine-stop-propagation={open !== null || undefined}
      autoComplete="off"
      spellCheck={false}
      classNames={{ wrapper: css.wrapper!, input: css.input!, section: css.section! }}
      value={typed.text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={press}
      onFocus={(event) => event.currentTarget.select()}
      onClick={() => open === null && !isPhone && unfold('beside')}
      onBlur={(event) => {
        // Neither the calendar nor another window is somewhere else.
        if (open === 'within' || document.activeElement === event.currentTarget) return
        setOpen(null)
        typed.settle()
      }}
      leftSection={
        <ActionIcon
          variant="subtle"
          color="gray"
          c="inherit"
          size={28}
          tabIndex={-1}
          disabled={rest.disabled}
          aria-label={`${label}: calendar`}
          // Neither takes the keys from the field nor counts as a press beside the open calendar.
          onMouseDown={(event) => {
            event.preventDefault()
            event.stopPropagation()
          }}
          onClick={() => (open === null ? unfold('within') : close())}
        >
          <CalendarDays size={18} aria-hidden />
        </ActionIcon>
      }
      leftSectionWidth={32}
      leftSectionPointerEvents="all"
      rightSection={clear}
      rightSectionPointerEvents="all"
      rightSectionWidth={clear ? 26 : 0}
    />
  )
  const dialog = { id: box, role: 'dialog', 'aria-label': `${label}: calendar` }
  return (
    <>
      <Popover
        opened={open !== null && !isPhone}
        onChange={(opened) => !opened && close()}
        position="bottom-start"
        trapFocus={open === 'within'}
        withRoles={false}
      >
        <Popover.Target>{field}</Popover.Target>
        <Popover.Dropdown {...dialog} onMouseDown={(event) => event.preventDefault()}>
          {calendar}
        </Popover.Dropdown>
      </Popover>
      {isPhone && (
        <Sheet opened={open !== null} onClose={close} title={label} above>
          {calendar}
        </Sheet>
      )}
    </>
  )
}
