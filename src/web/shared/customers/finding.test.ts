import { describe, expect, it } from 'vitest'
import { findingText, placeOf, reachText, stepTo } from './finding.ts'

const shown = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]

it.each([
  { chosen: null, at: 0 },
  { chosen: 'c', at: 2 },
  { chosen: 'gone', at: 0 },
])('with $chosen chosen the place is $at', ({ chosen, at }) => {
  expect(placeOf(chosen, shown)).toBe(at)
})

it.each([
  { key: 'ArrowDown', at: 0, to: 'b' },
  { key: 'ArrowDown', at: 2, to: 'a' },
  { key: 'ArrowUp', at: 0, to: 'c' },
  { key: 'ArrowUp', at: 1, to: 'a' },
  { key: 'Enter', at: 1, to: undefined },
])('$key at $at leads to $to', ({ key, at, to }) => {
  expect(stepTo(key, at, shown)?.id).toBe(to)
})

it('leads nowhere where no one is found', () => {
  expect(stepTo('ArrowDown', 0, [])).toBeUndefined()
})

it.each([
  {
    address: '14 Boylan Ave',
    phone_number: '+19195550101',
    text: '14 Boylan Ave · (919) 555-0101',
  },
  { address: '', phone_number: '+19195550101', text: '(919) 555-0101' },
  { address: '', phone_number: null, text: 'No address' },
])('$text', ({ text, ...reach }) => {
  expect(reachText(reach)).toBe(text)
})

describe('under the words stands', () => {
  const known = { failure: null, isMore: false, n: 3 }
  it.each([
    { words: '', state: known, text: 'Type part of a name, address or number. Typos are OK.' },
    { words: 'ann', state: { ...known, failure: 'Failed.', n: null }, text: 'Failed.' },
    { words: 'ann', state: { ...known, n: null }, text: 'Looking…' },
    { words: 'ann', state: { ...known, n: 0 }, text: 'No one found for “ann”.' },
    { words: 'ann', state: { ...known, n: 1 }, text: 'One customer' },
    { words: 'ann', state: known, text: '3 customers' },
    {
      words: 'ann',
      state: { ...known, isMore: true },
      text: 'The first 3. Type more to find others.',
    },
  ])('$text', ({ words, state, text }) => {
    expect(findingText(words, state)).toBe(text)
  })
})
