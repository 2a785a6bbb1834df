import { expect, it } from 'vitest'
import { creditLeft, creditRules } from './credit.ts'

const open = { used_cents: 0, paid_back_cents: 0, taken_back_at: null, paid_in: false }
const own = { ...open, paid_in: true }

it.each([
  [open, null, 'credit_given', 2000],
  [own, 'credit_paid_in', null, 2000],
  [{ ...own, used_cents: 500 }, 'credit_paid_in', null, 1500],
  [{ ...open, used_cents: 500 }, 'credit_used', 'credit_given', 1500],
  [{ ...own, used_cents: 2000, paid_back_cents: 1500 }, 'credit_paid_back', 'credit_spent', 0],
  [{ ...open, taken_back_at: '2027-06-09T10:00:00Z' }, 'credit_taken_back', 'credit_taken_back', 0],
])('a credit of $20 with %j', (facts, takeBack, payBack, left) => {
  const credit = { amount_cents: 2000, ...facts }
  expect(creditRules.takeBack(credit)?.code ?? null).toBe(takeBack)
  expect(creditRules.payBack(credit)?.code ?? null).toBe(payBack)
  expect(creditLeft(credit)).toBe(left)
})
