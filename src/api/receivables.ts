import { z } from 'zod'
import { LocalDateText } from '../domain/base/dates.ts'
import { Receivables } from '../domain/money/receivables.ts'
import { Revenue, RevenueGroup } from '../domain/money/revenue.ts'
import { customer, defineCalls, moneyReaders } from './kit.ts'

/** Who owes what and since when, and where revenue comes from. */
export const receivables = defineCalls({
  'GET /api/owner/receivables': {
    summary: 'What customers owe by how late it is, those who owe most first',
    roles: moneyReaders,
    ok: Receivables,
  },
  'GET /api/owner/revenue': {
    summary: 'What was billed in a period by month, service, team or customer, and collected of it',
    roles: moneyReaders,
    query: z.object({ by: RevenueGroup.default('month'), from: LocalDateText, to: LocalDateText }),
    ok: Revenue,
  },
  'GET /api/users/statement': {
    summary: 'The customer’s own statement of the past 90 days, as PDF',
    roles: customer,
    ok: z.any(),
    raw: 'application/pdf',
    per_minute: 30,
  },
  'GET /api/owner/customers/{id}/statement': {
    summary:
      'A customer’s invoices and payments with a running balance, as PDF; the past 90 days unless said otherwise',
    roles: moneyReaders,
    query: z.object({ from: LocalDateText.optional(), to: LocalDateText.optional() }),
    ok: z.any(),
    raw: 'application/pdf',
    errors: { invalid: 422 },
    per_minute: 60,
  },
})
