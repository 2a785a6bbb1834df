import { describe, expect, it } from 'vitest'
import { indexOf, ranked } from './rank.ts'

const index = indexOf([
  { key: 'a', label: 'Casey Walker', about: '14 Boylan Ave, Raleigh', also: '+19195550101' },
  { key: 'b', label: 'Walker Casey Holdings' },
  { key: 'c', label: 'Élodie O’Brien', about: '7 Rue Clerc, Cary' },
  { key: 'd', label: 'New invoice', also: 'create bill' },
  { key: 'e', label: 'Invoices', rank: 0.5 },
  { key: 'f', label: 'Casey Archived', rank: 2 },
])
const find = (typed: string, recent: string[] = []) =>
  ranked(index, typed, { atMost: 8, recent }).map(({ key }) => key)

describe('what the search of every page finds', () => {
  it.each([
    ['casey', ['a', 'b', 'f'], 'names that start with it first, archived customers last'],
    ['walker boylan', ['a'], 'every word, wherever it is'],
    ['(919) 555-01', ['a'], 'a phone number as it is written'],
    ['elodie obrien', ['c'], 'without marks'],
    ['casye walkr', ['a', 'b'], 'with typos, if nothing else matches'],
    ['invoice', ['e', 'd'], 'what starts with it before what contains it'],
    ['bill', ['d'], 'an action by another word for it'],
    ['zzzz', [], 'nothing'],
    [' ', [], 'nothing, if nothing is typed'],
  ] as const)('%j finds %j: %s', (typed, keys, _about) => expect(find(typed)).toEqual(keys))

  it('puts what was opened lately first', () => {
    expect(find('casey', ['b'])).toEqual(['b', 'a', 'f'])
  })
})
