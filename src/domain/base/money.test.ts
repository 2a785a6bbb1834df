import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divideHalfUp, formatCents, parseDollars } from './money.ts'

it.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [123_456, '$1,234.56'],
  [100_000_000, '$1,000,000.00'],
  [-250, '-$2.50'],
  [99_999, '$999.99'],
])('%i cents is %s', (cents, text) => {
  expect(formatCents(cents)).toBe(text)
})

it.each([
  ['12', 1200],
  ['12.5', 1250],
  ['12.50', 1250],
  ['$1,234.56', 123_456],
  [' .5 ', 50],
  ['0', 0],
  ['007', 700],
  ['12.', 1200],
  ['$ 3', 300],
  ['USD 12', 1200],
  ['12.5000', 1250],
  ['\u202a$45.00\u202c', 4500],
  ['(12.00)', null],
  ['12-', null],
  ['\u221212', null],
  ['', null],
  ['.', null],
  ['$', null],
  ['12.345', null],
  ['-1', null],
  ['1,23', null],
  ['1e3', null],
  ['twelve', null],
  ['99999999', null],
])('%s dollars is %s cents', (text, cents) => {
  expect(parseDollars(text)).toBe(cents)
})

it('parses what it formats', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), (cents) => {
      expect(parseDollars(formatCents(cents))).toBe(cents)
      expect(parseDollars((cents / 100).toFixed(2))).toBe(cents)
    }),
  )
})

it('returns whole cents or null', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const cents = parseDollars(text)
      expect(cents === null || (Number.isSafeInteger(cents) && cents >= 0)).toBe(true)
    }),
  )
})

describe('divideHalfUp', () => {
  it.each([
    [1, 2, 1],
    [-1, 2, -1],
    [1, 3, 0],
    [2, 3, 1],
    [149, 100, 1],
    [150, 100, 2],
    [-150, 100, -2],
    [0, 7, 0],
  ])('%i / %i = %i', (a, b, expected) => {
    expect(divideHalfUp(a, b)).toBe(expected)
  })

  it('is exact for large amounts', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 1, max: 10_000 }), (a, b) => {
        const [n, d] = [BigInt(a), BigInt(b)]
        const size = n < 0n ? -n : n
        const exact = (2n * size + d) / (2n * d)
        expect(BigInt(divideHalfUp(a, b))).toBe(n < 0n ? -exact : exact)
      }),
    )
  })
})
