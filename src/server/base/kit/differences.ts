/** The fields of a row that changed, with their new values; null if none. */
export function differences<T extends object>(was: T, is: T): Partial<T> | null {
  const changed = (Object.keys(is) as (keyof T)[]).filter(
    (key) => JSON.stringify(is[key]) !== JSON.stringify(was[key]),
  )
  return changed.length
    ? (Object.fromEntries(changed.map((key) => [key, is[key]])) as Partial<T>)
    : null
}
