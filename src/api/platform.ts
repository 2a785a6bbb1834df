import { z } from 'zod'
import { PaymentMethodType } from '../domain/money/payment.ts'
import { PlatformBilling } from '../domain/money/platform.ts'
import { defineCalls, Ok, ownerOnly } from './kit.ts'

const off = { billing_off: 409, provider_unavailable: 503, not_ready: 409 } as const

export const platformBilling = defineCalls({
  'GET /api/owner/platform-billing/status': {
    summary: 'The organization’s subscription and payout status',
    roles: ownerOnly,
    ok: PlatformBilling,
  },
  'POST /api/owner/platform-billing/set-payment-method': {
    summary: 'Start saving the payment method for the subscription',
    roles: ownerOnly,
    read_only: 'allow',
    body: z.object({ pm_types: z.array(PaymentMethodType).min(1).optional() }).optional(),
    ok: z.object({
      client_secret: z.string(),
      setup_intent_id: z.string(),
      publishable_key: z.string().nullable(),
      script_url: z.string().nullable(),
    }),
    errors: off,
    impersonation: 'deny',
    per_minute: 20,
  },
  'POST /api/owner/platform-billing/save-payment-method': {
    summary: 'Save the payment method the browser confirmed',
    roles: ownerOnly,
    read_only: 'allow',
    body: z.object({
      payment_method_id: z.string().max(255),
      setup_intent_id: z.string().regex(/^seti_\w+$/, 'Not a setup intent'),
    }),
    ok: PlatformBilling,
    errors: { ...off, method_not_usable: 409 },
    impersonation: 'deny',
  },
  'POST /api/owner/platform-billing/confirm-subscription': {
    summary: 'Start the subscription; repeating changes nothing',
    roles: ownerOnly,
    read_only: 'allow',
    body: z.object({}).optional(),
    ok: Ok,
    errors: { ...off, no_payment_method: 402, card_declined: 402 },
    impersonation: 'deny',
  },
  'POST /api/owner/platform-billing/pay': {
    summary: 'Pay the open bill with the method on file',
    roles: ownerOnly,
    read_only: 'allow',
    body: z.object({}).optional(),
    ok: Ok,
    errors: { ...off, card_declined: 402 },
    impersonation: 'deny',
    per_minute: 10,
  },
  'POST /api/owner/platform-billing/cancel': {
    summary: 'Cancel the subscription at the end of its period',
    roles: ownerOnly,
    read_only: 'allow',
    body: z.object({}).optional(),
    ok: Ok,
    errors: { ...off, no_subscription: 409 },
    impersonation: 'deny',
  },
  'POST /api/owner/platform-billing/restart': {
    summary: 'Undo a cancellation, or start a new subscription',
    roles: ownerOnly,
    read_only: 'allow',
    body: z.object({}).optional(),
    ok: Ok,
    errors: { ...off, no_payment_method: 402, card_declined: 402 },
    impersonation: 'deny',
  },
})
