import { describe, expect, it } from 'vitest'
import { longFunctions, mutualNouns, nineOfTen, writtenElsewhere } from './ratchets.ts'
import { functionsOf, productFiles, read, runtimeImportsOf } from './source.ts'

// The shape of the code: how long functions are, who writes a table, which nouns need each other.
// A number in ratchets.ts may only become smaller, an entry may only go.

const limit = 80

describe('functions', () => {
  const all = productFiles.flatMap(functionsOf)
  const keyOf = ({ file, name }: { file: string; name: string }) => `${file} ${name}`

  it(`have at most ${limit} lines, except the listed ones`, () => {
    const tooLong = all.filter((one) => one.lines > (longFunctions[keyOf(one)] ?? limit))
    expect(tooLong).toEqual([])
  })

  it('leave the list of long functions once they are short', () => {
    const longest = new Map<string, number>()
    for (const one of all)
      longest.set(keyOf(one), Math.max(longest.get(keyOf(one)) ?? 0, one.lines))
    const stale = Object.entries(longFunctions).filter(
      ([key, lines]) => (longest.get(key) ?? 0) <= limit || (longest.get(key) ?? 0) < lines,
    )
    expect(stale).toEqual([])
  })

  it.each(Object.entries(nineOfTen))('in %s nine of ten have at most %i lines', (folder, most) => {
    const lines = all
      .filter(({ file }) => file.startsWith(folder))
      .map((one) => one.lines)
      .sort((a, b) => a - b)
    expect(lines[Math.floor(lines.length * 0.9)]).toBeLessThanOrEqual(most)
  })
})

describe('tables', () => {
  /** Table by the folders of src/server that write it; a file at the top of src/server is a folder of its own. */
  const writers = new Map<string, Set<string>>()
  const writing =
    /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)|\b(?:insert into|delete from)\s+(\w+)|\bupdate\s+(\w+)\s+(?:(?:as )?\w+\s+)?set\b/g
  for (const file of productFiles.filter((one) => one.startsWith('src/server/'))) {
    const folder = file.split('/')[2]!.replace(/\.ts$/, '')
    for (const found of read(file).matchAll(writing)) {
      const table = (found[1] ?? found[2] ?? found[3])!
      writers.set(table, (writers.get(table) ?? new Set()).add(folder))
    }
  }

  it('are written in one folder each, except the listed ones', () => {
    const scattered = [...writers]
      .filter(([, folders]) => folders.size > 1)
      .map(([table, folders]) => [table, [...folders].toSorted()])
    expect(Object.fromEntries(scattered)).toEqual(writtenElsewhere)
  })
})

describe('nouns of the server', () => {
  const nounOf = (file: string) => /^src\/server\/([^/]+)\//.exec(file)?.[1]
  const arrows = new Set<string>()
  for (const file of productFiles.filter((one) => one.startsWith('src/server/')))
    for (const target of runtimeImportsOf(file)) {
      const [from, to] = [nounOf(file), nounOf(target)]
      if (from && to && from !== to) arrows.add(`${from} ${to}`)
    }

  it('need each other in one direction only, except the listed pairs', () => {
    const mutual = [...arrows].filter((arrow) => {
      const [from, to] = arrow.split(' ') as [string, string]
      return from < to && arrows.has(`${to} ${from}`)
    })
    expect(mutual.toSorted()).toEqual(mutualNouns)
  })
})
