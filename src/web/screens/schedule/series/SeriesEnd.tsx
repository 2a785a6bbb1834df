import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { LocalDate } from '../../../../domain/dates.ts'
import { recurrenceText } from '../../../../domain/recurrence-text.ts'
import type { ScheduleRule } from '../../../../domain/schedule.ts'
import type { Visit } from '../../../../domain/visit.ts'
import { DateField } from '../../../ui/DateField.tsx'
import css from '../../../ui/forms.module.css'
import { useUnsaved } from '../../../ui/unsaved.tsx'
import { dateLabel, dayLabel } from '../../../ui/when.ts'
import { SavingForm } from './SavingForm.tsx'
import { endedText, yearMore } from './series-sheet.ts'

type Props = {
  rule: ScheduleRule
  reference: string
  /** The visit it may end with; null where its end is only put off. */
  visit: Visit | null
  today: LocalDate
  onClose: () => void
}

/** When a series ends. */
export function EndForm({ rule, reference, visit, today, onClose }: Props) {
  const [end_date, setEnd] = useState(visit ? rule.end_date : yearMore(rule.end_date, today))
  useUnsaved(end_date)
  const choices = [
    ...(visit && visit.date >= today
      ? [{ label: `With the visit of ${dayLabel(visit.date)}`, end: visit.date }]
      : []),
    { label: 'One more year', end: yearMore(rule.end_date, today) },
    { label: 'No end', end: null },
  ]
  return (
    <SavingForm
      body={end_date === rule.end_date ? null : { scope: 'all', end_date }}
      reference={reference}
      done={endedText(rule.end_date, end_date)}
      onClose={onClose}
    >
      <Text size="sm">
        {recurrenceText(rule)},{' '}
        {rule.end_date ? `until ${dateLabel(rule.end_date)}` : 'without an end'}
      </Text>
      <DateField
        label="Last date"
        placeholder="No end"
        clearable
        value={end_date}
        onChange={setEnd}
        minDate={today}
        data-autofocus
      />
      <div className={css.buttons} style={{ marginTop: 0 }}>
        {choices.map(({ label, end }) => (
          <Button key={label} variant="default" size="compact-md" onClick={() => setEnd(end)}>
            {label}
          </Button>
        ))}
      </div>
    </SavingForm>
  )
}
