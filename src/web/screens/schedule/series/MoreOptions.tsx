import { Button, Checkbox, NumberInput, Select } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { monthNames, type LocalDate } from '../../../../domain/dates.ts'
import { weekdaysText } from '../../../../domain/recurrence-text.ts'
import { bufferDaysMax, type CountsFrom } from '../../../../domain/recurrence.ts'
import css from '../../../ui/forms.module.css'
import { asksWeekdays, unitOf, type RepeatValues } from './add-rule.ts'
import {
  hasWrongOption,
  monthDayOf,
  monthDayOptions,
  usesMoreOptions,
  weekOfMonthDay,
  withSeason,
  type RepeatErrors,
  type SeasonEnd,
} from './more-options.ts'
import { Weekdays } from './Weekdays.tsx'

type FieldProps = { values: RepeatValues; onChange: (next: Partial<RepeatValues>) => void }
type Props = FieldProps & { first: LocalDate; errors: RepeatErrors }

/** Which day of a month, which months of the year, what becomes of closed days, and how far a visit may wander. */
export function MoreOptions({ values, onChange, first, errors }: Props) {
  return (
    <Fold startOpen={usesMoreOptions(values)} mustOpen={hasWrongOption(errors)}>
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
        label="Leave out visits that fall on a closed date"
        description="Otherwise they move to the next open day."
        checked={values.skips_closed}
        onChange={(event) => onChange({ skips_closed: event.currentTarget.checked })}
      />
      <NextVisit values={values} onChange={onChange} errors={errors} />
    </Fold>
  )
}

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
