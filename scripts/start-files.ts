import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The screens that open at `/app`, by the name that `Home` remembers. */
const starts = {
  office: 'src/web/screens/dashboard/OwnerDashboard.tsx',
  crew: 'src/web/screens/crew/CrewDashboard.tsx',
  customer: 'src/web/screens/portal/Portal.tsx',
} as const

type Chunk = {
  type: 'chunk'
  fileName: string
  imports: string[]
  moduleIds: string[]
  isEntry: boolean
  viteMetadata?: { importedCss: Set<string> }
}

/**
 * Puts in front of `scheme.js`, the first script of every page, which files each start screen needs
 * beside the application's own. The browser fetches them at once instead of after the profile.
 */
export function startFiles(): Plugin {
  let lists: Record<string, string[]> = {}
  return {
    name: 'start-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' ? [[file.fileName, file as unknown as Chunk]] : [],
        ),
      )
      const holding = (module: string) =>
        chunks.values().find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
      lists = Object.fromEntries(
        Object.entries(starts).map(([home, module]) => {
          const chunk = holding(module)
          if (!chunk) throw new Error(`There is no ${module} to start with`)
          const frame = holding('src/web/screens/home/Home.tsx')
          return [home, [...filesOf([chunk, frame!], chunks)]]
        }),
      )
    },
    writeBundle({ dir }) {
      if (!dir) return
      const first = join(dir, 'scheme.js')
      const page = readFileSync(join(dir, 'app.html'), 'utf8')
      const beside = Object.fromEntries(
        Object.entries(lists).map(([home, files]) => [
          home,
          files.filter((file) => !page.includes(file)),
        ]),
      )
      writeFileSync(
        first,
        `self.startFiles = ${JSON.stringify(beside)}\n${readFileSync(first, 'utf8')}`,
      )
    },
  }
}

function filesOf(first: Chunk[], chunks: ReadonlyMap<string, Chunk>): Set<string> {
  const files = new Set<string>()
  const follow = (chunk: Chunk | undefined): void => {
    if (!chunk || files.has(`/${chunk.fileName}`)) return
    files.add(`/${chunk.fileName}`)
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(`/${css}`)
    for (const one of chunk.imports) follow(chunks.get(one))
  }
  for (const chunk of first) follow(chunk)
  return files
}
