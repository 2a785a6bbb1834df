/** The most visits of a team and day that are put in order at once. */
export const routeLimit = 500

/** A day's visits in the requested order. Visits added meanwhile follow in their present order; missing ones are left out. */
export const inWishedOrder = (standing: readonly string[], wished: readonly string[]): string[] => {
  const there = new Set(standing)
  const first = [...new Set(wished)].filter((id) => there.has(id))
  const placed = new Set(first)
  return [...first, ...standing.filter((id) => !placed.has(id))]
}

/** The list with one of it at another place, counted from 0 and kept within the list. */
export function placedAt(ids: readonly string[], id: string, at: number): string[] {
  const others = ids.filter((one) => one !== id)
  return others.toSpliced(Math.max(0, Math.min(at, others.length)), 0, id)
}
