import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { recurrenceText } from '../../../../domain/schedule/recurrence-text.ts'
import type { EditScope, ScheduleRule } from '../../../../domain/schedule/schedule.ts'
import { DateField } from '../../../ui/DateField.tsx'
import css from '../../../ui/forms.module.css'
import { Pills } from '../../../ui/Pills.tsx'
import { TimeField } from '../../../ui/TimeField.tsx'
import { useUnsaved } from '../../../ui/unsaved.tsx'
import { type Calendar, useSlots } from '../../../shared/visits/calendar.ts'
import type { SeriesWish } from '../../../shared/visits/series-wish.ts'
import { TeamField } from '../../../shared/visits/TeamField.tsx'
import { AddressField, BillingField } from './BillingFields.tsx'
import { RepeatFields } from './RepeatFields.tsx'
import { SavingForm } from './SavingForm.tsx'
import { editsOfMove, type SeriesEdits } from './series-edit.ts'
import { seriesEdit, type SeriesEdit, scopeHints, scopes } from './series-sheet.ts'

type Props = {
  rule: ScheduleRule
  wish: Extract<SeriesWish, { what: 'edit' }>
  calendar: Calendar
  onClose: () => void
}

/** What a series is: all of it, or from one visit on, or that visit alone. */
export function EditForm({ rule, wish, calendar, onClose }: Props) {
  const { visit, moved } = wish
  const [scope, setScope] = useState<EditScope>(wish.scope ?? 'following')
  const [edits, setEdits] = useState<SeriesEdits>(() => (moved ? editsOfMove(moved, rule) : {}))
  useUnsaved(edits)
  const set = (next: SeriesEdits) => setEdits((now) => ({ ...now, ...next }))
  const edit = seriesEdit({ scope, edits, rule, visit, today: calendar.today })
  const slots = useSlots(calendar.business_hours, visit.date, visit.duration_minutes)
  return (
    <SavingForm
      body={edit.body}
      reference={visit.occurrence_id}
      done="Series saved"
      onClose={onClose}
      choices={{ replace: scope !== 'this', keep: edit.hasPattern && scope !== 'this' }}
    >
      <div>
        <Pills legend="What to change" options={scopes} value={scope} onChange={setScope} />
        <p className={css.hint}>{scopeHints[scope]}</p>
      </div>
      <div className={css.row}>
        <TimeField
          label="Start time"
          placeholder="Anytime"
          clearable
          value={edit.values.start_minutes}
          onChange={(start_minutes) => set({ start_minutes })}
          slots={slots}
        />
        <TeamField
          teams={calendar.teams}
          value={edit.values.team_id}
          onChange={(team_id) => set({ team_id })}
        />
      </div>
      <WorkFields edit={edit} onChange={set} isOne={scope === 'this'} />
      {scope !== 'this' && (
        <>
          <AddressField
            customer_id={rule.customer_id}
            value={edit.values.location_id}
            onChange={(location_id) => set({ location_id })}
          />
          <BillingField
            value={edit.values.billing_mode}
            onChange={(billing_mode) => set({ billing_mode })}
          />
        </>
      )}
      {scope !== 'this' && (
        <PatternFields
          edit={edit}
          onChange={set}
          today={calendar.today}
          once={rule.pattern === 'once'}
        />
      )}
    </SavingForm>
  )
}

type FieldProps = { edit: SeriesEdit; onChange: (next: SeriesEdits) => void }

function WorkFields({ edit, onChange, isOne }: FieldProps & { isOne: boolean }) {
  const { values, problems } = edit
  return (
    <>
      <div className={css.row}>
        <TextInput
          label="Duration (minutes)"
          inputMode="numeric"
          placeholder="Same as the service"
          value={values.duration}
          onChange={(event) => onChange({ duration: event.currentTarget.value.trim() })}
          error={problems.duration}
        />
        <TextInput
          label="Price"
          inputMode="decimal"
          leftSection="$"
          placeholder="From the catalog"
          value={values.price}
          onChange={(event) => onChange({ price: event.currentTarget.value.trim() })}
          error={problems.price}
        />
      </div>
      <Textarea
        label={isOne ? 'Notes of this visit' : 'Notes of the series'}
        autosize
        minRows={2}
        maxLength={2000}
        value={values.notes}
        onChange={(event) => onChange({ notes: event.currentTarget.value })}
      />
    </>
  )
}

function PatternFields({
  edit: { values, problems, pattern, hasPattern },
  onChange,
  today,
  once,
}: FieldProps & { today: string; once: boolean }) {
  return (
    <>
      <RepeatFields
        values={values}
        onChange={onChange}
        first={pattern.anchor_date ?? pattern.start_date}
        errors={problems}
        once={once}
      />
      {hasPattern && (
        <DateField
          label="First date of the new pattern"
          value={pattern.start_date}
          onChange={(start_date) => onChange({ start_date })}
          minDate={today}
        />
      )}
      <p className={css.preview}>
        <strong>{recurrenceText(pattern)}</strong>
      </p>
      <DateField
        label="End date"
        placeholder="No end"
        clearable
        value={values.end_date}
        onChange={(end_date) => onChange({ end_date })}
        minDate={today}
      />
    </>
  )
}
