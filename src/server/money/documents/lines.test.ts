import { describe, expect, it } from 'vitest'
import { fontNamed, type FontName } from './fonts.ts'
import { linesOf, type Line } from './lines.ts'

const glyphsOf = (text: string, font: FontName) => fontNamed(font).layout(text).glyphs
const widthOf = (text: string, font: FontName): number =>
  (fontNamed(font).layout(text).advanceWidth / fontNamed(font).unitsPerEm) * 10
const drawn = (text: string, width = 500): Line[] => linesOf(text, width, widthOf)
/** The characters of a line as they are drawn, from left to right. */
const seen = (text: string): string =>
  drawn(text)
    .flatMap(({ runs }) => runs)
    .flatMap(({ text: own, font }) => glyphsOf(own, font))
    .map((glyph) => String.fromCodePoint(...glyph.codePoints))
    .join('')

describe('a name', () => {
  it.each<[string, FontName]>([
    ['李小龙', 'han'],
    ['龍門清潔有限公司（台北）', 'han'],
    ['髙橋さくら・ラーメン', 'han'],
    ['김민준', 'hangul'],
    ['김민준'.normalize('NFD'), 'hangul'],
    ['عمر', 'arabic'],
    ['گچ‌پژ', 'arabic'],
    ['דָּוִד', 'hebrew'],
    ['त्रिपाठी', 'regular'],
    ['รักษ์ไทย', 'thai'],
    ['👨‍👩‍👧🇺🇸1️⃣', 'emoji'],
    ['Łukasiewicz', 'regular'],
  ])('%s is drawn by one font, without boxes', (name, font) => {
    const [line, ...more] = drawn(name)
    expect(more).toEqual([])
    expect(new Set(line!.runs.map((run) => run.font))).toEqual(new Set([font]))
    const glyphs = line!.runs.flatMap((run) => glyphsOf(run.text, run.font))
    expect(glyphs.map(({ id }) => id)).not.toContain(0)
  })

  it('that nobody can draw is a question mark for each character', () => {
    expect(seen('A ა\u{13000}')).toBe('A ??')
  })

  it('in Arabic has its letters joined, but not where they stand apart', () => {
    const shapes = (text: string) =>
      drawn(text)[0]!.runs.flatMap((run) => glyphsOf(run.text, run.font).map(({ id }) => id))
    expect(new Set(shapes('ههه')).size).toBe(3)
    expect(new Set(shapes('ه‌ه')).size).toBe(1)
  })
})

describe('from right to left', () => {
  it.each([
    ['דוד', 'דוד'.split('').toReversed().join('')],
    ['Bill for אבג (Rosa) דהו, unit 5', 'Bill for גבא (Rosa) והד, unit 5'],
    ['אבג (דהו 12) Ltd', 'Ltd (12 והד) גבא'],
    ['۱۲۳ گچ', 'چگ ۱۲۳'],
    ['אבג!', '!גבא'],
  ])('%s', (text, expected) => {
    expect(seen(text)).toBe(expected)
  })
})

describe('a long text', () => {
  it.each([
    ['at spaces', 'אבגדה '.repeat(60).trim()],
    ['between words that follow each other', 'เราทำความสะอาดบ้านของคุณทุกสองสัปดาห์'.repeat(6)],
    ['between characters', '庭の手入れは毎週火曜日に行います。雨天の場合は翌日です。'.repeat(6)],
    ['anywhere if need be', 'א'.repeat(200)],
  ])('is broken %s', (_, text) => {
    const lines = drawn(text, 200)
    expect(lines.length).toBeGreaterThan(2)
    for (const line of lines) expect(line.width).toBeLessThanOrEqual(200)
    const signs = (from: string) => Array.from(from.replace(/\s/g, '')).toSorted().join('')
    expect(signs(lines.flatMap(({ runs }) => runs.map((run) => run.text)).join(''))).toBe(
      signs(text),
    )
  })

  it('starts no line with a mark that ends a sentence', () => {
    for (let width = 60; width < 200; width += 10)
      for (const { runs } of drawn('雨天の場合は、翌日です。庭の手入れ。', width))
        expect(runs[0]!.text).not.toMatch(/^[、。]/)
  })

  it('keeps its paragraphs, also empty ones', () => {
    expect(drawn('李\n\n龙').map(({ runs }) => runs.map(({ text }) => text).join(''))).toEqual([
      '李',
      '',
      '龙',
    ])
  })
})
