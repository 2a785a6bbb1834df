import { z } from 'zod'
import { paymentRules } from '../domain/money/payment.ts'
import { FailedRefund, RefundSettled, settleRefund } from '../domain/money/refund.ts'
import { anyOffice, defineCalls, Id, moneyReaders } from './kit.ts'

/** Money that should have gone back to a customer. */
export const refunds = defineCalls({
  'GET /api/owner/failed-refunds': {
    summary: 'Refunds that failed and wait for the office, the oldest first',
    roles: moneyReaders,
    ok: z.object({ items: z.array(FailedRefund) }),
  },
  'POST /api/refunds/{id}/settlement': {
    summary:
      'Refund a failed refund again, record how else it was paid, or keep it as the customer’s credit',
    roles: anyOffice,
    params: z.object({ id: Id }),
    body: z.object({ as: RefundSettled }),
    ok: z.object({
      ok: z.literal(true),
      state: z.enum(['started', 'unknown', 'pending', 'succeeded', 'failed']),
    }),
    rules: [settleRefund, paymentRules.refund],
    errors: { refund_failed: 409 },
    idempotent: true,
  },
})
