import { expect, it } from 'vitest'
import { filesUnder, isTest } from '../../test/source.ts'

// What words that depend on something say of none, one and many of it, in every language: its forms, its signs, its other
// sentence. `npx vitest run --project unit src/words/said -u` rewrites said.txt.

/** What a word may be given, for each of its parameters. */
const given: readonly (readonly unknown[])[] = [
  [0, 1, 5, -7],
  ['Ana'],
  ['2027-08-09'],
  [true, false],
  [null],
]

/** One example of each sentence, if there is more than one; where it stands for what was given does not count. */
function saidBy(name: string, say: (...of: unknown[]) => unknown): string[] {
  const tuples = given.flatMap((first) =>
    say.length < 2
      ? first.map((one) => [one])
      : given.flatMap((second) =>
          first.flatMap((one) =>
            second.map((other) => [
              one,
              other,
              ...Array.from({ length: say.length - 2 }, () => one),
            ]),
          ),
        ),
  )
  const said = new Map<string, string>()
  for (const of of tuples) {
    let text: unknown
    try {
      text = say(...of)
    } catch {
      continue
    }
    if (typeof text !== 'string' || /undefined|null|true|NaN|Invalid|\[object/.test(text)) continue
    const values = of.map(String).toSorted((one, other) => other.length - one.length)
    const sentence = values.reduce((rest, one) => rest.replaceAll(one, '…'), text)
    if (!said.has(sentence)) said.set(sentence, `${name}${JSON.stringify(of)} ${text}`)
  }
  return said.size > 1 ? [...said.values()] : []
}

function wordsIn(name: string, table: unknown): string[] {
  if (typeof table === 'function') return saidBy(name, table as (...of: unknown[]) => unknown)
  if (typeof table !== 'object' || table === null) return []
  return Object.entries(table).flatMap(([key, one]) => wordsIn(`${name}.${key}`, one))
}

it('words that depend on something say what they said', async () => {
  const files = ['src/words/en', 'src/words/es'].flatMap(filesUnder).filter((file) => !isTest(file))
  const lines: string[] = []
  for (const file of files.toSorted()) {
    const tables = (await import(`../../${file}`)) as object
    lines.push(...wordsIn(file.slice('src/words/'.length, -'.ts'.length), tables))
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./said.txt')
})
