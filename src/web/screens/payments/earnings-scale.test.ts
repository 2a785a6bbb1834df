import { describe, expect, it } from 'vitest'
import { scaleOf, shortDollars } from './earnings-scale.ts'

describe('the scale of the earnings', () => {
  it.each([
    ['nothing yet', [], 10_000, 0, [10_000, 5000, 0]],
    ['months without earnings', [0, 0], 10_000, 0, [10_000, 5000, 0]],
    ['a round amount', [20_000], 20_000, 0, [20_000, 10_000, 0]],
    ['an amount in between', [100, 8600], 10_000, 0, [10_000, 5000, 0]],
    ['a quarter step', [24_000], 25_000, 0, [25_000, 12_500, 0]],
    ['a month with more refunds than payments', [43_000, -1100], 50_000, -2000, [50_000, 0, -2000]],
    ['refunds only', [-300], 10_000, -500, [10_000, 0, -500]],
  ])('%s', (_title, cents, most, least, lines) => {
    expect(scaleOf(cents)).toEqual({ most, least, lines })
  })
})

it.each([
  [0, '$0'],
  [25_000, '$250'],
  [-8000, '-$80'],
  [99_900, '$999'],
  [150_000, '$1.5k'],
  [-250_000, '-$2.5k'],
  [100_000, '$1k'],
])('%i cents are written %s', (cents, text) => expect(shortDollars(cents)).toBe(text))
