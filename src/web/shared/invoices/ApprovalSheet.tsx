import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Invoice } from '../../../domain/money/invoice.ts'
import { formatCents } from '../../../domain/base/money.ts'
import { api, newIdempotencyKey } from '../../app/client.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { useActionForm } from '../../ui/action-form.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { reloadAround } from './invoice-acts.ts'

type Props = {
  invoice: Pick<Invoice, 'id' | 'balance_cents'>
  customer_name: string | null
  onClose: () => void
}

/** Records that the customer agreed by phone to pay this one invoice, and charges it. */
export function ApprovalSheet(props: Props) {
  const form = useApproval(props)
  const amount = formatCents(props.invoice.balance_cents)
  return (
    <Sheet opened onClose={props.onClose} title="Agreed by phone" size="sm">
      <form onSubmit={form.submit} noValidate>
        <Stack>
          <Text>
            The customer has not agreed to a charge of {amount}. If they said yes on the phone,
            write down who said it and how. It covers this invoice only.
          </Text>
          <TextInput label="Who agreed" maxLength={200} {...form.getInputProps('name')} />
          <Textarea
            label="What they said"
            description="For example: “Yes, charge the card on file for the extra trees”"
            maxLength={500}
            autosize
            minRows={2}
            {...form.getInputProps('words')}
          />
          <Unsaved values={form.values} />
          <FormProblem text={form.problem} />
          <Button type="submit" loading={form.sending}>
            Charge {amount}
          </Button>
        </Stack>
      </form>
    </Sheet>
  )
}

function useApproval({ invoice, customer_name, onClose }: Props) {
  const [key] = useState(newIdempotencyKey)
  const missing = (message: string) => (text: string) => (text.trim() ? null : message)
  return useActionForm({
    initialValues: { name: customer_name ?? '', words: '' },
    validate: {
      name: missing('Enter who agreed.'),
      words: missing('Enter what they said.'),
    },
    failure: 'Charge failed',
    send: (approval) =>
      api['POST /api/invoices/{id}/pay']({
        params: { id: invoice.id },
        body: { approval },
        idempotency_key: key,
      }),
    sent: async () => {
      toast.note('Charging…')
      onClose()
      await reloadAround(invoice.id)
    },
  })
}
