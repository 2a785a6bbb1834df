import { z } from 'zod'
import { autopayRules, BillingSettings, BillingSettingsPatch } from '../domain/money/autopay.ts'
import { BillingStatus, PaymentMethodType } from '../domain/money/payment.ts'
import { PayAll, payAllRules } from '../domain/money/pay-all.ts'
import { SumCents } from '../domain/base/money.ts'
import { invoiceRules } from '../domain/money/invoice.ts'
import { workRoles } from '../domain/base/roles.ts'
import { allow, customer, defineCalls } from './kit.ts'

/** Who may save a card: customers, and staff, who become customers of their organization when they do. */
const payers = { ...customer, ...allow(workRoles, 'all') } as const

const Method = z.object({
  payment_method_id: z.string().regex(/^(pm|card|ba)_\w+$/, 'Not a payment method'),
})
const notReady = { not_ready: 409, provider_unavailable: 503 } as const

export const billing = defineCalls({
  'GET /api/users/billing/status': {
    summary: 'The caller’s saved payment methods and whether the organization can charge them',
    roles: payers,
    ok: BillingStatus.extend({
      publishable_key: z.string().nullable(),
      script_url: z.string().nullable(),
      sandbox: z.boolean(),
    }),
  },
  'POST /api/users/billing/setup-intent': {
    summary: 'Start saving a card or bank account',
    roles: payers,
    body: z.object({ pm_types: z.array(PaymentMethodType).min(1).optional() }).optional(),
    ok: z.object({
      client_secret: z.string(),
      account_id: z.string(),
      setup_intent_id: z.string(),
      publishable_key: z.string().nullable(),
      script_url: z.string().nullable(),
      /** Whether Apple Pay and Google Pay are offered. */
      wallets: z.boolean(),
    }),
    errors: notReady,
    impersonation: 'deny',
    per_minute: 20,
  },
  'POST /api/users/billing/saved': {
    summary: 'Save the method the browser confirmed; the first usable one becomes the default',
    roles: payers,
    body: z.object({ setup_intent_id: z.string().regex(/^seti_\w+$/, 'Not a setup intent') }),
    ok: BillingStatus.extend({
      saved: z.boolean(),
      pending_verification: z.boolean(),
      message: z.string().nullable(),
    }),
    errors: notReady,
    impersonation: 'deny',
  },
  'POST /api/users/billing/set-default': {
    summary: 'Set the default payment method',
    roles: payers,
    body: Method,
    ok: BillingStatus,
    errors: { method_not_usable: 409 },
    impersonation: 'deny',
  },
  'POST /api/users/billing/detach': {
    summary: 'Remove a saved payment method',
    roles: customer,
    body: Method,
    ok: BillingStatus,
    rules: [autopayRules.removeMethod],
    closed: 'allow',
    errors: { payment_in_progress: 409, provider_unavailable: 503 },
    impersonation: 'deny',
  },
  'POST /api/users/billing/portal': {
    summary: 'A link to the provider’s page of saved payment methods',
    roles: customer,
    body: z.object({}).optional(),
    ok: z.object({ ok: z.literal(true), url: z.string() }),
    errors: notReady,
    impersonation: 'deny',
  },
  'GET /api/users/billing/owed': {
    summary: 'What the customer may pay with one press, what is being paid and what was not taken',
    roles: customer,
    ok: PayAll,
  },
  'POST /api/users/billing/pay-all': {
    summary: 'Pay all open invoices with the saved method; each outcome arrives as an event',
    roles: customer,
    /** The amount the customer was shown. */
    body: z.object({ total_cents: SumCents }),
    ok: PayAll,
    rules: [payAllRules.pay, invoiceRules.charge],
    closed: 'allow',
    errors: { payment_in_progress: 409 },
    impersonation: 'deny',
    idempotent: true,
  },
  'GET /api/users/billing-settings': {
    summary: 'Autopay, charge day and invoice email settings',
    roles: payers,
    aliases: ['GET /api/user/billing-settings'],
    ok: BillingSettings,
  },
  'PATCH /api/users/billing-settings': {
    summary: 'Change autopay, charge day or invoice emails',
    roles: payers,
    aliases: ['PATCH /api/user/billing-settings'],
    body: BillingSettingsPatch,
    ok: BillingSettings,
    rules: [autopayRules.enable, autopayRules.agree],
    errors: { consent_outdated: 409 },
    impersonation: 'deny',
  },
})
