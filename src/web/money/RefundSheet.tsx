import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatCents, parseDollars } from '../../domain/money.ts'
import { refundableMinor, refundMessage, type Payment } from '../../domain/payment.ts'
import { api, newIdempotencyKey } from '../client.ts'
import { FormProblem } from '../ui/FormProblem.tsx'
import { useActionForm } from '../ui/action-form.ts'
import { Sheet } from '../ui/Sheet.tsx'
import { toast } from '../ui/toast.tsx'
import { Unsaved } from '../ui/unsaved.tsx'

/** Gives back a payment or part of it. */
export function RefundSheet({
  payment,
  onClose,
  onRefunded,
}: {
  payment: Payment
  onClose: () => void
  onRefunded: () => void
}) {
  const most = refundableMinor(payment)
  const [key, setKey] = useState(newIdempotencyKey)
  const form = useActionForm({
    initialValues: { amount: (most / 100).toFixed(2), reason: '' },
    // The same key with another amount would be another wish under an old name.
    onValuesChange: () => setKey(newIdempotencyKey()),
    validate: {
      amount: (text: string) => {
        const cents = parseDollars(text)
        return cents && cents <= most ? null : refundMessage
      },
    },
    failure: 'Refund failed',
    fields: { amount_minor: 'amount' },
    send: ({ amount, reason }) =>
      api['POST /api/owner/stripe/refund']({
        body: {
          payment_intent: payment.payment_intent_id ?? '',
          amount_minor: parseDollars(amount) ?? 0,
          reason: reason.trim() || null,
        },
        idempotency_key: key,
        timeout_ms: 20_000,
      }),
    sent: ({ state }, { amount }) => {
      const shown = formatCents(parseDollars(amount) ?? 0)
      if (state === 'succeeded') toast.done(`Refunded ${shown}`)
      else
        toast.note(
          state === 'unknown'
            ? `The refund of ${shown} is noted; the provider has not answered yet.`
            : `Refund of ${shown} is on its way`,
        )
      onRefunded()
      onClose()
    },
  })
  return (
    <Sheet opened onClose={onClose} title="Refund payment" size="sm">
      <form onSubmit={form.submit} noValidate>
        <Stack>
          <Text>
            {formatCents(payment.amount)} from{' '}
            {payment.customer_name ?? payment.customer_email ?? 'a customer'}, {payment.created_fmt}
          </Text>
          <TextInput
            label="Amount"
            description={`Maximum ${formatCents(most)}${payment.refunded_minor > 0 ? ` (${formatCents(payment.refunded_minor)} already refunded)` : ''}`}
            inputMode="decimal"
            leftSection="$"
            data-autofocus
            {...form.getInputProps('amount')}
          />
          <TextInput
            label="Reason"
            description="For your own records"
            maxLength={500}
            {...form.getInputProps('reason')}
          />
          <Unsaved values={form.values} />
          <FormProblem text={form.problem} />
          <Button type="submit" color="red" loading={form.sending}>
            Refund
          </Button>
        </Stack>
      </form>
    </Sheet>
  )
}
