import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packColumn, packDigits, packIds, unpackColumn, unpackDigits, unpackIds } from './packing.ts'

const roundTrip = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T
const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.record({ id: fc.nat(3), name: fc.string({ maxLength: 2 }) }))

describe('a packed column', () => {
  it('gives back every value', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 200 }), (values) => {
        expect(unpackColumn(roundTrip(packColumn(values)), values.length)).toEqual(values)
      }),
    )
  })

  it.each([
    ['one value for all rows is said once', 500, 1, { of: ['value 0'], at: '' }],
    ['few values take a letter a row', 4, 2, { of: ['value 0', 'value 1'], at: 'ABAB' }],
    ['no rows take nothing', 0, 1, { of: [], at: '' }],
  ])('%s', (_, rows, distinct, packed) => {
    expect(packColumn(Array.from({ length: rows }, (__, row) => `value ${row % distinct}`))).toEqual(packed)
  })

  it('more than 64 values take two letters a row, and values that never come again are listed', () => {
    const some = Array.from({ length: 1000 }, (_, row) => row % 100)
    expect(packColumn(some)).toMatchObject({ at: expect.stringMatching(/^.{2000}$/) })
    expect(unpackColumn(packColumn(some), 1000)).toEqual(some)
    const all = Array.from({ length: 1000 }, (_, row) => row)
    expect(packColumn(all)).toEqual({ each: all })
  })
})

describe('packed ids', () => {
  it('give back every id, and where there was none', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.uuid(), { nil: null }), { maxLength: 100 }), (ids) => {
        expect(unpackIds(roundTrip(packIds(ids)), ids.length)).toEqual(ids)
      }),
    )
  })

  it('digits come back with at most two zeros more', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-f]{0,50}$/), (digits) => {
        const packed = packDigits(digits)
        expect(packed).toHaveLength(2 * Math.ceil(digits.length / 3))
        expect(unpackDigits(packed)).toMatch(new RegExp(`^${digits}0{0,2}$`))
      }),
    )
  })
})
