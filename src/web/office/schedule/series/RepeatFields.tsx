import { NumberInput, Select, Button, Checkbox } from '@mantine/core'
import { type LocalDate, monthNames } from '../../../../domain/base/dates.ts'
import { intervalBounds, intervalPatterns, patterns } from '../../../../domain/base/cadence.ts'
import { patternLabels, unitOf, type RepeatValues, asksWeekdays } from './add-rule.ts'
import css from '../../../ui/forms.module.css'
import {
  type RepeatErrors,
  hasWrongOption,
  monthDayOf,
  monthDayOptions,
  usesMoreOptions,
  weekOfMonthDay,
  withSeason,
  type SeasonEnd,
} from './more-options.ts'
import { PillChecks, Pills } from '../../../ui/Pills.tsx'
import { ChevronDown } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { weekdaysText } from '../../../../domain/schedule/recurrence-text.ts'
import { bufferDaysMax, type CountsFrom } from '../../../../domain/schedule/recurrence.ts'

type Props = {
  values: RepeatValues
  onChange: (next: Partial<RepeatValues>) => void
  /** The date the pattern begins with. */
  first: LocalDate
  errors: RepeatErrors
  /** How often is settled; the rest is not. */
  locked?: boolean
  /** Whether it may be a single date. */
  once?: boolean
}

/** How often work is done; what little of it needs stands behind More options. */
export function RepeatFields({ once = true, ...props }: Props) {
  const isOnce = unitOf(props.values.pattern) === 'once'
  return (
    <>
      <PatternRow {...props} once={once} />
      <WeekdaysOf {...props} />
      {!isOnce && <MoreOptions {...props} />}
    </>
  )
}

type Usual = (typeof usualPatterns)[number]
const usualPatterns = ['once', 'weekly'] as const
const isUsual = (pattern: string): pattern is Usual => usualPatterns.some((one) => one === pattern)

/** How often new work is done: the two usual answers as buttons, the others behind a third. */
export function HowOften(props: Props) {
  const { pattern } = props.values
  const [isOther, setOther] = useState(!isUsual(pattern))
  if (props.locked) return <PatternRow {...props} once />
  const shown = isOther || !isUsual(pattern) ? 'other' : pattern
  return (
    <>
      <Pills
        legend="How often"
        options={[
          ...usualPatterns.map((value) => ({ value, label: patternLabels[value] })),
          { value: 'other', label: 'Other' },
        ]}
        value={shown}
        onChange={(next) => {
          setOther(next === 'other')
          if (isUsual(next)) props.onChange({ pattern: next })
        }}
      />
      {shown === 'other' && <PatternRow {...props} once />}
    </>
  )
}

function PatternRow({ values, onChange, errors, locked, once }: Props) {
  const { pattern, interval } = values
  const unit = unitOf(pattern)
  return (
    <div className={css.row}>
      <Select
        label="Pattern"
        data={patterns
          .filter((one) => once || one !== 'once')
          .map((one) => ({ value: one, label: patternLabels[one] }))}
        value={pattern}
        onChange={(next) => next && onChange({ pattern: next })}
        allowDeselect={false}
        disabled={locked}
      />
      {intervalPatterns.has(pattern) && unit !== 'once' && (
        <NumberInput
          label={unit === 'week' ? 'Weeks between visits' : 'Months between visits'}
          min={1}
          max={intervalBounds[unit].max}
          allowDecimal={false}
          value={interval}
          onChange={(next) => onChange({ interval: Number(next) || 0 })}
          error={errors.interval}
          disabled={locked}
        />
      )}
    </div>
  )
}

const WeekdaysOf = ({ values, onChange }: FieldProps) =>
  unitOf(values.pattern) === 'week' && (
    <Weekdays value={values.weekdays} onChange={(weekdays) => onChange({ weekdays })} />
  )

const weekdayOptions = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].map((label, value) => ({
  value,
  label,
}))

/** On which days of the week. `runs`: the working days can be chosen at once. */
function Weekdays({
  value,
  onChange,
  runs = true,
}: {
  value: number[]
  onChange: (weekdays: number[]) => void
  runs?: boolean
}) {
  const isWorkweek = value.join() === '1,2,3,4,5'
  return (
    <div>
      <PillChecks
        legend="Weekdays"
        options={weekdayOptions}
        value={value}
        onChange={(days) => onChange(days.sort((a, b) => a - b))}
      >
        {runs && (
          <Button
            variant="subtle"
            size="compact-md"
            aria-pressed={isWorkweek}
            onClick={() => onChange(isWorkweek ? [] : [1, 2, 3, 4, 5])}
          >
            Mon–Fri
          </Button>
        )}
      </PillChecks>
      <p className={css.hint}>
        {value.length === 0 && 'None chosen: the weekday of the start date.'}
      </p>
    </div>
  )
}

type FieldProps = { values: RepeatValues; onChange: (next: Partial<RepeatValues>) => void }
type DayProps = FieldProps & { first: LocalDate; errors: RepeatErrors }

/** Which day of a month, which months of the year, what becomes of closed days, and how far a visit may wander. */
const MoreOptions = (props: DayProps) => (
  <Fold startOpen={usesMoreOptions(props.values)} mustOpen={hasWrongOption(props.errors)}>
    <Options {...props} />
  </Fold>
)

type RestProps = DayProps & {
  /** Fields of the work itself that few need. */
  children: ReactNode
  /** Whether one of those is in use, or wrong. */
  inUse: boolean
  isWrong: boolean
}

/** All that new work seldom needs, how it repeats and the rest. */
export const AddOptions = ({ children, inUse, isWrong, ...props }: RestProps) => (
  <Fold
    startOpen={inUse || usesMoreOptions(props.values)}
    mustOpen={isWrong || hasWrongOption(props.errors)}
  >
    <WeekdaysOf {...props} />
    {unitOf(props.values.pattern) !== 'once' && <Options {...props} />}
    {children}
  </Fold>
)

const Options = ({ values, onChange, first, errors }: DayProps) => (
  <>
    {unitOf(values.pattern) === 'month' && (
      <MonthDay values={values} onChange={onChange} first={first} />
    )}
    <div className={css.row}>
      <SeasonMonth
        label="First month of the season"
        field="season_start_month"
        {...{ values, onChange }}
      />
      <SeasonMonth
        label="Last month of the season"
        field="season_end_month"
        {...{ values, onChange }}
        error={errors.season_end_month}
      />
    </div>
    <Checkbox
      label="Skip visits that fall on a closed date"
      description="Otherwise they move to the next open day."
      checked={values.skips_closed}
      onChange={(event) => onChange({ skips_closed: event.currentTarget.checked })}
    />
    <NextVisit values={values} onChange={onChange} errors={errors} />
  </>
)

type FoldProps = { startOpen: boolean; mustOpen: boolean; children: ReactNode }

function Fold({ startOpen, mustOpen, children }: FoldProps) {
  const [isUnfolded, unfold] = useState(startOpen)
  const id = useId()
  const isOpen = isUnfolded || mustOpen
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-md"
        mih={44}
        ml={-8}
        aria-expanded={isOpen}
        aria-controls={id}
        rightSection={
          <ChevronDown size={16} aria-hidden style={{ rotate: isOpen ? '180deg' : undefined }} />
        }
        onClick={() => unfold(!isOpen)}
      >
        More options
      </Button>
      <div id={id} hidden={!isOpen}>
        <div className={css.fields}>{children}</div>
      </div>
    </div>
  )
}

function MonthDay({ values, onChange, first }: FieldProps & { first: LocalDate }) {
  const weekdays = weekdaysText({ weekdays: values.weekdays, start_date: first })
  return (
    <>
      <Select
        label="Day of the month"
        data={monthDayOptions(weekdays)}
        value={monthDayOf(values.month_week)}
        onChange={(next) => onChange({ month_week: weekOfMonthDay(next) })}
        allowDeselect={false}
      />
      {asksWeekdays(values) && (
        <Weekdays
          value={values.weekdays}
          onChange={(next) => onChange({ weekdays: next })}
          runs={false}
        />
      )}
    </>
  )
}

type SeasonMonthProps = FieldProps & { label: string; field: SeasonEnd; error?: string | undefined }

const SeasonMonth = ({ label, field, values, onChange, error }: SeasonMonthProps) => (
  <Select
    label={label}
    placeholder="All year"
    clearable
    data={months}
    value={values[field] === null ? null : String(values[field])}
    onChange={(month) => onChange(withSeason(field, month))}
    error={error}
  />
)

const months = monthNames.map((label, at) => ({ value: String(at + 1), label }))

const NextVisit = ({ values, onChange, errors }: FieldProps & { errors: RepeatErrors }) => (
  <div className={css.row}>
    <Select
      label="Next visit counts from"
      data={countsFromLabels}
      value={values.counts_from}
      onChange={(next) => next && onChange({ counts_from: next })}
      allowDeselect={false}
      error={errors.counts_from}
    />
    <NumberInput
      label="May be moved by up to (days)"
      placeholder="Any number"
      min={0}
      max={bufferDaysMax}
      allowDecimal={false}
      value={values.buffer_days ?? ''}
      onChange={(next) => onChange({ buffer_days: next === '' ? null : Number(next) })}
      error={errors.buffer_days}
    />
  </div>
)

const countsFromLabels: { value: CountsFrom; label: string }[] = [
  { value: 'schedule', label: 'The planned date' },
  { value: 'completion', label: 'The day it is done' },
]
