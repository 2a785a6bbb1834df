import { Select, type SelectProps } from '@mantine/core'
import { DatePicker, DatePickerInput, type DatePickerInputProps } from '@mantine/dates'
import '@mantine/dates/styles.css'
import { CalendarDays, Clock } from 'lucide-react'
import { useState } from 'react'
import { clockText, weekdayOf } from '../../domain/dates.ts'
import { Sheet, useIsPhone } from './Sheet.tsx'

type DateFieldProps = Omit<DatePickerInputProps, 'value' | 'onChange' | 'type' | 'excludeDate' | 'label'> & {
  label: string
  /** `YYYY-MM-DD`, or null. */
  value: string | null
  onChange: (date: string | null) => void
  /** Weekdays (0 = Sunday) that cannot be chosen. */
  closedWeekdays?: readonly number[]
  /** Any other reason why a date cannot be chosen. */
  isClosed?: (date: string) => boolean
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

/** A local date. A calendar in a popover; on a phone in a sheet over everything else, its days large enough for a thumb. */
export function DateField({ label, value, onChange, closedWeekdays = [], isClosed, minDate, maxDate, ...rest }: DateFieldProps) {
  const isPhone = useIsPhone()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const calendar = {
    firstDayOfWeek: 0,
    // What is closed cannot be chosen; a Saturday that is open is a day like any other.
    weekendDays: [],
    excludeDate: (date: string) => closedWeekdays.includes(weekdayOf(date)) || (isClosed?.(date) ?? false),
    ariaLabels: pages,
    minDate,
    maxDate,
  } satisfies Partial<DatePickerInputProps>
  return (
    <>
      <DatePickerInput
        {...calendar}
        label={label}
        valueFormat="ddd, MMM D, YYYY"
        leftSection={<CalendarDays size={18} aria-hidden />}
        clearButtonProps={{ 'aria-label': 'Clear date' }}
        {...rest}
        {...(isPhone ? { popoverProps: { disabled: true }, onClick: () => setOpen(true) } : {})}
        value={value}
        onChange={onChange}
      />
      {isPhone && (
        <Sheet opened={isOpen} onClose={close} title={label} above>
          <DatePicker
            {...calendar}
            size="lg"
            fullWidth
            value={value}
            defaultDate={value ?? minDate}
            onChange={(date) => {
              onChange(date)
              close()
            }}
          />
        </Sheet>
      )}
    </>
  )
}

type TimeFieldProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  /** Minutes after midnight, or null. */
  value: number | null
  onChange: (minutes: number | null) => void
  /** Choices in minutes; default every 15 from 8:00 AM to 5:00 PM. A value that is none of them is shown all the same. */
  slots?: readonly number[]
}

const usualSlots = Array.from({ length: (1020 - 480) / 15 + 1 }, (_, i) => 480 + i * 15)

/** A time of day from a list of slots; type to find one. */
export function TimeField({ value, onChange, slots = usualSlots, ...rest }: TimeFieldProps) {
  const choices = value !== null && !slots.includes(value) ? [...slots, value].sort((a, b) => a - b) : slots
  return (
    <Select
      searchable
      nothingFoundMessage="No such time"
      leftSection={<Clock size={18} aria-hidden />}
      {...rest}
      data={choices.map((minutes) => ({ value: String(minutes), label: clockText(minutes) }))}
      value={value === null ? null : String(value)}
      onChange={(text) => onChange(text === null ? null : Number(text))}
    />
  )
}
