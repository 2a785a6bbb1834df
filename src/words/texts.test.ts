import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { filesUnder, isTest, productFiles, read } from '../../test/source.ts'

/** Texts that people were promised to the letter, one a line; `{x}` is a value. */
const texts = readFileSync(new URL('../../test/texts.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')

/** Promised, and not shown yet. */
const owed: string[] = []

const plain = (text: string): string =>
  text
    .replace(/[’‘]/g, "'")
    .replaceAll(String.raw`\'`, "'")
    .replaceAll('…', '...')
    .replace(/\s+/g, ' ')

const partsOf = (text: string): string[] =>
  plain(text)
    .split(/\{\w[^}]*\}/)
    .map((part) => part.trim())
    .filter((part) => part.length > 2)

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
    const parts = partsOf(text)
    return !shown.some((code) => parts.every((part) => code.includes(part)))
  })
  expect(texts).toHaveLength(314)
  expect(missing).toEqual(owed)
})

/** Every text in a test’s code that can be compared with something: none of its titles and comments. */
function comparedIn(file: string): string[] {
  const found: string[] = []
  const walk = (node: any): void => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (typeof node?.type !== 'string') return
    if (node.type === 'Literal') found.push(node.regex?.pattern ?? String(node.value))
    if (node.type === 'TemplateElement') found.push(node.value.cooked)
    if (node.type === 'JSXText') found.push(node.value)
    const isTitled = node.type === 'CallExpression' && /^(?:it|test|describe)\b/.test(nameOf(node))
    for (const [key, part] of Object.entries(node))
      walk(isTitled && key === 'arguments' ? (part as { type: string }[]).filter(isNoTitle) : part)
  }
  walk(parseSync(file, read(file)).program)
  return found
}

const isNoTitle = ({ type }: { type: string }) => type !== 'Literal' && type !== 'TemplateLiteral'
/** `it` of `it.each([…])(…)`. */
const nameOf = ({ callee }: any): string =>
  callee.name ?? (callee.type === 'CallExpression' ? nameOf(callee) : callee.object?.name) ?? ''

it('every promised text is compared with what a test rendered or received', () => {
  const left = new Map(texts.map((text) => [text, partsOf(text)]))
  const tests = ['test', 'src', 'sandbox'].flatMap(filesUnder).filter(isTest)
  for (const file of tests.filter((one) => /\.tsx?$/.test(one) && !one.endsWith('texts.test.ts'))) {
    const code = plain(read(file).replaceAll('\\', ''))
    const maybe = [...left].filter(([, parts]) => parts.every((part) => code.includes(part)))
    if (maybe.length === 0) continue
    const compared = comparedIn(file).map((text) => plain(text.replaceAll(/\\(.)/g, '$1')))
    for (const [text, parts] of maybe)
      if (compared.some((one) => says(one, parts))) left.delete(text)
  }
  expect([...left.keys()]).toEqual(owed)
})

/** A short text stands in many others, and counts only by itself. */
const says = (one: string, parts: string[]): boolean =>
  parts.length === 1 && parts[0]!.length < 14
    ? one.replace(/^\^|\$$/g, '') === parts[0]
    : parts.every((part) => one.includes(part))
