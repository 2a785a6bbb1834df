import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { formatCents } from '../../../domain/base/money.ts'
import { api, newIdempotencyKey, errorText } from '../../app/client.ts'
import { invoiceTitle } from '../money/InvoiceRows.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { reloadAround, type Detail } from './invoice-acts.ts'
import { Button, Group, Stack, Menu } from '@mantine/core'
import type { LocalDate } from '../../../domain/base/dates.ts'
import { type Invoice, invoiceRules } from '../../../domain/money/invoice.ts'
import { DateField } from '../../ui/DateField.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { FilePenLine, FileX, Gift, RotateCcw } from 'lucide-react'
import type { Refusal } from '../../../domain/base/rule.ts'
import type { OfferedActs } from './offered-acts.ts'

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
      title={`Write off ${invoiceTitle(invoice)}?`}
      confirm="Write off"
      danger
      failure="Failed to save changes"
      onConfirm={async () => {
        await api['POST /api/invoices/{id}/write-off']({
          params: { id: invoice.id },
          body: {},
          idempotency_key: key,
        })
        toast.done('Invoice written off')
        await reloadAround(invoice.id)
      }}
    >
      {formatCents(invoice.balance_cents)} no longer counts as owed, and nobody is reminded. You can
      open it again.
    </ConfirmDialog>
  )
}

/** Gives the credit that pays an invoice back to its customer. */
async function takeCreditOff(invoice: Detail['invoice']): Promise<void> {
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

/** Sets an invoice's due date, or resets it to the default. */
export function DueDateSheet({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const [date, setDate] = useState<LocalDate | null>(invoice.effective_due_date)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async (due_date: LocalDate | null) => {
    setBusy(true)
    setProblem(null)
    try {
      await api['PATCH /api/invoices/{id}']({
        params: { id: invoice.id },
        body: { due_date, version: invoice.version },
      })
      toast.done('Saved')
      onClose()
    } catch (error) {
      setProblem(errorText(error, 'Failed to save changes'))
    } finally {
      setBusy(false)
      await reloadAround(invoice.id)
    }
  }
  return (
    <Sheet opened onClose={onClose} title="Edit due date" size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (date) void save(date)
        }}
      >
        <Stack>
          <DateField label="Due date" value={date} onChange={setDate} />
          <Unsaved values={date} />
          <FormProblem text={problem} />
          <Group justify="space-between">
            {invoice.due_date_overridden ? (
              <Button variant="subtle" disabled={busy} onClick={() => void save(null)}>
                Use the default date
              </Button>
            ) : (
              <span />
            )}
            <Button type="submit" disabled={!date} loading={busy}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Sheet>
  )
}

type ItemsProps = {
  invoice: Detail['invoice']
  offered: OfferedActs
  replace: () => void
  writeOff: () => void
  restore: () => void
}

/** Ways to correct an issued invoice or to give it up; refused ones say why. */
export function CorrectItems({ invoice, offered, replace, writeOff, restore }: ItemsProps) {
  return (
    <>
      {offered.correct && (
        <>
          <Item
            label="Void and replace"
            icon={<FilePenLine size={16} aria-hidden />}
            refusal={invoiceRules.replace(invoice)}
            act={replace}
          />
          <Item
            label="Write off"
            icon={<FileX size={16} aria-hidden />}
            refusal={invoiceRules.writeOff(invoice)}
            act={writeOff}
          />
        </>
      )}
      {offered.creditOff && (
        <Item
          label="Take credit off"
          icon={<Gift size={16} aria-hidden />}
          refusal={invoiceRules.takeCreditOff(invoice)}
          act={() => void takeCreditOff(invoice)}
        />
      )}
      {offered.restore && (
        <Item
          label="Open again"
          icon={<RotateCcw size={16} aria-hidden />}
          refusal={invoiceRules.restore(invoice)}
          act={restore}
        />
      )}
    </>
  )
}

type ItemProps = { label: string; icon: ReactNode; refusal: Refusal | null; act: () => void }

const Item = ({ label, icon, refusal, act }: ItemProps) => (
  <Menu.Item leftSection={icon} disabled={refusal !== null} onClick={act}>
    {refusal ? `${label} — ${refusal.sentence}` : label}
  </Menu.Item>
)
