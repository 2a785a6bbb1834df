import { Button, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { manualPaymentKinds } from '../../../api/payments.ts'
import type { Invoice } from '../../../domain/invoice.ts'
import { formatCents, parseDollars } from '../../../domain/money.ts'
import { api, newIdempotencyKey } from '../../client.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { useActionForm } from '../../ui/action-form.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { reloadAround } from './invoice-acts.ts'

type Kind = (typeof manualPaymentKinds)[number]
const kindLabels: Record<Kind, string> = { cash: 'Cash', check: 'Check', other: 'Other' }

/** Notes money that came in outside the product. */
export function MarkPaidSheet({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const [key] = useState(newIdempotencyKey)
  const form = useActionForm({
    initialValues: {
      kind: 'cash' as Kind,
      amount: (invoice.balance_cents / 100).toFixed(2),
      note: '',
    },
    validate: {
      amount: (text: string) => {
        const cents = parseDollars(text)
        if (!cents) return 'Enter an amount above $0.00'
        return cents > invoice.balance_cents
          ? `At most ${formatCents(invoice.balance_cents)}`
          : null
      },
    },
    failure: 'Failed to save changes',
    fields: { amount_cents: 'amount' },
    send: ({ kind, amount, note }) =>
      api['POST /api/invoices/{id}/mark-paid']({
        params: { id: invoice.id },
        body: {
          kind,
          amount_cents: parseDollars(amount) ?? 0,
          ...(note.trim() ? { note: note.trim() } : {}),
        },
        idempotency_key: key,
      }),
    sent: async () => {
      toast.done('Payment noted')
      onClose()
      await reloadAround(invoice.id)
    },
  })
  return (
    <Sheet opened onClose={onClose} title="Mark paid" size="sm">
      <form onSubmit={form.submit} noValidate>
        <Stack>
          <Select
            label="Received as"
            allowDeselect={false}
            data={manualPaymentKinds.map((value) => ({ value, label: kindLabels[value] }))}
            {...form.getInputProps('kind')}
          />
          <TextInput
            label="Amount"
            inputMode="decimal"
            leftSection="$"
            {...form.getInputProps('amount')}
          />
          <TextInput
            label="Note"
            description="For instance the number of the check"
            maxLength={500}
            {...form.getInputProps('note')}
          />
          <Unsaved values={form.values} />
          <FormProblem text={form.problem} />
          <Button type="submit" loading={form.sending}>
            Mark paid
          </Button>
        </Stack>
      </form>
    </Sheet>
  )
}
