import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatCents, parseDollars } from '../../../domain/base/money.ts'
import { refundableMinor, type Payment } from '../../../domain/money/payment.ts'
import { api, newIdempotencyKey } from '../../app/client.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { useActionForm } from '../../ui/action-form.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { amountProblem, mostText, refundedText } from './refund-text.ts'

type Props = { payment: Payment; onClose: () => void; onRefunded: () => void }

/** Refunds a payment, fully or in part. */
export function RefundSheet(props: Props) {
  const { payment, onClose } = props
  const form = useRefund(props)
  return (
    <Sheet opened onClose={onClose} title="Refund payment" size="sm">
      <form onSubmit={form.submit} noValidate>
        <Stack>
          <Text>
            {formatCents(payment.amount)} from{' '}
            {payment.customer_name ?? payment.customer_email ?? 'a customer'}, {payment.created_fmt}
          </Text>
          {payment.tip_minor > 0 && (
            <Text>
              {formatCents(payment.tip_minor)} of it is a tip. The work is refunded first; a full
              refund gives the tip back too.
            </Text>
          )}
          <TextInput
            label="Amount"
            description={mostText(payment)}
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

function useRefund({ payment, onClose, onRefunded }: Props) {
  const most = refundableMinor(payment)
  const [key, setKey] = useState(newIdempotencyKey)
  return useActionForm({
    initialValues: { amount: (most / 100).toFixed(2), reason: '' },
    // A different amount needs a different key.
    onValuesChange: () => setKey(newIdempotencyKey()),
    validate: { amount: (text: string) => amountProblem(text, most) },
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
      const said = refundedText(state, parseDollars(amount) ?? 0)
      if (state === 'succeeded') toast.done(said)
      else toast.note(said)
      onRefunded()
      onClose()
    },
  })
}
