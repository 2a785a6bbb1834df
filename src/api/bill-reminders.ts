import { z } from 'zod'
import { BillReminders } from '../domain/money/bill-reminder.ts'
import { anyOffice, defineCalls } from './kit.ts'

/** What asks for money again. */
export const billReminders = defineCalls({
  'GET /api/invoices/{id}/reminders': {
    summary: 'Which reminders of an invoice went out, and which comes next or why none does',
    roles: anyOffice,
    ok: BillReminders,
  },
  'POST /api/owner/customers/{id}/statement': {
    summary: 'Email a customer their statement of the past 90 days',
    roles: anyOffice,
    body: z.object({}).optional(),
    ok: z.object({
      sent: z.boolean(),
      /** Why it does not go out. */
      reason: z.string().nullable(),
    }),
    idempotent: true,
    per_minute: 60,
  },
  'POST /api/owner/receivables/statements': {
    summary: 'Email a statement to every customer who owes something, once a day',
    roles: anyOffice,
    body: z.object({}).optional(),
    ok: z.object({ count: z.int() }),
    errors: { nothing_to_send: 409 },
    idempotent: true,
  },
})
