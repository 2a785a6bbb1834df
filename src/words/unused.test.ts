import { expect, it } from 'vitest'
import { productFiles, read } from '../../test/source.ts'

/** Words that nothing shows yet. */
const unused: string[] = []

it('every word is used', () => {
  const files = productFiles.filter((file) => /^src\/.*\.tsx?$/.test(file))
  const tables = files.filter((file) => file.startsWith('src/words/en/'))
  const uses = new Set<string>()
  for (const file of files) {
    const text = read(file)
    // A key of a table is its definition; anywhere else it is read.
    const pattern = file.startsWith('src/words/') ? /\.(\w+)/g : /\b(\w+)\b/g
    for (const [, name] of text.matchAll(pattern)) uses.add(name!)
  }
  const left = tables.flatMap((file) =>
    [...read(file).matchAll(/^ {2}(\w+): /gm)]
      .filter(([, name]) => !uses.has(name!))
      .map(([, name]) => `${file} ${name}`),
  )
  expect(left).toEqual(unused)
})
