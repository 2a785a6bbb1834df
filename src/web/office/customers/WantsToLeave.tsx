import { Button, Group, Text, Textarea } from '@mantine/core'
import type { Customer } from '../../../domain/customers/customer.ts'
import {
  keepMessage,
  leavingText,
  type OpenLeaveRequest,
} from '../../../domain/customers/leaving.ts'
import { reasonLimit } from '../../../domain/schedule/request.ts'
import { api } from '../../app/client.ts'
import { queryClient } from '../../app/query-client.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { momentLabel } from '../../ui/when.ts'
import classes from './customers.module.css'
import { useLeaveRequests } from '../../shared/customers/leaving.ts'
import { customerName, refreshCustomers } from '../../shared/customers/queries.ts'
import { useSheet } from '../../ui/use-sheet.ts'

/** A customer's request to close their account, and the two possible answers. */
export function WantsToLeave({
  customer,
  canManage,
  archive,
}: {
  customer: Customer
  canManage: boolean
  archive: (customer: Customer) => void
}) {
  const request = useLeaveRequests().find(({ customer_id }) => customer_id === customer.id)
  const keeping = useSheet(`ask-to-stay-${customer.id}`)
  if (!request) return null
  const name = customerName(customer)
  return (
    <fieldset className={classes.wishes} aria-label={`${name} ${leavingText}`}>
      <div>
        <strong>Asks to close their account</strong>{' '}
        <span className={classes.soft}>since {momentLabel(request.created_at)}</span>
        {request.reason && <div>“{request.reason}”</div>}
      </div>
      {canManage && (
        <Group gap={8}>
          <Button
            size="xs"
            variant="default"
            aria-label={`Ask ${name} to stay`}
            onClick={() => keeping.show(true)}
          >
            Ask to stay
          </Button>
          <Button
            size="xs"
            color="red"
            variant="light"
            aria-label={`Close the account of ${name}`}
            onClick={() => archive(customer)}
          >
            Close the account
          </Button>
        </Group>
      )}
      {keeping.opened && <KeepSheet request={request} name={name} onClose={keeping.hide} />}
    </fieldset>
  )
}

function KeepSheet({
  request,
  name,
  onClose,
}: {
  request: OpenLeaveRequest
  name: string
  onClose: () => void
}) {
  const form = useActionForm({
    initialValues: { answer: '' },
    validate: { answer: (text: string) => (text.trim() ? null : keepMessage) },
    failure: 'Failed to send your answer',
    send: ({ answer }) =>
      api['POST /api/owner/leave-requests/{id}/keep']({
        params: { id: request.id },
        body: { answer: answer.trim() },
      }),
    sent: () => {
      toast.done('Answer sent', 'customers')
      onClose()
      void queryClient.invalidateQueries({ queryKey: api['GET /api/owner/leave-requests'].key() })
      void refreshCustomers(queryClient)
    },
  })
  return (
    <FormSheet
      opened
      onClose={onClose}
      title={`Ask ${name} to stay`}
      size="sm"
      form={form}
      action="Send answer"
    >
      <Text>
        The account stays open, with all visits. {name} gets your message and sees it in their
        account.
      </Text>
      <Textarea
        label="Your message"
        autosize
        minRows={3}
        maxRows={8}
        maxLength={reasonLimit}
        required
        data-autofocus
        {...form.getInputProps('answer')}
      />
    </FormSheet>
  )
}
