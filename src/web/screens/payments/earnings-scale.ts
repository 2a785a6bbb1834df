/** The next round amount above, in cents, so that the scale reads 0, 50, 100 and not 0, 43, 86. */
function roundUp(cents: number): number {
  if (cents <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(cents))
  return ([1, 2, 2.5, 5, 10].find((step) => step * power >= cents) ?? 10) * power
}

/** The ends of a chart's scale and its lines, in cents. It always has 0 on it and is never empty. */
export function scaleOf(cents: readonly number[]): {
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
