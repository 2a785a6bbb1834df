import { build, type Rolldown } from 'vite'

/** A script of the build, as the plugins here use it. */
export type Chunk = Pick<
  Rolldown.OutputChunk,
  'fileName' | 'isEntry' | 'name' | 'facadeModuleId' | 'imports' | 'dynamicImports' | 'moduleIds'
> & { viteMetadata?: { importedCss: Set<string> } }

/** The scripts of a build by file name. */
export const chunksOf = (bundle: Rolldown.OutputBundle): Map<string, Chunk> =>
  new Map(
    Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])),
  )

/** The script that the application's page names. */
export function applicationOf(chunks: ReadonlyMap<string, Chunk>): Chunk {
  const app = chunks.values().find(({ isEntry, name }) => isEntry && name === 'app')
  if (!app) throw new Error('There is no application in this build')
  return app
}

/**
 * The URLs of the scripts and styles that these scripts load at once; with `isWanted`, also what they
 * load later, from the scripts it accepts.
 */
export function filesFrom(
  first: readonly Chunk[],
  chunks: ReadonlyMap<string, Chunk>,
  isWanted: (lazy: Chunk) => boolean = () => false,
): Set<string> {
  const files = new Set<string>()
  const follow = (chunk: Chunk | undefined): void => {
    if (!chunk || files.has(`/${chunk.fileName}`)) return
    files.add(`/${chunk.fileName}`)
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(`/${css}`)
    for (const one of chunk.imports) follow(chunks.get(one))
    for (const one of chunk.dynamicImports) {
      const lazy = chunks.get(one)
      if (lazy && isWanted(lazy)) follow(lazy)
    }
  }
  for (const chunk of first) follow(chunk)
  return files
}

/** A module and all that it imports as one script, which shares no file with the application. `target`: the oldest language it may use. */
export async function inOnePiece(entry: string, name: string, target?: string): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      lib: { entry, formats: ['iife'], name },
      ...(target ? { target } : {}),
      write: false,
    },
  })) as Rolldown.RolldownOutput[]
  return result
    .flatMap(({ output }) => output.map((one) => ('code' in one ? one.code.trim() : '')))
    .join('')
}
