import { z } from 'zod'
import { cardLinkRules } from '../domain/money/card-link.ts'
import { InvoiceStatus } from '../domain/money/invoice.ts'
import { Brand } from '../domain/base/brand.ts'
import { Cents } from '../domain/base/money.ts'
import { ShownCard } from '../domain/money/payment.ts'
import { defineCalls } from './kit.ts'

/** What the link in the letter of a failed charge shows: only what its charge is about. */
export const CardPage = z.object({
  organization: z.object({
    name: z.string(),
    email: z.string().nullable(),
    phone_number: z.string().nullable(),
    logo: Brand.shape.logo,
  }),
  invoice: z.object({
    number: z.int().nullable(),
    number_prefix: z.string(),
    status: InvoiceStatus,
    balance_cents: Cents,
    paid_cents: Cents,
  }),
  /** The card that pays now. */
  card: ShownCard.nullable(),
  /** Charged by itself: the new card goes on with it. */
  autopay: z.boolean(),
  is_used: z.boolean(),
  /** Null while the card can be replaced. */
  reason: z.string().nullable(),
  /** Why the last charge failed, or why it was not tried on the new card. */
  problem: z.string().nullable(),
  /** Where the invoice can be paid once, without replacing the card. */
  pay_url: z.string(),
  publishable_key: z.string().nullable(),
  account_id: z.string().nullable(),
  script_url: z.string().nullable(),
  sandbox: z.boolean(),
  /** Whether Apple Pay and Google Pay are offered. */
  wallets: z.boolean(),
})
export type CardPage = z.infer<typeof CardPage>

/** Any text: an incomplete link gets the same response as an expired one. */
const token = z.object({ token: z.string().max(200) })

export const cardPage = defineCalls({
  'GET /api/public/card/{token}': {
    summary: 'The failed charge behind a link that replaces its card',
    roles: 'public',
    params: token,
    ok: CardPage,
    per_minute: 60,
  },
  'POST /api/public/card/{token}/setup': {
    summary: 'The client secret with which the browser saves the new card; null if it is saved',
    roles: 'public',
    params: token,
    body: z.object({}).optional(),
    ok: z.object({ client_secret: z.string().nullable() }),
    rules: [cardLinkRules.replace],
    errors: { not_ready: 409, provider_unavailable: 503 },
    per_minute: 20,
  },
  'POST /api/public/card/{token}/saved': {
    summary: 'Put the card that the browser saved in place of the old one, and charge it once',
    roles: 'public',
    params: token,
    body: z.object({}).optional(),
    ok: z.object({ saved: z.boolean(), message: z.string().nullable() }),
    errors: { not_ready: 409, provider_unavailable: 503 },
    per_minute: 20,
  },
})
