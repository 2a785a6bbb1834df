import { z } from 'zod'
import { Credit, creditRules, NewCredit, PayBack } from '../domain/money/credit.ts'
import { SumCents } from '../domain/base/money.ts'
import { anyOffice, defineCalls } from './kit.ts'

/** A customer's credits, newest first, and what is left of them. */
const Credits = z.object({ credits: z.array(Credit), left_cents: SumCents })

/** Money that the office gives a customer, which pays what they owe. */
export const credits = defineCalls({
  'GET /api/owner/customers/{id}/credits': {
    summary: 'A customer’s credits, newest first',
    roles: anyOffice,
    ok: Credits,
  },
  'POST /api/owner/customers/{id}/credits': {
    summary:
      'Give a customer a credit; it pays their open invoices at once, what is due first, first',
    roles: anyOffice,
    body: NewCredit,
    ok: Credits,
    status: 201,
    idempotent: true,
  },
  'DELETE /api/owner/credits/{id}': {
    summary: 'Take back a credit that pays no invoice',
    roles: anyOffice,
    ok: Credits,
    rules: [creditRules.takeBack],
  },
  'POST /api/owner/credits/{id}/payback': {
    summary: 'Record that what is left of a customer’s own money was paid back to them',
    roles: anyOffice,
    body: PayBack,
    ok: Credits,
    rules: [creditRules.payBack],
    idempotent: true,
  },
  'DELETE /api/owner/credits/{id}/payback': {
    summary: 'Take back the latest record of a payback that was a mistake',
    roles: anyOffice,
    ok: Credits,
    rules: [creditRules.undoPayBack],
  },
})
