import { z } from 'zod'
import { BillRun, BillSum, BillTab, BillToSend, sendLimit } from '../domain/money/to-bill.ts'
import { anyOffice, defineCalls, Id, Page } from './kit.ts'

/** What is still to be asked for, and sending it. */
export const toBill = defineCalls({
  'GET /api/owner/billing/summary': {
    summary: 'What is open, in all and by where it stands, and what has not been asked for yet',
    roles: anyOffice,
    ok: z.object({
      /** The total of the five below it; each invoice is in one of them. */
      open: BillSum,
      draft: BillSum,
      to_send: BillSum,
      sent: BillSum,
      overdue: BillSum,
      declined: BillSum,
      /** Bills that wait under To bill to be sent. */
      to_bill: BillSum,
      payments: z.object({
        /** Set while the organization cannot take payments. */
        off: z.enum(['disconnected', 'paused']).nullable(),
        /** Automatic charges that could not be made while it was off. */
        missed: BillSum,
      }),
      /** The automatic charges of today while some are under way. */
      collecting: z.object({ total: z.int(), done: z.int(), declined: z.int() }).nullable(),
    }),
  },
  'POST /api/owner/billing/charge-missed': {
    summary: 'Make the automatic charges that were missed while payments were off',
    roles: anyOffice,
    body: z.object({}).optional(),
    ok: z.object({ ok: z.literal(true), count: z.int() }),
    errors: { org_not_charge_ready: 409 },
    idempotent: true,
  },
  'GET /api/owner/billing/queue': {
    summary: 'Invoices that wait for a person, each with the facts that explain why',
    roles: anyOffice,
    query: z.object({ tab: BillTab.default('drafts'), ...Page(500, 100) }),
    ok: z.object({
      items: z.array(BillToSend),
      next_cursor: z.string().nullable(),
      tabs: z.record(BillTab, BillSum),
      /** The last sending of many bills within an hour. */
      run: BillRun.nullable(),
    }),
  },
  'POST /api/invoices/send-many': {
    summary: 'Send up to 500 invoices; a dry run only says how many go out and who gets none',
    roles: anyOffice,
    body: z.object({
      ids: z.array(Id).min(1, 'Choose at least one invoice').max(sendLimit),
      dry_run: z.boolean().default(false),
    }),
    ok: z.object({
      dry_run: z.boolean(),
      count: z.int(),
      total_cents: z.int(),
      /** Who gets none, and why. */
      none: z.array(
        z.object({
          id: Id,
          number: z.int().nullable(),
          customer_name: z.string().nullable(),
          reason: z.string(),
        }),
      ),
      run: BillRun.nullable(),
    }),
    idempotent: true,
    errors: { nothing_to_send: 409 },
    per_minute: 60,
  },
})
