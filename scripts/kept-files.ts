import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { applicationOf, chunksOf, filesFrom, inOnePiece } from './chunks.ts'

/** What the pages load beside their own files. */
const besides = ['/ground.css', '/favicon.svg', '/icon-192.png', '/manifest.webmanifest']

/** Screens a crew never opens, and their words: only for the office, for customers and for visitors. */
const notForCrews =
  /src\/words\/es\/(ask-visit|pay|pay-all|portal|signup|wizard)\.ts|src\/web\/(landing|portal|platform\/sales|shared\/(organization|wizard|money)|public\/(onboarding|pay|signup)|office\/(crews|customers|dashboard|inbox|messages|payments|payouts|services|settings|schedule\/(board|office\/(LostDay|MiscEvent|ScheduleSettings)|series)))/

/** The part of the service worker that is written in modules. */
const sender = new URL('../src/web/shared/outbox/background.ts', import.meta.url).pathname
/** Puts in front of the service worker which files of this build a crew's phone keeps, and behind it what sends in the background. */
export function keptFiles(): Plugin {
  let kept: { id: string; entry: string; files: string[] } | undefined
  return {
    name: 'kept-files',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = chunksOf(bundle)
        const app = applicationOf(chunks)
        const page = bundle['app.html']
        if (page?.type !== 'asset') throw new Error('There is no application to keep')
        const loaded = filesFrom(
          [app],
          chunks,
          (one) => !notForCrews.test(one.facadeModuleId ?? ''),
        )
        const files = [...loaded, ...besides]
        const id = createHash('sha256').update(JSON.stringify(files)).update(page.source)
        kept = { id: id.digest('hex').slice(0, 16), entry: `/${app.fileName}`, files }
      },
    },
    async writeBundle({ dir }) {
      if (!kept || !dir) return
      const worker = join(dir, 'worker.js')
      const code = readFileSync(worker, 'utf8')
      writeFileSync(
        worker,
        `self.keptBuild = ${JSON.stringify(kept)}\n${code};\n${await inOnePiece(sender, 'sender')}`,
      )
    },
  }
}
