import { describe, expect, it } from 'vitest'
import { foldersOf, graphOf, knotsOf } from './graph.ts'
import { longFunctions, mostLines, nineOfTen, wings, writtenElsewhere } from './ratchets.ts'
import { functionsOf, productFiles, read, runtimeImportsOf } from './source.ts'

// The structure of the code: function lengths, who writes a table, who may import whom. Numbers in ratchets.ts may only shrink, and entries may only be removed.

const limit = mostLines.function

const isOfServer = (file: string) => file.startsWith('src/server/')
const ofServer = productFiles.filter(isOfServer)
/** The folder of a file of the server in its wing, or the wing if it has none; a file beside the wings counts by itself. */
const nounOf = (file: string): string =>
  /^src\/server\/\w+\/([\w-]+)\/[^/]+$/.exec(file)?.[1] ?? file.split('/')[2]!.replace(/\.ts$/, '')
/** Files that answer calls, and may use everything. */
const isDoor = (file: string) => file.endsWith('calls.ts')

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

it('STYLE.md names the same numbers', () => {
  const named = [...read('STYLE.md').matchAll(/^- (?:Nine of ten functions|A file) .*$/gm)]
    .flatMap(([line]) => line.match(/\d+/g) ?? [])
    .map(Number)
  expect(named).toEqual([...Object.values(nineOfTen), limit, mostLines.file, mostLines.test])
})

describe('tables', () => {
  /** The nouns that write each table. */
  const writers = new Map<string, Set<string>>()
  const writing =
    /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)|\b(?:insert into|delete from)\s+(\w+)|\bupdate\s+(\w+)\s+(?:(?:as )?\w+\s+)?set\b/g
  for (const file of ofServer) {
    const folder = nounOf(file)
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

it('no nouns of the server need each other in a circle', () => {
  expect(knotsOf(foldersOf(graphOf(runtimeImportsOf)))).toEqual([])
})

describe('wings of the server', () => {
  const wingOf = (file: string) => /^src\/server\/(\w+)\//.exec(file)?.[1]

  it('are those of ARCHITECTURE.md, in its order', () => {
    const found = new Set(ofServer.flatMap((file) => wingOf(file) ?? []))
    expect([...found].toSorted()).toEqual(wings.toSorted())
    const [server = ''] = /^src\/server\/[^]*?(?=^src\/web\/)/m.exec(read('ARCHITECTURE.md')) ?? []
    const told = [...server.matchAll(/^ {2}(\w+)\/ {2,}/gm)].map(([, wing]) => wing)
    expect(told).toEqual(wings)
  })

  it('are the folders of the domain, too', () => {
    const elsewhere = productFiles.filter(
      (file) =>
        file.startsWith('src/domain/') &&
        !wings.some((wing) => file.startsWith(`src/domain/${wing}/`)),
    )
    expect(elsewhere).toEqual([])
  })

  it('import only those before them; files that answer calls may use all, and nobody imports them', () => {
    const backward: string[] = []
    for (const file of ofServer.filter((one) => wingOf(one)))
      for (const target of runtimeImportsOf(file).filter(isOfServer)) {
        const isEarlier = wings.indexOf(wingOf(target)!) <= wings.indexOf(wingOf(file)!)
        if ((!isDoor(file) && !(wingOf(target) && isEarlier)) || isDoor(target))
          backward.push(`${file} → ${target}`)
      }
    expect(backward).toEqual([])
  })
})
