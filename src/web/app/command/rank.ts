import { folded, searchTermsOf, typosTo } from '../../../domain/base/search.ts'

/** What can be searched: the words people see, and others that find it. */
export type Sought = { key: string; label: string; about?: string; also?: string; rank?: number }
type Line<T> = { one: T; label: string; text: string; words: readonly number[] }
/** Everything that can be found, prepared once for many searches. Its different words are listed once: there are few, however many customers. */
type Index<T> = { lines: readonly Line<T>[]; words: readonly string[] }

export function indexOf<T extends Sought>(all: readonly T[]): Index<T> {
  const numbers = new Map<string, number>()
  const numberOf = (word: string): number => {
    const number = numbers.get(word) ?? numbers.size
    numbers.set(word, number)
    return number
  }
  const lines = all.map((one) => {
    const text = folded([one.label, one.about, one.also].filter(Boolean).join(' '))
    // Numbers must be exact, so only words are compared.
    const words = text.split(/[\s@,]+/).filter((word) => word.length > 2 && !/\d/.test(word))
    return { one, label: folded(one.label), text, words: words.map(numberOf) }
  })
  return { lines, words: [...numbers.keys()] }
}

/**
 * The best matches of what was typed, best first; with typos only if nothing contains every word.
 * `recent`: keys opened lately, newest first.
 */
export function ranked<T extends Sought>(
  index: Index<T>,
  typed: string,
  { recent = [], atMost }: { recent?: readonly string[]; atMost: number },
): T[] {
  const { words, digits } = searchTermsOf(typed)
  if (words.length === 0) return []
  const whole = words.join(' ')
  const hits: { one: T; score: number }[] = []
  for (const { one, label, text } of index.lines) {
    const isThere =
      words.every((word) => text.includes(word)) || (digits !== null && text.includes(digits))
    if (isThere) hits.push({ one, score: scoreOf(label, whole) + (one.rank ?? 0) })
  }
  const found = hits.length > 0 ? hits : nearly(index, words)
  const lately = new Map(recent.map((key, at) => [key, at]))
  const bonus = (one: T) => (lately.has(one.key) ? 1.5 - (lately.get(one.key) ?? 0) / 100 : 0)
  return found
    .map(({ one, score }) => ({ one, score: score - bonus(one) }))
    .sort((a, b) => a.score - b.score)
    .slice(0, atMost)
    .map(({ one }) => one)
}

/** 0 if the label starts with it, 1 if one of its words does, 2 if it contains it, 3 otherwise. */
function scoreOf(label: string, whole: string): number {
  const at = label.indexOf(whole)
  return at === 0 ? 0 : at > 0 ? (label[at - 1] === ' ' ? 1 : 2) : 3
}

function nearly<T extends Sought>(index: Index<T>, typed: readonly string[]) {
  const typos = typed.map((word) => index.words.map((other) => typosTo([word], other)))
  const least = (line: Line<T>, at: number): number => {
    if (line.text.includes(typed[at]!)) return 0
    let found = Infinity
    for (const word of line.words) found = Math.min(found, typos[at]![word] ?? Infinity)
    return found
  }
  return index.lines.flatMap((line) => {
    let sum = 0
    for (let at = 0; at < typed.length && sum < Infinity; at++) sum += least(line, at)
    return sum < Infinity ? [{ one: line.one, score: 4 + sum + (line.one.rank ?? 0) }] : []
  })
}
