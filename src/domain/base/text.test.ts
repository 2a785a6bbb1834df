import { expect, it } from 'vitest'
import { keyFromName, ordinal } from './text.ts'

it.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [10, '10th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [20, '20th'],
  [21, '21st'],
  [22, '22nd'],
  [23, '23rd'],
  [28, '28th'],
  [111, '111th'],
])('%i is %s', (n, text) => {
  expect(ordinal(n)).toBe(text)
})

it('a key never begins or ends with its separator', () => {
  expect(keyFromName(' -- Deck & fence -- ', { separator: '-', fallback: 'x' })).toBe('deck-fence')
  expect(keyFromName('x', { separator: '-', fallback: 'x', taken: ['x'] })).toBe('x-2')
})
