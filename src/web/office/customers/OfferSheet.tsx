import { Text, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { offerSkipText, PromoMessage, type Customer } from '../../../domain/customers/customer.ts'
import { newIdempotencyKey } from '../../app/client.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { bySchema } from '../../ui/by-schema.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { customerName, sendOffer } from '../../shared/customers/queries.ts'

/** Sends an offer to one customer; submitting twice by accident sends it once. */
export default function OfferSheet({
  customer,
  opened,
  onClose,
}: {
  customer: Customer
  opened: boolean
  onClose: () => void
}) {
  const key = useRef(newIdempotencyKey())
  const form = useActionForm<{ message: string }, Awaited<ReturnType<typeof sendOffer>>>({
    initialValues: { message: '' },
    validate: bySchema(PromoMessage),
    onValuesChange: () => (key.current = newIdempotencyKey()),
    failure: 'Failed to send promo',
    send: ({ message }) => sendOffer(customer, message, key.current),
    sent: ({ skipped: [left] }) => {
      if (left) toast.problem(`Failed to send promo. ${offerSkipText(left.reason)}`)
      else toast.done('Promo queued.', 'customers')
      onClose()
    },
  })
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={`Send promo to ${customerName(customer)}`}
      form={form}
      action="Send promo"
    >
      <Textarea
        label="Message"
        data-autofocus
        autosize
        minRows={4}
        maxRows={12}
        maxLength={5000}
        {...form.getInputProps('message')}
      />
      <Text c="dimmed" fz="sm">
        Goes to {customer.email} with your name and address, and a link to stop offers.
      </Text>
    </FormSheet>
  )
}
