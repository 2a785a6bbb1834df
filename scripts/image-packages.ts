import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package in the lock file. */
export type Locked = {
  dev?: boolean
  version?: string
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** What only a developer or a browser needs of a package, and the weights of fonts that nobody asks for. */
const unneeded = [
  /\.map$|\.d\.[cm]?ts$|\.test\.tsx?$/,
  /pdfkit\/js\/pdfkit\.(?:browser|standalone)|fontkit\/(?:src$|dist\/browser)/,
  /google-fonts\/.+\.png$/,
  /google-fonts\/(?:noto-sans\/(?!700Bold(?:\/|$))|(?!noto-sans\/)[\w-]+\/)(?!400Regular(?:\/|$))\d/,
]
/** Of a folder, too: then nothing in it is copied. */
export const isLeftOut = (path: string): boolean => unneeded.some((one) => one.test(path))

/** Runs in another program than Node, and Node never asks for it. */
const notForNode = /^bare-/

/**
 * Folders of the packages that the server in this folder imports, with all that they need. The pages hold theirs already.
 */
export function packagesOf(home: string, locked: Record<string, Locked>): string[] {
  const found = new Set<string>()
  const add = (from: string, name: string): void => {
    const path = placeOf(from, name, locked)
    if (!path || found.has(path) || notForNode.test(name) || !existsSync(path)) return
    found.add(path)
    const { dependencies, optionalDependencies } = locked[path]!
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies }))
      add(path, needed)
  }
  for (const name of namesIn(home)) add('', name)
  return [...found]
}

/** The way Node looks: beside the package that asks, then further and further out. */
function placeOf(from: string, name: string, locked: Record<string, Locked>): string | undefined {
  const path = `${from ? `${from}/` : ''}node_modules/${name}`
  if (locked[path]) return path
  if (!from) return undefined
  return placeOf(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name, locked)
}

/** Names of packages in the imports of the server's code. */
function namesIn(home: string): Set<string> {
  const names = new Set<string>()
  for (const file of globSync('{src,sandbox,demo,scripts}/**/*.ts', { cwd: home }))
    for (const [, name] of readFileSync(join(home, file), 'utf8').matchAll(
      /(?:from|import\(|import|resolve\()\s*['"`](?!node:)((?:@[\w-]+\/)?[a-z][\w.-]*)/g,
    ))
      names.add(name!)
  return names
}
