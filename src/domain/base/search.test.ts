import { describe, expect, it } from 'vitest'
import { folded, streetKey, typosTo, requiredPairs, searchAmong, searchTermsOf } from './search.ts'

describe('normalizing text for search', () => {
  it.each([
    ['Élan Ñandú', 'elan nandu'],
    ['O’BRIEN-Łódź', 'obrien-lodz'],
    ['Straße', 'strasse'],
    ['Öz İnci', 'oz inci'],
    ['株式 Ж', '株式 ж'],
    ['Pat O`Brien', 'pat obrien'],
    ['Pat O´Brien', 'pat obrien'],
    ['Pat O′Brien O＇Brien Oʹbrien', 'pat obrien obrien obrien'],
    ['Nguyễn Văn Trần Phạm', 'nguyen van tran pham'],
    ['Ștefan Țurcanu', 'stefan turcanu'],
    ['Jürgen Groß GROẞ', 'jurgen gross gross'],
    ['Søren Ærø Þór', 'soren aero thor'],
    ['José Mun\u0303oz', 'jose munoz'],
    ['Владимир Петров', 'владимир петров'],
    ['ВЛАДИМИР Ёлкин', 'владимир елкин'],
    ['ΟΔΟΣ οδός', 'οδοσ οδοσ'],
    ['Ｊｏｅ Smith\u2011Jones – Co', 'joe smith-jones - co'],
    ['J.R. Ewing, St. Louis', 'jr ewing, st louis'],
    ['919.555.0100 No.5', '919.555.0100 no.5'],
    ['한글 がぎ राम', '한글 がぎ राम'],
    ['A\u200bnn\u00ad', 'ann'],
  ])('%s → %s', (text, plain) => expect(folded(text)).toBe(plain))
})

describe('comparing streets', () => {
  it.each([
    ['77 North Main Street', '77 N. Main St'],
    ['12 Oak Avenue, Apartment 4', '12 oak ave #4'],
    ['9 Twin-Oak  st.', '9 Twin Oak St'],
    ['1 St. Mary’s Road NE', '1 Saint Marys Rd N.E.'],
  ])('%s and %s are one', (one, other) => expect(streetKey(one)).toBe(streetKey(other)))
  it.each([
    ['77 North Main Street', '77 South Main Street'],
    ['12 Oak St', '12 Oak Ave'],
    ['12 Oak St #4', '12 Oak St #5'],
  ])('%s and %s are two', (one, other) => expect(streetKey(one)).not.toBe(streetKey(other)))
})

describe('parsing a query', () => {
  it.each([
    ['Walker, 58 Peace', ['walker', '58', 'peace'], null],
    ['(919) 555-01', ['(919)', '555-01'], '91955501'],
    ['+1 919.555', ['+1', '919.555'], '1919555'],
    ['\u202a919\u2013234\u20111006\u202c', ['919-234-1006'], '9192341006'],
    ['0103', ['0103'], '0103'],
    ['12', ['12'], null],
    ['12 Oak', ['12', 'oak'], null],
    ['919 - 555', ['919', '555'], '919555'],
    ['Smith & Sons', ['smith', 'sons'], null],
    ['😀 ♥', ['😀', '♥'], null],
    [' , ', [], null],
    ["'", [], null],
    ['"', [], null],
    ['% $ + ` -', [], null],
  ])('%s', (typed, words, digits) => expect(searchTermsOf(typed)).toEqual({ words, digits }))
})

describe('a word with a typo', () => {
  const text =
    'casey walker casey.walker@mail.example 19195550101 412 glenwood ave raleigh nc 27603 dog'
  it.each([
    ['wlaker', 1, 'two letters in the wrong order'],
    ['waker', 1, 'one missing'],
    ['walkerr', 1, 'one too many'],
    ['walter', 1, 'one wrong'],
    ['caesy walkr', 2, 'a typo in each of two words'],
    ['glenwod raleigh', 1, 'one word right, one wrong'],
    ['glenwoad', 1, 'in a long word'],
    ['galenwod', 2, 'two in a long word'],
    ['glanwo', 1, 'while it is still being typed'],
    ['gelnwoo', 1, 'two letters in the wrong order, still being typed'],
  ])('%s matches with %d: %s', (typed, count) => {
    const sought = searchTermsOf(typed)
    expect(typosTo(sought.words, text)).toBe(count)
    // A match must also pass the prefilter.
    const { pairs, at_least } = requiredPairs(sought)!
    expect(pairs.filter((pair) => ` ${text} `.includes(pair)).length).toBeGreaterThanOrEqual(
      at_least,
    )
  })
  it.each(['wxyker', 'jordan', 'dgo', '413', '5550102', 'casey jordan', 'cash'])(
    '%s doesn’t match',
    (typed) => expect(typosTo(searchTermsOf(typed).words, text)).toBeNull(),
  )
  it.each(['dgo', '413 12', ''])('%s: too short to match', (typed) =>
    expect(requiredPairs(searchTermsOf(typed))).toBeNull(),
  )

  it('passes the prefilter with any typo', () => {
    const words = ['john', 'smith', 'walker', 'hutchinson', 'stephenson', 'abcabcab']
    for (const word of words)
      for (let at = 0; at < word.length; at++)
        for (const typed of [
          word.slice(0, at) + word.slice(at + 1),
          `${word.slice(0, at)}q${word.slice(at)}`,
          `${word.slice(0, at)}q${word.slice(at + 1)}`,
          word.slice(0, at) + (word[at + 1] ?? '') + word[at] + word.slice(at + 2),
        ]) {
          const sought = searchTermsOf(typed)
          if (typosTo(sought.words, word) === null) continue
          const { pairs, at_least } = requiredPairs(sought) ?? { pairs: [''], at_least: 0 }
          expect([
            typed,
            word,
            pairs.filter((pair) => ` ${word} `.includes(pair)).length >= at_least,
          ]).toEqual([typed, word, true])
        }
  })
})

describe('searching a loaded list', () => {
  const people = [
    'Casey Walker 19195550101 1203 Hillsborough St',
    'Décian Price 19195550102 77 Oberlin Rd',
    'Rosa Wolker 19195550110 9 Walk Ln',
  ]
  it.each([
    ['', [0, 1, 2]],
    ['walk', [0, 2]],
    ['(919) 555-0101', [0]],
    ['555 01', [0, 1, 2]],
    ['decian ober', [1]],
    ['walkr', [0, 2]],
    ['hilsborough', [0]],
    ['zzzz', []],
  ])('%j finds %j', (typed, found) =>
    expect(searchAmong(people, typed, (text) => text)).toEqual(found.map((at) => people[at])),
  )
})
