import { z } from 'zod'
import { customer, defineCalls, moneyReaders } from './kit.ts'

/** Papers as PDF, in the customer's language. */
export const documents = defineCalls({
  'GET /api/invoices/{id}/pdf': {
    summary: 'An invoice as PDF; customers get only their own, issued ones',
    roles: { ...moneyReaders, ...customer },
    ok: z.any(),
    raw: 'application/pdf',
    closed: 'allow',
    per_minute: 60,
  },
  'GET /api/invoices/{id}/receipt': {
    summary: 'A receipt for what was paid on an invoice, as PDF',
    roles: { ...moneyReaders, ...customer },
    ok: z.any(),
    raw: 'application/pdf',
    closed: 'allow',
    errors: { nothing_paid: 409 },
    per_minute: 60,
  },
  'GET /api/public/pay/{token}/pdf': {
    summary: 'The invoice behind a pay link, as PDF',
    roles: 'public',
    params: z.object({ token: z.string().max(200) }),
    ok: z.any(),
    raw: 'application/pdf',
    per_minute: 30,
  },
})
