// Search ignores accents, case and apostrophes: elan finds Élan, obrien finds O’Brien. The database
// folds with the same table (`folded` in the migrations); a test keeps the two in sync.
const marked =
  'àÀáÁâÂãÃäÄåÅāĀăĂąĄæÆçÇćĆĉĈċĊčČďĎđĐðÐèÈéÉêÊëËēĒĕĔėĖęĘěĚĝĜğĞġĠģĢĥĤħĦìÌíÍîÎïÏĩĨīĪĭĬįĮıĵĴķĶĺĹļĻľĽŀĿłŁñÑńŃņŅňŇŉòÒóÓôÔõÕöÖøØōŌŏŎőŐœŒŕŔŗŖřŘśŚŝŜşŞšŠßſţŢťŤŧŦþÞùÙúÚûÛüÜũŨūŪŭŬůŮűŰųŲŵŴýÝÿŸŷŶźŹżŻžŽİ'
const plain =
  'aaaaaaaaaaaaaaaaaaaaccccccccccddddddeeeeeeeeeeeeeeeeeegggggggghhhhiiiiiiiiiiiiiiiiijjkkllllllllllnnnnnnnnnoooooooooooooooooooorrrrrrssssssssssttttttttuuuuuuuuuuuuuuuuuuuuwwyyyyyyzzzzzzi'
const without = new Map(Array.from(marked, (letter, at) => [letter, plain[at]!]))

/** Text folded for searching. */
export const folded = (text: string): string =>
  text
    .replace(/['’‘ʼ]/g, '')
    .replace(/[^\0-\x7f]/g, (letter) => without.get(letter) ?? letter)
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())

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
  const digits = typed.replace(/\D/g, '')
  return { words, digits: digits.length >= 3 && /^[\d\s()+./-]*$/.test(typed) ? digits : null }
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
