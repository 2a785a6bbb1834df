import { Group } from '@mantine/core'
import type { LocalDate } from '../../domain/dates.ts'
import {
  displayStatus,
  invoiceGroup,
  type Invoice,
  type InvoiceDisplay,
} from '../../domain/invoice.ts'
import { StatusChip, type Tone } from '../ui/StatusChip.tsx'

type Shown = Pick<Invoice, 'status' | 'money' | 'effective_due_date'>

const tones: Record<InvoiceDisplay['label'], Tone> = {
  Paid: 'good',
  Failed: 'bad',
  Pending: 'wait',
  Unpaid: 'info',
}

/** True if it should have been paid by now; a draft is not owed yet. */
const isOverdue = ({ status, effective_due_date }: Shown, today: LocalDate): boolean =>
  invoiceGroup(status) === 'open' &&
  status !== 'draft' &&
  status !== 'processing' &&
  effective_due_date !== null &&
  effective_due_date < today

/** The word for its money and, where that says too little, a second one. */
export function InvoiceChips({ invoice, today }: { invoice: Shown; today: LocalDate }) {
  const { label, chip } = displayStatus(invoice.status, invoice.money)
  const isClosed = invoiceGroup(invoice.status) === 'closed'
  return (
    <Group gap={6} wrap="nowrap">
      {!(isClosed && label === 'Unpaid') && <StatusChip tone={tones[label]}>{label}</StatusChip>}
      {chip && <StatusChip tone={chip === 'Disputed' ? 'bad' : 'calm'}>{chip}</StatusChip>}
      {isOverdue(invoice, today) && <StatusChip tone="bad">Overdue</StatusChip>}
    </Group>
  )
}
