import { Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { TimesheetShift } from '../../../domain/timesheet.ts'
import { api } from '../../client.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { fieldOf, momentOf } from './local-time.ts'
import { refreshHours } from './queries.ts'

type Props = {
  opened: boolean
  onClose: () => void
  shift: TimesheetShift | null
  zone: string
}
type Values = { start: string; end: string; pause: string; reason: string }

/** Corrects a shift; the first values and the reason stay on record. */
export function ShiftSheet({ opened, onClose, shift, zone }: Props) {
  const form = useShiftForm(shift, zone, onClose)
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title="Correct shift"
      form={form}
      action="Save correction"
    >
      <TextInput label="Clock in" type="datetime-local" required {...form.getInputProps('start')} />
      <TextInput label="Clock out" type="datetime-local" {...form.getInputProps('end')} />
      <TextInput
        label="Unpaid break, in minutes"
        inputMode="numeric"
        description="Breaks under 20 minutes are paid time."
        {...form.getInputProps('pause')}
        onChange={(event) =>
          form.setFieldValue('pause', event.currentTarget.value.replace(/\D/g, '').slice(0, 3))
        }
      />
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

function useShiftForm(shift: TimesheetShift | null, zone: string, onClose: () => void) {
  const cache = useQueryClient()
  return useActionForm<Values, unknown>({
    initialValues: {
      start: fieldOf(shift?.started_at ?? null, zone),
      end: fieldOf(shift?.ended_at ?? null, zone),
      pause: String(shift?.break_minutes ?? 0),
      reason: '',
    },
    validate: ({ start, reason }) => ({
      ...(start ? {} : { start: 'Enter when the shift began' }),
      ...(reason.trim().length < 3 ? { reason: 'Say why' } : {}),
    }),
    failure: 'Failed to save changes',
    fields: { started_at: 'start', ended_at: 'end', break_minutes: 'pause' },
    send: ({ start, end, pause, reason }) =>
      api['PATCH /api/owner/timesheets']({
        body: {
          shift_id: shift?.id ?? '',
          started_at: momentOf(start, shift?.started_at ?? null, zone)!,
          ended_at: momentOf(end, shift?.ended_at ?? null, zone),
          break_minutes: Number(pause || 0),
          reason,
        },
      }),
    sent: async () => {
      toast.done('Shift corrected')
      onClose()
      await refreshHours(cache)
    },
  })
}
