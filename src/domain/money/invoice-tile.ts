import { z } from 'zod'
import type { LocalDate } from '../base/dates.ts'
import {
  invoiceGroup,
  invoiceStatus,
  type InvoiceDoc,
  type InvoiceMoney,
  type InvoiceStatus,
} from './invoice.ts'

/** Where an open invoice stands. Each stands on one tile, so their sums add up to all that is open. */
export const invoiceTiles = ['draft', 'to_send', 'sent', 'overdue', 'declined'] as const
export const InvoiceTile = z.enum(invoiceTiles)
export type InvoiceTile = z.infer<typeof InvoiceTile>
export const invoiceTileLabels: Record<InvoiceTile, string> = {
  draft: 'Drafts',
  to_send: 'To send',
  sent: 'Sent',
  overdue: 'Overdue',
  declined: 'Declined',
}

export type TileFacts = {
  doc: InvoiceDoc
  money: InvoiceMoney
  failure_code: string | null
  effective_due_date: LocalDate | null
  sent_at: string | null
  /** Its last message: about to go, or it did not arrive. */
  message: 'going' | 'lost' | null
}

/** True if it should have been paid by now; a draft is not due. */
export const isOverdue = (
  { status, effective_due_date }: { status: InvoiceStatus; effective_due_date: LocalDate | null },
  today: LocalDate,
): boolean =>
  invoiceGroup(status) === 'open' &&
  status !== 'draft' &&
  status !== 'processing' &&
  effective_due_date !== null &&
  effective_due_date < today

/** The tile of an invoice on `today`, the organization's day; null once nothing is left to collect. */
export function tileOf(invoice: TileFacts, today: LocalDate): InvoiceTile | null {
  const status = invoiceStatus(invoice)
  if (invoiceGroup(status) !== 'open') return null
  if (status === 'failed') return 'declined'
  if (invoice.doc === 'draft') return 'draft'
  if (status === 'processing') return 'sent'
  if (isOverdue({ ...invoice, status }, today)) return 'overdue'
  // A scheduled invoice is charged by itself: nobody has to send it.
  if (invoice.doc === 'scheduled' || invoice.message === 'going') return 'sent'
  return invoice.sent_at && invoice.message !== 'lost' ? 'sent' : 'to_send'
}
