import { z } from 'zod'
import { Id, defineCalls } from './kit.ts'
import { LocalDateText } from '../domain/base/dates.ts'
import { invoiceRules, InvoiceMoney, InvoiceStatus } from '../domain/money/invoice.ts'
import { Cents, Currency } from '../domain/base/money.ts'
import { InvoiceTax } from '../domain/money/tax.ts'
import { Brand } from '../domain/base/brand.ts'
import { ContactBlock } from '../domain/base/contact.ts'

/** What a pay link shows: only this one invoice. */
export const PayPage = z.object({
  invoice: z.object({
    id: Id,
    number: z.int().nullable(),
    number_prefix: z.string(),
    status: InvoiceStatus,
    money: InvoiceMoney,
    currency: Currency,
    subtotal_cents: Cents,
    discount_cents: Cents,
    tax_cents: Cents,
    total_cents: Cents,
    paid_cents: Cents,
    credit_cents: Cents,
    refunded_cents: Cents,
    tip_cents: Cents,
    balance_cents: Cents,
    effective_due_date: LocalDateText.nullable(),
    date: LocalDateText.nullable(),
    customer_name: z.string().nullable(),
    failure_message: z.string().nullable(),
  }),
  items: z.array(
    z.object({
      description: z.string(),
      quantity: z.number(),
      unit_price_cents: Cents,
      discount_cents: Cents,
      tax_cents: Cents,
      /** With its tax. */
      total_cents: Cents,
    }),
  ),
  /** The tax by rate. */
  taxes: z.array(InvoiceTax),
  organization: ContactBlock.extend({ logo: Brand.shape.logo }),
  /** What of refunds could not be delivered, and the customer still waits for. */
  refund_due_cents: Cents,
  /** Whether to show the payment form; if not, `reason` says why. */
  can_pay: z.boolean(),
  reason: z.string().nullable(),
  publishable_key: z.string().nullable(),
  account_id: z.string().nullable(),
  script_url: z.string().nullable(),
  sandbox: z.boolean(),
  /** Whether Apple Pay and Google Pay are offered. */
  wallets: z.boolean(),
  /** The work a tip is suggested on, in cents; null if the business takes none here. */
  tip_base_cents: Cents.nullable(),
})

export type PayPage = z.infer<typeof PayPage>

const TipCents = z.int().min(0, 'Enter a tip of $0.00 or more.')

/** Any text: an incomplete link gets the same response as an expired one. */
const token = z.object({ token: z.string().max(200) })

export const payPage = defineCalls({
  'GET /api/public/pay/{token}': {
    summary: 'The invoice behind a pay link',
    roles: 'public',
    params: token,
    ok: PayPage,
    per_minute: 60,
  },
  'POST /api/public/pay/{token}/intent': {
    summary: 'The client secret with which the browser confirms the payment, with a tip or without',
    roles: 'public',
    params: token,
    body: z.object({ tip_cents: TipCents.optional() }).optional(),
    ok: z.object({
      client_secret: z.string(),
      account_id: z.string(),
      amount_cents: Cents,
      currency: Currency,
    }),
    rules: [invoiceRules.payOnline],
    errors: { org_not_charge_ready: 409 },
    per_minute: 30,
  },
  'POST /api/public/pay/{token}/confirmed': {
    summary: 'Refresh the payment’s status after the browser confirmed it',
    roles: 'public',
    params: token,
    body: z.object({}).optional(),
    ok: z.object({
      status: InvoiceStatus,
      money: InvoiceMoney,
      balance_cents: Cents,
      payment_status: z.string().nullable(),
      message: z.string().nullable(),
    }),
    per_minute: 60,
  },
})
