import { Button, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { LocalDate } from '../../../../domain/base/dates.ts'
import { api, newIdempotencyKey } from '../../../app/client.ts'
import { FormProblem } from '../../../ui/FormProblem.tsx'
import { FormFoot } from '../../../ui/FormSheet.tsx'
import { useActionForm, type ActionForm } from '../../../ui/action-form.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { DateField } from '../../../ui/DateField.tsx'
import { TimeField } from '../../../ui/TimeField.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useWhileHere } from '../../../ui/while-here.ts'
import css from '../../../ui/forms.module.css'
import { reloadEvents, reloadSchedule } from '../../../shared/visits/queries.ts'
import { type Calendar, useSlots } from '../../../shared/visits/calendar.ts'
import { SheetFoot } from '../../../ui/SheetFoot.tsx'
import { TeamField } from '../../../shared/visits/TeamField.tsx'
import { useSheet } from '../../../ui/use-sheet.ts'
import {
  checkEvent,
  eventBody,
  eventValues,
  type EditedEvent,
  type EventValues,
} from './misc-event.ts'

type Props = {
  opened: boolean
  onClose: () => void
  calendar: Calendar
  /** Null: a new one. */
  event: EditedEvent | null
  date?: LocalDate | undefined
}

/** Something on the calendar that is no visit. */
export function MiscEventForm({ opened, onClose, event, ...rest }: Props) {
  return (
    <Sheet
      opened={opened}
      onClose={onClose}
      title={event ? 'Misc Event' : 'Add Misc Event'}
      side
      size="md"
    >
      {opened && <EventForm key={event?.id} event={event} onClose={onClose} {...rest} />}
    </Sheet>
  )
}

function EventForm({ onClose, calendar, event, date }: Omit<Props, 'opened'>) {
  const leave = useWhileHere(onClose)
  const changed = (text: string) => {
    toast.done(text)
    void reloadSchedule()
    void reloadEvents()
    leave()
  }
  const form = useEventForm(event, date ?? calendar.today, changed)
  return (
    <form onSubmit={form.submit} noValidate>
      <div className={css.fields} inert={form.sending}>
        <EventFields form={form} calendar={calendar} />
        <FormProblem text={form.problem} />
      </div>
      <SheetFoot>
        {event && (
          <DeleteEvent
            id={event.id}
            title={form.values.title}
            onDeleted={() => changed('Event deleted')}
          />
        )}
        <FormFoot form={form} action={event ? 'Save' : 'Add Misc Event'} away="Close" />
      </SheetFoot>
    </form>
  )
}

function useEventForm(
  event: EditedEvent | null,
  date: LocalDate,
  onSaved: (text: string) => void,
): ActionForm<EventValues> {
  const [idempotency_key] = useState(newIdempotencyKey)
  return useActionForm<EventValues, unknown>({
    initialValues: eventValues(event, date),
    validate: checkEvent,
    failure: event ? 'Failed to save changes' : 'Failed to add event',
    send: (values) => {
      const body = eventBody(values)
      if (event) return api['PATCH /api/owner/misc-events/{id}']({ params: { id: event.id }, body })
      return api['POST /api/owner/misc-events']({ body, idempotency_key })
    },
    sent: () => onSaved(event ? 'Saved' : 'Misc event added'),
  })
}

type FieldsProps = { form: ActionForm<EventValues>; calendar: Calendar }

function EventFields({ form, calendar }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Title"
        required
        data-autofocus
        maxLength={200}
        {...form.getInputProps('title')}
      />
      <EventTime form={form} calendar={calendar} />
      <TeamField
        teams={calendar.teams}
        nobody="Everyone"
        value={form.values.team_id}
        onChange={(team_id) => form.setValues({ team_id })}
      />
      <Textarea
        label="Notes"
        autosize
        minRows={2}
        maxLength={2000}
        {...form.getInputProps('notes')}
      />
    </>
  )
}

function EventTime({ form: { values, errors, setValues }, calendar }: FieldsProps) {
  const slots = useSlots(calendar.business_hours, values.date, null)
  return (
    <>
      <DateField
        label="Date"
        value={values.date}
        onChange={(day) => setValues({ date: day ?? '' })}
        error={errors.date}
      />
      <div className={css.row}>
        <TimeField
          label="Start time"
          placeholder="All day"
          clearable
          value={values.start_minutes}
          onChange={(start_minutes) => setValues({ start_minutes })}
          slots={slots}
          error={errors.start_minutes}
        />
        <NumberInput
          label="Duration (minutes)"
          min={1}
          max={1440}
          step={15}
          allowDecimal={false}
          clampBehavior="none"
          value={values.duration_minutes}
          onChange={(minutes) => setValues({ duration_minutes: Number(minutes) || 0 })}
          error={errors.duration_minutes}
        />
      </div>
    </>
  )
}

type DeleteProps = { id: string; title: string; onDeleted: () => void }

/** Asks before it deletes an event. */
function DeleteEvent({ id, title, onDeleted }: DeleteProps) {
  const deleting = useSheet('delete-event')
  const remove = async () => {
    await api['DELETE /api/owner/misc-events/{id}']({ params: { id } })
    onDeleted()
  }
  return (
    <>
      <Button variant="light" color="red" onClick={() => deleting.show(true)} mr="auto">
        Delete
      </Button>
      <ConfirmDialog
        opened={deleting.opened}
        onClose={deleting.hide}
        title="Delete this event?"
        confirm="Delete"
        danger
        onConfirm={remove}
        failure="Failed to delete event"
      >
        {title}
      </ConfirmDialog>
    </>
  )
}
