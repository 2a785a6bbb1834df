import { expect, it } from 'vitest'
import { creditLeft, creditRules } from './credit.ts'

it.each([
  [{ used_cents: 0, taken_back_at: null, paid_in: false }, null, 2000],
  [{ used_cents: 0, taken_back_at: null, paid_in: true }, 'credit_paid_in', 2000],
  [{ used_cents: 500, taken_back_at: null, paid_in: true }, 'credit_used', 1500],
  [
    { used_cents: 0, taken_back_at: '2027-06-09T10:00:00Z', paid_in: false },
    'credit_taken_back',
    0,
  ],
])('a credit of $20 with %j', (facts, code, left) => {
  expect(creditRules.takeBack(facts)?.code ?? null).toBe(code)
  expect(creditLeft({ amount_cents: 2000, ...facts })).toBe(left)
})
