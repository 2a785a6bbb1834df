import { useQueryClient } from '@tanstack/react-query'
import type { TimesheetShift } from '../../../domain/people/timesheet.ts'
import { api } from '../../app/client.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import {
  clockErrors,
  clockNames,
  type ClockValues,
  ClockFields,
  fieldOf,
  momentOf,
} from './ClockFields.tsx'
import { refreshHours } from './queries.ts'

type Props = {
  opened: boolean
  onClose: () => void
  shift: TimesheetShift | null
  zone: string
}

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
      <ClockFields form={form} isOver={false} />
    </FormSheet>
  )
}

function useShiftForm(shift: TimesheetShift | null, zone: string, onClose: () => void) {
  const cache = useQueryClient()
  return useActionForm<ClockValues, unknown>({
    initialValues: {
      person_id: '',
      start: fieldOf(shift?.started_at ?? null, zone),
      end: fieldOf(shift?.ended_at ?? null, zone),
      pause: String(shift?.break_minutes ?? 0),
      reason: '',
    },
    validate: clockErrors,
    failure: 'Failed to save changes',
    fields: clockNames,
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
