import { describe, expect, it } from 'vitest'
import { LateFee, lateFeeCents, lateFeeDay } from './late-fee.ts'

const flat: LateFee = { kind: 'flat', cents: 1500, after_days: 10 }
const percent: LateFee = { kind: 'percent', basis_points: 150, after_days: 10 }

describe('a late fee', () => {
  it.each([
    [flat, 8000, 1500],
    [flat, 100, 1500],
    [percent, 8000, 120],
    [percent, 3333, 50],
    [percent, 3300, 50],
    [percent, 10, 0],
  ])('%j of %i is %i', (fee, balance, cents) => expect(lateFeeCents(fee, balance)).toBe(cents))

  it.each([
    ['2027-06-01', '2027-06-01', '2027-06-11'],
    ['2027-06-01', '2027-06-08', '2027-06-11'],
    ['2027-06-01', '2027-06-09', '2027-06-12'],
    ['2027-06-01', '2027-07-01', '2027-07-04'],
  ])('of what was due %s, announced on %s, comes on %s', (due, today, day) =>
    expect(lateFeeDay(flat, due, today)).toBe(day),
  )

  it.each([
    { kind: 'flat', cents: 10, after_days: 10 },
    { kind: 'percent', basis_points: 2600, after_days: 10 },
    { kind: 'flat', cents: 1500, after_days: 0 },
    { kind: 'flat', cents: 1500 },
  ])('%j is refused', (fee) => expect(LateFee.safeParse(fee).success).toBe(false))
})
