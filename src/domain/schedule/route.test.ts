import { describe, expect, it } from 'vitest'
import { inRequestedOrder, placedAt } from './route.ts'

describe('a day in the chosen order', () => {
  it.each([
    ['as chosen', 'abc', 'cab', 'cab'],
    ['visits added meanwhile come last', 'abcd', 'ca', 'cabd'],
    ['removed visits are ignored', 'ac', 'cba', 'ca'],
    ['duplicates are ignored', 'ab', 'bab', 'ba'],
    ['none of the chosen visits exist', 'ab', 'xy', 'ab'],
  ])('%s', (_, standing, wished, expected) => {
    expect(inRequestedOrder(standing.split(''), wished.split('')).join('')).toBe(expected)
  })
})

describe('moving one visit', () => {
  it.each([
    ['abc', 'a', 1, 'bac'],
    ['abc', 'c', 0, 'cab'],
    ['abc', 'a', 9, 'bca'],
    ['abc', 'a', -1, 'abc'],
    ['bc', 'a', 1, 'bac'],
  ])('in %s, %s at %i: %s', (ids, id, at, expected) => {
    expect(placedAt(ids.split(''), id, at).join('')).toBe(expected)
  })
})
