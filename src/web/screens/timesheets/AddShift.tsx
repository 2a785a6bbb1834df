import { Select, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api, newIdempotencyKey } from '../../client.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { momentOf } from './local-time.ts'
import { refreshHours, type Hours } from './queries.ts'

type Props = { opened: boolean; onClose: () => void; hours: Hours | null }
const empty = { person_id: '', start: '', end: '', reason: '' }

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
      <TextInput label="Clock in" type="datetime-local" required {...form.getInputProps('start')} />
      <TextInput label="Clock out" type="datetime-local" required {...form.getInputProps('end')} />
      <Textarea
        label="Reason"
        required
        rows={2}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
    </FormSheet>
  )
}

function useAddForm(zone: string, onClose: () => void) {
  const cache = useQueryClient()
  const key = useRef(newIdempotencyKey())
  return useActionForm<typeof empty, unknown>({
    initialValues: empty,
    validate: ({ person_id, start, end, reason }) => ({
      ...(person_id ? {} : { person_id: 'Choose somebody' }),
      ...(start ? {} : { start: 'Enter when the shift began' }),
      ...(end ? {} : { end: 'Enter when the shift ended' }),
      ...(reason.trim().length < 3 ? { reason: 'Say why' } : {}),
    }),
    failure: 'Failed to add shift',
    fields: { started_at: 'start', ended_at: 'end' },
    send: ({ person_id, start, end, reason }) =>
      api['POST /api/owner/timesheets']({
        body: {
          person_id,
          started_at: momentOf(start, null, zone)!,
          ended_at: momentOf(end, null, zone)!,
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
