import { Select } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api, newIdempotencyKey } from '../../app/client.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { clockErrors, clockNames, type ClockValues, ClockFields, momentOf } from './ClockFields.tsx'
import { refreshHours, type Hours } from './queries.ts'

type Props = { opened: boolean; onClose: () => void; hours: Hours | null }
const empty: ClockValues = { person_id: '', start: '', end: '', pause: '0', reason: '' }

/** Adds a shift that was not clocked. */
export function AddShift({ opened, onClose, hours }: Props) {
  const form = useAddForm(hours?.time_zone ?? 'UTC', onClose)
  return (
    <FormSheet opened={opened} onClose={onClose} title="New shift" form={form} action="Save shift">
      <Select
        label="Person"
        required
        searchable
        data={(hours?.timesheets ?? []).map(({ person_id, name }) => ({
          value: person_id,
          label: name,
        }))}
        {...form.getInputProps('person_id')}
      />
      <ClockFields form={form} isOver />
    </FormSheet>
  )
}

function useAddForm(zone: string, onClose: () => void) {
  const cache = useQueryClient()
  const key = useRef(newIdempotencyKey())
  return useActionForm<ClockValues, unknown>({
    initialValues: empty,
    validate: (values) => ({
      ...clockErrors(values),
      ...(values.person_id ? {} : { person_id: 'Choose a person' }),
      ...(values.end ? {} : { end: 'Enter when the shift ended' }),
    }),
    failure: 'Failed to add shift',
    fields: clockNames,
    send: ({ person_id, start, end, pause, reason }) =>
      api['POST /api/owner/timesheets']({
        body: {
          person_id,
          started_at: momentOf(start, null, zone)!,
          ended_at: momentOf(end, null, zone)!,
          break_minutes: Number(pause || 0),
          reason,
        },
        idempotency_key: key.current,
      }),
    sent: async () => {
      toast.done('Shift added')
      onClose()
      await refreshHours(cache)
    },
  })
}
