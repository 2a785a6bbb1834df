import { describe, expect, it } from 'vitest'
import { chartOf, shortDollars } from './earnings-scale.ts'

describe('the scale of the earnings', () => {
  it.each([
    ['nothing yet', [], [10_000, 5000, 0]],
    ['months without earnings', [0, 0], [10_000, 5000, 0]],
    ['a round amount', [20_000], [20_000, 10_000, 0]],
    ['an amount in between', [100, 8600], [10_000, 5000, 0]],
    ['a quarter step', [24_000], [25_000, 12_500, 0]],
    ['a month with more refunds than payments', [43_000, -1100], [50_000, 0, -2000]],
    ['refunds only', [-300], [10_000, 0, -500]],
  ])('%s', (_title, cents, lines) => {
    const chart = chartOf(cents, false)
    expect(chart.lines.map((line) => line.cents)).toEqual(lines)
    // From the top of the chart to the names of the months.
    expect([chart.lines[0]!.y, chart.lines.at(-1)!.y]).toEqual([14, chart.height - 26])
  })
})

describe('the bars of the earnings', () => {
  const { bars, lines, left, right } = chartOf([20_000, 0, -10_000, 1], false)
  const zero = lines.find(({ cents }) => cents === 0)!.y

  it('stand on zero, a loss hangs from it, and nothing has no bar', () => {
    const [gain, none, loss] = bars
    expect(gain!.y + gain!.height).toBeCloseTo(zero)
    expect(none!.height).toBe(0)
    expect(loss!.y).toBeCloseTo(zero)
    expect(gain!.height).toBeCloseTo(2 * loss!.height)
  })

  it('are seen however small they are', () => {
    expect(bars[3]!.height).toBe(2)
  })

  it.each([false, true])('share the width evenly; on a phone: %s', (isPhone) => {
    const chart = chartOf([1, 2, 3], isPhone)
    const slot = (chart.right - chart.left) / 3
    const [first, second] = chart.bars
    expect(second!.x - first!.x).toBeCloseTo(slot)
    expect(first!.x - chart.left).toBeCloseTo((slot - first!.width) / 2)
    expect([left, right]).toEqual([44, 956])
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
