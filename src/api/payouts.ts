import { z } from 'zod'
import { Payout, PayoutLine } from '../domain/money/payout.ts'
import { defineCalls, Id, moneyReaders, PageById } from './kit.ts'

/** What the provider paid to the business's bank, and what is behind it. */
export const payouts = defineCalls({
  'GET /api/owner/payouts': {
    summary: 'Payouts to the bank, newest first',
    roles: moneyReaders,
    query: z.object(PageById(100, 20)),
    ok: z.object({ payouts: z.array(Payout), next_cursor: z.string().nullable() }),
    inactive: 'allow',
  },
  'GET /api/owner/payouts/{id}': {
    summary: 'One payout with the payments, refunds, fees and visits behind it',
    roles: moneyReaders,
    params: z.object({ id: Id }),
    ok: z.object({ payout: Payout, lines: z.array(PayoutLine) }),
    inactive: 'allow',
  },
  'GET /api/owner/payouts/{id}/export': {
    summary: 'Export what is behind a payout as a CSV file',
    roles: moneyReaders,
    params: z.object({ id: Id }),
    ok: z.any(),
    raw: 'text/csv',
    inactive: 'allow',
    per_minute: 60,
  },
})
