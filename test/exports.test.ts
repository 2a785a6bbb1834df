import { describe, expect, it } from 'vitest'
import { exportedForTests } from './ratchets.ts'
import { exportsOf, filesUnder, importedNamesOf, isTest, productFiles } from './source.ts'

// Every export is imported somewhere, and there is no unused code.

const code = ['src', 'sandbox', 'demo', 'db', 'scripts', 'test']
  .flatMap(filesUnder)
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))

const usedBy = { product: new Set<string>(), tests: new Set<string>() }
for (const file of code)
  for (const { target, name } of importedNamesOf(file))
    (isTest(file) ? usedBy.tests : usedBy.product).add(`${target} ${name}`)

const exported = productFiles
  .filter((file) => file.startsWith('src/'))
  .flatMap((file) => [...new Set(exportsOf(file))].map((name) => ({ file, name })))

const isUsed = (by: Set<string>, { file, name }: { file: string; name: string }) =>
  by.has(`${file} ${name}`) || by.has(`${file} *`)
const unused = exported.filter((one) => !isUsed(usedBy.product, one))
const onlyForTests = unused.filter((one) => isUsed(usedBy.tests, one))
const keyOf = ({ file, name }: { file: string; name: string }) => `${file} ${name}`

describe('exports of src', () => {
  it('are imported by another file', () => {
    expect(unused.filter((one) => !isUsed(usedBy.tests, one)).map(keyOf)).toEqual([])
  })

  it('that only tests import are listed, and removed from the list once the product uses them', () => {
    expect(onlyForTests.map(keyOf).toSorted()).toEqual(exportedForTests)
  })
})
