import { NumberInput, Select } from '@mantine/core'
import type { LocalDate } from '../../../../domain/dates.ts'
import { intervalBounds, intervalPatterns, patterns } from '../../../../domain/cadence.ts'
import { patternLabels, unitOf, type RepeatValues } from './add-rule.ts'
import css from '../../../ui/forms.module.css'
import type { RepeatErrors } from './more-options.ts'
import { MoreOptions } from './MoreOptions.tsx'
import { Weekdays } from './Weekdays.tsx'

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
