import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatCents } from '../../../domain/money.ts'
import type { Payment } from '../../../domain/payment.ts'
import { api, newIdempotencyKey } from '../../client.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { useActionForm } from '../../ui/action-form.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { reloadAround } from './invoice-acts.ts'

type Props = { payment: Payment; onClose: () => void }

/** Takes back a payment that was recorded by hand by mistake. */
export function TakeBackSheet({ payment, onClose }: Props) {
  const [key] = useState(newIdempotencyKey)
  const form = useActionForm({
    initialValues: { reason: '' },
    validate: { reason: (text: string) => (text.trim() ? null : 'Enter a reason.') },
    failure: 'Failed to save changes',
    send: ({ reason }) =>
      api['POST /api/payments/{id}/reversal']({
        params: { id: payment.id },
        body: { reason },
        idempotency_key: key,
      }),
    sent: async ({ invoice_id }) => {
      toast.done('Payment taken back')
      onClose()
      await reloadAround(invoice_id)
    },
  })
  return (
    <Sheet opened onClose={onClose} title="Take back payment" size="sm">
      <form onSubmit={form.submit} noValidate>
        <Stack>
          <Text>
            {formatCents(payment.amount)} recorded on {payment.created_fmt} will be owed again. Both
            entries stay in the history.
          </Text>
          <TextInput
            label="Reason"
            description="For example, recorded on the wrong invoice"
            maxLength={500}
            data-autofocus
            {...form.getInputProps('reason')}
          />
          <Unsaved values={form.values} />
          <FormProblem text={form.problem} />
          <Button type="submit" color="red" loading={form.sending}>
            Take back
          </Button>
        </Stack>
      </form>
    </Sheet>
  )
}
