import { displayStatus, type InvoiceDisplay } from '../../domain/invoice.ts'
import { paymentStatusLabels, type PaymentStatus } from '../../domain/payment.ts'

type Shown = Parameters<typeof displayStatus>
const methods: Readonly<Record<string, string>> = { cash: 'Cash', check: 'Check', other: 'Other' }

/** Invoices and payments, in lists and on their own pages. */
export const money = {
  draft: 'Draft invoice',
  invoice: (number: number) => `Invoice #${number}`,
  customer: 'Customer',
  receipt: 'View receipt',
  left: 'left',
  serviceOn: (day: string) => `Service on ${day}`,
  recurrence: (label: string) => label,
  chargedOn: (day: string) => `Charged on ${day}`,
  noDueDate: 'No due date',
  dueToday: 'Due today',
  due: (day: string) => `Due ${day}`,
  paidOn: (day: string) => `Paid ${day}`,
  updated: (day: string) => `Updated ${day}`,
  overdue: 'Overdue',
  status: (label: InvoiceDisplay['label']): string => label,
  /** The second chip beside the status. */
  chip: (...shown: Shown): string | null => displayStatus(...shown).chip,
  payment: (status: PaymentStatus): string => paymentStatusLabels[status],
  card: 'Card',
  bankAccount: 'Bank account',
  method: (type: string): string => methods[type] ?? type,
}
