import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { DateRange } from '../../../domain/timesheet.ts'
import { api } from '../../client.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { dayLabel } from '../../ui/when.ts'
import { refreshHours } from './queries.ts'

type ApproveProps = { opened: boolean; onClose: () => void; range: DateRange }

/** Locks the week for payroll. */
export function ApproveDialog({ opened, onClose, range }: ApproveProps) {
  const cache = useQueryClient()
  const approve = async () => {
    await api['POST /api/owner/timesheets/approve']({ body: range })
    toast.done('Hours approved')
    await refreshHours(cache)
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Approve ${dayLabel(range.from)} to ${dayLabel(range.to)}?`}
      confirm="Approve hours"
      onConfirm={approve}
      failure="Failed to approve"
    >
      The shifts of these days are locked, so that what was paid stays what was worked. You can open
      the days again with a reason.
    </ConfirmDialog>
  )
}

type OpenProps = { opened: boolean; onClose: () => void; id: string }

/** Opens approved days again; the reason stays on record. */
export function OpenSheet({ opened, onClose, id }: OpenProps) {
  const cache = useQueryClient()
  const form = useActionForm<{ reason: string }, unknown>({
    initialValues: { reason: '' },
    validate: ({ reason }) => (reason.trim().length < 3 ? { reason: 'Say why' } : {}),
    failure: 'Failed to open the days',
    send: ({ reason }) => api['POST /api/owner/timesheets/open']({ body: { id, reason } }),
    sent: async () => {
      toast.done('The days are open again')
      onClose()
      await refreshHours(cache)
    },
  })
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title="Open approved days"
      form={form}
      action="Open the days"
    >
      <Textarea label="Reason" required data-autofocus rows={2} {...form.getInputProps('reason')} />
    </FormSheet>
  )
}
