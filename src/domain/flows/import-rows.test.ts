import { describe, expect, it } from 'vitest'
import { recognize } from './import-recognize.ts'
import { rowReader } from './import-rows.ts'
import { namingFields, type ImportDoubt, type ImportMapping } from './import.ts'

/** The only row of a list in which headers and cells alternate, and what is said about it. */
function rowOf(cells: Record<string, string>) {
  const doubts: ImportDoubt[] = []
  const [headers, texts] = [Object.keys(cells), Object.values(cells)]
  const { mapping, source } = recognize(headers, [texts])
  const row = rowReader(headers, mapping, source, doubts, [texts]).customer(texts, 2)
  return { row, said: doubts.map(({ sentence }) => sentence) }
}

const work = { Name: 'Ann Lee', Service: 'Mowing', Every: 'Weekly', 'Next date': '6/15/2027' }

describe('work', () => {
  it.each([
    ['Apr-Oct', { from: 4, to: 10 }, []],
    ['Year-round', null, []],
    ['Zone 4', null, ['“Zone 4” names no months. The work goes on all year.']],
  ])('in the months of a column of its own: %s', (Season, season, said) => {
    const found = rowOf({ ...work, Season, 'End date': '10/31/2028' })
    expect(found).toMatchObject({
      row: { works: [{ end_date: '2028-10-31', cadence: { unit: 'week', season } }] },
      said,
    })
  })

  it('has one price; another one is not dropped without a word', () =>
    expect(rowOf({ ...work, Price: '45', Rate: '50' })).toMatchObject({
      row: { works: [{ price_cents: 4500 }] },
      said: ['“50” is left out: Price says “45”, and there can be only one.'],
    }))
})

describe('a customer', () => {
  it.each(['N/A', '0', '-', 'none'])('numbered %s has no number', (number) =>
    expect(rowOf({ 'Account Number': number, Name: 'Ann' }).row?.external_id).toBeNull(),
  )

  it('of two names keeps the other one as a note', () =>
    expect(rowOf({ Customer: 'Ann Lee', 'Full Name': 'Bob Ray' }).row).toMatchObject({
      name: 'Ann Lee',
      notes: ['Other name: Bob Ray'],
    }))

  it('whose street names a city in no clear place is asked about', () =>
    expect(rowOf({ Name: 'Ann', Address: '8 Oak Ave St. Louis MO 63101' })).toMatchObject({
      row: { places: [{ street: '8 Oak Ave St. Louis MO 63101', city: null }] },
      said: [
        '“8 Oak Ave St. Louis MO 63101” is kept as the street: what is the city in it is not clear.',
      ],
    }))
})

describe('a file with services', () => {
  const readerOf = (...mapping: ImportMapping) => rowReader([], mapping, 'other', [])
  const service = { field: 'service', place: 1 } as const
  const naming = ['external_id', ...namingFields.filter((field) => field !== 'service')] as const

  it('lists them if no column names a customer', () => {
    expect(readerOf(service, null, { field: 'price', place: 1 }).isServices).toBe(true)
    expect(readerOf({ field: 'price', place: 1 }).isServices).toBe(false)
  })

  it.each(naming)('is a list of customers if a column is their %s', (field) =>
    expect(readerOf(service, { field, place: 1 }).isServices).toBe(false),
  )
})

it('the first address of a customer is the first by number, wherever its columns stand', () => {
  const mapping: ImportMapping = [
    { field: 'name', place: 1 },
    { field: 'street', place: 3 },
    { field: 'street', place: 1 },
    { field: 'street', place: 2 },
  ]
  const { customer } = rowReader(['Name', 'C', 'A', 'B'], mapping, 'other', [])
  const row = customer(['Ann Lee', '3 Elm St', '1 Elm St', '2 Elm St'], 2)
  expect(row?.places.map(({ street }) => street)).toEqual(['1 Elm St', '2 Elm St', '3 Elm St'])
})
