import { CsvError, parse } from 'csv-parse/sync'
import { importLimits, namingFields, type ImportTarget } from '../../../domain/flows/import.ts'
import { recognize } from '../../../domain/flows/import-recognize.ts'
import { tableOfCards } from './parse-vcard.ts'

/** A file as rows of texts. `row` numbers count as a spreadsheet does. */
export type ImportTable = {
  encoding: string
  headers: string[]
  rows: { row: number; cells: string[] }[]
  /** What is odd about the file as a whole, in sentences. */
  remarks: string[]
}

/** The file cannot be used; the message says why, for the person who chose it. */
export class Unreadable extends Error {}

/** The longest row: more is a quotation mark that is never closed. */
const longestRow = 262_144

/** Reads a CSV file of any encoding and separator. Throws `Unreadable`. */
export function parseFile(bytes: Uint8Array): ImportTable {
  refuseOtherKinds(bytes)
  const { text, encoding } = decode(bytes)
  refuseOtherTexts(text)
  const records = isCards(text)
    ? tableOfCards(text).map((cells, at) => ({ row: at + 1, cells }))
    : recordsOf(text)
  const head = headOf(records)
  if (head === -1) throw new Unreadable('This file has no columns. Is it a CSV file?')
  const headers = records[head]!.cells
  if (isBankList(headers))
    throw new Unreadable(
      'This is a list of bank transactions: no column names a customer. Export the list of customers from the program that keeps them.',
    )
  refuseSize(records, headers.length)
  const isHead = (cells: readonly string[]) =>
    cells.length === headers.length && cells.every((cell, at) => cell === headers[at])
  const rows = records
    .slice(head + 1)
    .filter(({ cells }) => cells.some(Boolean) && !isTotal(cells) && !isHead(cells))
  if (!rows.length) throw new Unreadable('This file has headers, but no rows below them.')
  return {
    encoding,
    headers,
    rows,
    remarks: [
      ...remarksOf(headers, rows, encoding),
      ...cutOff(text, headers, rows, records.at(-1)!),
    ],
  }
}

const isCards = (text: string): boolean => /^\s*BEGIN:VCARD/i.test(text)

/** The row of headers: the first of several cells, or the word for names above a list of them. */
function headOf(records: readonly Record[]): number {
  const head = records.findIndex(({ cells }) => cells.filter(Boolean).length >= 2)
  if (head !== -1) return belowTitle(records, head)
  const first = records.findIndex(({ cells }) => cells.some(Boolean))
  if (first === -1) return -1
  const below = records
    .slice(first, first + longestTitle)
    .findIndex(({ cells }) => recognize(cells).mapping.some(names))
  return below === -1 ? -1 : first + below
}

/** How many rows a title takes at most. */
const longestTitle = 5

/** A title such as 'My customers,exported today' has several cells and is no header; what is below it is. */
function belowTitle(records: readonly Record[], first: number): number {
  const known = (at: number) => recognize(records[at]!.cells).mapping.filter(Boolean).length
  if (known(first) > 0) return first
  for (let at = first + 1; at < Math.min(first + longestTitle, records.length); at++)
    if (known(at) >= 2) return at
  return first
}

const names = (target: ImportTarget | null): boolean =>
  target !== null && namingFields.includes(target.field)

/** Dates, what for and how much, and nobody. */
const isBankList = (headers: readonly string[]): boolean =>
  [/\bdate\b/i, /description|memo|details|payee/i, /amount|debit|credit|balance|bal\b/i].every(
    (one) => headers.some((header) => one.test(header)),
  ) && !recognize(headers).mapping.some(names)

/** Texts that are no table: each is named, with the way out. */
function refuseOtherTexts(text: string): void {
  const start = text.slice(0, 2000).trimStart()
  if (/^BEGIN:VCALENDAR/i.test(start))
    throw new Unreadable(
      'This is a calendar file (ICS). Export the list of customers as a CSV file instead.',
    )
  if (/^(?:OFXHEADER|<\?OFX|<OFX>)|<OFX>/i.test(start) || /^!Type:(?:Bank|CCard|Cash)/i.test(start))
    throw new Unreadable(
      'This is a file of bank transactions. It names no customers. Export the list of customers from the program that keeps them.',
    )
}

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte)

function refuseOtherKinds(bytes: Uint8Array): void {
  if (!bytes.length) throw new Unreadable('This file is empty.')
  if (startsWith(bytes, [0x50, 0x4b]) || startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]))
    throw new Unreadable(
      'This is an Excel or ZIP file. Open it, choose Save As and the type CSV, and upload that.',
    )
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46]))
    throw new Unreadable('This is a PDF. Export the list as a CSV file instead.')
  if (startsWith(bytes, [0x1f, 0x8b]))
    throw new Unreadable('This file is compressed. Unpack it, and upload the CSV file in it.')
}

type Decoded = { text: string; encoding: string }

/** A byte-order mark decides; else NULs in every second byte, strict UTF-8 over the whole file, and Windows-1252 or Mac Roman. */
function decode(bytes: Uint8Array): Decoded {
  const as = (encoding: string, fatal = false) => ({
    text: new TextDecoder(encoding, { fatal }).decode(bytes),
    encoding,
  })
  const wide = utf16Of(bytes)
  if (wide) return plain(as(wide))
  try {
    return plain(as('utf-8', true))
  } catch (fault) {
    if (fault instanceof Unreadable) throw fault
    return plain(oldEncoding(as('windows-1252'), as('macintosh')))
  }
}

/** Of two readings of the same bytes, the one whose letters stand in words as people write them: 'José', not 'JosŽ' or 'JosÈ'. */
function oldEncoding(windows: Decoded, mac: Decoded): Decoded {
  const [one, other] = [windows, mac].map(({ text }) => likelyLetters(text.slice(0, 500_000))) as [
    number,
    number,
  ]
  // Old Macintoshes end their lines with a carriage return alone.
  return other > one || (other === one && !windows.text.includes('\n')) ? mac : windows
}

/** What stands beside ASCII in names and notes, likelier first, and how much it says. */
const likely: readonly [pattern: RegExp, points: number][] = [
  [/(?<=\p{L})’(?=(?:s|t|d|m|ll|re|ve)\b)/gu, 3],
  [/(?<=\p{L})[áéíóúñü](?!\p{Lu})|(?<!\p{L})[áéíóúñü](?=\p{Ll})/gu, 2],
  [/(?<!\p{L})[ÁÉÍÓÚÑÜÖÄÅØÇ](?=\p{Ll})/gu, 2],
  [/(?<=\p{L})[’](?=\p{L})/gu, 1.5],
  [/(?<=\p{L})[àèìòùâêîôûëïäöåæøçãõß](?!\p{Lu})|(?<!\p{L})[àèìòùâêîôûëïäöåæøçãõ](?=\p{Ll})/gu, 1.5],
  [/(?<!\p{L})[“‘](?=[\p{L}\d])|(?<=[\p{L}\d.,!?])[”’](?![\p{L}\d])|(?<= )[–—•·](?= )|°/gu, 1],
  // Each of the others speaks against the reading.
  [/[^\0-\x7f\xa0]/gu, -1],
]
const likelyLetters = (text: string): number =>
  likely.reduce(
    (sum, [pattern, points], at) =>
      sum + (text.match(pattern)?.length ?? 0) * (at === likely.length - 1 ? points : points + 1),
    0,
  )

function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be'
  const start = bytes.subarray(0, 2000)
  let [even, odd] = [0, 0]
  for (let at = 0; at < start.length; at++)
    if (start[at] === 0) {
      if (at % 2) odd++
      else even++
    }
  const most = start.length * 0.3
  return odd > most && even === 0 ? 'utf-16le' : even > most && odd === 0 ? 'utf-16be' : null
}

/** Text without control characters; many of them are no text at all. */
function plain({ text, encoding }: Decoded) {
  // oxlint-disable-next-line no-control-regex
  const control = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufeff]/g
  const found = text.slice(0, 10_000).match(control)?.length ?? 0
  if (text.includes('\0') || found > 20)
    throw new Unreadable('This file is not text. Choose a CSV file.')
  return { text: text.replace(control, '').toWellFormed(), encoding }
}

type Record = { row: number; cells: string[] }

function recordsOf(text: string): Record[] {
  let row = 0
  try {
    return parse(text, {
      delimiter: separatorOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      max_record_size: longestRow,
      to: importLimits.rows + 12,
      on_record: (cells: string[]) => {
        row++
        return cells
      },
    }).map((cells, at) => ({ row: at + 1, cells: cells.map((cell) => cell.trim()) }))
  } catch (fault) {
    if (!(fault instanceof CsvError)) throw fault
    throw new Unreadable(
      fault.code === 'CSV_MAX_RECORD_SIZE' || fault.code === 'CSV_QUOTE_NOT_CLOSED'
        ? `Row ${row + 1} does not end: a quotation mark there is never closed, or the row is far too long.`
        : `Row ${row + 1} cannot be read. Is this a CSV file?`,
    )
  }
}

const separators = [',', ';', '\t', '|']

/** What separates the cells: what the first lines have most of, outside quotation marks. */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r?\n|\r/)
    .slice(0, 10)
  const counts = separators.map((one) =>
    lines.reduce((most, line) => Math.max(most, line.split(one).length - 1), 0),
  )
  return separators[counts.indexOf(Math.max(...counts))]!
}

function refuseSize(records: readonly Record[], columns: number): void {
  if (columns > importLimits.columns)
    throw new Unreadable(`This file has ${columns} columns; at most 1,000 can be read.`)
  if (records.length > importLimits.rows + 10)
    throw new Unreadable('This file has more than 100,000 rows. Split it into several files.')
  const long = records.find(({ cells }) => cells.some((cell) => cell.length > importLimits.cell))
  if (long) throw new Unreadable(`Row ${long.row} has a cell of more than 10,000 characters.`)
}

const isTotal = (cells: readonly string[]): boolean =>
  /^(?:report totals?|totals?):?$/i.test(cells.find(Boolean) ?? '')

function remarksOf(
  headers: readonly string[],
  rows: readonly Record[],
  encoding: string,
): string[] {
  const named = headers.filter(Boolean).map((header) => header.toLowerCase())
  const twice = [...new Set(named.filter((header, at) => named.indexOf(header) !== at))]
  const long = rows.filter(({ cells }) => cells.slice(headers.length).some(Boolean)).length
  return [
    ...(twice.length
      ? [`Several columns have the same header: ${twice.slice(0, 5).join(', ')}.`]
      : []),
    ...(long
      ? [`${long} ${long === 1 ? 'row has' : 'rows have'} more cells than there are headers.`]
      : []),
    ...(encoding === 'windows-1252' || encoding === 'macintosh'
      ? [
          `The file is not in UTF-8, but${encoding === 'macintosh' ? ' from an old Macintosh' : ' in an older encoding'}. Check that accents look right.`,
        ]
      : []),
  ]
}

/** What an end that is missing looks like: a short row, a card without its last line, or a cell that may go on. */
function cutOff(
  text: string,
  headers: readonly string[],
  rows: readonly Record[],
  end: Record,
): string[] {
  const last = rows.at(-1)!
  if (isCards(text))
    return /END:VCARD\s*$/i.test(text)
      ? []
      : ['The last contact card has no end. Check that the file was not cut off.']
  const isOpen = !/[\r\n]\s*$/.test(text)
  // More may have come after an empty row that ends in the middle.
  if (isOpen && !end.cells.some(Boolean))
    return [`The file ends within row ${end.row}, which is empty. Check that it was not cut off.`]
  const isFull = ({ cells }: Record) => cells.length >= headers.length
  const others = rows.slice(0, -1)
  const isShort = !isFull(last) && (isOpen || (others.length > 0 && others.every(isFull)))
  if (isShort)
    return [
      `Row ${last.row}, the last one, has ${last.cells.length} of ${headers.length} cells. Check that the file was not cut off.`,
    ]
  if (!isOpen || isWhole(text, last, others)) return []
  return [
    `The file ends without a line break. Check that row ${last.row}, the last one, is complete.`,
  ]
}

/** Many programs write no line break at the end, so the last cell itself is asked whether more of it may be missing. */
function isWhole(text: string, last: Record, others: readonly Record[]): boolean {
  if (/"\s*$/.test(text)) return true
  const cell = last.cells.at(-1)!
  const column = others.map(({ cells }) => cells[last.cells.length - 1] ?? '')
  const filled = column.filter(Boolean)
  if (!cell) return filled.length * 2 <= column.length && column.length > 0
  // A number that another one starts with may be a part of it, but not where all are equally long.
  if (!/\d/.test(cell))
    return filled.includes(cell) && !filled.some((one) => one !== cell && one.startsWith(cell))
  return (
    /^\P{L}{5,}$/u.test(cell) &&
    filled.length > 1 &&
    filled.every((one) => shapeOf(one) === shapeOf(cell))
  )
}

const shapeOf = (cell: string): string => cell.replace(/\d/g, '9')
