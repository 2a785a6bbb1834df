import { describe, expect, it } from 'vitest'
import { mostTip, tipGivenBack, tipOf } from './tip.ts'

describe('a tip', () => {
  it.each([
    [10, 8000, 800],
    [15, 3333, 500],
    [20, 4999, 1000],
  ])('of %i percent of %i is %i', (percent, cents, tip) => expect(tipOf(percent, cents)).toBe(tip))

  it.each([
    [3000, 10_000],
    [40_000, 40_000],
  ])('on %i is at most %i', (balance, most) => expect(mostTip(balance)).toBe(most))

  it.each([
    [0, 8000, 0],
    [0, 8300, 300],
    [0, 8500, 500],
    [8000, 500, 500],
    [8200, 300, 300],
    [8500, 0, 0],
    [2000, 1000, 0],
  ])('of a payment of 85.00 with 5.00: after %i, %i gives back %i of it', (before, cents, tip) =>
    expect(tipGivenBack({ amount_cents: 8500, tip_cents: 500 }, before, cents)).toBe(tip),
  )
})
