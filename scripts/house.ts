// npm run house: how large the code is and how its parts hang together.
import { execFileSync } from 'node:child_process'
import { foldersOf, graphOf, knotsOf, type Graph } from '../test/graph.ts'
import {
  importedNamesOf,
  productFiles,
  read,
  root,
  runtimeImportsOf,
  startImportsOf,
} from '../test/source.ts'

const layers = ['domain', 'api', 'words', 'server', 'web'].map((name) => `src/${name}/`)
const isCode = (line: string) => line.trim() !== '' && !/^\s*(?:\/\/|\/?\*)/.test(line)
const linesOf = (file: string) => read(file).split('\n').filter(isCode).length
const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)
const sorted = (all: readonly number[]) => all.toSorted((a, b) => a - b)
const median = (all: readonly number[]) => sorted(all)[Math.floor(all.length / 2)] ?? 0

/** The files of the longest chain of imports, the importer first; one that closes a circle is not followed. */
function longestChain(graph: Graph, folder: string): string[] {
  const chains = new Map<string, string[]>()
  const longest = (all: string[][]) =>
    all.reduce<string[]>((best, one) => (one.length > best.length ? one : best), [])
  const visit = (file: string, above: ReadonlySet<string>): string[] => {
    const known = chains.get(file)
    if (known) return known
    const path = new Set([...above, file])
    const next = [...graph.get(file)!].filter((one) => one.startsWith(folder) && !path.has(one))
    const chain = [file, ...longest(next.map((one) => visit(one, path)))]
    chains.set(file, chain)
    return chain
  }
  const files = [...graph.keys()].filter((one) => one.startsWith(folder))
  return longest(files.map((one) => visit(one, new Set())))
}

const atStart = graphOf(startImportsOf)
const atRunTime = graphOf(runtimeImportsOf)
const withTypes = graphOf((file) => importedNamesOf(file).map(({ target }) => target))
const importers = new Map<string, string[]>()
for (const [file, targets] of withTypes)
  for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file])
const parent = (file: string) => file.slice(0, file.lastIndexOf('/'))
const small = productFiles.filter((file) => {
  const by = importers.get(file) ?? []
  return linesOf(file) <= 60 && by.length === 1 && parent(by[0]!) === parent(file)
})

const show = (name: string, value: string | number) => console.log(`${name.padEnd(52)}${value}`)
for (const layer of [...layers, 'sandbox/', 'demo/']) {
  const files = productFiles.filter((file) => file.startsWith(layer))
  const lines = files.map(linesOf)
  show(layer, `${files.length} files, ${sum(lines)} code lines, median ${median(lines)}`)
}
show('product', `${productFiles.length} files, ${sum(productFiles.map(linesOf))} code lines`)
const folders = foldersOf(atRunTime)
const knots = knotsOf(folders)
show('server folders', folders.size)
show('… in knots', knots.map((one) => one.length).join(', ') || 0)
const circles = knotsOf(withTypes)
show('circles of files, types included', circles.length)
show('circles of files at run time', knotsOf(atRunTime).length)
const longest = ['src/server/', 'src/web/'].map((layer) => longestChain(atStart, layer))
for (const chain of longest)
  show(`longest import chain in ${chain[0]!.split('/', 2).join('/')}/`, chain.length)
show('files of ≤ 60 lines with one importer beside them', small.length)
const commits = execFileSync(
  'git',
  [
    'log',
    '-60',
    '--no-merges',
    '--format=%x00',
    '--name-only',
    '--',
    'src/domain',
    'src/api',
    'src/server',
    'src/web',
  ],
  { cwd: root, encoding: 'utf8' },
)
const sizes = commits
  .split('\0')
  .slice(1)
  .map((one) => one.split('\n').filter((file) => file && !/\.test\.tsx?$/.test(file)).length)
  .filter((files) => files > 0)
  .slice(0, 10)
show('files of a commit to the product, median of ten', median(sizes))
if (process.argv.includes('--names')) {
  console.log(`\nKnots:\n${knots.map((one) => one.join(' ')).join('\n')}`)
  console.log(`\nCircles:\n${circles.map((one) => one.join(' ')).join('\n')}`)
  console.log(`\nLongest chains:\n${longest.map((one) => one.join('\n→ ')).join('\n\n')}`)
  console.log(`\nSmall files:\n${small.join('\n')}`)
}
