import { Switch, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Candidate } from '../../../api/candidates.ts'
import type { InvoiceDetail } from '../../../domain/money/invoice.ts'
import { api, newIdempotencyKey } from '../../app/client.ts'
import { CandidateField } from '../customers/CandidateField.tsx'
import { useActionForm, type ActionForm } from '../../ui/action-form.ts'
import { DateField } from '../../ui/DateField.tsx'
import { FormSheet } from '../../ui/FormSheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { formNames, linesOf, problemsOf, valuesOf, type InvoiceValues } from './invoice-form.ts'
import { reloadAround } from './invoice-acts.ts'
import { LineFields } from './LineFields.tsx'

type Then = 'send' | 'draft'
type Props = {
  /** The draft to edit; null: a new invoice. */
  detail: InvoiceDetail | null
  /** Who a new one is for, if that is known. */
  customer?: Candidate
  opened: boolean
  onClose: () => void
  /** Called with the new invoice's id. */
  made?: (id: string) => void
}

/** Writes a new invoice, or edits a draft. */
export function InvoiceSheet(props: Props) {
  const { detail, opened, onClose } = props
  const [then, setThen] = useState<Then>('send')
  const form = useInvoiceForm(props, then)
  const action = detail ? 'Save draft' : then === 'send' ? 'Issue and send' : 'Keep as draft'
  return (
    <FormSheet
      opened={opened}
      onClose={onClose}
      title={detail ? 'Edit draft' : 'New invoice'}
      size="xl"
      form={form}
      action={action}
    >
      {!detail && (
        <CandidateField
          takesPaused
          value={form.values.customer}
          onChange={(customer) => form.setFieldValue('customer', customer)}
          error={form.errors['customer']}
        />
      )}
      <LineFields form={form} />
      <NotesAndDate form={form} />
      {!detail && <ThenChoice value={then} onChange={setThen} />}
    </FormSheet>
  )
}

function NotesAndDate({ form }: { form: ActionForm<InvoiceValues> }) {
  return (
    <>
      <DateField
        label="Due date"
        description="Without one, your usual due day applies."
        clearable
        value={form.values.due_date}
        onChange={(date) => form.setFieldValue('due_date', date)}
      />
      <Textarea
        label="Notes"
        description="Your customer reads them on the invoice."
        rows={2}
        autosize
        maxRows={6}
        maxLength={5000}
        {...form.getInputProps('notes')}
      />
    </>
  )
}

function ThenChoice({ value, onChange }: { value: Then; onChange: (then: Then) => void }) {
  return (
    <Switch
      label="Issue and send at once"
      description={
        value === 'send'
          ? 'It gets its number and goes out with a link to pay.'
          : 'You can edit a draft until you issue it.'
      }
      checked={value === 'send'}
      onChange={(event) => onChange(event.currentTarget.checked ? 'send' : 'draft')}
    />
  )
}

function useInvoiceForm({ detail, customer, onClose, made }: Props, then: Then) {
  const [key] = useState(newIdempotencyKey)
  return useActionForm<InvoiceValues, InvoiceDetail>({
    initialValues: valuesOf(detail, customer),
    validate: (values) => problemsOf(values, detail === null),
    failure: 'Failed to save changes',
    fields: formNames,
    send: (values) => {
      const body = {
        lines: linesOf(values),
        notes: values.notes.trim() || null,
        due_date: values.due_date,
      }
      return detail
        ? api['PUT /api/invoices/{id}/lines']({
            params: { id: detail.invoice.id },
            body: { ...body, version: detail.invoice.version },
          })
        : api['POST /api/invoices']({
            body: { ...body, customer_id: values.customer!.id, open: then === 'send' },
            idempotency_key: key,
          })
    },
    sent: async ({ invoice }) => {
      toast.done(detail ? 'Draft saved' : then === 'send' ? 'Invoice issued' : 'Draft created')
      onClose()
      made?.(invoice.id)
      await reloadAround(invoice.id)
    },
  })
}
