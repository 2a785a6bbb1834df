import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'
import { applicationOf, chunksOf, filesFrom, type Chunk } from './chunks.ts'

/**
 * The screens that open at `/app`, by the name that `Home` remembers, and what they ask the server for
 * first. `test/e2e/light.e2e.ts` fails if a screen does not ask for it.
 */
const starts: Record<string, { modules: string[]; calls?: string[] }> = {
  office: { modules: ['src/web/office/dashboard/OwnerDashboard.tsx'] },
  crew: {
    // The unsent work, too: it must be there when the signal is not.
    modules: ['src/web/crew/CrewDashboard.tsx', 'src/web/shared/outbox/Unsent.tsx'],
  },
  customer: {
    modules: ['src/web/portal/Portal.tsx'],
    calls: [
      '/api/users/home',
      '/api/users/standing',
      '/api/users/series',
      '/api/users/upcoming-services',
      '/api/invoices?limit=3',
    ],
  },
}
const frame = 'src/web/app/home/Home.tsx'
const script = '<script src="/scheme.js"></script>'
const source = new URL('../public/scheme.js', import.meta.url)

/** The application's page with its own few styles in it, which otherwise are a file that every first paint waits for. */
function withStyles(
  page: string,
  bundle: Rolldown.OutputBundle,
  chunks: ReadonlyMap<string, Chunk>,
): string {
  const styles = applicationOf(chunks).viteMetadata?.importedCss ?? new Set<string>()
  for (const file of styles) {
    const style = bundle[file]
    const link = new RegExp(`<link rel="stylesheet"[^>]*href="/${file}">`)
    if (style?.type !== 'asset' || !link.test(page)) throw new Error(`${file} is not in the page`)
    page = page.replace(link, () => `<style>${String(style.source).trim()}</style>`)
    styles.delete(file)
    delete bundle[file]
  }
  return page
}

/**
 * Puts the first script into the pages, so that what it fetches is on its way with the first files, and tells it which
 * files each start screen needs beside the application's own, and which calls it makes: the browser fetches them at once
 * instead of after the profile. The server allows this one script in the page's policy (src/server/pages.ts).
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
          Object.entries(starts).map(([home, { modules, calls = [] }]) => {
            const files = [...filesFrom([...modules, frame].map(holding), chunks)]
            return [home, { files: files.filter((file) => !application.includes(file)), calls }]
          }),
        )
        const starting = `self.starts = ${JSON.stringify(lists)}\n`
        const code = readFileSync(source, 'utf8').replaceAll(/^ *\/\/.*\n/gm, '')
        pages[0]!.source = withStyles(application, bundle, chunks)
        for (const page of pages) {
          const text = String(page.source)
          if (!text.includes(script)) throw new Error(`${page.fileName} lacks its first script`)
          page.source = text.replace(
            script,
            () => `<script>${page === pages[0] ? starting : ''}${code}</script>`,
          )
        }
      },
    },
  }
}
