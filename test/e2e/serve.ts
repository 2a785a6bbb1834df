// The product as `npm start` runs it, on an in-memory copy of the demo world built by `global.setup.ts`; its folder is the first argument.
import { readFileSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)))
const [
  { readConfig },
  { openEmbedded },
  { sandboxes },
  { startServer },
  { copyPayments, snapshotIn },
] = await Promise.all([
  import('../../src/server/config.ts'),
  import('../../src/server/db/embedded.ts'),
  import('../../src/server/main.ts'),
  import('../../src/server/start.ts'),
  import('../template.ts'),
])
const template = process.argv[2]!
const config = readConfig(process.env)
copyPayments(template, config.DATA_DIR)
const store = await openEmbedded('memory://', { snapshot: readFileSync(snapshotIn(template)) })
await startServer(config, sandboxes, { store })
flushCompileCache()
