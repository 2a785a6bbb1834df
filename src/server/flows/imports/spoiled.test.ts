import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ImportDoubt } from '../../../domain/flows/import.ts'
import { recognize } from '../../../domain/flows/import-recognize.ts'
import { rowReader } from '../../../domain/flows/import-rows.ts'
import { rounds } from '../../../../test/rounds.ts'
import { parseFile } from './parse.ts'

// True rows, written as people and programs write them: what is read is what was true.

/** Ways to write each fact, by what it is; a column keeps one way. */
const headers = {
  name: ['Name', 'Customer Name', 'client_name', 'Full name', '*ContactName', 'Display Name'],
  email: ['Email', 'E-mail', 'EmailAddress', 'Main Email', 'E-mail 1 - Value', 'Contact?'],
  phone: ['Phone', 'Cell Phone', 'mobile_number', 'Main Phone', 'Phone 1 - Value'],
  street: ['Street', 'Address', 'Service Street', 'Home Street', 'ADDRESS LINE 1'],
  zip: ['ZIP', 'Postal Code', 'postal_code/zip_code', 'Zip code'],
  service: ['Service', 'Service name', 'Type of work'],
  often: ['Every', 'Frequency', 'How often', 'Recurrence'],
  next: ['Next date', 'Start Date', 'Next visit', 'First service'],
  time: ['Start time', 'Time', 'Arrival'],
  price: ['Price', 'Rate', 'Price per visit'],
} as const
type Fact = keyof typeof headers
const facts = Object.keys(headers) as Fact[]

const cadences: [string, { unit: string; interval: number }][] = [
  ...['Weekly', 'once a week', '52/year', 'every week', '1x per week'].map(
    (text): [string, { unit: string; interval: number }] => [text, { unit: 'week', interval: 1 }],
  ),
  ...['EOW', '26 per year', 'bi weekly', 'every other week', '14 days'].map(
    (text): [string, { unit: string; interval: number }] => [text, { unit: 'week', interval: 2 }],
  ),
  ...['Monthly', 'once per month', '12x/yr'].map(
    (text): [string, { unit: string; interval: number }] => [text, { unit: 'month', interval: 1 }],
  ),
]
const pad = (number: number) => String(number).padStart(2, '0')
const days: ((month: number, day: number) => string)[] = [
  (month, day) => `2026-${pad(month)}-${pad(day)}`,
  (month, day) => `${month}/${day}/2026`,
  (month, day) => `${month}/${day}/26`,
  (month, day) => `${day}.${month}.2026`,
  (month, day) => `${day}-${monthsShort[month - 1]}-26`,
  (month, day) => `${monthsShort[month - 1]} ${pad(day)}, 2026`,
]
const monthsShort = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
]
const times = ['9:00 AM', '9', '0900', '9a', '9:00 - 11:00 AM', '09:00']
const prices = ['45', '$45.00', '45.00', 'USD 45']
const phones: ((last: string) => string)[] = [
  (last) => `(919) 234-${last}`,
  (last) => `919.234.${last}`,
  (last) => `+1 919 234 ${last}`,
  (last) => `919234${last}`,
]

const spoiled = fc.record({
  columns: fc.shuffledSubarray(facts, { minLength: facts.length, maxLength: facts.length }),
  headers: fc.array(fc.nat(5), { minLength: facts.length, maxLength: facts.length }),
  casing: fc.constantFrom('as is', 'upper', 'lower'),
  separator: fc.constantFrom(',', ';', '\t', '|'),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  mark: fc.boolean(),
  title: fc.boolean(),
  junk: fc.boolean(),
  day: fc.constantFrom(...days),
  phone: fc.constantFrom(...phones),
  rows: fc.array(
    fc.record({
      cadence: fc.constantFrom(...cadences),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 28 }),
      time: fc.constantFrom(...times),
      price: fc.constantFrom(...prices),
    }),
    { minLength: 1, maxLength: 6 },
  ),
})

type Spoiled = typeof spoiled extends fc.Arbitrary<infer Value> ? Value : never

function written(file: Spoiled): string {
  const headerOf = (fact: Fact, at: number) => {
    const ways = headers[fact]
    const header: string = ways[file.headers[at]! % ways.length]!
    if (file.casing === 'upper') return header.toUpperCase()
    return file.casing === 'lower' ? header.toLowerCase() : header
  }
  const cell = (text: string) => (/[,;\t|"]/.test(text) ? `"${text}"` : text)
  const rows = file.rows.map((row, at) => {
    const texts: Record<Fact, string> = {
      name: `Ann Number${at}`,
      email: `ann${at}@spoiled.example`,
      phone: file.phone(String(1000 + at)),
      street: `${at + 1} Elm St`,
      zip: '27601',
      service: 'Mowing',
      often: row.cadence[0],
      next: file.day(row.month, row.day),
      time: row.time,
      price: row.price,
    }
    return [...file.columns.map((fact) => texts[fact]), ...(file.junk ? ['x9'] : [])]
  })
  const head = [...file.columns.map(headerOf), ...(file.junk ? ['Shoe size'] : [])]
  const lines = [head, ...rows].map((cells) => cells.map(cell).join(file.separator))
  return [
    file.mark ? '\ufeff' : '',
    file.title ? `My customers${file.end}` : '',
    lines.join(file.end),
    file.end,
  ].join('')
}

it('a spoiled export is read as it was meant', () => {
  fc.assert(
    fc.property(spoiled, (file) => {
      const { headers: head, rows } = parseFile(new TextEncoder().encode(written(file)))
      const texts = rows.map(({ cells }) => cells)
      const { mapping, source } = recognize(head, texts)
      const doubts: ImportDoubt[] = []
      const reader = rowReader(head, mapping, source, doubts, texts)
      const read = rows.map(({ row, cells }) => reader.customer(cells, row))
      const meant = file.rows.map(({ cadence, month, day }, at) => ({
        name: `Ann Number${at}`,
        email: `ann${at}@spoiled.example`,
        phone: `+1919234${1000 + at}`,
        places: [{ street: `${at + 1} Elm St`, zip: '27601' }],
        works: [
          {
            service: 'Mowing',
            cadence: cadence[1],
            next_date: `2026-${pad(month)}-${pad(day)}`,
            price_cents: 4500,
          },
        ],
      }))
      expect(read).toMatchObject(meant)
    }),
    { numRuns: rounds(1000, 'SPOILED_EXPORTS') },
  )
})
