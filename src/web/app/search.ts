/** Parses one search parameter; an invalid value counts as absent. */
type Read<T> = (text: string | undefined) => T | undefined

const asText = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined

/** Any text up to 500 characters. */
export const text: Read<string> = (value) =>
  value === undefined || value === '' ? undefined : value.slice(0, 500)
/** A whole number from `least`. */
export const whole =
  (least = 0): Read<number> =>
  (value) =>
    value !== undefined && /^\d{1,9}$/.test(value) && Number(value) >= least
      ? Number(value)
      : undefined
/** One of a few words. */
export const oneOf =
  <const W extends string>(...words: readonly W[]): Read<W> =>
  (value) =>
    words.find((word) => word === value)
/**
 * A real `YYYY-MM-DD` date in this century, so that the dates shown around it are valid for the
 * calls.
 */
export const date: Read<string> = (value) =>
  value !== undefined &&
  /^20\d{2}-\d{2}-\d{2}$/.test(value) &&
  new Date(Date.parse(value) || 0).toISOString().startsWith(value)
    ? value
    : undefined
/** `1` or absent. */
export const flag: Read<1> = (value) => (value === '1' || value === 'true' ? 1 : undefined)

/**
 * A route's typed search parameters: `search({ q: text, page: whole(1), view: oneOf('list',
 * 'board') })`. Absent and invalid values are left out.
 */
export function search<S extends Record<string, Read<unknown>>>(
  readers: S,
): (raw: Record<string, unknown>) => { [N in keyof S]?: NonNullable<ReturnType<S[N]>> } {
  return (raw) =>
    Object.fromEntries(
      Object.entries(readers).flatMap(([name, read]) => {
        const value = read(asText(raw[name]))
        // Set an invalid value to undefined explicitly; if left out, the raw one would show
        // through.
        return value === undefined && raw[name] === undefined ? [] : [[name, value]]
      }),
    ) as never
}

/**
 * Plain text both ways. The router's own codec uses JSON, which turns `occurrence_id=123` into a
 * number and back into `%22123%22`.
 */
export const parseSearch = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query))
export function stringifySearch(values: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    const written = asText(value)
    if (written) query.set(name, written)
  }
  const text = query.toString()
  return text ? `?${text}` : ''
}
