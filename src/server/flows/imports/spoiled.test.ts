import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ImportDoubt } from '../../../domain/flows/import.ts'
import { recognize } from '../../../domain/flows/import-recognize.ts'
import { rowReader } from '../../../domain/flows/import-rows.ts'
import type { ImportedRow } from '../../../domain/flows/import-rows.ts'
import { dateText } from '../../../domain/base/dates.ts'
import { rounds } from '../../../../test/rounds.ts'
import { parseFile, Unreadable } from './parse.ts'

// True rows, written and spoiled as people and programs do: what is read is what was true, or it is doubted.

type Fact =
  | 'name'
  | 'email'
  | 'phone'
  | 'street'
  | 'city'
  | 'state'
  | 'zip'
  | 'service'
  | 'often'
  | 'next'
  | 'time'
  | 'price'
  | 'balance'
const headers: Record<Fact, readonly string[]> = {
  name: ['Name', 'Customer Name', 'client_name', 'Full name', '*ContactName', 'Display Name'],
  email: ['Email', 'E-mail', 'EmailAddress', 'Main Email', 'E-mail 1 - Value', 'Contact?'],
  phone: ['Phone', 'Cell Phone', 'mobile_number', 'Main Phone', 'Phone 1 - Value'],
  street: ['Street', 'Address', 'Service Street', 'Home Street', 'ADDRESS LINE 1'],
  city: ['City', 'Town', 'Service City'],
  state: ['State', 'Province', 'ST'],
  zip: ['ZIP', 'Postal Code', 'postal_code/zip_code', 'Zip code'],
  service: ['Service', 'Service name', 'Type of work'],
  often: ['Every', 'Frequency', 'How often', 'Recurrence'],
  next: ['Next date', 'Start Date', 'Next visit', 'First service'],
  time: ['Start time', 'Time', 'Arrival'],
  price: ['Price', 'Rate', 'Price per visit'],
  balance: ['Balance', 'Open balance', 'Amount due', 'Owes'],
}
const facts = Object.keys(headers) as Fact[]

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const pad = (number: number) => String(number).padStart(2, '0')
type Day = { month: number; day: number }
const iso = ({ month, day }: Day) => `2027-${pad(month)}-${pad(day)}`

/** Ways to write a fact. Some say less than is true, or something else: that must be doubted. */
const cells: Partial<Record<Fact, ((truth: string, day: Day) => string)[]>> = {
  name: [
    (name) => name,
    (name) => name.replace(/^(\S+) (.+)$/, '$2, $1'),
    (name) => name.toUpperCase(),
    (name) => `  ${name.replace(' ', '   ')} `,
    (name) => name.replace(' ', '\u00a0'),
    (name) => name.normalize('NFD'),
    (name) => `="${name}"`,
    (name) => `${name}\n`,
  ],
  email: [
    (email) => email,
    (email) => email.toUpperCase(),
    (email) => `mailto:${email}`,
    (email) => `<${email}>`,
    (email) => `Somebody <${email}>`,
    (email) => `${email},`,
    (email) => `${email}.`,
    (email) => `\u200b${email}\u00a0`,
    (email) => `${email}; other@spoiled.example`,
    (email) => email.replace('@', ' at '),
    (email) => email.replace('.', '..'),
  ],
  phone: [
    (last) => `(919) 234-${last}`,
    (last) => `919.234.${last}`,
    (last) => `+1 919 234 ${last}`,
    (last) => `1919234${last}`,
    (last) => `919234${last}.0`,
    (last) => `919/234-${last}`,
    (last) => `tel:919234${last}`,
    (last) => `\u202a(919) 234\u2013${last}\u202c`,
    (last) => `cell 919-234-${last}`,
    (last) => `H: 919-234-${last} C: 919-234-9999`,
    (last) => `919-234-${last} wife Kim`,
    (last) => `919-234-${last} & 919-234-9999`,
    (last) => `919-234-${last}0`,
    (last) => `234-${last}`,
    () => '000-000-0000',
  ],
  street: [(street) => street, (street) => `${street}.`, (street) => ` ${street}`],
  state: [() => 'NC', () => 'North Carolina', () => 'n.c.', () => 'NC (Wake)', () => 'Carolina'],
  zip: [
    () => '27601',
    () => '27601-1234',
    () => '276011234',
    () => '27601.0',
    () => '="27601"',
    () => '2-76-01',
    () => '276011234567',
  ],
  next: [
    (_, day) => iso(day),
    (_, { month, day }) => `${month}/${day}/2027`,
    (_, { month, day }) => `${month}/${day}/27`,
    (_, { month, day }) => `${pad(month)}-${pad(day)}-2027`,
    (_, { month, day }) => `${day}.${month}.2027`,
    (_, { month, day }) => `${day}/${month}/2027`,
    (_, { month, day }) => `${day}-${months[month - 1]}-27`,
    (_, { month, day }) => `${months[month - 1]} ${pad(day)}, 2027`,
    (_, { month, day }) => `${months[month - 1]} ${day}th, 2027`,
    (_, day) => dateText(iso(day)),
    (_, day) => `${iso(day)}T09:00:00`,
    (_, day) => String(Date.parse(iso(day)) / 86_400_000 + 25_569),
    (_, { month, day }) => `${months[month - 1]} ${day}`,
  ],
  time: [
    () => '9:00 AM',
    () => '9',
    () => '0900',
    () => '9a',
    () => '9:00 - 11:00 AM',
    () => '09:00',
    () => 'Morning',
    () => '',
  ],
  price: [
    () => '45',
    () => '$45.00',
    () => 'USD 45',
    () => '45.00 ',
    () => '(45.00)',
    () => '45.00-',
    () => '45,00',
    () => '€45',
    () => '45/visit',
  ],
  balance: [
    () => '1234.50',
    () => '$1,234.50',
    () => '1234.50 USD',
    () => '(1,234.50)',
    () => '1.234,50',
    () => '1234.50 CR',
    () => "1'234.50",
  ],
}
const often: [string, number | null][] = [
  ...['Weekly', 'once a week', '52/year', 'every week', '1x per week', 'WEEKLY'].map(
    (text): [string, number] => [text, 1],
  ),
  ...['EOW', '26 per year', 'bi weekly', 'every other week', '14 days'].map(
    (text): [string, number] => [text, 2],
  ),
  ...['Paused weekly', 'as needed', 'EOWK', 'weekly?'].map((text): [string, null] => [text, null]),
]

type Table = { head: string[]; rows: string[][] }
/** Ways to spoil a table or its text. */
const tables: Record<string, (table: Table) => Table> = {
  'capital headers': ({ head, rows }) => ({ head: head.map((one) => one.toUpperCase()), rows }),
  'small headers': ({ head, rows }) => ({ head: head.map((one) => one.toLowerCase()), rows }),
  'blanks around headers': ({ head, rows }) => ({ head: head.map((one) => ` ${one}  `), rows }),
  'another column': ({ head, rows }) => ({
    head: [...head, 'Shoe size'],
    rows: rows.map((one) => [...one, 'x9']),
  }),
  'an empty column': ({ head, rows }) => ({
    head: ['', ...head],
    rows: rows.map((one) => ['', ...one]),
  }),
  'a column of yes and no': ({ head, rows }) => ({
    head: [...head, 'Shipping address'],
    rows: rows.map((one) => [...one, 'True']),
  }),
  'a number that is none': ({ head, rows }) => ({
    head: ['Account number', ...head],
    rows: rows.map((one) => ['N/A', ...one]),
  }),
  'one number of all': ({ head, rows }) => ({
    head: ['Customer ID', ...head],
    rows: rows.map((one) => ['17', ...one]),
  }),
  'a cell too many': ({ head, rows }) => ({ head, rows: rows.map((one) => [...one, 'x']) }),
  'line breaks in cells': ({ head, rows }) => ({
    head: [...head, 'Notes'],
    rows: rows.map((one) => [...one, 'one\ntwo "three", four']),
  }),
  // These last: what is added to a row of headers makes it another one.
  'the headers again': ({ head, rows }) => ({ head, rows: [...rows, head] }),
  'a row of totals': ({ head, rows }) => ({ head, rows: [...rows, ['Total', '2']] }),
  'empty rows': ({ head, rows }) => ({
    head,
    rows: rows.flatMap((one) => [head.map(() => ''), one]),
  }),
}
const texts: Record<string, (text: string, end: string) => string> = {
  'a title': (text, end) => `My customers${end}${text}`,
  'a title of two cells': (text, end) => `My customers,June 2027${end}${text}`,
  'empty lines above': (text, end) => `${end}${end}${text}`,
  'empty lines below': (text, end) => `${text}${end}${end}`,
  'no line break at the end': (text) => text.trimEnd(),
  'cut off': (text) => text.slice(0, text.lastIndexOf('27601') + 3),
  // Within a row: nobody can see that whole rows are missing.
  'cut off at once': (text) => text.slice(0, Math.floor(text.length * 0.7)).trimEnd(),
  'control characters': (text) => text.replace(/Mowing/g, 'Mow\u0007ing'),
}
const encodings: Record<string, (text: string) => Uint8Array> = {
  'UTF-8': (text) => new TextEncoder().encode(text),
  'UTF-8 with a mark': (text) => new TextEncoder().encode(`\ufeff${text}`),
  'UTF-16': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16 without a mark': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16, big-endian': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  'Windows-1252': (text) => Buffer.from(text.normalize('NFC'), 'latin1'),
  'Mac Roman': (text) =>
    Buffer.from(text.normalize('NFC').replaceAll('ë', '\x91').replaceAll('é', '\x8e'), 'latin1'),
}
const separators = [',', ';', '\t', '|']
const ends = ['\n', '\r\n', '\r']
const quotes = ['where needed', 'always'] as const

const ways =
  [tables, texts, encodings].reduce((sum, one) => sum + Object.keys(one).length, 0) +
  Object.values(cells).reduce((sum, one) => sum + one.length, 0) +
  often.length +
  separators.length +
  ends.length +
  quotes.length

const spoiled = fc.record({
  columns: fc.shuffledSubarray(facts, { minLength: facts.length, maxLength: facts.length }),
  headers: fc.array(fc.nat(5), { minLength: facts.length, maxLength: facts.length }),
  /** How each column writes its fact. Half of them write it plainly. */
  ways: fc.array(fc.oneof(fc.constant(0), fc.nat(20)), {
    minLength: facts.length,
    maxLength: facts.length,
  }),
  tables: fc.subarray(Object.keys(tables), { maxLength: 2 }),
  texts: fc.subarray(Object.keys(texts), { maxLength: 1 }),
  encoding: fc.constantFrom(...Object.keys(encodings)),
  separator: fc.constantFrom(...separators),
  end: fc.constantFrom(...ends),
  quotes: fc.constantFrom(...quotes),
  rows: fc.array(
    fc.record({
      often: fc.constantFrom(...often),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 28 }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
})
type Spoiled = typeof spoiled extends fc.Arbitrary<infer Value> ? Value : never

const names = ['Zoë', 'José', 'Ann']
const truths = (file: Spoiled) =>
  file.rows.map(({ often, ...day }, at) => ({
    day,
    often,
    name: `${names[at % 3]} Number${at}`,
    email: `ann${at}@spoiled.example`,
    phone: String(1000 + at),
    street: `${at + 1} Elm St`,
    city: 'Raleigh',
    state: 'NC',
    zip: '27601',
    service: 'Mowing',
    next: iso(day),
    time: '9:00 AM',
    price: '45',
    balance: '1234.50',
  }))
type Truth = ReturnType<typeof truths>[number]

function written(file: Spoiled): Uint8Array {
  const cellOf = (truth: Truth, fact: Fact, column: number) => {
    if (fact === 'often') return truth.often[0]
    const how = cells[fact]
    const way = how?.[file.ways[column]! % how.length]
    return way ? way(truth[fact], truth.day) : truth[fact]
  }
  const table = file.tables.reduce((one, name) => tables[name]!(one), {
    head: file.columns.map((fact, at) => headers[fact][file.headers[at]! % headers[fact].length]!),
    rows: truths(file).map((truth) => file.columns.map((fact, at) => cellOf(truth, fact, at))),
  })
  const cell = (text: string) =>
    file.quotes === 'always' || /[,;\t|"\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  const lines = [table.head, ...table.rows].map((row) => row.map(cell).join(file.separator))
  const text = file.texts.reduce(
    (one, name) => texts[name]!(one, file.end),
    `${lines.join(file.end)}${file.end}`,
  )
  return encodings[file.encoding]!(text)
}

/** The facts of a row that are not what was true. */
function differences(row: ImportedRow, truth: Truth): Fact[] {
  const [place, work] = [row.places[0], row.works[0]]
  const [, every] = truth.often
  const is: Record<Fact, boolean> = {
    name: row.name.toLowerCase() === truth.name.toLowerCase(),
    email: row.email?.toLowerCase() === truth.email,
    phone: row.phone === `+1919234${truth.phone}`,
    street: place?.street?.replace(/\.$/, '') === truth.street,
    city: place?.city === truth.city,
    state: place?.state === truth.state,
    zip: place?.zip === truth.zip,
    service: every === null ? !work : work?.service === truth.service,
    often: every === null ? !work : work?.cadence.interval === every,
    next: every === null || work?.next_date === truth.next,
    time: every === null || /^0?9(?!\d{3})|^0900/.test(work?.start_text ?? ''),
    price: every === null || work?.price_cents === 4500,
    balance: row.balance?.cents === 123_450,
  }
  return facts.filter((fact) => !is[fact])
}

/** What is different from the truth, and nothing says so. */
function silent(file: Spoiled): string[] {
  const table = parseFile(written(file))
  const texts = table.rows.map((one) => one.cells)
  const { mapping, source } = recognize(table.headers, texts)
  const doubts: ImportDoubt[] = []
  const reader = rowReader(table.headers, mapping, source, doubts, texts)
  const read = table.rows.flatMap((one) => {
    const row = reader.customer(one.cells, one.row)
    return row || !doubts.some((doubt) => doubt.row === one.row) ? [{ row, number: one.row }] : []
  })
  const says = (pattern: RegExp) => table.remarks.some((remark) => pattern.test(remark))
  if (says(/more cells/)) return []
  const isCut = says(/cut off|complete/)
  const true_rows = truths(file)
  if (read.length !== true_rows.length && !isCut)
    return [`${read.length} rows of ${true_rows.length}`]
  const unread = table.headers.filter((_, at) => mapping[at] === null)
  return read.flatMap(({ row, number }, at) => {
    const said = doubts.filter((doubt) => doubt.row === number)
    if (isCut && at === read.length - 1) return []
    if (!row) return [`row ${number} is left out`]
    const asked = (about: string) => reader.questions.some((question) => question.about === about)
    const isExcused: Partial<Record<Fact, boolean>> = {
      name: says(/UTF-8/) || asked('names'),
      next: asked('days'),
      // Nobody wrote one.
      time: file.ways[file.columns.indexOf('time')]! % cells.time!.length === 7,
    }
    return differences(row, true_rows[at]!)
      .filter((fact) => !isExcused[fact] && !said.length)
      .filter((fact) => !headers[fact].some((one) => unread.some((header) => same(header, one))))
      .map((fact) => `${fact} of row ${number}: ${JSON.stringify(row)}`)
  })
}
const same = (one: string, other: string) => one.trim().toLowerCase() === other.toLowerCase()

it('an export spoiled in any of seventy ways is read as it was meant, or doubted', () => {
  expect(ways).toBeGreaterThanOrEqual(70)
  fc.assert(
    fc.property(spoiled, (file) => {
      try {
        expect(silent(file)).toEqual([])
      } catch (fault) {
        // A file that is refused says why.
        if (!(fault instanceof Unreadable)) throw fault
      }
    }),
    { numRuns: rounds(1000, 'SPOILED_EXPORTS') },
  )
})
