import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Invoice } from '../../../domain/money/invoice.ts'
import { formatCents, parseDollars } from '../../../domain/base/money.ts'
import type { ManualPaymentKind } from '../../../domain/money/payment.ts'
import { api, newIdempotencyKey } from '../../app/client.ts'
import { ManualKind } from '../money/ManualKind.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { useActionForm } from '../../ui/action-form.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { dateLabel } from '../../ui/when.ts'
import { reloadAround } from './invoice-acts.ts'

type Props = { invoice: Invoice; onClose: () => void }

/** Records a payment received outside the product. */
export const MarkPaidSheet = (props: Props) => (
  <Sheet opened onClose={props.onClose} title="Mark paid" size="sm">
    <MarkPaidForm {...props} />
  </Sheet>
)

export function MarkPaidForm(props: Props) {
  const form = useMarkPaid(props)
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack>
        {aboutOf(props.invoice) && <Text c="dimmed">{aboutOf(props.invoice)}</Text>}
        <ManualKind label="Received as" {...form.getInputProps('kind')} />
        <TextInput
          label="Amount"
          inputMode="decimal"
          leftSection="$"
          {...form.getInputProps('amount')}
        />
        {form.rest_cents > 0 && (
          <Checkbox
            label={`${formatCents(form.rest_cents)} more than owed: keep it as credit`}
            description="It pays the customer’s other open invoices at once, then the next one."
            {...form.getInputProps('keep_rest', { type: 'checkbox' })}
          />
        )}
        <TextInput
          label="Note"
          description="For example, the check number"
          maxLength={500}
          {...form.getInputProps('note')}
        />
        <Checkbox
          label="Send a receipt"
          description="By email or text, whichever the customer prefers"
          {...form.getInputProps('send_receipt', { type: 'checkbox' })}
        />
        <Unsaved values={form.values} />
        <FormProblem text={form.problem} />
        <Button type="submit" loading={form.sending}>
          Mark paid
        </Button>
      </Stack>
    </form>
  )
}

/** What happens to a bill that was not asked for yet. */
function aboutOf({ status, charge_on }: Invoice): string | null {
  if (status === 'draft') return 'The invoice is issued now. Once it is paid, it does not go out.'
  if (status === 'scheduled' && charge_on)
    return `The charge planned for ${dateLabel(charge_on)} asks only for what is left. Nothing left, no charge.`
  return null
}

function useMarkPaid({ invoice, onClose }: Props) {
  const [key] = useState(newIdempotencyKey)
  const form = useActionForm({
    initialValues: {
      kind: 'cash' as ManualPaymentKind,
      amount: (invoice.balance_cents / 100).toFixed(2),
      note: '',
      keep_rest: false,
      send_receipt: true,
    },
    validate: {
      amount: (text: string) => (parseDollars(text) ? null : 'Enter an amount above $0.00'),
      keep_rest: (keeps: boolean, { amount }) =>
        !keeps && restOf(amount, invoice) > 0
          ? `At most ${formatCents(invoice.balance_cents)} is owed. Keep the rest as credit, or correct the amount.`
          : null,
    },
    failure: 'Failed to save changes',
    fields: { amount_cents: 'amount' },
    send: ({ kind, amount, note, keep_rest, send_receipt }) =>
      api['POST /api/invoices/{id}/mark-paid']({
        params: { id: invoice.id },
        body: {
          kind,
          amount_cents: parseDollars(amount) ?? 0,
          ...(note.trim() ? { note: note.trim() } : {}),
          keep_rest: keep_rest && restOf(amount, invoice) > 0,
          send_receipt,
        },
        idempotency_key: key,
      }),
    sent: async () => {
      toast.done('Payment recorded')
      onClose()
      await reloadAround(invoice.id)
    },
  })
  return { ...form, rest_cents: restOf(form.values.amount, invoice) }
}

/** What an amount comes to beyond the balance, in cents. */
const restOf = (amount: string, { balance_cents }: Invoice): number =>
  Math.max(0, (parseDollars(amount) ?? 0) - balance_cents)
