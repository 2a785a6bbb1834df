import { Button, Text, Textarea } from '@mantine/core'
import type { Customer } from '../../../domain/customers/customer.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { api } from '../../app/client.ts'
import { customerName, refreshCustomers } from '../../shared/customers/queries.ts'
import { queryClient } from '../../app/query-client.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSheet } from '../../ui/use-sheet.ts'
import { momentLabel } from '../../ui/when.ts'
import classes from './customers.module.css'

type Props = { customer: Customer; canManage: boolean }

/** Visits that wait for a payment, and how the office lets them go on. */
export function HeldForPayment({ customer, canManage }: Props) {
  const releasing = useSheet(`release-${customer.id}`)
  const name = customerName(customer)
  return (
    <fieldset className={classes.wishes} aria-label={`Visits of ${name} are held`}>
      <div>
        <strong>Visits held until payment</strong>{' '}
        <span className={classes.soft}>since {momentLabel(customer.held_since!)}</span>
        <div>{formatCents(customer.outstanding_balance_cents)} is open.</div>
      </div>
      {canManage && (
        <Button
          size="xs"
          variant="default"
          aria-label={`Release the visits of ${name}`}
          onClick={() => releasing.show(true)}
        >
          Release
        </Button>
      )}
      {releasing.opened && (
        <ReleaseSheet customer={customer} name={name} onClose={releasing.hide} />
      )}
    </fieldset>
  )
}

function ReleaseSheet({
  customer,
  name,
  onClose,
}: {
  customer: Customer
  name: string
  onClose: () => void
}) {
  const form = useActionForm({
    initialValues: { reason: '' },
    validate: { reason: (text: string) => (text.trim() ? null : 'Enter a reason.') },
    failure: 'Failed to release the visits',
    send: ({ reason }) =>
      api['POST /api/owner/customers/{id}/hold-release']({
        params: { id: customer.id },
        body: { reason: reason.trim() },
      }),
    sent: () => {
      toast.done('Visits released', 'customers')
      onClose()
      void refreshCustomers(queryClient)
    },
  })
  return (
    <FormSheet
      opened
      onClose={onClose}
      title={`Release the visits of ${name}`}
      size="sm"
      form={form}
      action="Release"
    >
      <Text>
        They go on as planned, and {name} gets a message. They are held again only if more becomes
        overdue.
      </Text>
      <Textarea
        label="Reason"
        description="For the history, not for the customer"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        required
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormSheet>
  )
}
