import { Button } from '@mantine/core'
import css from '../../../ui/forms.module.css'
import { PillChecks } from '../../../ui/Pills.tsx'

const weekdayOptions = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].map((label, value) => ({
  value,
  label,
}))

/** On which days of the week. `runs`: the working days can be chosen at once. */
export function Weekdays({
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
