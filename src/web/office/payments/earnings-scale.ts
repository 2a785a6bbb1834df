/** The next round amount, in cents, so that the scale reads 0, 50, 100 and not 0, 43, 86. */
function roundUp(cents: number): number {
  if (cents <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(cents))
  return ([1, 2, 2.5, 5, 10].find((step) => step * power >= cents) ?? 10) * power
}

/** A chart scale's ends and grid lines, in cents. It always includes 0 and is never empty. */
function scaleOf(cents: readonly number[]): {
  most: number
  least: number
  lines: readonly number[]
} {
  const most = roundUp(Math.max(0, ...cents)) || 10_000
  const loss = roundUp(-Math.min(0, ...cents))
  return loss > 0
    ? { most, least: -loss, lines: [most, 0, -loss] }
    : { most, least: 0, lines: [most, most / 2, 0] }
}

/** `$250`, `-$80`, `$1.5k`. */
export function shortDollars(cents: number): string {
  const dollars = Math.abs(cents) / 100
  const amount = dollars >= 1000 ? `${+(dollars / 1000).toFixed(1)}k` : `${+dollars.toFixed(0)}`
  return `${cents < 0 ? '-' : ''}$${amount}`
}

const edge = { left: 44, right: 4, top: 14, bottom: 26 }

/** The positions of a chart's lines and bars, in SVG units; a month without earnings has height 0. */
export function chartOf(cents: readonly number[], isPhone: boolean) {
  const [width, height] = isPhone ? [360, 240] : [960, 300]
  const { most, least, lines } = scaleOf(cents)
  const tall = height - edge.top - edge.bottom
  const yOf = (value: number): number => edge.top + ((most - value) / (most - least)) * tall
  const slot = (width - edge.left - edge.right) / Math.max(1, cents.length)
  const wide = slot * 0.62
  return {
    width,
    height,
    left: edge.left,
    right: width - edge.right,
    lines: lines.map((value) => ({ cents: value, y: yOf(value) })),
    bars: cents.map((value, at) => ({
      x: edge.left + slot * at + (slot - wide) / 2,
      y: yOf(Math.max(0, value)),
      width: wide,
      height: value === 0 ? 0 : Math.max(2, Math.abs(yOf(value) - yOf(0))),
    })),
  }
}
