import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

const { resolve } = createRequire(import.meta.url)
const files = {
  regular: resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  bold: resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
  // Noto's takes letters apart into strokes and dots, and whoever copies them gets neither.
  arabic: resolve(
    '@expo-google-fonts/ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf',
  ),
  hebrew: resolve('@expo-google-fonts/noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf'),
  thai: resolve('@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf'),
  hangul: resolve('@expo-google-fonts/nanum-gothic/400Regular/NanumGothic_400Regular.ttf'),
  emoji: resolve('@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf'),
  han: resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
}
export type FontName = keyof typeof files

/** What Noto Sans cannot draw, and the font to ask. The last one also has symbols of every kind. */
const fallbacks: [FontName, RegExp][] = [
  ['arabic', /\p{Script_Extensions=Arabic}/u],
  ['hebrew', /\p{Script_Extensions=Hebrew}/u],
  ['thai', /\p{Script_Extensions=Thai}/u],
  ['hangul', /\p{Script=Hangul}/u],
  ['emoji', /\p{Emoji}|\p{Extended_Pictographic}/u],
  ['han', /./su],
]

const loaded = new Map<FontName, Font>()
/** Read at its first use, which most documents never make of most fonts. */
export function fontNamed(name: FontName): Font {
  const known = loaded.get(name)
  if (known) return known
  const font = create(readFileSync(files[name])) as Font
  loaded.set(name, font)
  return font
}

export const isPlain = (text: string): boolean =>
  Array.from(text).every((sign) => sign === '\n' || has('regular', sign))

const has = (font: FontName, sign: string): boolean =>
  fontNamed(font).hasGlyphForCodePoint(sign.codePointAt(0)!)

/** Joins, splits or turns its neighbors and is itself never seen. */
const unseen = /\p{Default_Ignorable_Code_Point}/u

/** What a reader takes for one character, and the font that draws it. The next letter is not joined to one that stands apart. */
export type Sign = { text: string; font: FontName; isApart?: boolean }

/** What no font has becomes a question mark instead of an empty box. */
export function signsOf(character: string): Sign[] {
  const whole = drawn(character) ?? drawn(character.normalize('NFC'))
  if (whole) return [whole]
  const parts = Array.from(character)
  if (parts.length === 1) return [{ text: '?', font: 'regular' }]
  return parts.flatMap(signsOf)
}

function drawn(character: string): Sign | null {
  const seen = Array.from(character).filter((sign) => !unseen.test(sign))
  const asked = fallbacks.filter(([, script]) => seen.some((sign) => script.test(sign)))
  for (const name of ['regular' as const, ...asked.map(([font]) => font)])
    if (seen.every((sign) => has(name, sign))) return withoutBoxes(character, name)
  return null
}

function withoutBoxes(character: string, font: FontName): Sign {
  const text = Array.from(character, (sign) => (has(font, sign) ? sign : '')).join('')
  return { text, font, isApart: character.endsWith('\u200c') && text !== character }
}
