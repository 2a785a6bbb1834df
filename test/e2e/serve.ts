// The product as `npm start` runs it, on an in-memory copy of the demo world built by `global.setup.ts`; its folder is the first argument.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)))
const [
  { readConfig },
  { openEmbedded },
  { jobHandlers },
  { sandboxes },
  { startServer },
  { copyFiles, snapshotIn },
] = await Promise.all([
  import('../../src/server/base/kit/config.ts'),
  import('../../src/server/base/db/embedded.ts'),
  import('../../src/server/job-handlers.ts'),
  import('../../src/server/main.ts'),
  import('../../src/server/start.ts'),
  import('../template.ts'),
])
const template = process.argv[2]!
const config = readConfig(process.env)
copyFiles(template, config.DATA_DIR)
const store = await openEmbedded('memory://', { snapshot: snapshotIn(template) })
const { app, sandbox } = await startServer(config, sandboxes, { store })
/** Runs a job, or presses a switch of the payment sandbox such as `sandbox:advance`. */
async function act(name: string): Promise<void> {
  if (!name.startsWith('sandbox:'))
    return (
      jobHandlers[name as keyof typeof jobHandlers] as (
        of: typeof app,
        data: object,
      ) => Promise<void>
    )(app, {})
  const path = name.slice('sandbox:'.length)
  const answer = await fetch(`http://${sandbox!.host}:${sandbox!.port}/_sandbox/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox!.secretKey}`, 'content-type': 'application/json' },
    body: '{}',
  })
  if (!answer.ok) throw new Error(await answer.text())
}
process.on('message', (name: unknown) => {
  if (typeof name !== 'string') return
  act(name).then(
    () => process.send?.(0),
    (fault: unknown) => process.send?.(`${name}: ${String(fault)}`),
  )
})
// Don't let the channel alone keep the process alive.
process.channel?.unref()
flushCompileCache()
