import { z } from 'zod'
import { ChargeApproval } from '../domain/money/autopay.ts'
import { creditRules } from '../domain/money/credit.ts'
import { LocalDateText } from '../domain/base/dates.ts'
import {
  Balance,
  EarningsBucket,
  manualPaymentKinds,
  Payment,
  paymentRules,
  PaymentStatus,
  refundMessage,
} from '../domain/money/payment.ts'
import { anyOffice, defineCalls, Id, moneyReaders, ownerOnly, officeAndAdmin } from './kit.ts'
import { invoiceRules, InvoiceDetail, InvoiceStatus } from '../domain/money/invoice.ts'
import { PriceCents } from '../domain/base/money.ts'
import { WalletState } from '../domain/money/wallets.ts'

const PaymentList = z.object({
  ok: z.literal(true),
  hasAccount: z.boolean(),
  accountId: z.string().nullable(),
  items: z.array(Payment),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
  error: z.string().nullable(),
})

/** The onboarding status of the organization's account with the payment provider. */
const PaymentsState = z.object({
  ok: z.literal(true),
  hasAccount: z.boolean(),
  accountId: z.string().nullable(),
  charges_enabled: z.boolean(),
  payouts_enabled: z.boolean(),
  details_submitted: z.boolean(),
  requirements_currently_due_len: z.int(),
  onboarded: z.boolean(),
  disabled_reason: z.string().nullable(),
  checked_at: z.string().nullable(),
  wallets: WalletState,
})

const ChargeStarted = z.object({
  ok: z.literal(true),
  invoice_id: Id,
  attempt_id: Id,
  status: InvoiceStatus,
  collect_enqueued: z.literal(true),
  via: z.literal('card_on_file'),
})

export const payments = defineCalls({
  'POST /api/invoices/{id}/pay': {
    summary: 'Charge the customer’s saved method; the outcome arrives as an event',
    roles: anyOffice,
    aliases: ['POST /api/invoices/{id}/collect'],
    body: z.object({ approval: ChargeApproval.optional() }).optional(),
    ok: ChargeStarted,
    rules: [invoiceRules.charge],
    errors: { consent_missing: 409, consent_cap_exceeded: 409 },
    idempotent: true,
  },
  'POST /api/invoices/{id}/mark-paid': {
    summary: 'Record a payment received outside the product',
    roles: anyOffice,
    body: z
      .object({
        kind: z.enum(manualPaymentKinds).default('cash'),
        amount_cents: PriceCents.min(1).optional(),
        note: z.string().max(500).optional(),
        /** More than the balance is taken only with this: the rest is the customer's credit. */
        keep_rest: z.boolean().default(false),
        send_receipt: z.boolean().default(true),
      })
      .optional(),
    ok: InvoiceDetail,
    rules: [invoiceRules.markPaid],
    errors: { idempotency_key_required: 400 },
    idempotent: true,
  },
  'POST /api/invoices/{id}/void': {
    summary: 'Void an unpaid invoice; a late fee is waived this way, with a reason',
    roles: anyOffice,
    body: z
      .object({ reason: z.string().trim().min(1, 'Enter a reason.').max(500).optional() })
      .optional(),
    ok: InvoiceDetail,
    rules: [invoiceRules.voidIt],
    idempotent: true,
  },

  'GET /api/owner/stripe/payments': {
    summary: 'List payments received, newest first; format=csv exports all filtered rows as a file',
    roles: moneyReaders,
    query: z.object({
      invoice_id: Id.optional(),
      customer_id: Id.optional(),
      q: z.string().max(200).optional(),
      status: z.union([PaymentStatus, z.literal('')]).optional(),
      from: LocalDateText.optional(),
      to: LocalDateText.optional(),
      limit: z.coerce.number<number>().int().min(1).max(100).default(20),
      starting_after: Id.optional(),
      /** The same as `starting_after`. */
      cursor: Id.optional(),
      format: z.enum(['json', 'csv']).optional(),
    }),
    ok: PaymentList,
    inactive: 'allow',
    per_minute: 240,
  },
  'POST /api/payments/{id}/reversal': {
    summary: 'Undo a payment recorded by hand; its invoice is owed again',
    roles: anyOffice,
    params: z.object({ id: Id }),
    body: z.object({ reason: z.string().trim().min(1, 'Enter a reason.').max(500) }),
    ok: z.object({ ok: z.literal(true), invoice_id: Id }),
    rules: [paymentRules.reverse, creditRules.takeBack],
    idempotent: true,
  },
  'POST /api/owner/stripe/refund': {
    summary: 'Refund a payment in full or in part',
    roles: anyOffice,
    body: z.object({
      payment_intent: z.string().max(255),
      amount_minor: z.int(refundMessage).min(1, refundMessage),
      reason: z.string().trim().max(500).nullable().default(null),
    }),
    ok: z.object({
      ok: z.literal(true),
      refund_id: Id,
      state: z.enum(['started', 'unknown', 'pending', 'succeeded', 'failed']),
      refunded_minor: z.int(),
      error: z.string().nullable(),
    }),
    rules: [paymentRules.refund],
    errors: { refund_failed: 409 },
    idempotent: true,
  },
  'GET /api/owner/stripe/balance': {
    summary: 'The organization’s balance at the provider',
    roles: moneyReaders,
    ok: Balance,
    errors: { provider_unavailable: 503 },
  },
  'GET /api/owner/stripe/earnings': {
    summary: 'Captured payments less refunds, fees and disputes, by month of capture',
    roles: moneyReaders,
    query: z.object({ months: z.coerce.number<number>().int().min(1).max(36).default(12) }),
    ok: z.object({ ok: z.literal(true), buckets: z.array(EarningsBucket) }),
  },
  'POST /api/owner/stripe/start-onboarding': {
    summary: 'A new link to the provider’s verification; each link works once',
    roles: ownerOnly,
    read_only: 'allow',
    aliases: ['POST /api/owner/platform-billing/start-onboarding'],
    body: z
      .object({
        return_path: z
          .string()
          .regex(/^\/(?![/\\])/)
          .max(300)
          .optional(),
      })
      .optional(),
    ok: z.object({ ok: z.literal(true), url: z.string() }),
    errors: { provider_unavailable: 503 },
    impersonation: 'deny',
    per_minute: 20,
  },
  'POST /api/owner/stripe/refresh': {
    summary: 'Refresh the account’s status from the provider',
    roles: officeAndAdmin,
    read_only: 'allow',
    body: z.object({}).optional(),
    ok: PaymentsState,
    errors: { provider_unavailable: 503 },
    per_minute: 30,
  },
  'POST /api/owner/platform-billing/dashboard-link': {
    summary: 'A link to the provider’s dashboard',
    roles: ownerOnly,
    read_only: 'allow',
    body: z.object({}).optional(),
    ok: z.object({ ok: z.literal(true), url: z.string() }),
    errors: { no_account: 409 },
    impersonation: 'deny',
  },
  'POST /api/webhooks/stripe': {
    summary: 'Signed webhook from the payment provider',
    roles: 'public',
    query: z.object({ kind: z.enum(['platform', 'connect', 'thin']).default('connect') }),
    ok: z.object({ received: z.literal(true) }),
    errors: { bad_signature: 400 },
    raw_body: true,
    per_minute: 60_000,
  },
})
