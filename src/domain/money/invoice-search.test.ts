import { expect, it } from 'vitest'
import { isNumberOf } from './invoice-search.ts'

it.each([
  ['12', '12', true],
  ['12', '#12', true],
  ['12', 'Invoice #12', true],
  ['12', 'invoice 12', true],
  ['12', '2', false],
  ['12', '', false],
  ['GA-12', 'ga-12', true],
  ['GA-12', 'Invoice #GA-12', true],
  ['GA-12', '12', true],
  ['GA-12', '2', false],
  ['GA-12', 'ga', false],
])('%s is found by %s: %s', (printed, typed, found) => {
  expect(isNumberOf(printed, typed)).toBe(found)
})
