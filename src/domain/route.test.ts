import { describe, expect, it } from 'vitest'
import { inWishedOrder, placedAt } from './route.ts'

describe('a day in the order wished for', () => {
  it.each([
    ['as wished', 'abc', 'cab', 'cab'],
    ['what was added meanwhile comes after', 'abcd', 'ca', 'cabd'],
    ['what is gone is left out', 'ac', 'cba', 'ca'],
    ['a visit named twice stands once', 'ab', 'bab', 'ba'],
    ['nothing of the wish is there', 'ab', 'xy', 'ab'],
  ])('%s', (_, standing, wished, expected) => {
    expect(inWishedOrder(standing.split(''), wished.split('')).join('')).toBe(expected)
  })
})

describe('one visit at another place', () => {
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
