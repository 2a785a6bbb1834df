import {
  ActionIcon,
  Input,
  InputBase,
  Popover,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { DatePicker, type DatePickerProps } from '@mantine/dates'
import '@mantine/dates/styles.css'
import { useMediaQuery } from '@mantine/hooks'
import { CalendarDays } from 'lucide-react'
import {
  useEffect,
  useId,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { writtenDate } from '../../domain/base/date-words.ts'
import type { LocalDate } from '../../domain/base/dates.ts'
import { currentLocale, useLocale } from '../app/locale.ts'
import { useToday } from '../app/today.ts'
import { useWords, wordsNow } from '../app/words.ts'
import { firstOffered, useCalendar, type DayLimits } from './calendar.ts'
import css from './date-field.module.css'
import { Sheet, useIsPhone } from './Sheet.tsx'
import { useTypedDate } from './typed-date.ts'
import { uiWords } from '../../words/en/ui.ts'
import { localeTags, type Locale } from '../../domain/base/locale.ts'

type Shown = Pick<
  TextInputProps,
  'placeholder' | 'description' | 'disabled' | 'w' | 'maw' | 'error'
> & {
  label: string
  'data-autofocus'?: boolean
}
type Value = {
  value: LocalDate | null
  onChange: (date: LocalDate | null) => void
  /** Whether the date is optional. */
  clearable?: boolean
}

/**
 * A local date: typed in everyday language, or picked from a calendar, which opens next to the
 * field or, on a phone, in a sheet with days large enough for a thumb. Touch opens the calendar
 * right away, since an on-screen keyboard would cover it.
 */
export function DateField({
  value,
  onChange,
  clearable = false,
  minDate,
  maxDate,
  refuse,
  ...shown
}: Shown & Value & DayLimits) {
  const limits = { minDate, maxDate, refuse }
  const field = useDateField({ value, onChange, clearable }, limits)
  const words = useWords(uiWords)
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const canClear = clearable && field.shown !== null && !shown.disabled
  const said = {
    ...shown,
    ref: field.input,
    error: field.typed.problem ?? shown.error,
    errorProps: { role: field.typed.problem ? ('alert' as const) : undefined },
    field,
    clear: canClear && <Input.ClearButton aria-label={words.clearDate} onClick={field.empty} />,
  }
  return (
    <Unfolding field={field} label={shown.label} days={<Days field={field} limits={limits} />}>
      {isTouch ? <TouchField {...said} value={value} /> : <TypedField {...said} />}
    </Unfolding>
  )
}

type Field = ReturnType<typeof useDateField>

/** The typed text, the value, and the calendar. */
function useDateField({ value, onChange, clearable }: Required<Value>, limits: DayLimits) {
  const today = useToday()
  const isPhone = useIsPhone()
  const { minDate: min, maxDate: max, refuse } = limits
  const typed = useTypedDate({ value, onChange, clearable, today, range: { min, max }, refuse })
  const input = useRef<HTMLInputElement & HTMLButtonElement>(null)
  useEffect(() => input.current?.setCustomValidity(typed.problem ?? ''), [typed.problem])
  const shown = typed.date ?? value
  const first = firstOffered(limits, shown, today)
  const focusField = () => input.current?.focus()
  const calendar = useCalendar({ isPhone, opensOn: first ?? today, focusField })
  const empty = () => {
    typed.pick(null)
    // The button is gone by then.
    focusField()
  }
  return { typed, input, shown, first, calendar, isPhone, empty, box: useId() }
}

type UnfoldingProps = { field: Field; label: string; days: ReactNode; children: ReactNode }

/** The calendar, next to the field or in a sheet. */
const Unfolding = ({ field, label, days, children }: UnfoldingProps) => (
  <>
    <Popover
      opened={field.calendar.open !== null && !field.isPhone}
      onChange={(opened) => !opened && field.calendar.close()}
      position="bottom-start"
      trapFocus={field.calendar.open === 'within'}
      withRoles={false}
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown {...dialogOf(field, label)} onMouseDown={(event) => event.preventDefault()}>
        {days}
      </Popover.Dropdown>
    </Popover>
    {field.isPhone && (
      <Sheet
        opened={field.calendar.open !== null}
        onClose={field.calendar.close}
        title={label}
        above
      >
        {days}
      </Sheet>
    )}
  </>
)

const dialogOf = ({ box }: Field, label: string) => ({
  id: box,
  role: 'dialog',
  'aria-label': wordsNow(uiWords).calendarOf(label),
})

const Days = ({ field, limits }: { field: Field; limits: DayLimits }) => (
  <DatePicker
    classNames={{ day: css.day! }}
    firstDayOfWeek={0}
    // Closed days cannot be picked; an open Saturday is a day like any other.
    weekendDays={[]}
    excludeDate={(date) => limits.refuse?.(date) != null}
    ariaLabels={useWords(uiWords).calendarPages}
    {...calendarTexts(useLocale())}
    minDate={limits.minDate}
    maxDate={limits.maxDate}
    {...(field.isPhone ? ({ size: 'lg', fullWidth: true } as const) : { __stopPropagation: true })}
    getDayProps={(date) => (date === field.first ? { 'data-autofocus': true } : {})}
    value={field.shown}
    date={field.calendar.month}
    onDateChange={field.calendar.setMonth}
    onChange={(date) => {
      if (date) field.typed.pick(date)
      field.calendar.close()
    }}
  />
)

type MessageProps = Shown & {
  ref: Ref<HTMLInputElement & HTMLButtonElement>
  errorProps: { role: 'alert' | undefined }
  field: Field
  clear: ReactNode
}

const TouchField = ({
  field,
  clear,
  value,
  ...said
}: MessageProps & { value: LocalDate | null }) => (
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
    onClick={field.calendar.toggle}
  >
    {value ? (
      writtenDate(value, currentLocale())
    ) : (
      <Input.Placeholder>{said.placeholder}</Input.Placeholder>
    )}
  </InputBase>
)

function TypedField({ field, clear, ...said }: MessageProps) {
  const { typed, calendar, isPhone } = field
  const isOpen = calendar.open !== null
  return (
    <TextInput
      {...said}
      {...openerOf(field)}
      // An open calendar handles Escape, and the sheet around it stays.
      data-mantine-stop-propagation={isOpen || undefined}
      autoComplete="off"
      spellCheck={false}
      classNames={{ wrapper: css.wrapper!, input: css.input!, section: css.section! }}
      value={typed.text}
      onChange={(event) => {
        const date = typed.type(event.currentTarget.value)
        if (date) calendar.setMonth(date)
      }}
      onKeyDown={(event) => press(event, field)}
      onFocus={(event) => event.currentTarget.select()}
      onClick={() => !isOpen && !isPhone && calendar.unfold('beside')}
      onBlur={(event) => leave(event, field)}
      leftSection={<CalendarButton {...said} toggle={calendar.toggle} />}
      leftSectionWidth={32}
      leftSectionPointerEvents="all"
      rightSection={clear}
      rightSectionPointerEvents="all"
      rightSectionWidth={clear ? 26 : 0}
    />
  )
}

const openerOf = ({ box, calendar, isPhone }: Field) =>
  ({
    role: 'combobox',
    'aria-haspopup': 'dialog',
    'aria-expanded': calendar.open !== null,
    'aria-controls': calendar.open && !isPhone ? box : undefined,
  }) as const

function press(event: KeyboardEvent, { typed, calendar, input }: Field): void {
  /** Selects a written-out date, so that it is read aloud and replaced by typing. */
  const selectText = () => input.current?.validity.valid && input.current.select()
  if (event.key === 'ArrowDown') calendar.unfold('within')
  // Enter first commits the typed text; the next Enter submits the form.
  else if (event.key === 'Enter' && (typed.settle() || calendar.open !== null)) {
    calendar.fold()
    requestAnimationFrame(selectText)
  } else if (event.key === 'Escape' && calendar.open !== null) calendar.fold()
  else return
  event.preventDefault()
}

function leave(event: FocusEvent, { typed, calendar }: Field): void {
  // Focus in the calendar or another window does not count as leaving.
  if (calendar.open === 'within' || document.activeElement === event.currentTarget) return
  calendar.fold()
  typed.settle()
}

type ButtonProps = Pick<Shown, 'label' | 'disabled'> & { toggle: () => void }

const CalendarButton = ({ label, disabled, toggle }: ButtonProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    c="inherit"
    size={28}
    tabIndex={-1}
    disabled={disabled}
    aria-label={wordsNow(uiWords).calendarOf(label)}
    // Neither takes the focus from the field nor counts as a click outside the open calendar.
    onMouseDown={(event) => {
      event.preventDefault()
      event.stopPropagation()
    }}
    onClick={toggle}
  >
    <CalendarDays size={18} aria-hidden />
  </ActionIcon>
)

type Texts = Pick<
  DatePickerProps,
  'weekdayFormat' | 'monthLabelFormat' | 'monthsListFormat' | 'getDayAriaLabel'
>

/** The names of days and months in a calendar; English is the calendar's own. */
function calendarTexts(locale: Locale): Texts {
  if (locale === 'en') return {}
  const by = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(localeTags[locale], { timeZone: 'UTC', ...options })
    return (date: string) => format.format(new Date(`${date.slice(0, 10)}T12:00:00Z`))
  }
  return {
    weekdayFormat: by({ weekday: 'narrow' }),
    monthLabelFormat: by({ month: 'long', year: 'numeric' }),
    monthsListFormat: by({ month: 'short' }),
    getDayAriaLabel: by({ day: 'numeric', month: 'long', year: 'numeric' }),
  }
}
