import { z } from 'zod'

/** One field of many rows: the values it has and, a letter or two for each row, which of them it is; or every row's own value. */
export const PackedColumn = z.union([z.object({ of: z.array(z.unknown()), at: z.string() }), z.object({ each: z.array(z.unknown()) })])
export type PackedColumn = z.infer<typeof PackedColumn>

/** UUIDs, some of them missing: the first twelve digits (time) as differences to the id before, then the version, then the nineteen digits of chance. */
export const PackedIds = z.object({ has: PackedColumn, times: z.string(), versions: PackedColumn, rest: z.string() })
export type PackedIds = z.infer<typeof PackedIds>

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const pairs = Array.from({ length: 4096 }, (_, n) => `${letters[n >> 6]}${letters[n & 63]}`)
const valueOf = new Uint8Array(128)
for (let n = 0; n < letters.length; n++) valueOf[letters.charCodeAt(n)] = n

const texts = new WeakMap<object, string>()
/** What equal values have in common. Objects are compared by what they say; one that many rows share is looked at once. */
function likeness(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  let text = texts.get(value)
  if (text === undefined) texts.set(value, (text = `\0${JSON.stringify(value)}`))
  return text
}

export function packColumn(values: readonly unknown[]): PackedColumn {
  const places = new Map<unknown, number>()
  const of: unknown[] = []
  const at = new Uint16Array(values.length)
  for (let row = 0; row < values.length; row++) {
    const value = values[row]
    if (row > 0 && value === values[row - 1]) {
      at[row] = at[row - 1]!
      continue
    }
    const like = likeness(value)
    let place = places.get(like)
    if (place === undefined) {
      places.set(like, (place = of.length))
      of.push(value)
      if (place >= pairs.length || (place >= 64 && place > row / 2 + 64)) return { each: [...values] }
    }
    at[row] = place
  }
  let text = ''
  if (of.length > 64) for (const place of at) text += pairs[place]
  else if (of.length > 1) for (const place of at) text += letters[place]
  return { of, at: text }
}

/** The values of `count` rows. */
export function unpackColumn<T = unknown>(column: PackedColumn, count: number): T[] {
  if ('each' in column) return column.each as T[]
  const { of, at } = column as { of: T[]; at: string }
  const values: T[] = []
  const isPairs = at.length > count
  for (let row = 0; row < count; row++) {
    const place = at === '' ? 0 : isPairs ? pairAt(at, row * 2) : valueOf[at.charCodeAt(row)]!
    values.push(of[place] as T)
  }
  return values
}

const pairAt = (text: string, at: number): number => (valueOf[text.charCodeAt(at)]! << 6) | valueOf[text.charCodeAt(at + 1)]!

/** Hexadecimal digits at a third of their length less: three of them are two letters. */
export function packDigits(digits: string): string {
  const padded = digits.padEnd(Math.ceil(digits.length / 3) * 3, '0')
  const packed: string[] = []
  for (let at = 0; at < padded.length; at += 3) packed.push(pairs[(digitAt(padded, at) << 8) | (digitAt(padded, at + 1) << 4) | digitAt(padded, at + 2)]!)
  return packed.join('')
}

const digitAt = (digits: string, at: number): number => {
  const code = digits.charCodeAt(at)
  return code < 58 ? code - 48 : code - 87
}

/** May answer up to two zeros too many. */
export function unpackDigits(packed: string): string {
  const digits: string[] = []
  for (let at = 0; at < packed.length; at += 2) digits.push(pairAt(packed, at).toString(16).padStart(3, '0'))
  return digits.join('')
}

export function packIds(ids: readonly (string | null)[]): PackedIds {
  const times: string[] = []
  const versions: string[] = []
  const rest: string[] = []
  let before = 0
  for (const id of ids) {
    if (id === null) continue
    const time = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
    times.push((time - before).toString(36))
    before = time
    versions.push(id[14]!)
    rest.push(id.slice(15, 18), id.slice(19, 23), id.slice(24))
  }
  return { has: packColumn(ids.map((id) => id !== null)), times: times.join(' '), versions: packColumn(versions), rest: packDigits(rest.join('')) }
}

export function unpackIds({ has, times, versions, rest }: PackedIds, count: number): (string | null)[] {
  const differences = times.split(' ')
  const version = unpackColumn<string>(versions, differences.length)
  const digits = unpackDigits(rest)
  let time = 0
  let row = 0
  return unpackColumn<boolean>(has, count).map((isThere) => {
    if (!isThere) return null
    time += Number.parseInt(differences[row]!, 36)
    const first = time.toString(16).padStart(12, '0')
    const last = digits.slice(row * 19, row * 19 + 19)
    return `${first.slice(0, 8)}-${first.slice(8)}-${version[row++]}${last.slice(0, 3)}-${last.slice(3, 7)}-${last.slice(7)}`
  })
}
