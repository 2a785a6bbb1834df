import type { FastifyInstance } from 'fastify'
import { buildApp, webhookSecrets } from './build-app.ts'
import type { App } from './base/call.ts'
import type { Config } from './base/kit/config.ts'
import { sealPlainGateCodes } from './customers/seal-plain.ts'
import type { Store } from './base/db/store.ts'
import { sealPlainImports } from './flows/imports/seal-plain.ts'
import { handlers } from './handlers.ts'
import { jobHandlers } from './job-handlers.ts'
import { createHttpServer, mountAll } from './mount.ts'
import { openStore } from './open-store.ts'
import { startPaymentSandbox, type PaymentSandboxHandle, type Sandboxes } from './sandboxes.ts'

export { openStore } from './open-store.ts'

export type Running = {
  app: App
  server: FastifyInstance
  url: string
  sandbox: PaymentSandboxHandle | null
  /** Resolves once the database has its initial data, and jobs and webhooks run. */
  ready: Promise<void>
  close(): Promise<void>
}

export type StartOptions = {
  store?: Store
  pages?: boolean
  /** Runs before the process accepts calls. */
  prepare?: (app: App, sandbox: PaymentSandboxHandle | null) => Promise<void>
  /** Fills the database while pages are already served; calls get 503 until it is done. */
  fill?: ((app: App, sandbox: PaymentSandboxHandle | null) => Promise<void>) | null
}

/** Starts the whole process: database, jobs, identity, payments, calls and pages. */
export async function startServer(
  config: Config,
  sandboxes: Sandboxes,
  options: StartOptions = {},
): Promise<Running> {
  // In starting order; closed in reverse.
  const closers: (() => unknown)[] = []
  const closeAll = async () => {
    for (const close of closers.toReversed()) await close()
  }
  try {
    const server = createHttpServer(config)
    const store = options.store ?? (await openStore(config))
    if (!options.store) closers.push(() => store.close())
    const sandbox = await startPaymentSandbox(config, sandboxes, server.log, closers)
    const app = await buildApp({ config, store, sandbox, log: server.log })
    closers.push(() => app.security.written())
    await sealPlainGateCodes(store, app.secret)
    await sealPlainImports(store, app.secret)
    const filling = { on: Boolean(options.fill) }
    const withPages = options.pages !== false
    const isFilling = () => filling.on
    await mountAll(server, { app, handlers, sandbox, sandboxes, withPages, isFilling })
    closers.push(() => server.close())
    if (config.production) await warnOfLogin(store, server.log)
    await app.jobs.prepare()
    await options.prepare?.(app, sandbox)
    const url = await listen(server, config)
    await app.live.start()
    closers.push(() => app.live.stop())
    await app.actors.start?.()
    closers.push(() => app.jobs.stop())

    let closed: Promise<void> | undefined
    const work = async (): Promise<void> => {
      await options.fill?.(app, sandbox)
      filling.on = false
      app.actors.forget()
      if (sandbox) sendWebhooks(config, sandbox, url)
      if (!closed) await app.jobs.start(app, jobHandlers)
    }
    const ready = work()
    if (options.fill) ready.catch(() => {})
    else await ready
    return { app, server, url, sandbox, ready, close: () => (closed ??= closeAll()) }
  } catch (fault) {
    await closeAll().catch(() => {})
    throw fault
  }
}

/** A login that owns the tables passes every wall in them if a statement is ever not ours. */
async function warnOfLogin(store: Store, log: FastifyInstance['log']): Promise<void> {
  const { excessOf } = await import('./base/db/server-login.ts')
  const excess = store.kind === 'postgres' && (await excessOf(store))
  if (excess)
    log.warn(
      `The server's database login can do more than it needs: ${excess}. Give it one of its own: README, Going to production.`,
    )
}

/** Opens the port and returns the process's address. */
async function listen(server: FastifyInstance, config: Config): Promise<string> {
  await server.listen({ port: config.PORT, host: config.HOST })
  return `http://127.0.0.1:${(server.server.address() as { port: number }).port}`
}

/** Points the sandbox's webhooks at this process. */
function sendWebhooks(config: Config, sandbox: PaymentSandboxHandle, url: string): void {
  const secrets = webhookSecrets(config, sandbox)
  sandbox.setWebhooks(
    (['platform', 'connect', 'thin'] as const).map((kind) => ({
      kind,
      url: `${url}/api/webhooks/stripe?kind=${kind}`,
      secret: secrets[kind],
    })),
  )
}
