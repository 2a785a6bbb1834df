import bidiModule from 'bidi-js'
import { signsOf, type FontName, type Sign } from './fonts.ts'

/** A stretch of one font and one direction; `text` is as the font wants it. */
type Run = { text: string; font: FontName; width: number }
/** The runs from left to right. */
export type Line = { runs: Run[]; width: number }
type WidthOf = (text: string, font: FontName) => number
/** At an odd level a text runs from right to left. */
type Placed = Sign & { level: number }

// Its types tell of an ES module, but Node gets the function itself.
const bidi = (bidiModule as unknown as typeof bidiModule.default)()
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('en', { granularity: 'word' })

/** A text in any scripts, broken into lines of at most this width. */
export function linesOf(text: string, width: number, widthOf: WidthOf): Line[] {
  return text.split('\n').flatMap((paragraph) => {
    const lines: Placed[][] = [[]]
    let used = 0
    for (const chunk of chunksOf(paragraph)) {
      const wide = sumOf(runsOf(trimmed(chunk), widthOf))
      const parts = wide <= width ? [chunk] : chunk.map((sign) => [sign])
      for (const part of parts) {
        const signs = sumOf(runsOf(trimmed(part), widthOf))
        if (used > 0 && used + signs > width) {
          lines.push([])
          used = 0
        }
        lines.at(-1)!.push(...part)
        used += sumOf(runsOf(part, widthOf))
      }
    }
    return lines.map((line) => lineOf(trimmed(line), widthOf))
  })
}

const sumOf = (runs: Run[]): number => runs.reduce((sum, run) => sum + run.width, 0)

const trimmed = (signs: Placed[]): Placed[] =>
  signs.slice(0, signs.findLastIndex(({ text }) => text.trim() !== '') + 1)

/** What stays on one line. */
function chunksOf(paragraph: string): Placed[][] {
  const { levels } = bidi.getEmbeddingLevels(paragraph)
  const chunks: Placed[][] = []
  let before = ''
  for (const { segment, index } of words.segment(paragraph)) {
    const signs = [...characters.segment(segment)].flatMap((one) =>
      signsOf(one.segment).map((sign) => ({ ...sign, level: levels[index + one.index]! })),
    )
    if (before && !mayBreak(before, segment)) chunks.at(-1)!.push(...signs)
    else chunks.push(signs)
    before = segment
  }
  return chunks
}

/** Their words follow each other without a space. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

const mayBreak = (before: string, after: string): boolean =>
  /\s$/.test(before)
    ? !/^\s/.test(after)
    : (unspaced.test(before) || unspaced.test(after)) &&
      !/^[\s\p{Pe}\p{Pf}\p{Po}]/u.test(after) &&
      !/[\p{Ps}\p{Pi}]$/u.test(before)

function lineOf(signs: Placed[], widthOf: WidthOf): Line {
  const runs = runsOf(signs, widthOf)
  return { runs, width: sumOf(runs) }
}

function runsOf(signs: Placed[], widthOf: WidthOf): Run[] {
  const stretches: { font: FontName; level: number; signs: string[] }[] = []
  for (const [at, { text, font, level }] of signs.entries()) {
    const last = stretches.at(-1)
    const isSame = last?.font === font && last.level === level && !signs[at - 1]!.isApart
    if (isSame) last.signs.push(text)
    else stretches.push({ font, level, signs: [text] })
  }
  return leftToRight(stretches).map(({ font, level, signs: own }) => {
    const text = asFontWants(own, level)
    return { text, font, width: widthOf(text, font) }
  })
}

/** Rule L2 of the bidirectional algorithm: from the highest level down, turn what is at that level or above. */
function leftToRight<T extends { level: number }>(stretches: T[]): T[] {
  let order = stretches
  for (let level = Math.max(0, ...stretches.map((one) => one.level)); level > 0; level--) {
    const next: T[] = []
    let turned: T[] = []
    for (const one of order)
      if (one.level >= level) turned.unshift(one)
      else {
        next.push(...turned, one)
        turned = []
      }
    order = [...next, ...turned]
  }
  return order
}

/** The font turns a text in one of these scripts itself, and nothing else. */
const turnedByFont = /[\p{Script=Arabic}\p{Script=Hebrew}]/u

function asFontWants(signs: string[], level: number): string {
  const isTurned = level % 2 === 1
  const shown = isTurned ? signs.map((sign) => bidi.getMirroredCharacter(sign) ?? sign) : signs
  return (turnedByFont.test(signs.join('')) === isTurned ? shown : shown.toReversed()).join('')
}
