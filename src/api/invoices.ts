import { z } from 'zod'
import { LocalDateText, Moment } from '../domain/base/dates.ts'
import {
  Invoice,
  InvoiceDetail,
  invoiceRules,
  InvoiceStatus,
  InvoiceStatusInput,
} from '../domain/money/invoice.ts'
import { InvoiceTile } from '../domain/money/invoice-tile.ts'
import { Payment } from '../domain/money/payment.ts'
import { EditedLines, InvoiceLinesInput } from '../domain/money/invoice-lines.ts'
import {
  anyCrew,
  anyOffice,
  customer,
  defineCalls,
  Id,
  leaders,
  moneyReaders,
  Page,
  Flag,
} from './kit.ts'

/** What the caller's roles allow in general; each invoice's `permissions` say what is allowed on that one. */
const InvoiceCaps = z.object({
  can_create: z.boolean(),
  can_send: z.boolean(),
  can_mark_paid: z.boolean(),
  can_edit_due_date: z.boolean(),
})

export const InvoiceList = z.object({
  items: z.array(Invoice),
  caps: InvoiceCaps,
  next_cursor: z.string().nullable(),
})

export type InvoiceList = z.infer<typeof InvoiceList>

// `flat=1` returns the bare array that older clients expect; typed callers never use it.
const ListOrFlat = z.union([InvoiceList, z.array(Invoice)]) as unknown as typeof InvoiceList

const NewInvoice = z.object({
  customer_id: Id,
  lines: InvoiceLinesInput,
  due_date: LocalDateText.nullable().default(null),
  notes: z.string().max(5000).nullable().default(null),
  /** Issue it immediately, which fixes its number and due date. */
  open: z.boolean().default(true),
})

export const invoices = defineCalls({
  'GET /api/invoices': {
    summary: 'List invoices; customers see only their own, without drafts',
    roles: { ...moneyReaders, ...customer },
    query: z.object({
      q: z.string().max(200).optional(),
      status: InvoiceStatusInput.optional(),
      group: z.enum(['open', 'paid', 'closed']).optional(),
      tile: InvoiceTile.optional(),
      date_from: LocalDateText.optional(),
      date_to: LocalDateText.optional(),
      customer_id: Id.optional(),
      flat: Flag.optional(),
      ...Page(1000, 50),
    }),
    ok: ListOrFlat,
  },
  'GET /api/invoices/{id}': {
    summary: 'An invoice with its lines and the caller’s permissions',
    roles: { ...moneyReaders, ...anyCrew, ...customer },
    ok: InvoiceDetail.extend({
      failure_message: z.string().nullable(),
      money_hidden: z.boolean(),
      /** What paid it last. */
      paid_with: Payment.pick({
        pm_type: true,
        card_brand: true,
        last4: true,
        wallet: true,
      }).nullable(),
    }),
  },
  'POST /api/invoices': {
    summary: 'Create an invoice manually',
    roles: anyOffice,
    body: NewInvoice,
    ok: InvoiceDetail,
    status: 201,
    idempotent: true,
    rules: [invoiceRules.open],
  },
  'PATCH /api/invoices/{id}': {
    summary: 'Set the due date; null restores the default',
    roles: anyOffice,
    body: z.object({ due_date: LocalDateText.nullable(), version: z.int().min(1).optional() }),
    ok: InvoiceDetail,
    rules: [invoiceRules.editDueDate],
    errors: { stale: 409 },
  },
  'PUT /api/invoices/{id}/lines': {
    summary: 'Replace the lines, notes and due date of a draft',
    roles: anyOffice,
    body: z.object({
      version: z.int().min(1),
      lines: EditedLines,
      notes: z.string().trim().max(5000).nullable(),
      /** Null: the usual date. */
      due_date: LocalDateText.nullable(),
    }),
    ok: InvoiceDetail,
    rules: [invoiceRules.editLines],
    errors: { stale: 409 },
  },
  'POST /api/invoices/{id}/open': {
    summary: 'Issue a draft, which fixes its number and due date',
    roles: anyOffice,
    body: z.object({}).optional(),
    ok: InvoiceDetail,
    rules: [invoiceRules.open],
  },
  'POST /api/invoices/{id}/send': {
    summary:
      'Send the invoice to its customer by their channel, with a link to pay; issues it if it is a draft. A second time sends the pay link',
    roles: { ...anyOffice, ...leaders },
    body: z.object({}).optional(),
    ok: z.object({
      /** False: it could not go, and `reason` says why. */
      sent: z.boolean(),
      reason: z.string().nullable(),
      /** When it goes out, if it is held until the morning. */
      goes_out_at: Moment.nullable(),
      /** True: it goes out once somebody who runs the business has confirmed their email. */
      waits_for_email: z.boolean(),
      status: InvoiceStatus,
    }),
    rules: [invoiceRules.payLink],
    per_minute: 60,
  },
  'POST /api/invoices/{id}/paylink': {
    summary:
      'Create a pay link; issues the invoice if it is a draft. The office can also email the link',
    roles: { ...anyOffice, ...leaders, ...customer },
    closed: 'allow',
    body: z.object({ send: z.boolean().default(false) }).optional(),
    ok: z.object({
      ok: z.literal(true),
      url: z.string(),
      sent: z.boolean(),
      expires_at: z.iso.datetime({ offset: true }),
      status: InvoiceStatus,
    }),
    rules: [invoiceRules.payLink],
    per_minute: 60,
  },
})
