import { describe, expect, it } from 'vitest'
import { longFunctions, mutualNouns, nineOfTen, writtenElsewhere } from './ratchets.ts'
import { functionsOf, productFiles, read, runtimeImportsOf } from './source.ts'

// The structure of the code: function lengths, who writes a table, which nouns depend on each other. Numbers in ratchets.ts may only shrink, and entries may only be removed.

const limit = 80

describe('functions', () => {
  const all = productFiles.flatMap(functionsOf)
  const keyOf = ({ file, name }: { file: string; name: string }) => `${file} ${name}`

  it(`have at most ${limit} lines, except the listed ones`, () => {
    const tooLong = all.filter((one) => one.lines > (longFunctions[keyOf(one)] ?? limit))
    expect(tooLong).toEqual([])
  })

  it('that became short are removed from the list', () => {
    const longest = new Map<string, number>()
    for (const one of all)
      longest.set(keyOf(one), Math.max(longest.get(keyOf(one)) ?? 0, one.lines))
    const stale = Object.entries(longFunctions).filter(
      ([key, lines]) => (longest.get(key) ?? 0) <= limit || (longest.get(key) ?? 0) < lines,
    )
    expect(stale).toEqual([])
  })

  it.each(Object.entries(nineOfTen))('in %s: nine of ten have at most %i lines', (folder, most) => {
    const lines = all
      .filter(({ file }) => file.startsWith(folder))
      .map((one) => one.lines)
      .sort((a, b) => a - b)
    expect(lines[Math.floor(lines.length * 0.9)]).toBeLessThanOrEqual(most)
  })
})

describe('tables', () => {
  /** The folders of src/server that write each table; a top-level file of src/server counts as a folder. */
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

  it('depend on each other in only one direction, except the listed pairs', () => {
    const mutual = [...arrows].filter((arrow) => {
      const [from, to] = arrow.split(' ') as [string, string]
      return from < to && arrows.has(`${to} ${from}`)
    })
    expect(mutual.toSorted()).toEqual(mutualNouns)
  })
})
