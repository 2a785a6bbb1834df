/** The fields in which a row differs from what it was; null for none. */
export function differences<T extends object>(was: T, is: T): Partial<T> | null {
  const changed = (Object.keys(is) as (keyof T)[]).filter(
    (key) => JSON.stringify(is[key]) !== JSON.stringify(was[key]),
  )
  return changed.length
    ? (Object.fromEntries(changed.map((key) => [key, is[key]])) as Partial<T>)
    : null
}
