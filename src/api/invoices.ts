import { z } from 'zod'
import { ContactBlock } from '../domain/contact.ts'
import { LocalDateText } from '../domain/dates.ts'
import { Invoice, InvoiceDetail, InvoiceLineInput, InvoiceMoney, invoiceRules, InvoiceStatus, InvoiceStatusInput } from '../domain/invoice.ts'
import { Cents, Currency, PriceCents } from '../domain/money.ts'
import { anyCrew, anyOffice, customer, defineCalls, Id, leaders, moneyReaders, Page } from './kit.ts'

/** What the caller's roles allow on some invoice; each invoice says in `permissions` what it allows itself. */
export const InvoiceCaps = z.object({ can_create: z.boolean(), can_send: z.boolean(), can_mark_paid: z.boolean(), can_edit_due_date: z.boolean() })
export const InvoiceList = z.object({ items: z.array(Invoice), caps: InvoiceCaps, next_cursor: z.string().nullable() })
export type InvoiceList = z.infer<typeof InvoiceList>
// `flat=1` answers the bare array that older clients expect; typed callers never ask for it.
const ListOrFlat = z.union([InvoiceList, z.array(Invoice)]) as unknown as typeof InvoiceList

const Flag = z.enum(['1', '0', 'true', 'false']).transform((text) => text === '1' || text === 'true')

export const ChargeStarted = z.object({
  ok: z.literal(true),
  invoice_id: Id,
  attempt_id: Id,
  status: InvoiceStatus,
  collect_enqueued: z.literal(true),
  via: z.literal('card_on_file'),
})

export const NewInvoice = z.object({
  customer_id: Id,
  lines: z.array(InvoiceLineInput).min(1, 'Add at least one line').max(100),
  due_date: LocalDateText.nullable().default(null),
  notes: z.string().max(5000).nullable().default(null),
  /** Issue it at once: number and due date are fixed. */
  open: z.boolean().default(true),
})

export const manualPaymentKinds = ['cash', 'check', 'other'] as const

/** What a pay link shows: nothing but this one invoice. */
export const PayPage = z.object({
  invoice: z.object({
    id: Id,
    number: z.int().nullable(),
    status: InvoiceStatus,
    money: InvoiceMoney,
    currency: Currency,
    subtotal_cents: Cents,
    discount_cents: Cents,
    tax_cents: Cents,
    total_cents: Cents,
    paid_cents: Cents,
    refunded_cents: Cents,
    balance_cents: Cents,
    effective_due_date: LocalDateText.nullable(),
    date: LocalDateText.nullable(),
    customer_name: z.string().nullable(),
    failure_message: z.string().nullable(),
  }),
  items: z.array(z.object({ description: z.string(), quantity: z.number(), unit_price_cents: Cents, total_cents: Cents })),
  organization: ContactBlock,
  /** Whether the form may be shown; `reason` says why not. */
  can_pay: z.boolean(),
  reason: z.string().nullable(),
  publishable_key: z.string().nullable(),
  account_id: z.string().nullable(),
  script_url: z.string().nullable(),
  sandbox: z.boolean(),
})
export type PayPage = z.infer<typeof PayPage>

/** Whatever stands in the address: half a link is told what a whole one that has ended is told. */
const token = z.object({ token: z.string().max(200) })

export const invoices = defineCalls({
  'GET /api/invoices': {
    summary: 'Invoices; a customer sees his own, never drafts',
    roles: { ...moneyReaders, ...customer },
    query: z.object({
      q: z.string().max(200).optional(),
      status: InvoiceStatusInput.optional(),
      group: z.enum(['open', 'paid', 'closed']).optional(),
      date_from: LocalDateText.optional(),
      date_to: LocalDateText.optional(),
      customer_id: Id.optional(),
      flat: Flag.optional(),
      ...Page(1000, 50),
    }),
    ok: ListOrFlat,
    errors: { invalid_cursor: 422 },
  },
  'GET /api/invoices/{id}': {
    summary: 'An invoice with its lines and what the caller may do',
    roles: { ...moneyReaders, ...anyCrew, ...customer },
    ok: InvoiceDetail.extend({ failure_message: z.string().nullable(), money_hidden: z.boolean() }),
  },
  'POST /api/invoices': {
    summary: 'Write an invoice by hand',
    roles: anyOffice,
    body: NewInvoice,
    ok: InvoiceDetail,
    status: 201,
    idempotent: true,
    rules: [invoiceRules.open],
  },
  'PATCH /api/invoices/{id}': {
    summary: 'Set the due date; null goes back to the usual one',
    roles: anyOffice,
    body: z.object({ due_date: LocalDateText.nullable(), version: z.int().min(1).optional() }),
    ok: InvoiceDetail,
    rules: [invoiceRules.editDueDate],
    errors: { stale: 409 },
  },
  'POST /api/invoices/{id}/open': {
    summary: 'Issue a draft: number and due date are fixed',
    roles: anyOffice,
    body: z.object({}).optional(),
    ok: InvoiceDetail,
    rules: [invoiceRules.open],
  },
  'POST /api/invoices/{id}/paylink': {
    summary: 'The address where this invoice can be paid; opens a draft on the way. A customer is given it, the office may send it',
    roles: { ...anyOffice, ...leaders, ...customer },
    closed: 'allow',
    body: z.object({ send: z.boolean().default(false) }).optional(),
    ok: z.object({ ok: z.literal(true), url: z.string(), sent: z.boolean(), expires_at: z.iso.datetime({ offset: true }), status: InvoiceStatus }),
    rules: [invoiceRules.payLink],
    per_minute: 60,
  },
  'POST /api/invoices/{id}/pay': {
    summary: 'Charge the customer’s saved method; the outcome follows as an event',
    roles: anyOffice,
    aliases: ['POST /api/invoices/{id}/collect'],
    body: z.object({}).optional(),
    ok: ChargeStarted,
    rules: [invoiceRules.charge],
    errors: { consent_cap_exceeded: 409 },
    idempotent: true,
  },
  'POST /api/invoices/{id}/mark-paid': {
    summary: 'Note money received outside the product',
    roles: anyOffice,
    body: z
      .object({ kind: z.enum(manualPaymentKinds).default('cash'), amount_cents: PriceCents.min(1).optional(), note: z.string().max(500).optional() })
      .optional(),
    ok: InvoiceDetail,
    rules: [invoiceRules.markPaid],
    errors: { amount_too_large: 422 },
    idempotent: true,
  },
  'POST /api/invoices/{id}/void': {
    summary: 'Take an unpaid invoice back',
    roles: anyOffice,
    body: z.object({}).optional(),
    ok: InvoiceDetail,
    rules: [invoiceRules.voidIt],
    idempotent: true,
  },

  'GET /api/public/pay/{token}': { summary: 'The invoice behind a pay link', roles: 'public', params: token, ok: PayPage, per_minute: 60 },
  'POST /api/public/pay/{token}/intent': {
    summary: 'The secret with which the browser confirms the payment',
    roles: 'public',
    params: token,
    body: z.object({}).optional(),
    ok: z.object({ client_secret: z.string(), account_id: z.string(), amount_cents: Cents, currency: Currency }),
    rules: [invoiceRules.payLink],
    errors: { org_not_charge_ready: 409, amount_too_small: 409 },
    per_minute: 30,
  },
  'POST /api/public/pay/{token}/confirmed': {
    summary: 'Read the payment again after the browser confirmed it',
    roles: 'public',
    params: token,
    body: z.object({}).optional(),
    ok: z.object({ status: InvoiceStatus, money: InvoiceMoney, balance_cents: Cents, payment_status: z.string().nullable(), message: z.string().nullable() }),
    per_minute: 60,
  },
})
