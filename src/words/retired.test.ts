import { expect, it } from 'vitest'
import { hardCodedIn } from '../../test/hard-coded.ts'
import { productFiles, read } from '../../test/source.ts'

/** From docs/words.md: words on the left of the table of retired ones. */
const retired = read('docs/words.md')
  .split('## Retired words')[1]!
  .split('\n')
  .flatMap((line) => /^\| ([^|]+) \|/.exec(line)?.[1]?.split(', ') ?? [])
  .filter((word) => word !== 'Retired')
const pattern = new RegExp(String.raw`(?<![\w-])(?:${retired.join('|')})(?![\w-])`, 'i')

/** Promised to the letter, whatever we would say today; the longest first. */
const promised = read('test/texts.txt')
  .trim()
  .split('\n')
  .toSorted((one, other) => other.length - one.length)

/** What a person reads of a file, as `file:line: text`. On the server, a sentence begins with a capital and SQL does not. */
const textsIn = (file: string): string[] =>
  hardCodedIn(file).filter((found) => {
    const [, line = '', text = ''] = /^[^:]+:(\d+): ([^]*)/.exec(found) ?? []
    // Other words by which somebody may search for a command.
    if (/^\s+also: /.test(read(file).split('\n')[Number(line) - 1] ?? '')) return false
    if (file.startsWith('src/server/') && !/^\p{Lu}/u.test(text)) return false
    return pattern.test(promised.reduce((rest, one) => rest.replaceAll(one, ''), text))
  })

it('nothing a person reads says a retired word', () => {
  expect(retired.length).toBeGreaterThan(20)
  const files = productFiles.filter((file) => /^src\/(?!words\/es\/)/.test(file))
  expect(files.flatMap(textsIn)).toEqual([])
})
