import { Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ProductApplication } from '../../../domain/product.ts'
import { api } from '../../client.ts'
import { useActionForm } from '../../ui/action-form.ts'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { refreshProducts } from './queries.ts'

type Props = { line: ProductApplication; opened: boolean; onClose: () => void }

/** Marks a record as a mistake; it stays in the list. */
export function VoidSheet({ line, opened, onClose }: Props) {
  const cache = useQueryClient()
  const form = useActionForm<{ reason: string }, unknown>({
    initialValues: { reason: '' },
    validate: { reason: (text) => (text.trim() ? null : 'Say why.') },
    failure: 'Failed to void the record',
    send: ({ reason }) =>
      api['POST /api/owner/applications/{id}/void']({
        params: { id: line.id },
        body: { reason: reason.trim() },
      }),
    sent: async () => {
      await refreshProducts(cache)
      toast.done('Voided')
      onClose()
    },
  })
  return (
    <FormSheet
      form={form}
      opened={opened}
      onClose={onClose}
      title={`Void ${line.product_name}`}
      action="Void"
      size="sm"
    >
      <Text>The record stays in the list and in the file, marked as voided with your reason.</Text>
      <TextInput label="Reason" maxLength={200} data-autofocus {...form.getInputProps('reason')} />
    </FormSheet>
  )
}
