import { Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { creditLeft, type Credit, type PayBack } from '../../../domain/credit.ts'
import type { Customer } from '../../../domain/customer.ts'
import { formatCents } from '../../../domain/money.ts'
import { api, newIdempotencyKey } from '../../client.ts'
import { customerName } from '../../customers/queries.ts'
import { ManualKind } from '../../money/ManualKind.tsx'
import { useActionForm } from '../../ui/action-form.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { creditsQuery, type ListedCredits } from './credits-query.ts'

type Props = { credit: Credit; customer: Customer; opened: boolean; onClose: () => void }
type Values = { method: PayBack['method']; note: string }

/** Records that the office paid a customer's own money back. */
export function PayBackSheet({ credit, customer, opened, onClose }: Props) {
  const cache = useQueryClient()
  const [key] = useState(newIdempotencyKey)
  const amount = formatCents(creditLeft(credit))
  const form = useActionForm<Values, ListedCredits>({
    initialValues: { method: 'check', note: '' },
    failure: 'Failed to save changes',
    send: ({ method, note }) =>
      api['POST /api/owner/credits/{id}/payback']({
        params: { id: credit.id },
        body: { method, ...(note.trim() && { note }) },
        idempotency_key: key,
      }),
    sent: (listed) => {
      cache.setQueryData(creditsQuery(customer.id).queryKey, listed)
      toast.done(`${amount} paid back`)
      onClose()
    },
  })
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={`Pay ${amount} back to ${customerName(customer)}`}
      form={form}
      action="Record"
    >
      <Text>
        This is the customer’s own money. Pay it yourself, then record it here: nothing is sent to a
        card or bank account. The customer gets a message that you paid it.
      </Text>
      <ManualKind label="Paid by" {...form.getInputProps('method')} />
      <TextInput
        label="Note"
        description="For example, the check number"
        maxLength={500}
        {...form.getInputProps('note')}
      />
    </FormSheet>
  )
}
