import { describe, expect, it } from 'vitest'
import { holdChange, isHeldForPayment } from './payment-hold.ts'

const facts = {
  hold_after_cents: 10_000,
  hold_after_days: 14,
  is_held: false,
  late_cents: 10_000,
  unpaid_cents: 10_000,
  excused_cents: 0,
  has_work: true,
}

describe('the work of a customer', () => {
  it.each<[string, Partial<typeof facts>, 'hold' | 'release' | null]>([
    ['waits once enough is late', {}, 'hold'],
    ['goes on below the threshold', { late_cents: 9999 }, null],
    [
      'waits from the first cent if only days count',
      { hold_after_cents: null as never, late_cents: 1 },
      'hold',
    ],
    [
      'never waits while both are off',
      { hold_after_cents: null as never, hold_after_days: null as never },
      null,
    ],
    ['does not wait where none is planned', { has_work: false }, null],
    ['goes on after a word of the office', { excused_cents: 10_000 }, null],
    ['waits again once more is late', { excused_cents: 10_000, late_cents: 12_000 }, 'hold'],
    ['stays held', { is_held: true }, null],
    ['stays held while a payment is on its way', { is_held: true, late_cents: 0 }, null],
    ['is released by payment', { is_held: true, late_cents: 0, unpaid_cents: 0 }, 'release'],
    ['is released by a part that is enough', { is_held: true, unpaid_cents: 9000 }, 'release'],
    [
      'is released when the owner switches it off',
      { is_held: true, hold_after_cents: null as never, hold_after_days: null as never },
      'release',
    ],
  ])('%s', (_, over, change) => expect(holdChange({ ...facts, ...over })).toBe(change))
})

it('only visits to come are held', () => {
  const visit = { status: 'scheduled', date: '2027-06-09', customer: { held_since: 'now' } }
  expect(isHeldForPayment(visit, '2027-06-09')).toBe(true)
  expect(isHeldForPayment({ ...visit, date: '2027-06-08' }, '2027-06-09')).toBe(false)
  expect(isHeldForPayment({ ...visit, status: 'completed' }, '2027-06-09')).toBe(false)
  expect(isHeldForPayment({ ...visit, customer: { held_since: null } }, '2027-06-09')).toBe(false)
})
