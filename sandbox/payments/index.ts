// The payment sandbox: replaces Stripe if no account is configured. No real money moves.
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serveBrowser } from './browser.ts'
import { Engine, errorAnswer } from './engine.ts'
import { send, serveApi, urlOf } from './http.ts'
import type { Webhook } from './deliveries.ts'
import type { Exchange } from './watch.ts'

export type PaymentSandboxOptions = {
  /** Folder of the journal; null keeps everything in memory. */
  dir: string | null
  host?: string
  /** 0 picks any free port. */
  port?: number
  /** Where the product mounts the browser side on its own origin. */
  basePath?: string
  /** Null: not known yet; bank debits, disputes and deliveries wait for `setWebhooks`. */
  webhooks: Webhook[] | null
  log?: (line: string) => void
  /**
   * True if the product does not mount the browser side, so its pages are on the sandbox's port.
   */
  hasOwnPages?: boolean
  /** Sees everything that is sent and answered; for tests. */
  watch?: (exchange: Exchange) => void
}

export type PaymentSandbox = {
  host: string
  port: number
  secretKey: string
  publishableKey: string
  /** Path of the control panel, including its key. */
  panelPath: string
  /** Path of one connected account's dashboard, with a key for that account only. */
  dashboardPath: (account: string) => string
  setWebhooks: (webhooks: Webhook[]) => void
  /** Serves everything under `basePath`; expects the full URL and an unread body. */
  handleBrowser: (request: IncomingMessage, response: ServerResponse) => void
  /**
   * Runs every waiting job (bank debits, disputes, webhooks) and makes pending funds available; the
   * clock does not move.
   */
  advance: () => Promise<void>
  flushWebhooks: () => Promise<void>
  close: () => Promise<void>
}

export async function startPaymentSandbox(options: PaymentSandboxOptions): Promise<PaymentSandbox> {
  const host = options.host ?? '127.0.0.1'
  const basePath = (options.basePath ?? '/sandbox/payments').replace(/\/$/, '')
  const log = options.log ?? (() => {})
  const engine = new Engine(options.dir, basePath, log)

  const browserPart = (request: IncomingMessage, response: ServerResponse) => {
    const url = urlOf(request)
    const path = url.pathname.startsWith(`${basePath}/`)
      ? url.pathname.slice(basePath.length)
      : null
    const work =
      path === null
        ? Promise.resolve(
            send(response, { status: 404, body: '{"error":{"message":"Not found"}}' }),
          )
        : path.startsWith('/v1/')
          ? serveApi(engine, request, response, new URL(path + url.search, url), true)
          : serveBrowser(engine, request, response, path)
    work.catch((error: unknown) => fail(response, error))
  }

  const server = createServer((request, response) => {
    const url = urlOf(request)
    if (!url.pathname.startsWith(`${basePath}/`)) {
      serveApi(engine, request, response, url, false).catch((error: unknown) =>
        fail(response, error),
      )
      return
    }
    // The pages are on another origin than the product's, so allow its scripts.
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader(
      'access-control-allow-headers',
      '*, authorization, content-type, stripe-account, stripe-context, stripe-version',
    )
    if (request.method === 'OPTIONS') response.writeHead(204).end()
    else browserPart(request, response)
  })
  const fail = (response: ServerResponse, error: unknown) => {
    log(`payment sandbox: ${(error as Error).stack ?? String(error)}`)
    if (response.headersSent) response.destroy()
    else send(response, errorAnswer(error))
  }

  try {
    await new Promise<void>((resolve, reject) =>
      server.once('error', reject).listen(options.port ?? 0, host, resolve),
    )
  } catch (error) {
    await engine.close()
    throw error
  }
  const { port } = server.address() as AddressInfo
  if (options.watch) engine.watch = engine.jobs.watch = options.watch
  engine.ownOrigin = options.hasOwnPages ?? false
  engine.pageOrigin = `http://${host}:${port}`
  if (options.webhooks) engine.jobs.setWebhooks(options.webhooks)

  return {
    host,
    port,
    secretKey: engine.secretKey,
    publishableKey: engine.publishableKey,
    panelPath: `${basePath}/panel?key=${engine.panelKey}`,
    dashboardPath: (account) =>
      `${basePath}/dashboard/${account}?key=${engine.dashboardKey(account)}`,
    setWebhooks: (webhooks) => engine.jobs.setWebhooks(webhooks),
    handleBrowser: browserPart,
    advance: () => engine.advance(),
    flushWebhooks: () => engine.jobs.runAll('webhook'),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await engine.close()
    },
  }
}
