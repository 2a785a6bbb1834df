import { Button, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { LocalDate } from '../../../../domain/dates.ts'
import { api, newIdempotencyKey } from '../../../client.ts'
import { FormProblem } from '../../../ui/FormProblem.tsx'
import { FormFoot } from '../../../ui/FormSheet.tsx'
import { useActionForm } from '../../../ui/action-form.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { DateField } from '../../../ui/DateField.tsx'
import { TimeField } from '../../../ui/TimeField.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useWhileHere } from '../../../ui/while-here.ts'
import css from '../../../ui/forms.module.css'
import { reloadEvents, reloadSchedule } from '../../../visits/queries.ts'
import type { Calendar } from '../../../visits/calendar.ts'
import { SheetFoot } from '../../../ui/SheetFoot.tsx'
import { useSlots } from '../../../visits/use-slots.ts'
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
  const [key] = useState(newIdempotencyKey)
  const deleting = useSheet('delete-event')
  const leave = useWhileHere(onClose)
  const form = useActionForm<EventValues, unknown>({
    initialValues: eventValues(event, date ?? calendar.today),
    validate: checkEvent,
    failure: event ? 'Failed to save changes' : 'Failed to add event',
    send: (values) => {
      const body = eventBody(values)
      if (event) return api['PATCH /api/owner/misc-events/{id}']({ params: { id: event.id }, body })
      return api['POST /api/owner/misc-events']({ body, idempotency_key: key })
    },
    sent: () => {
      toast.done(event ? 'Saved' : 'Misc event added')
      void reloadSchedule()
      void reloadEvents()
      leave()
    },
  })
  const { values } = form
  const slots = useSlots(calendar.business_hours, values.date, null)
  const remove = async () => {
    if (!event) return
    await api['DELETE /api/owner/misc-events/{id}']({ params: { id: event.id } })
    toast.done('Event deleted')
    void reloadSchedule()
    void reloadEvents()
    leave()
  }
  return (
    <form onSubmit={form.submit} noValidate>
      <div className={css.fields} inert={form.sending}>
        <TextInput
          label="Title"
          required
          data-autofocus
          maxLength={200}
          {...form.getInputProps('title')}
        />
        <DateField
          label="Date"
          value={values.date}
          onChange={(day) => form.setValues({ date: day ?? '' })}
          error={form.errors.date}
        />
        <div className={css.row}>
          <TimeField
            label="Start time"
            placeholder="All day"
            clearable
            value={values.start_minutes}
            onChange={(start_minutes) => form.setValues({ start_minutes })}
            slots={slots}
            error={form.errors.start_minutes}
          />
          <NumberInput
            label="Duration (minutes)"
            min={1}
            max={1440}
            step={15}
            allowDecimal={false}
            clampBehavior="none"
            value={values.duration_minutes}
            onChange={(minutes) => form.setValues({ duration_minutes: Number(minutes) || 0 })}
            error={form.errors.duration_minutes}
          />
        </div>
        <Select
          label="Team"
          data={[
            { value: 'all', label: 'Everyone' },
            ...calendar.teams.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={values.team_id ?? 'all'}
          onChange={(id) => form.setValues({ team_id: id === 'all' ? null : id })}
          allowDeselect={false}
        />
        <Textarea
          label="Notes"
          autosize
          minRows={2}
          maxLength={2000}
          {...form.getInputProps('notes')}
        />
        <FormProblem text={form.problem} />
      </div>
      <SheetFoot>
        {event && (
          <Button variant="light" color="red" onClick={() => deleting.show(true)} mr="auto">
            Delete
          </Button>
        )}
        <FormFoot form={form} action={event ? 'Save' : 'Add Misc Event'} away="Close" />
      </SheetFoot>
      <ConfirmDialog
        opened={deleting.opened}
        onClose={deleting.hide}
        title="Delete this event?"
        confirm="Delete"
        danger
        onConfirm={remove}
        failure="Failed to delete event"
      >
        {values.title}
      </ConfirmDialog>
    </form>
  )
}
