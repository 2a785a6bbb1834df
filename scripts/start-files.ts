import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { chunksOf, filesFrom, type Chunk } from './chunks.ts'

/**
 * The screens that open at `/app`, by the name that `Home` remembers, and what they ask the server for
 * first. `test/e2e/light.e2e.ts` fails if a screen does not ask for it.
 */
const starts: Record<string, { module: string; calls?: string[] }> = {
  office: { module: 'src/web/screens/dashboard/OwnerDashboard.tsx' },
  crew: { module: 'src/web/screens/crew/CrewDashboard.tsx' },
  customer: {
    module: 'src/web/screens/portal/Portal.tsx',
    calls: [
      '/api/users/home',
      '/api/users/standing',
      '/api/users/series',
      '/api/users/upcoming-services',
      '/api/invoices?limit=5',
    ],
  },
}
const frame = 'src/web/screens/home/Home.tsx'
const script = 'scheme.js'
const source = new URL(`../public/${script}`, import.meta.url)

/** The first script of the pages, as built. */
export const firstScript = (files: Iterable<string>): string | undefined =>
  [...files].find((file) => /^assets\/scheme-\w+\.js$/.test(file))

/**
 * Tells the first script of the pages which files each start screen needs beside the application's own, and which calls
 * it makes: the browser fetches them at once instead of after the profile. The script is named after its content, so
 * that it is fetched once.
 */
export function startFiles(): Plugin {
  return {
    name: 'start-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = chunksOf(bundle)
        const holding = (module: string): Chunk => {
          const chunk = chunks
            .values()
            .find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
          if (!chunk) throw new Error(`There is no ${module} to start with`)
          return chunk
        }
        const pages = ['app.html', 'index.html'].map((name) => {
          const page = bundle[name]
          if (page?.type !== 'asset') throw new Error(`There is no ${name}`)
          return page
        })
        const application = String(pages[0]!.source)
        const lists = Object.fromEntries(
          Object.entries(starts).map(([home, { module, calls = [] }]) => {
            const files = [...filesFrom([holding(module), holding(frame)], chunks)]
            return [home, { files: files.filter((file) => !application.includes(file)), calls }]
          }),
        )
        const code = `self.starts = ${JSON.stringify(lists)}\n${readFileSync(source, 'utf8')}`
        const id = createHash('sha256').update(code).digest('hex').slice(0, 8)
        const fileName = `assets/scheme-${id}.js`
        this.emitFile({ type: 'asset', fileName, source: code })
        for (const page of pages)
          page.source = String(page.source).replace(`"/${script}"`, `"/${fileName}"`)
      },
    },
  }
}
