import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  feeCapCents,
  isOnboarded,
  isReadOnly,
  platformFee,
  PlatformFee,
  type SubscriptionStatus,
} from './platform.ts'

describe('platformFee', () => {
  it.each([
    [0, 1, 300, false],
    [1, 1, 300, false],
    [50, 50, 15_000, false],
    [51, 51, 15_200, false],
    [149, 149, 34_800, false],
    [150, 150, 34_900, true],
    [151, 151, 34_900, true],
    [300, 300, 34_900, true],
    [698, 698, 34_900, true],
    [10_000, 10_000, 34_900, true],
    [-3, 1, 300, false],
    [Number.NaN, 1, 300, false],
    [2.9, 2, 600, false],
  ])('%d users count as %i and cost %i cents, capped %s', (given, users, amount_cents, capped) => {
    expect(platformFee(given)).toMatchObject({ users, amount_cents, capped })
  })

  it('shows how the total is calculated', () => {
    expect(platformFee(151).tiers).toEqual([
      { from: 1, to: 50, unit_cents: 300, users: 50, amount_cents: 15_000 },
      { from: 51, to: 150, unit_cents: 200, users: 100, amount_cents: 20_000 },
      { from: 151, to: 300, unit_cents: 100, users: 1, amount_cents: 100 },
    ])
  })

  it('never drops when a user is added, never exceeds the cap, and its tiers cover every user', () => {
    for (let users = 1; users <= 1000; users++) {
      const fee = platformFee(users)
      expect(fee.amount_cents).toBeGreaterThanOrEqual(platformFee(users - 1).amount_cents)
      expect(fee.amount_cents).toBeLessThanOrEqual(feeCapCents)
      expect(fee.tiers.reduce((sum, tier) => sum + tier.users, 0)).toBe(users)
    }
    fc.assert(
      fc.property(fc.integer(), (users) => {
        expect(PlatformFee.safeParse(platformFee(users)).success).toBe(true)
      }),
    )
  })
})

describe('isReadOnly', () => {
  const may1 = '2026-05-01T00:00:00Z'
  it.each<[SubscriptionStatus, string | null, string | null, string, boolean]>([
    ['trialing', may1, null, '2026-04-20T00:00:00Z', false],
    ['trialing', may1, null, '2026-05-08T00:00:00Z', false],
    ['trialing', may1, null, '2026-05-08T00:00:01Z', true],
    ['none', null, null, '2030-01-01T00:00:00Z', false],
    ['active', may1, may1, '2030-01-01T00:00:00Z', false],
    ['past_due', may1, '2026-06-01T00:00:00Z', '2026-06-08T00:00:00Z', false],
    ['past_due', may1, '2026-06-01T00:00:00Z', '2026-06-09T00:00:00Z', true],
    ['canceled', may1, '2026-06-01T00:00:00Z', '2026-07-01T00:00:00Z', true],
  ])(
    '%s, trial to %s, unpaid since %s, on %s: %s',
    (status, trial_ends_at, past_due_since, now, expected) => {
      expect(isReadOnly({ status, trial_ends_at, past_due_since }, now)).toBe(expected)
    },
  )
})

describe('an account at the provider', () => {
  const ready = {
    charges_enabled: true,
    payouts_enabled: true,
    details_submitted: true,
    requirements_currently_due_len: 0,
  }
  it.each([
    [{}, true],
    [{ charges_enabled: false }, false],
    [{ payouts_enabled: false }, false],
    [{ details_submitted: false }, false],
    [{ requirements_currently_due_len: 1 }, false],
  ])('with %o is set up: %s', (flags, expected) =>
    expect(isOnboarded({ ...ready, ...flags })).toBe(expected),
  )
})
