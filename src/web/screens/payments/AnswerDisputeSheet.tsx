import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { DisputeToAnswer } from '../../../domain/dispute.ts'
import { formatCents } from '../../../domain/money.ts'
import { api, newIdempotencyKey } from '../../client.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { useActionForm } from '../../ui/action-form.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { reloadDisputes } from './disputes-query.ts'

type Props = { dispute: DisputeToAnswer; onClose: () => void }

/** What the customer's bank is told. It can be sent once. */
export function AnswerDisputeSheet({ dispute, onClose }: Props) {
  const [key] = useState(newIdempotencyKey)
  const form = useActionForm({
    initialValues: { text: '' },
    validate: {
      text: (text: string) => (text.trim() ? null : 'Write what was done and agreed.'),
    },
    failure: 'Failed to send the answer',
    send: ({ text }) =>
      api['POST /api/disputes/{id}/evidence']({
        params: { id: dispute.id },
        body: { text },
        idempotency_key: key,
        timeout_ms: 20_000,
      }),
    sent: async ({ sent }) => {
      if (sent) toast.done('Your answer is with the bank')
      else toast.note('Your answer is kept and goes out shortly')
      onClose()
      await reloadDisputes()
    },
  })
  return (
    <Sheet opened onClose={onClose} title="Answer the dispute" size="md">
      <form onSubmit={form.submit} noValidate>
        <Stack>
          <Text>
            The bank of {dispute.customer_name ?? 'the customer'} asks for{' '}
            {formatCents(dispute.amount_cents)} back. Write down what was done, when, and what was
            agreed. The bank gets this text once; it cannot be changed afterwards.
          </Text>
          <Textarea
            label="Your answer"
            autosize
            minRows={6}
            maxLength={20_000}
            data-autofocus
            {...form.getInputProps('text')}
          />
          <Unsaved values={form.values} />
          <FormProblem text={form.problem} />
          <Button type="submit" loading={form.sending}>
            Send to the bank
          </Button>
        </Stack>
      </form>
    </Sheet>
  )
}
