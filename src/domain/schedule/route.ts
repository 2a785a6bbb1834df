/** The most visits of one team and day that can be ordered. */
export const routeLimit = 500

/**
 * A day's visits in the requested order. Visits added in the meantime follow in their current
 * order; missing ones are dropped.
 */
export const inRequestedOrder = (
  standing: readonly string[],
  wished: readonly string[],
): string[] => {
  const there = new Set(standing)
  const first = [...new Set(wished)].filter((id) => there.has(id))
  const placed = new Set(first)
  return [...first, ...standing.filter((id) => !placed.has(id))]
}

/** The list with one item moved to another index, clamped to the list. */
export function placedAt(ids: readonly string[], id: string, at: number): string[] {
  const others = ids.filter((one) => one !== id)
  return others.toSpliced(Math.max(0, Math.min(at, others.length)), 0, id)
}
