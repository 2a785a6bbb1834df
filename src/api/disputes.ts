import { z } from 'zod'
import { disputeRules, DisputeSettled, DisputeToAnswer } from '../domain/money/dispute.ts'
import { anyOffice, defineCalls, Id, moneyReaders } from './kit.ts'

const params = z.object({ id: z.string().max(255) })

/** Customers whose banks ask for a payment back. */
export const disputes = defineCalls({
  'GET /api/owner/disputes': {
    summary: 'Disputes that need an answer by a deadline, and lost ones to decide about',
    roles: moneyReaders,
    ok: z.object({ items: z.array(DisputeToAnswer) }),
  },
  'POST /api/disputes/{id}/evidence': {
    summary: 'Tell the customer’s bank what was done and agreed; it can be sent once',
    roles: anyOffice,
    params,
    body: z.object({
      text: z.string().trim().min(1, 'Write what was done and agreed.').max(20_000),
    }),
    ok: z.object({ ok: z.literal(true), sent: z.boolean() }),
    rules: [disputeRules.answer],
    idempotent: true,
  },
  'POST /api/disputes/{id}/settlement': {
    summary: 'After a lost dispute: the customer owes the amount again, or it is written off',
    roles: anyOffice,
    params,
    body: z.object({ as: DisputeSettled }),
    ok: z.object({ ok: z.literal(true), invoice_id: Id }),
    rules: [disputeRules.settle],
    idempotent: true,
  },
})
