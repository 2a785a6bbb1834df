import { Button, Checkbox, NumberInput, Select } from '@mantine/core'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { monthNames, type LocalDate } from '../../../../domain/dates.ts'
import { intervalBounds, intervalPatterns, patterns } from '../../../../domain/cadence.ts'
import { bufferDaysMax, type CountsFrom, type MonthWeek } from '../../../../domain/recurrence.ts'
import { monthWeekText, weekdaysText } from '../../../../domain/recurrence-text.ts'
import { asksWeekdays, patternLabels, unitOf, type RepeatValues } from './add-rule.ts'
import css from '../../../ui/forms.module.css'
import { Weekdays } from './Weekdays.tsx'

type Props = {
  values: RepeatValues
  onChange: (next: Partial<RepeatValues>) => void
  /** The date the pattern begins with. */
  first: LocalDate
  errors: { [Field in keyof RepeatValues]?: string | undefined }
  /** How often is settled; the rest is not. */
  locked?: boolean
  /** Whether it may be a single date. */
  once?: boolean
}

/** How often work is done; what little of it needs stands behind More options. */
export function RepeatFields({ values, onChange, first, errors, locked, once = true }: Props) {
  const { pattern, interval } = values
  const unit = unitOf(pattern)
  return (
    <>
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
      {unit === 'week' && (
        <Weekdays value={values.weekdays} onChange={(weekdays) => onChange({ weekdays })} />
      )}
      {unit !== 'once' && (
        <MoreOptions values={values} onChange={onChange} first={first} errors={errors} />
      )}
    </>
  )
}

/** Which day of a month, which months of the year, what becomes of closed days, and how far a visit may wander. */
function MoreOptions({ values, onChange, first, errors }: Props) {
  const month_week = unitOf(values.pattern) === 'month' ? values.month_week : null
  const [isUnfolded, unfold] = useState(
    month_week !== null ||
      values.season_start_month !== null ||
      values.skips_closed ||
      values.counts_from === 'completion' ||
      values.buffer_days !== null,
  )
  const id = useId()
  // What is wrong must be in sight.
  const isOpen =
    isUnfolded ||
    [errors.season_end_month, errors.counts_from, errors.buffer_days].some(
      (error) => error !== undefined,
    )
  const weekdays = weekdaysText({ weekdays: values.weekdays, start_date: first })
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
        <div className={css.fields}>
          {unitOf(values.pattern) === 'month' && (
            <Select
              label="Day of the month"
              data={[
                { value: 'day', label: 'The same day of the month' },
                ...[1, 2, 3, 4, -1].map((week) => ({
                  value: String(week),
                  label: `The ${monthWeekText(week)} ${weekdays}`,
                })),
              ]}
              value={month_week === null ? 'day' : String(month_week)}
              onChange={(next) =>
                onChange({
                  month_week: next === 'day' || next === null ? null : (Number(next) as MonthWeek),
                })
              }
              allowDeselect={false}
            />
          )}
          {unitOf(values.pattern) === 'month' && asksWeekdays(values) && (
            <Weekdays
              value={values.weekdays}
              onChange={(next) => onChange({ weekdays: next })}
              runs={false}
            />
          )}
          <div className={css.row}>
            <SeasonMonth
              label="First month of the season"
              field="season_start_month"
              other="season_end_month"
              {...{ values, onChange }}
            />
            <SeasonMonth
              label="Last month of the season"
              field="season_end_month"
              other="season_start_month"
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
        </div>
      </div>
    </div>
  )
}

type SeasonEnd = 'season_start_month' | 'season_end_month'
type SeasonMonthProps = Pick<Props, 'values' | 'onChange'> & {
  label: string
  field: SeasonEnd
  other: SeasonEnd
  error?: string | undefined
}

/** One end of the season. There is none without the other: who clears one works all year. */
function SeasonMonth({ label, field, other, values, onChange, error }: SeasonMonthProps) {
  return (
    <Select
      label={label}
      placeholder="All year"
      clearable
      data={months}
      value={values[field] === null ? null : String(values[field])}
      onChange={(next) =>
        onChange(next === null ? { [field]: null, [other]: null } : { [field]: Number(next) })
      }
      error={error}
    />
  )
}

const countsFromLabels: { value: CountsFrom; label: string }[] = [
  { value: 'schedule', label: 'The planned date' },
  { value: 'completion', label: 'The day it is done' },
]

const months = monthNames.map((label, at) => ({ value: String(at + 1), label }))
