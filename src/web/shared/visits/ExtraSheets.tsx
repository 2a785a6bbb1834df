import { Group, Text, Textarea, TextInput } from '@mantine/core'
import { DismissReason } from '../../../domain/flows/crew-report.ts'
import { extraText } from '../../../domain/flows/extra-text.ts'
import type { ExtraWork } from '../../../domain/flows/extra-work.ts'
import { lineTotal, parseQuantity } from '../../../domain/money/invoice-lines.ts'
import { formatCents, parseDollars, priceMessage } from '../../../domain/base/money.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { confirmExtra, rejectExtra } from './extra-work.ts'

export type Props = { extra: ExtraWork; opened: boolean; onClose: () => void }

type Price = { description: string; quantity: string; price: string }

/** The price of extra work, before it is on a bill. */
export function ConfirmExtra({ extra, opened, onClose }: Props) {
  const { description, quantity, unit_price_cents } = extra
  const form = useActionForm<Price, { invoice_id: string | null }>({
    initialValues: {
      description,
      quantity: String(quantity),
      price: unit_price_cents === null ? '' : (unit_price_cents / 100).toFixed(2),
    },
    validate: {
      description: (text) => (text.trim() ? null : 'Say what was done.'),
      quantity: (text) => (parseQuantity(text) === null ? 'Enter how many.' : null),
      price: (text) => (parseDollars(text) ? null : priceMessage),
    },
    fields: { unit_price_cents: 'price' },
    failure: 'Failed to bill',
    send: (values) =>
      confirmExtra(extra, {
        description: values.description.trim(),
        quantity: parseQuantity(values.quantity)!,
        unit_price_cents: parseDollars(values.price)!,
      }),
    sent: ({ invoice_id }) => {
      onClose()
      toast.done(invoice_id ? 'It is on a draft.' : 'It goes on the invoice of its visit.')
    },
  })
  const total = totalOf(form.values)
  return (
    <FormSheet
      form={form}
      opened={opened}
      onClose={onClose}
      title={`Bill extra work: ${extra.customer_name ?? 'a customer'}`}
      action="Bill it"
      size="sm"
    >
      <Text fz="sm">
        {extra.visit_open
          ? 'It goes on the invoice of its visit, once that is completed. A charge the customer agreed to takes it only within their limit.'
          : 'It goes on the draft of its visit. If that invoice is out already, it gets a draft of its own. Nothing is charged automatically.'}
      </Text>
      <TextInput label="Description" maxLength={200} {...form.getInputProps('description')} />
      <Group grow align="flex-start">
        <TextInput label="Quantity" inputMode="decimal" {...form.getInputProps('quantity')} />
        <TextInput
          label="Price each"
          inputMode="decimal"
          leftSection="$"
          data-autofocus
          {...form.getInputProps('price')}
        />
      </Group>
      {total !== null && (
        <Text component="output" fw={600}>
          {formatCents(total)} before tax
        </Text>
      )}
    </FormSheet>
  )
}

function totalOf({ quantity, price }: Price): number | null {
  const [count, cents] = [parseQuantity(quantity), parseDollars(price)]
  return count === null || !cents ? null : lineTotal(count, cents)
}

/** Leaves extra work off every bill. */
export function RejectExtra({ extra, opened, onClose }: Props) {
  const form = useActionForm<{ reason: string }, void>({
    initialValues: { reason: '' },
    validate: {
      reason: (text) => DismissReason.safeParse(text).error?.issues[0]?.message ?? null,
    },
    failure: 'Failed to reject',
    send: ({ reason }) => rejectExtra(extra, reason),
    sent: onClose,
  })
  return (
    <FormSheet
      form={form}
      opened={opened}
      onClose={onClose}
      title={`Reject ${extraText(extra)}`}
      action="Reject"
      size="sm"
    >
      <Textarea
        label="Reason"
        description="The crew sees it at the stop."
        placeholder="For example: part of the agreed work"
        required
        autosize
        minRows={2}
        maxLength={200}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormSheet>
  )
}
