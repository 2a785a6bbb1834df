import { productFiles } from './source.ts'

export type Graph = Map<string, Set<string>>

/** Which file imports which, at run time alone or for types, too. */
export function graphOf(importsOf: (file: string) => string[]): Graph {
  const known = new Set(productFiles)
  return new Map(
    productFiles.map((file) => [
      file,
      new Set(importsOf(file).filter((one) => one !== file && known.has(one))),
    ]),
  )
}

/** Groups whose members all reach each other, the largest first; without those of one. After Tarjan. */
export function knotsOf(graph: Graph): string[][] {
  const place = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const knots: string[][] = []
  const visit = (node: string): void => {
    const mine = place.size
    place.set(node, mine)
    low.set(node, mine)
    open.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!place.has(next)) visit(next)
      if (open.includes(next)) low.set(node, Math.min(low.get(node)!, low.get(next)!))
    }
    if (low.get(node) !== mine) return
    const knot = open.splice(open.indexOf(node))
    if (knot.length > 1) knots.push(knot.toSorted())
  }
  for (const node of graph.keys()) if (!place.has(node)) visit(node)
  return knots.toSorted((a, b) => b.length - a.length)
}

/** The folder of the server that a file is in; null if it lies beside them, or answers calls and is imported by nobody. */
const folderOf = (file: string) =>
  file.endsWith('calls.ts') ? null : (/^(src\/server\/.+)\/[^/]+$/.exec(file)?.[1] ?? null)
export function foldersOf(graph: Graph): Graph {
  const folders: Graph = new Map()
  for (const [file, targets] of graph)
    for (const target of targets) {
      const [from, to] = [folderOf(file), folderOf(target)]
      if (from && !folders.has(from)) folders.set(from, new Set())
      if (from && to && from !== to) folders.get(from)!.add(to)
    }
  return folders
}
