import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { LocalDate } from '../../../domain/dates.ts'
import type { Invoice } from '../../../domain/invoice.ts'
import { api, errorText } from '../../client.ts'
import { DateField } from '../../ui/DateField.tsx'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { toast } from '../../ui/toast.tsx'
import { Unsaved } from '../../ui/unsaved.tsx'
import { reloadAround } from './invoice-acts.ts'

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
