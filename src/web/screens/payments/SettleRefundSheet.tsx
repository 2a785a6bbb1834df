import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { formatCents } from '../../../domain/money.ts'
import type { FailedRefund, RefundSettled } from '../../../domain/refund.ts'
import { api, newIdempotencyKey } from '../../client.ts'
import { reloadInvoices, reloadPayments } from '../../money/queries.ts'
import { refundedText } from '../../money/refund-text.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { reloadFailedRefunds } from './failed-refunds-query.ts'

type Props = { refund: FailedRefund; onClose: () => void }

const ways: readonly [as: RefundSettled, label: string, about: string][] = [
  ['again', 'Refund it again', 'To the same card or bank account, for example once it works again'],
  ['check', 'Paid by check', 'You gave or mailed the customer a check'],
  ['cash', 'Paid in cash', 'You gave the customer cash'],
  ['other', 'Paid another way', 'For example by transfer'],
  ['credit', 'Keep it as credit', 'It pays the customer’s next invoices'],
  ['dropped', 'No refund after all', 'Nothing is paid, and the customer is not told'],
]

/** What becomes of a refund that failed; the customer is told. */
export function SettleRefundSheet({ refund, onClose }: Props) {
  const [key] = useState(newIdempotencyKey)
  const form = useActionForm({
    initialValues: { as: 'again' as RefundSettled },
    failure: 'Failed to save changes',
    send: ({ as }) =>
      api['POST /api/refunds/{id}/settlement']({
        params: { id: refund.id },
        body: { as },
        idempotency_key: `${key}-${as}`,
        timeout_ms: 20_000,
      }),
    sent: async ({ state }, { as }) => {
      if (as === 'again' && state !== 'succeeded')
        toast.note(refundedText(state, refund.amount_cents))
      else toast.done(as === 'again' ? refundedText(state, refund.amount_cents) : 'Refund settled')
      onClose()
      await Promise.all([reloadFailedRefunds(), reloadPayments(), reloadInvoices()])
    },
  })
  const open = ways.filter(
    ([as]) =>
      (as !== 'dropped' || !refund.was_told) && (as !== 'credit' || refund.customer_id !== null),
  )
  return (
    <Sheet opened onClose={onClose} title="Settle a failed refund" size="sm">
      <form onSubmit={form.submit} noValidate>
        <Stack>
          <Text>
            {formatCents(refund.amount_cents)} for {refund.customer_name ?? 'a customer'}
          </Text>
          <Radio.Group label="How does the customer get it?" {...form.getInputProps('as')}>
            <Stack gap="xs" mt="xs">
              {open.map(([as, label, about]) => (
                <Radio.Card key={as} value={as} p="sm" aria-label={label}>
                  <Group wrap="nowrap" align="flex-start">
                    <Radio.Indicator />
                    <div>
                      <Text fw={600}>{label}</Text>
                      <Text fz="sm" c="dimmed">
                        {about}
                      </Text>
                    </div>
                  </Group>
                </Radio.Card>
              ))}
            </Stack>
          </Radio.Group>
          <Unsaved values={form.values} />
          <FormProblem text={form.problem} />
          <Button type="submit" loading={form.sending}>
            Save
          </Button>
        </Stack>
      </form>
    </Sheet>
  )
}
