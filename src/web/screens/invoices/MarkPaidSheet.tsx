import { Button, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Invoice } from '../../../domain/invoice.ts'
import { formatCents, parseDollars } from '../../../domain/money.ts'
import { manualPaymentKinds } from '../../../domain/payment.ts'
import { api, newIdempotencyKey } from '../../client.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { useActionForm } from '../../ui/action-form.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { reloadAround } from './invoice-acts.ts'

type Kind = (typeof manualPaymentKinds)[number]
const kindLabels: Record<Kind, string> = { cash: 'Cash', check: 'Check', other: 'Other' }

type Props = { invoice: Invoice; onClose: () => void }

/** Records a payment received outside the product. */
export function MarkPaidSheet(props: Props) {
  const form = useMarkPaid(props)
  return (
    <Sheet opened onClose={props.onClose} title="Mark paid" size="sm">
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
            description="For example, the check number"
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

function useMarkPaid({ invoice, onClose }: Props) {
  const [key] = useState(newIdempotencyKey)
  return useActionForm({
    initialValues: {
      kind: 'cash' as Kind,
      amount: (invoice.balance_cents / 100).toFixed(2),
      note: '',
    },
    validate: { amount: (text: string) => amountProblem(text, invoice.balance_cents) },
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
      toast.done('Payment recorded')
      onClose()
      await reloadAround(invoice.id)
    },
  })
}

function amountProblem(text: string, most_cents: number): string | null {
  const cents = parseDollars(text)
  if (!cents) return 'Enter an amount above $0.00'
  return cents > most_cents ? `At most ${formatCents(most_cents)}` : null
}
