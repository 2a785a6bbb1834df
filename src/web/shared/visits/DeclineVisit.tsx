import { Text, Textarea } from '@mantine/core'
import { reasonLimit } from '../../../domain/schedule/request.ts'
import { declineMessage, type OpenVisitRequest } from '../../../domain/schedule/visit-request.ts'
import { api } from '../../app/client.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { reloadRequests } from './queries.ts'

type Props = { request: OpenVisitRequest; name: string; opened: boolean; onClose: () => void }

/** Declines a visit that a customer asks for, with a reason they read. */
export function DeclineVisit({ request, name, opened, onClose }: Props) {
  const form = useActionForm({
    initialValues: { reason: '' },
    validate: { reason: (text: string) => (text.trim() ? null : declineMessage) },
    failure: 'Failed to decline the request',
    send: ({ reason }) =>
      api['POST /api/owner/visit-requests/{id}/decline']({
        params: { id: request.id },
        body: { reason: reason.trim() },
      }),
    sent: () => {
      toast.done('Request declined')
      onClose()
      void reloadRequests()
    },
  })
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title="Decline the visit"
      size="sm"
      form={form}
      action="Decline and tell them"
    >
      <Text>{name} reads your reason in their account and in a message.</Text>
      <Textarea
        label="Reason"
        autosize
        minRows={3}
        maxRows={8}
        maxLength={reasonLimit}
        required
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormSheet>
  )
}
