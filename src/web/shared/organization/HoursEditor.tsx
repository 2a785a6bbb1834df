import { Button, Switch, Text, TextInput, UnstyledButton } from '@mantine/core'
import { Copy, Pencil } from 'lucide-react'
import { useState } from 'react'
import { clockText, dayNames } from '../../../domain/base/dates.ts'
import {
  allClosed,
  copyMondayToFriday,
  defaultOpening,
  hoursProblems,
  missingTimeMessage,
  parseHoursEntry,
  type BusinessHours,
  type DayHours,
} from '../../../domain/base/hours.ts'
import { Notice } from '../../ui/Notice.tsx'
import classes from './hours.module.css'

type Props = {
  hours: BusinessHours
  onChange: (hours: BusinessHours) => void
  /** Also report open days without a time: after the first attempt to save. */
  strict?: boolean
  readOnly?: boolean
  /** One line for each day; the one that is changed has its fields. */
  folded?: boolean
}

/** A week's opening hours, typed the way people write them: 9, 930, 9:30, 14:30. */
export function HoursEditor({
  hours,
  onChange,
  strict = false,
  readOnly = false,
  folded = false,
}: Props) {
  const [open, setOpen] = useState<number | null>(null)
  const problems = hoursProblems(hours)
  const change = (weekday: number, part: Partial<DayHours>) =>
    onChange(hours.map((day) => (day.weekday === weekday ? { ...day, ...part } : day)))
  return (
    <fieldset className={classes.editor} aria-label="Business hours">
      {!readOnly && (
        <div className={classes.tools}>
          <Text c="dimmed" fz="sm">
            Type times like 9, 930, 9:30 or 14:30.
          </Text>
          <Button
            type="button"
            variant="default"
            size="xs"
            leftSection={<Copy size={16} aria-hidden />}
            onClick={() => onChange(copyMondayToFriday(hours))}
          >
            Copy Mon to Fri
          </Button>
        </div>
      )}
      {hours.map((day) => {
        const problem = problems.find(({ weekday }) => weekday === day.weekday)?.message
        if (folded && open !== day.weekday && !problem)
          return <DayLine key={day.weekday} day={day} onOpen={() => setOpen(day.weekday)} />
        return (
          <DayRow
            key={day.weekday}
            day={day}
            // A day just opened has no times yet; that is an error only on save.
            problem={strict || problem !== missingTimeMessage ? problem : undefined}
            readOnly={readOnly}
            onChange={(part) => change(day.weekday, part)}
          />
        )
      })}
      {allClosed(hours) && (
        <Notice>
          Every day is closed. You can continue, but customers who sign up will see no hours.
        </Notice>
      )}
    </fieldset>
  )
}

/** A day at a glance, and the way to its fields. */
function DayLine({ day, onOpen }: { day: DayHours; onOpen: () => void }) {
  const name = dayNames[day.weekday]!
  const text = (minutes: number | null) => (minutes === null ? '' : clockText(minutes % 1440))
  return (
    <UnstyledButton className={classes.line} aria-label={`Change ${name}`} onClick={onOpen}>
      <Text span fw={600}>
        {name}
      </Text>
      <Text span c={day.is_closed ? 'dimmed' : undefined}>
        {day.is_closed ? 'Closed' : `${text(day.opens_minutes)} – ${text(day.closes_minutes)}`}
      </Text>
      <Pencil size={16} aria-hidden />
    </UnstyledButton>
  )
}

type RowProps = {
  day: DayHours
  problem: string | undefined
  readOnly: boolean
  onChange: (part: Partial<DayHours>) => void
}

function DayRow({ day, problem, readOnly, onChange }: RowProps) {
  const [refused, setRefused] = useState<string | null>(null)
  const name = dayNames[day.weekday]!
  const said = day.is_closed ? null : (refused ?? problem ?? null)
  const isNight = !day.is_closed && (day.closes_minutes ?? 0) >= 1440
  const common = {
    disabled: day.is_closed,
    readOnly,
    onRefused: setRefused,
    describedBy: `hours-${day.weekday}`,
  }
  const toggle = (is_closed: boolean) => {
    setRefused(null)
    // A day opened for the first time starts with common hours, which are faster to correct than to
    // type.
    const blank = day.opens_minutes === null && day.closes_minutes === null
    onChange(!is_closed && blank ? { ...defaultOpening, is_closed } : { is_closed })
  }
  return (
    <div className={classes.row}>
      <Text fw={600} className={classes.day}>
        {name}
      </Text>
      <div className={classes.times}>
        <TimeEntry
          label={`${name} opens`}
          minutes={day.opens_minutes}
          {...common}
          onMinutes={(opens_minutes) => onChange({ opens_minutes })}
        />
        <span aria-hidden>–</span>
        <TimeEntry
          label={`${name} closes`}
          minutes={day.closes_minutes}
          closing
          opens={day.opens_minutes}
          {...common}
          onMinutes={(closes_minutes) => onChange({ closes_minutes })}
        />
      </div>
      <Switch
        className={classes.closed}
        label="Open"
        aria-label={`${name} open`}
        checked={!day.is_closed}
        disabled={readOnly}
        onChange={(event) => toggle(!event.currentTarget.checked)}
      />
      {/* The line is always rendered, so that nothing moves away under the pointer. */}
      <Text
        id={`hours-${day.weekday}`}
        role="alert"
        fz="sm"
        c={said ? 'var(--mantine-color-error)' : 'dimmed'}
        className={classes.problem}
      >
        {said ?? (isNight ? 'Closes the next day' : null)}
      </Text>
    </div>
  )
}

type EntryProps = {
  label: string
  minutes: number | null
  onMinutes: (minutes: number | null) => void
  onRefused: (message: string | null) => void
  closing?: boolean
  opens?: number | null
  disabled: boolean
  readOnly: boolean
  describedBy: string
}

/** One time of day. Invalid input reverts to the previous value, and the row says why. */
function TimeEntry({
  label,
  minutes,
  onMinutes,
  onRefused,
  closing = false,
  opens = null,
  disabled,
  readOnly,
  describedBy,
}: EntryProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const take = () => {
    if (typed === null) return
    setTyped(null)
    if (typed.trim() === '') {
      onRefused(null)
      return onMinutes(null)
    }
    const entry = parseHoursEntry(typed, { closing, opens_minutes: opens })
    onRefused(entry.ok ? null : entry.message)
    if (entry.ok) onMinutes(entry.minutes)
  }
  return (
    <TextInput
      aria-label={label}
      aria-describedby={describedBy}
      value={disabled ? '' : (typed ?? (minutes === null ? '' : clockText(minutes % 1440)))}
      placeholder={disabled ? 'Closed' : closing ? '5:00 PM' : '9:00 AM'}
      disabled={disabled}
      readOnly={readOnly}
      autoComplete="off"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take()
      }}
    />
  )
}
