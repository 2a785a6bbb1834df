import { Group } from '@mantine/core'
import type { LocalDate } from '../../../domain/base/dates.ts'
import {
  displayStatus,
  invoiceGroup,
  type Invoice,
  type InvoiceDisplay,
} from '../../../domain/money/invoice.ts'
import { isOverdue } from '../../../domain/money/invoice-tile.ts'
import { StatusChip, type Tone } from '../../ui/StatusChip.tsx'
import { useWords } from '../../app/words.ts'
import { moneyWords } from '../../../words/en/money.ts'

type Shown = Pick<Invoice, 'status' | 'money' | 'effective_due_date'>

const tones: Record<InvoiceDisplay['label'], Tone> = {
  Paid: 'good',
  Failed: 'bad',
  Pending: 'wait',
  Unpaid: 'info',
}

/** The payment status and, if needed, a second chip. That a draft or an overdue invoice is unpaid goes without saying. */
export function InvoiceChips({ invoice, today }: { invoice: Shown; today: LocalDate }) {
  const words = useWords(moneyWords)
  const { label, chip } = displayStatus(invoice.status, invoice.money)
  const isDisputed = invoice.money === 'disputed' && displayStatus(invoice.status).chip === null
  const isClosed = invoiceGroup(invoice.status) === 'closed'
  const isLate = isOverdue(invoice, today)
  return (
    <Group gap={6} wrap="nowrap">
      {!(label === 'Unpaid' && (isClosed || chip || isLate)) && (
        <StatusChip tone={tones[label]}>{words.status(label)}</StatusChip>
      )}
      {chip && (
        <StatusChip tone={isDisputed ? 'bad' : 'calm'}>
          {words.chip(invoice.status, invoice.money)}
        </StatusChip>
      )}
      {isLate && <StatusChip tone="bad">{words.overdue}</StatusChip>}
    </Group>
  )
}

/** The one status that matters most to the customer: what went wrong comes first. */
export function OneChip({ invoice, today }: { invoice: Shown; today: LocalDate }) {
  const words = useWords(moneyWords)
  const { label } = displayStatus(invoice.status, invoice.money)
  if (label === 'Failed') return <StatusChip tone="bad">{words.status(label)}</StatusChip>
  if (isOverdue(invoice, today)) return <StatusChip tone="bad">{words.overdue}</StatusChip>
  const chip = words.chip(invoice.status, invoice.money)
  return chip ? (
    <StatusChip tone={invoice.money === 'disputed' ? 'bad' : 'calm'}>{chip}</StatusChip>
  ) : (
    <StatusChip tone={tones[label]}>{words.status(label)}</StatusChip>
  )
}
