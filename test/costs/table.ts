import type { Cost } from './count.ts'

/** What a call costs, or why that isn't known: nothing that was tried is accepted. */
export type Measured =
  | ({ call: string; role: string; bytes: number } & Cost)
  | { call: string; refused: string }

const counts = ['statements', 'trips', 'rows'] as const
/** Bytes of an answer may differ by this much between runs. */
const isAbout = (bytes: number, known: number): boolean =>
  Math.abs(bytes - known) <= 16 + known * 0.02
const heading = ['call', 'as', ...counts, 'bytes']
const unknown = 'Not measured, because nothing that was tried is accepted:'

const byPath = (a: { call: string }, b: { call: string }): number => {
  const [one, other] = [a, b].map(({ call }) => `${call.slice(call.indexOf(' '))} ${call}`)
  return one! < other! ? -1 : 1
}

/** Writes the table; bytes that hardly changed stay as they were, so that the diff shows only what matters. */
export function writeTable(all: readonly Measured[], before: readonly Measured[]): string {
  const known = new Map(before.map((one) => [one.call, one]))
  const sorted = all.toSorted(byPath)
  const rows = sorted.flatMap((one) => {
    if ('refused' in one) return []
    const old = known.get(one.call)
    const isSame = old && 'bytes' in old && isAbout(one.bytes, old.bytes)
    const { call, role, statements, trips, rows: many } = one
    return [[call, role, statements, trips, many, isSame ? old.bytes : one.bytes].map(String)]
  })
  const width = Math.max(...rows.map(([call]) => call!.length))
  const line = ([call, role, ...figures]: string[]) =>
    [call!.padEnd(width), role!.padEnd(11), ...figures.map((one) => one.padStart(10))].join(' ')
  return [
    ...[heading, ...rows].map(line),
    '',
    unknown,
    ...sorted.flatMap((one) => ('refused' in one ? [`${one.call}: ${one.refused}`] : [])),
    '',
  ].join('\n')
}

export function readTable(text: string): Measured[] {
  const [table = '', list = ''] = text.split(`${unknown}\n`)
  const rows = table.split('\n').slice(1).filter(Boolean)
  return [
    ...rows.map((row): Measured => {
      const [method, path, role, statements, trips, many, bytes] = row.split(/ +/)
      return {
        call: `${method} ${path}`,
        role: role!,
        statements: Number(statements),
        trips: Number(trips),
        rows: Number(many),
        bytes: Number(bytes),
      }
    }),
    ...list.split('\n').flatMap((one) => {
      const [, call, refused] = /^(.+?): (.*)$/.exec(one) ?? []
      return call ? [{ call, refused: refused! }] : []
    }),
  ]
}

/** What differs from the table, a line per call. */
export function differences(now: readonly Measured[], table: readonly Measured[]): string[] {
  const known = new Map(table.map((one) => [one.call, one]))
  const gone = table.filter(({ call }) => !now.some((one) => one.call === call))
  return [
    ...now.toSorted(byPath).flatMap((one) => {
      const old = known.get(one.call)
      if (!old) return [`${one.call} is new`]
      if ('refused' in one || 'refused' in old)
        return 'refused' in one === 'refused' in old
          ? []
          : [`${one.call}: ${textOf(old)} → ${textOf(one)}`]
      const changed = [
        ...counts.flatMap((name) =>
          one[name] === old[name] ? [] : [`${name} ${old[name]} → ${one[name]}`],
        ),
        ...(isAbout(one.bytes, old.bytes) ? [] : [`bytes ${old.bytes} → ${one.bytes}`]),
      ]
      return changed.length ? [`${one.call}: ${changed.join(', ')}`] : []
    }),
    ...gone.map(({ call }) => `${call} is gone`),
  ]
}

const textOf = (one: Measured): string =>
  'refused' in one ? `not measured (${one.refused})` : 'measured'
