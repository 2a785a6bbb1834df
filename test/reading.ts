import { existsSync } from 'node:fs'
import { filesUnder, read } from './source.ts'

// How hard the words are to read, for `npm run words` and the test that holds it.

/** The texts of a table by their path in it; of a word that depends on something, each of its sentences. */
type Words = Map<string, string[]>

const names = (say: unknown): string[] => {
  const [, list = ''] = /^(?:\w+\s*)?\(?([^)=]*)\)?\s*(?:=>|\{)/.exec(String(say)) ?? []
  return list
    .replaceAll(/[{}\s]/g, '')
    .split(',')
    .filter(Boolean)
}

/** What a word says of a name, of one, of several, of nothing. */
function saidBy(say: (...of: unknown[]) => unknown): string[] {
  const said = new Set<string>()
  const wanted = names(say)
  const fills: ((name: string) => unknown)[] = [
    (name) => `{${name}}`,
    () => 1,
    () => 3,
    () => true,
    () => null,
  ]
  for (const fill of fills) {
    const given = new Proxy({}, { get: (_, name) => fill(String(name)) })
    const isRecord = /^(?:\w+\s*)?\(\s*\{/.test(String(say))
    try {
      const text = isRecord ? say(given) : say(...wanted.map(fill))
      if (typeof text === 'string' && !/undefined|null|true|NaN|Invalid|\[object/.test(text))
        said.add(text.replaceAll(/(?<![\w{])[13](?![\w}])/g, '{n}'))
    } catch {
      // It wants something else: a date, a row of its own.
    }
  }
  return [...said]
}

function collect(value: unknown, path: string, into: Words): Words {
  if (typeof value === 'string') into.set(path, [value])
  else if (typeof value === 'function') into.set(path, saidBy(value as () => unknown))
  else if (typeof value === 'object' && value !== null)
    for (const [key, one] of Object.entries(value))
      collect(one, path ? `${path}.${key}` : key, into)
  return into
}

/** The words of a file, by their path in it. */
export async function wordsOf(file: string): Promise<Words> {
  if (!existsSync(file)) return new Map()
  const tables = Object.values((await import(`../${file}`)) as object)
  const into: Words = new Map()
  for (const table of tables) collect(table, '', into)
  return into
}

/** A file of words each; `letters` only collects others. */
export const areas = filesUnder('src/words/en')
  .map((file) => file.slice('src/words/en/'.length, -'.ts'.length))
  .filter((area) => area !== 'letters')
  .toSorted()

const promised = new Set(read('test/texts.txt').trim().split('\n'))
/** What somebody agrees to, and what carriers and regulators want said, stand as they are. */
const legal = /STOP|HELP|authoriz/
const syllables = (word: string): number => {
  const silent = /(?<=[^aeiouylscxzgh])es$|(?<=[^td])ed$|(?<=[^aeiouyl])e$/
  const sounds = word
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')
    .replace(silent, '')
  return Math.max(1, sounds.match(/[aeiouy]{1,2}/g)?.length ?? 1)
}

/** The sentences of a text; what is filled in is a plain noun, and a label is no sentence. */
const sentencesIn = (text: string): string[] =>
  text
    .replaceAll(/https?:\S+|\{\w+\}/g, 'it')
    .split(/[.!?…](?:\s|$)|\n/)
    .filter((one) => one.trim().split(/\s+/).length > 3)

/** The school year a text needs, by Flesch and Kincaid; null without a sentence. */
export function gradeOf(texts: readonly string[]): number | null {
  const sentences = texts
    .filter((one) => !promised.has(one) && !legal.test(one))
    .flatMap(sentencesIn)
  const words = sentences.flatMap((one) => one.trim().split(/\s+/)).filter((one) => /\w/.test(one))
  if (words.length === 0) return null
  const sounds = words.reduce((sum, word) => sum + syllables(word), 0)
  return 0.39 * (words.length / sentences.length) + 11.8 * (sounds / words.length) - 15.59
}

/** The English of an area. */
export const englishOf = async (area: string): Promise<string[]> =>
  [...(await wordsOf(`src/words/en/${area}.ts`)).values()].flat()
