// Texts are searched without the marks of their letters, in lower case and without apostrophes: Élan is found by elan, O’Brien by obrien.
// The database folds what is searched by the same table (`folded` in the migrations); a test holds them together.
const marked =
  'àÀáÁâÂãÃäÄåÅāĀăĂąĄæÆçÇćĆĉĈċĊčČďĎđĐðÐèÈéÉêÊëËēĒĕĔėĖęĘěĚĝĜğĞġĠģĢĥĤħĦìÌíÍîÎïÏĩĨīĪĭĬįĮıĵĴķĶĺĹļĻľĽŀĿłŁñÑńŃņŅňŇŉòÒóÓôÔõÕöÖøØōŌŏŎőŐœŒŕŔŗŖřŘśŚŝŜşŞšŠßſţŢťŤŧŦþÞùÙúÚûÛüÜũŨūŪŭŬůŮűŰųŲŵŴýÝÿŸŷŶźŹżŻžŽİ'
const plain =
  'aaaaaaaaaaaaaaaaaaaaccccccccccddddddeeeeeeeeeeeeeeeeeegggggggghhhhiiiiiiiiiiiiiiiiijjkkllllllllllnnnnnnnnnoooooooooooooooooooorrrrrrssssssssssttttttttuuuuuuuuuuuuuuuuuuuuwwyyyyyyzzzzzzi'
const without = new Map(Array.from(marked, (letter, at) => [letter, plain[at]!]))

/** A text as it is searched. */
export const folded = (text: string): string =>
  text
    .replace(/['’‘ʼ]/g, '')
    .replace(/[^\0-\x7f]/g, (letter) => without.get(letter) ?? letter)
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** What was typed into a search field: words to be found somewhere, or the digits of a phone number however it is written. */
type Sought = { words: string[]; digits: string | null }

/** Signs by themselves look for nothing: a dash between two words, a quotation mark somebody has only begun with. */
const isSignsOnly = (word: string): boolean => /^[\p{P}\p{Sm}\p{Sc}\p{Sk}]+$/u.test(word)

/** 'Walker, 58 Peace' → walker, 58, peace. '(919) 555-01' → digits 91955501 beside its words. '"' → nothing. */
export function soughtIn(typed: string): Sought {
  const words = folded(typed.replace(/\p{Cc}/gu, ' '))
    .split(/[\s,;]+/)
    .filter((word) => word !== '' && !isSignsOnly(word))
    .slice(0, 8)
  const digits = typed.replace(/\D/g, '')
  return { words, digits: digits.length >= 3 && /^[\d\s()+./-]*$/.test(typed) ? digits : null }
}

/** How many typing mistakes a word may have: a letter more, less, other, or two in the wrong order. Numbers and short words have to be right. */
const slipsAllowed = (word: string): number =>
  word.length < 4 || /\d/.test(word) ? 0 : word.length < 8 ? 1 : 2
/** From this length on somebody may still be typing: the beginning of a longer word will do. */
const mayBeBeginning = (word: string): boolean => word.length >= 6

/** How many slips lie between what was typed and a folded text that holds every word, as typed or nearly so; null when it does not. */
export function slipsTo(words: readonly string[], text: string): number | null {
  const there = text.split(/[\s@]+/)
  let sum = 0
  for (const word of words) {
    if (text.includes(word)) continue
    const allowed = slipsAllowed(word)
    const least = Math.min(
      ...there.map((one) => (canBeNear(word, one, allowed) ? slips(word, one) : Infinity)),
    )
    if (allowed === 0 || least > allowed) return null
    sum += least
  }
  return sum
}

const canBeNear = (typed: string, word: string, allowed: number): boolean =>
  word.length >= typed.length - allowed &&
  (mayBeBeginning(typed) || word.length <= typed.length + allowed)

/** Typing mistakes between two words, or between a long one and the beginning of the other: the optimal string alignment distance. */
function slips(typed: string, word: string): number {
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

/** Those with the fewest slips; null says that one is not near at all. */
export function nearest<T>(all: readonly T[], slipsOf: (one: T) => number | null): T[] {
  const near = all.flatMap((one) => {
    const slips = slipsOf(one)
    return slips === null ? [] : [{ one, slips }]
  })
  const least = Math.min(...near.map(({ slips }) => slips))
  return near.filter(({ slips }) => slips === least).map(({ one }) => one)
}

/** Those of a list at hand that hold what was typed; where nobody does, those with the fewest slips in between. */
export function soughtAmong<T>(all: readonly T[], typed: string, textOf: (one: T) => string): T[] {
  const { words, digits } = soughtIn(typed)
  return nearest(all, (one) => {
    const text = folded(textOf(one))
    return digits !== null && text.includes(digits) ? 0 : slipsTo(words, text)
  })
}

/**
 * A sieve for the database before `slipsTo` looks closely: the pairs of letters of the longest word, and how many of them a text must
 * hold. One slip spoils three pairs at most. Null when no word may have a slip: then nothing is near.
 */
export function pairsToShare({ words }: Sought): { pairs: string[]; at_least: number } | null {
  const [word] = words
    .filter((one) => slipsAllowed(one) > 0)
    .toSorted((a, b) => b.length - a.length)
  if (!word) return null
  const padded = ` ${word} `
  const pairs = [
    ...new Set(Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2))),
  ]
  return {
    pairs,
    at_least: Math.max(1, pairs.length - 3 * slipsAllowed(word) - (mayBeBeginning(word) ? 1 : 0)),
  }
}
