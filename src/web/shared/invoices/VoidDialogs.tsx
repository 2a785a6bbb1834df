import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { api, newIdempotencyKey } from '../../app/client.ts'
import { invoiceTitle } from '../money/InvoiceRows.tsx'
import { useActionForm } from '../../ui/action-form.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { reloadAround, type Detail } from './invoice-acts.ts'

type Props = { invoice: Detail['invoice']; onClose: () => void }

/** Voids an unpaid invoice for good. */
export function VoidDialog({ invoice, opened, onClose }: Props & { opened: boolean }) {
  const [voidKey] = useState(newIdempotencyKey)
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Void ${invoiceTitle(invoice)}?`}
      confirm="Void invoice"
      danger
      failure="Failed to save changes"
      onConfirm={async () => {
        await api['POST /api/invoices/{id}/void']({
          params: { id: invoice.id },
          body: {},
          idempotency_key: voidKey,
        })
        toast.done('Invoice voided')
        await reloadAround(invoice.id)
      }}
    >
      Nothing more can be collected on it, and its pay link stops working. This cannot be undone.
    </ConfirmDialog>
  )
}

/** Waives a late fee: it is voided, with a reason. */
export function WaiveSheet({ invoice, onClose }: Props) {
  const [key] = useState(newIdempotencyKey)
  const form = useActionForm({
    initialValues: { reason: '' },
    validate: { reason: (text: string) => (text.trim() ? null : 'Enter a reason.') },
    failure: 'Failed to save changes',
    send: ({ reason }) =>
      api['POST /api/invoices/{id}/void']({
        params: { id: invoice.id },
        body: { reason: reason.trim() },
        idempotency_key: key,
      }),
    sent: () => {
      toast.done('Late fee waived')
      onClose()
      void reloadAround(invoice.id)
    },
  })
  return (
    <FormSheet opened onClose={onClose} title="Waive late fee" size="sm" form={form} action="Waive">
      <Text>It is voided, and the overdue invoice gets no other fee.</Text>
      <Textarea
        label="Reason"
        description="For the history, not for the customer"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={500}
        required
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormSheet>
  )
}
