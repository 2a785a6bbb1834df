import { unmarked } from './text.ts'

// Search ignores accents, case and apostrophes: elan finds Élan, obrien finds O’Brien. The database
// folds in the same steps (`folded` in the migrations); a test keeps the two in sync.

/** Signs that people write for an apostrophe; some decompose into a blank, so they go first. */
const apostrophes = /['`´‘’‛′‵ʹʻʼʽʾʿˈ՚＇｀]/g
/** Accents and points of Latin, Greek, Cyrillic, Hebrew and Arabic, and what nobody sees. Marks that are vowels stay. */
const marks =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g
const dashes = /[\u2010-\u2015\u2212\ufe58]/g
/** Letters that no decomposition takes apart. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'n',
  ĸ: 'k',
  ς: 'σ',
}

/** Letter by letter: a word has no say in the case of its last one. */
function plainLetter(letter: string): string {
  const small = letter.toLowerCase()
  const one = small.length === letter.length ? small : letter
  return letters[one] ?? one
}

const unaccented = (text: string): string =>
  text
    .replace(apostrophes, '')
    .normalize('NFKD')
    .replace(marks, '')
    .normalize('NFC')
    .replace(apostrophes, '')
    .replace(dashes, '-')
    .replace(/[^\0-\x7f]/gu, plainLetter)

/** Text folded for searching. */
export const folded = (text: string): string =>
  (/[^\0-\x7f]/.test(text) ? unaccented(text) : text)
    .replace(/['`]|\.(?!\d)/g, '')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Words of a street that have a short form; what only says that a number is a door’s has an empty one. */
const streetWords: Readonly<Record<string, string>> = {
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
  northeast: 'ne',
  northwest: 'nw',
  southeast: 'se',
  southwest: 'sw',
  street: 'st',
  str: 'st',
  saint: 'st',
  avenue: 'ave',
  av: 'ave',
  road: 'rd',
  drive: 'dr',
  lane: 'ln',
  boulevard: 'blvd',
  court: 'ct',
  circle: 'cir',
  place: 'pl',
  terrace: 'ter',
  trail: 'trl',
  highway: 'hwy',
  parkway: 'pkwy',
  pky: 'pkwy',
  square: 'sq',
  heights: 'hts',
  mount: 'mt',
  fort: 'ft',
  point: 'pt',
  crossing: 'xing',
  apartment: '',
  apt: '',
  unit: '',
  suite: '',
  ste: '',
}

/** What two streets are compared by: '77 North Main Street' and '77 N. Main St' are one. `street_key` in the database does the same. */
export const streetKey = (street: string): string =>
  folded(street)
    .split(/[^a-z0-9]+/)
    .map((word) => (Object.hasOwn(streetWords, word) ? streetWords[word]! : word))
    .join('')

/**
 * What was typed into a search field: words to find, or the digits of a phone number in any format.
 */
type SearchTerms = { words: string[]; digits: string | null }

/** Punctuation alone matches nothing: a dash between two words, an opening quotation mark. */
const isPunctuation = (word: string): boolean => /^[\p{P}\p{Sm}\p{Sc}\p{Sk}]+$/u.test(word)

/**
 * 'Walker, 58 Peace' → walker, 58, peace. '(919) 555-01' → digits 91955501 as well as its words.
 * '"' → nothing.
 */
export function searchTermsOf(typed: string): SearchTerms {
  const words = folded(typed.replace(/\p{Cc}/gu, ' '))
    .split(/[\s,;]+/)
    .filter((word) => word !== '' && !isPunctuation(word))
    .slice(0, 8)
  const plain = unmarked(typed).replace(dashes, '-')
  const digits = plain.replace(/\D/g, '')
  return { words, digits: digits.length >= 3 && /^[\d\s()+./-]*$/.test(plain) ? digits : null }
}

/**
 * How many typos a word may have: a letter added, dropped, replaced, or two swapped. Numbers and
 * short words must be exact.
 */
const typosAllowed = (word: string): number =>
  word.length < 4 || /\d/.test(word) ? 0 : word.length < 8 ? 1 : 2
/** At this length the word may be unfinished, so it can match the beginning of a longer one. */
const mayBeBeginning = (word: string): boolean => word.length >= 6

/**
 * How many typos separate the typed words from a folded text that contains all of them, exactly or
 * nearly; null if it does not.
 */
export function typosTo(words: readonly string[], text: string): number | null {
  const there = text.split(/[\s@]+/)
  let sum = 0
  for (const word of words) {
    if (text.includes(word)) continue
    const allowed = typosAllowed(word)
    const least = Math.min(
      ...there.map((one) => (canBeNear(word, one, allowed) ? typos(word, one) : Infinity)),
    )
    if (allowed === 0 || least > allowed) return null
    sum += least
  }
  return sum
}

const canBeNear = (typed: string, word: string, allowed: number): boolean =>
  word.length >= typed.length - allowed &&
  (mayBeBeginning(typed) || word.length <= typed.length + allowed)

/**
 * Typos between two words, or between a long one and the beginning of the other: the optimal string
 * alignment distance.
 */
function typos(typed: string, word: string): number {
  let before: number[] = []
  let row = Array.from({ length: word.length + 1 }, (_, at) => at)
  for (let i = 1; i <= typed.length; i++) {
    const next = [i]
    for (let j = 1; j <= word.length; j++) {
      const same = typed[i - 1] === word[j - 1]
      let least = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1])
        least = Math.min(least, before[j - 2]! + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return mayBeBeginning(typed) ? Math.min(...row) : row[word.length]!
}

/** The items with the fewest typos; null from `typosOf` means no match. */
export function nearest<T>(all: readonly T[], typosOf: (one: T) => number | null): T[] {
  const near = all.flatMap((one) => {
    const typos = typosOf(one)
    return typos === null ? [] : [{ one, typos }]
  })
  const least = Math.min(...near.map(({ typos }) => typos))
  return near.filter(({ typos }) => typos === least).map(({ one }) => one)
}

/** The items that contain what was typed or, if none does, those with the fewest typos. */
export function searchAmong<T>(all: readonly T[], typed: string, textOf: (one: T) => string): T[] {
  const { words, digits } = searchTermsOf(typed)
  return nearest(all, (one) => {
    const text = folded(textOf(one))
    return digits !== null && text.includes(digits) ? 0 : typosTo(words, text)
  })
}

/**
 * A prefilter for the database before `typosTo`: the letter pairs of the longest word, and how many
 * of them a text must contain. One typo breaks three pairs at most. Null if no word may have a
 * typo, so there are no near matches.
 */
export function requiredPairs({
  words,
}: SearchTerms): { pairs: string[]; at_least: number } | null {
  const [word] = words
    .filter((one) => typosAllowed(one) > 0)
    .toSorted((a, b) => b.length - a.length)
  if (!word) return null
  const padded = ` ${word} `
  const pairs = [
    ...new Set(Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2))),
  ]
  return {
    pairs,
    at_least: Math.max(1, pairs.length - 3 * typosAllowed(word) - (mayBeBeginning(word) ? 1 : 0)),
  }
}
