/** Values no field means. */
export const nonsense: readonly unknown[] = [
  'nonsense',
  '',
  -1,
  1e21,
  true,
  null,
  [],
  ['nonsense'],
  {},
  { nonsense: 1 },
  '2026-13-45',
  '00000000-0000-0000-0000-00000000000g',
]

/** A sentence written by zod, PostgreSQL, Fastify or JavaScript for programmers. */
export const librarySentence =
  /expected (?:one of|string|number|int|boolean|array|object|record|date|nonoptional)|received|Invalid (?:input|option|UUID|GUID|URL|ISO|string|number|key|JSON|email address|discriminator)|Unrecognized|Too (?:big|small)|must match|multiple of|violates|invalid (?:input )?syntax|out of range|Unexpected (?:token|end)|is not (?:valid JSON|a valid url|iterable|a function)|Cannot read|undefined|NaN|FST_|Zod|regex/i

/** Each place in a value that holds something, as a path. */
export function placesIn(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (value === null || typeof value !== 'object') return [path]
  const inside = Array.isArray(value)
    ? value.flatMap((one, at) => placesIn(one, [...path, at]))
    : Object.entries(value).flatMap(([name, one]) => placesIn(one, [...path, name]))
  return path.length ? [path, ...inside] : inside
}

/** The value with something else in one place. */
export function replaced(
  value: unknown,
  [first, ...rest]: (string | number)[],
  by: unknown,
): unknown {
  if (first === undefined) return by
  if (Array.isArray(value))
    return value.map((one, at) => (at === first ? replaced(one, rest, by) : one))
  const before = value as Record<string, unknown>
  return { ...before, [first]: replaced(before[first], rest, by) }
}
