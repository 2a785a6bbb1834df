import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { productFiles, read } from '../../test/source.ts'

/** Texts that people were promised to the letter, one a line; `{x}` is a value. */
const texts = readFileSync(new URL('../../test/texts.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')

/** Promised, and not shown yet. May only shrink. */
const owed = ['Failed to clock in or clock out']

const plain = (text: string): string =>
  text
    .replace(/[’‘]/g, "'")
    .replaceAll(String.raw`\'`, "'")
    .replaceAll('…', '...')
    .replace(/\s+/g, ' ')

const files = productFiles.filter((file) => /^src\/.*\.tsx?$/.test(file))
const pages = ['src/web/index.html', 'src/web/app.html']
/** Every name that is read: keys of the tables of words count only where they are read. */
const named = new Set(
  files.flatMap((file) =>
    [...read(file).matchAll(file.startsWith('src/words/') ? /\.(\w+)/g : /\b(\w+)\b/g)].map(
      ([, name]) => name!,
    ),
  ),
)

/** What a file can show: its code without comments, and without words that nothing reads. */
function shownBy(file: string): string {
  let code = read(file)
  for (const { start, end } of parseSync(file, code).comments.toReversed())
    code = code.slice(0, start) + code.slice(end)
  if (file.startsWith('src/words/'))
    code = code.replace(/^ {2}(\w+):(?:.*,$|\n {4}.*,$)/gm, (entry, name: string) =>
      named.has(name) ? entry : '',
    )
  return plain(code)
}

it('every promised text is in code that shows it', () => {
  const shown = files.filter((file) => !file.startsWith('src/words/es/')).map(shownBy)
  shown.push(...pages.map((file) => plain(read(file).replace(/<!--[^]*?-->/g, ''))))
  const missing = texts.filter((text) => {
    const parts = plain(text)
      .split(/\{\w[^}]*\}/)
      .map((part) => part.trim())
      .filter((part) => part.length > 2)
    return !shown.some((code) => parts.every((part) => code.includes(part)))
  })
  expect(texts).toHaveLength(314)
  expect(missing).toEqual(owed)
})
