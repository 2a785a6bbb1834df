import { z } from 'zod'

/** One field of many rows: the values it has and, a letter or two for each row, which of them it is; or every row's own value. */
export const PackedColumn = z.union([z.object({ of: z.array(z.unknown()), at: z.string() }), z.object({ each: z.array(z.unknown()) })])
export type PackedColumn = z.infer<typeof PackedColumn>

/** UUIDs, some of them missing: the first twelve digits (time) as differences to the id before, then the version, then the nineteen digits of chance. */
export const PackedIds = z.object({ has: PackedColumn, times: z.string(), versions: PackedColumn, rest: z.string() })
export type PackedIds = z.infer<typeof PackedIds>

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const codes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
const valueOf = new Uint8Array(128)
codes.forEach((code, value) => (valueOf[code] = value))

const chunk = 4096
/** Letters as one text, without a piece of text for each. */
function textOf(letters: Uint8Array): string {
  let text = ''
  for (let from = 0; from < letters.length; from += chunk) text += String.fromCharCode.apply(null, letters.subarray(from, from + chunk) as unknown as number[])
  return text
}

/** Takes the values of a column one by one. */
export class ColumnWriter {
  #places = new Map<unknown, number>()
  #of: unknown[] = []
  #at: number[] = []
  #last: unknown = nothing
  #place = 0

  add(value: unknown): void {
    if (value !== this.#last) {
      this.#place = this.#placeOf(value)
      this.#last = value
    }
    this.#at.push(this.#place)
  }

  // Objects are compared by what they say; one that many rows share is looked at once.
  #placeOf(value: unknown): number {
    const known = this.#places.get(value)
    if (known !== undefined) return known
    let place = this.#of.length
    if (typeof value === 'object' && value !== null) {
      const text = `\0${JSON.stringify(value)}`
      place = this.#places.get(text) ?? place
      this.#places.set(text, place)
    }
    this.#places.set(value, place)
    if (place === this.#of.length) this.#of.push(value)
    return place
  }

  packed(): PackedColumn {
    const [of, at] = [this.#of, this.#at]
    if (of.length <= 1) return { of, at: '' }
    const isOneLetter = of.length <= 64
    if (!isOneLetter && (of.length > 4096 || of.length * 4 > at.length)) return { each: at.map((place) => of[place]) }
    const told = new Uint8Array(isOneLetter ? at.length : at.length * 2)
    for (let row = 0, letter = 0; row < at.length; row++) {
      const place = at[row]!
      if (!isOneLetter) told[letter++] = codes[place >> 6]!
      told[letter++] = codes[place & 63]!
    }
    return { of, at: textOf(told) }
  }
}
const nothing = {}

export function packColumn(values: readonly unknown[]): PackedColumn {
  const column = new ColumnWriter()
  for (const value of values) column.add(value)
  return column.packed()
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
  const values = new Uint8Array(digits.length)
  for (let at = 0; at < digits.length; at++) values[at] = digitAt(digits, at)
  return lettersOf(values, digits.length)
}

const digitAt = (text: string, at: number): number => {
  const code = text.charCodeAt(at)
  return code < 58 ? code - 48 : code - 87
}

/** The first `count` digits as letters; zeros past the end. */
function lettersOf(digits: Uint8Array, count: number): string {
  const told = new Uint8Array(Math.ceil(count / 3) * 2)
  const last = digits.subarray(0, count)
  for (let at = 0, letter = 0; at < count; at += 3) {
    const second = last[at + 1] ?? 0
    told[letter++] = codes[(last[at]! << 2) | (second >> 2)]!
    told[letter++] = codes[((second & 3) << 4) | (last[at + 2] ?? 0)]!
  }
  return textOf(told)
}

/** May answer up to two zeros too many. */
export function unpackDigits(packed: string): string {
  const digits: string[] = []
  for (let at = 0; at < packed.length; at += 2) digits.push(pairAt(packed, at).toString(16).padStart(3, '0'))
  return digits.join('')
}

export function packIds(ids: readonly (string | null)[]): PackedIds {
  const has = new ColumnWriter()
  const versions = new ColumnWriter()
  const times: string[] = []
  const rest = new Uint8Array(ids.length * 19)
  let count = 0
  let before = 0
  for (const id of ids) {
    has.add(id !== null)
    if (id === null) continue
    const time = numberAt(id, 0, 8) * 65_536 + numberAt(id, 9, 13)
    times.push((time - before).toString(36))
    before = time
    versions.add(id[14])
    for (let at = 15; at < 36; at++) if (at !== 18 && at !== 23) rest[count++] = digitAt(id, at)
  }
  return { has: has.packed(), times: times.join(' '), versions: versions.packed(), rest: lettersOf(rest, count) }
}

/** Of hexadecimal digits from one place to another. */
function numberAt(text: string, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at++) value = value * 16 + digitAt(text, at)
  return value
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
