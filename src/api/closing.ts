import { z } from 'zod'
import { InvoiceDetail, invoiceRules } from '../domain/money/invoice.ts'
import { anyOffice, defineCalls } from './kit.ts'

/** What happens to an issued invoice that is wrong, or that will not be paid. */
export const closing = defineCalls({
  'POST /api/invoices/{id}/replacement': {
    summary: 'Void an issued invoice and start a draft with the same lines, to correct and issue',
    roles: anyOffice,
    body: z.object({}).optional(),
    ok: InvoiceDetail,
    status: 201,
    rules: [invoiceRules.replace],
    idempotent: true,
  },
  'POST /api/invoices/{id}/write-off': {
    summary: 'Write off what is still owed on an invoice; it can be opened again',
    roles: anyOffice,
    body: z.object({}).optional(),
    ok: InvoiceDetail,
    rules: [invoiceRules.writeOff],
    idempotent: true,
  },
  'DELETE /api/invoices/{id}/credit': {
    summary: 'Take the credit off an invoice; the customer has it again',
    roles: anyOffice,
    ok: InvoiceDetail,
    rules: [invoiceRules.takeCreditOff],
  },
  'DELETE /api/invoices/{id}/write-off': {
    summary: 'Open an invoice again that was written off',
    roles: anyOffice,
    ok: InvoiceDetail,
    rules: [invoiceRules.restore],
  },
})
