import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCents } from '../../../domain/money.ts'
import { api, newIdempotencyKey } from '../../client.ts'
import { invoiceTitle } from '../../money/InvoiceRows.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { reloadAround } from './invoice-acts.ts'
import type { Detail } from './InvoiceActions.tsx'

type Props = { invoice: Detail['invoice']; opened: boolean; onClose: () => void }

/** Voids an issued invoice and opens the draft that replaces it. */
export function ReplaceDialog({ invoice, opened, onClose }: Props) {
  const [key] = useState(newIdempotencyKey)
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Replace ${invoiceTitle(invoice)}?`}
      confirm="Void and replace"
      failure="Failed to save changes"
      onConfirm={async () => {
        const draft = await api['POST /api/invoices/{id}/replacement']({
          params: { id: invoice.id },
          body: {},
          idempotency_key: key,
        })
        toast.done('A draft replaces it')
        void reloadAround(invoice.id)
        void navigate({ to: '/app/invoices/$id', params: { id: draft.invoice.id } as never })
      }}
    >
      It is voided, and its pay link stops working. A draft with the same lines opens; correct it
      and send it as a new invoice.
    </ConfirmDialog>
  )
}

/** Gives up what is owed on an invoice. */
export function WriteOffDialog({ invoice, opened, onClose }: Props) {
  const [key] = useState(newIdempotencyKey)
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Give up ${invoiceTitle(invoice)}?`}
      confirm="Give up"
      danger
      failure="Failed to save changes"
      onConfirm={async () => {
        await api['POST /api/invoices/{id}/write-off']({
          params: { id: invoice.id },
          body: {},
          idempotency_key: key,
        })
        toast.done('Invoice given up')
        await reloadAround(invoice.id)
      }}
    >
      {formatCents(invoice.balance_cents)} no longer counts as owed, and nobody is reminded. You can
      open it again.
    </ConfirmDialog>
  )
}

/** Gives the credit that pays an invoice back to its customer. */
export async function takeCreditOff(invoice: Detail['invoice']): Promise<void> {
  const answer = await api['DELETE /api/invoices/{id}/credit'].safe({ params: { id: invoice.id } })
  if (answer.ok) toast.done('Credit taken off. It waits for the next invoice.')
  else toast.failed(answer.error, 'Failed to save changes')
  await reloadAround(invoice.id)
}

/** Opens an invoice again that was given up. */
export async function openAgain(invoice: Detail['invoice']): Promise<void> {
  const answer = await api['DELETE /api/invoices/{id}/write-off'].safe({
    params: { id: invoice.id },
  })
  if (answer.ok) toast.done('Invoice opened again')
  else toast.failed(answer.error, 'Failed to save changes')
  await reloadAround(invoice.id)
}
