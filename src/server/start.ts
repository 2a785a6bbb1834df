import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { IncomingMessage, ServerResponse } from 'node:http'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance } from 'fastify'
import { calls } from '../api/calls.ts'
import type { App } from './call.ts'
import type { Config } from './config.ts'
import { lockFolder } from './db/lock.ts'
import { openStore } from './db/open.ts'
import type { Store } from './db/store.ts'
import { handlers } from './handlers.ts'
import { mountCalls } from './http.ts'
import { createActors } from './identity/actors.ts'
import { createIdentityProvider, type IdentityProvider } from './identity/provider.ts'
import { installationSecret } from './identity/secret.ts'
import { createTokenCheck } from './identity/tokens.ts'
import { jobHandlers } from './jobs/handlers.ts'
import { createJobs } from './jobs/jobs.ts'
import { createLive } from './live.ts'
import { queueMessage } from './messages.ts'
import { setHome } from './messages/home.ts'
import { mountOutbox, type OutboxPages } from './messages/outbox-pages.ts'
import { createMail } from './outside/mail.ts'
import { createSms } from './outside/sms.ts'
import { createPayments } from './outside/stripe.ts'
import { onPlatform } from './db/door.ts'
import { mountPages } from './pages.ts'
import { redactUrl } from './redact-url.ts'
import { mountSignupForm } from './signup/form.ts'

/** What stands in for the outside world when no account is configured; handed in by main.ts, the only importer of the sandboxes. */
export type Sandboxes = {
  startPayments(options: { dir: string | null; basePath: string; webhooks: null; log: (line: string) => void }): Promise<PaymentSandboxHandle>
  outbox: () => Promise<OutboxPages>
}
export type PaymentSandboxHandle = {
  host: string
  port: number
  secretKey: string
  publishableKey: string
  panelPath: string
  dashboardPath: (account: string) => string
  setWebhooks(webhooks: { url: string; secret: string; kind: 'platform' | 'connect' | 'thin' }[]): void
  handleBrowser(req: IncomingMessage, res: ServerResponse): void
  advance(): Promise<void>
  close(): Promise<void>
}

export type Running = {
  app: App
  server: FastifyInstance
  url: string
  sandbox: PaymentSandboxHandle | null
  /** Done when the database holds what it is to start with, and jobs and webhooks run. */
  ready: Promise<void>
  close(): Promise<void>
}

export type StartOptions = {
  store?: Store
  pages?: boolean
  /** Done before anybody can call. */
  prepare?: (app: App, sandbox: PaymentSandboxHandle | null) => Promise<void>
  /** Fills the database while pages are served already; calls answer 503 until it is done. */
  fill?: ((app: App, sandbox: PaymentSandboxHandle | null) => Promise<void>) | null
}

export { openStore } from './db/open.ts'

export const sandboxPath = '/sandbox/payments'

/** Builds the whole process: database, jobs, identity, payments, calls and pages. It listens only after `listen`. */
export async function startServer(config: Config, sandboxes: Sandboxes, options: StartOptions = {}): Promise<Running> {
  let filling = Boolean(options.fill)
  const closers: (() => unknown)[] = []
  const closeAll = async () => {
    for (const close of closers.toReversed()) await close()
  }
  try {
    const server = fastify({
      logger:
        config.LOG_LEVEL === 'silent'
          ? false
          : { level: config.LOG_LEVEL, serializers: { req: (req) => ({ method: req.method, url: redactUrl(req.url), id: req.id }) } },
      genReqId: () => randomUUID(),
      trustProxy: config.TRUST_PROXY,
      bodyLimit: 1 << 20,
      forceCloseConnections: true,
      routerOptions: { maxParamLength: 300 },
    })
    const log: App['log'] = server.log
    const store = options.store ?? (await openStore(config))
    if (!options.store) closers.push(() => store.close())
    const secret = await installationSecret(store)

    const mail = createMail({ smtpUrl: config.SMTP_URL ?? null, from: config.MAIL_FROM })
    const sms = createSms({ accountSid: config.TWILIO_ACCOUNT_SID ?? null, authToken: config.TWILIO_AUTH_TOKEN ?? null, from: config.TWILIO_FROM ?? null })

    let sandbox: PaymentSandboxHandle | null = null
    if (!config.STRIPE_SECRET_KEY) {
      const dir = config.DATA_DIR === 'memory://' ? null : join(config.DATA_DIR, 'payments')
      if (dir && config.DATABASE_URL) closers.push(lockFolder(dir))
      sandbox = await sandboxes.startPayments({ dir, basePath: sandboxPath, webhooks: null, log: (line) => log.info({ line }, 'payment sandbox') })
      closers.push(() => sandbox!.close())
    }
    const apiBase = config.STRIPE_API_BASE ? new URL(config.STRIPE_API_BASE) : null
    const webhookSecrets = {
      platform: config.STRIPE_WEBHOOK_SECRET ?? (sandbox ? 'whsec_sandbox_platform' : ''),
      connect: config.STRIPE_CONNECT_WEBHOOK_SECRET ?? (sandbox ? 'whsec_sandbox_connect' : ''),
      thin: config.STRIPE_THIN_WEBHOOK_SECRET ?? (sandbox ? 'whsec_sandbox_thin' : ''),
    }
    const payments = createPayments({
      secretKey: config.STRIPE_SECRET_KEY ?? sandbox!.secretKey,
      publishableKey: config.STRIPE_PUBLISHABLE_KEY ?? sandbox?.publishableKey ?? null,
      ...(sandbox ? { host: sandbox.host, port: sandbox.port, protocol: 'http' as const } : {}),
      ...(apiBase
        ? {
            host: apiBase.hostname,
            port: Number(apiBase.port || (apiBase.protocol === 'https:' ? 443 : 80)),
            protocol: apiBase.protocol.slice(0, -1) as 'http' | 'https',
          }
        : {}),
      ...(sandbox ? { dashboardUrl: sandbox.dashboardPath } : {}),
      scriptUrl: sandbox ? `${sandboxPath}/stripe.js` : apiBase ? `${apiBase.origin}${sandboxPath}/stripe.js` : null,
      webhookSecrets,
    })

    const jobs = createJobs({ store, runs: config.ROLE !== 'web', log })
    const live = createLive({ store, log })
    const actors = createActors({ store, embeddedIssuer: config.OIDC_ISSUER ? null : `${config.PUBLIC_URL}/idp` })
    let identity: IdentityProvider | null = null
    if (!config.OIDC_ISSUER) {
      identity = await createIdentityProvider({
        store,
        publicUrl: config.PUBLIC_URL,
        audience: config.OIDC_AUDIENCE,
        production: config.production,
        ...(config.production ? {} : { outbox: '/sandbox/outbox' }),
        log,
        sendMail: ({ to, template, data }) => onPlatform(store, { person_id: null }, (tx) => queueMessage(tx, { channel: 'email', template, to, data })),
      })
    }
    const checkToken = await createTokenCheck(
      identity
        ? { issuer: identity.issuer, audience: config.OIDC_AUDIENCE, keys: identity.publicKeys }
        : { discovery: config.OIDC_ISSUER!, audience: config.OIDC_AUDIENCE },
    )
    setHome(config.PUBLIC_URL)
    const app: App = { config, store, secret, jobs, live, payments, mail, sms, actors, checkToken, identity, log }

    const always = securityHeaders(config, { ownPayments: sandbox !== null, paymentsOrigin: apiBase?.origin ?? null })
    server.addHook('onRequest', (_request, reply, done) => {
      for (const [name, value] of always) reply.raw.setHeader(name, value)
      done()
    })
    await server.register(cookie)
    if (config.RATE_LIMITS) await server.register(rateLimit, { global: true, max: 1200, timeWindow: 60_000 })
    await server.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] })

    server.get('/healthz', async (_request, reply) => {
      const ok = await answers(store)
      if (!ok) reply.header('retry-after', '1')
      return reply
        .code(ok ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ ok, seeding: filling })
    })
    await server.register(async (scope) => mountCalls(scope, app, calls, handlers as never, { closed: () => filling }))
    await server.register(async (scope) => mountSignupForm(scope))
    if (identity) {
      await server.register(async (scope) => {
        await scope.register(formbody)
        await identity.mount(scope)
      })
    }
    if (sandbox) {
      await server.register(async (scope) => {
        scope.removeAllContentTypeParsers()
        scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
        scope.all(`${sandboxPath}/*`, (request, reply) => {
          reply.hijack()
          sandbox.handleBrowser(request.raw, reply.raw)
        })
      })
    }
    if (!config.production) await server.register(async (scope) => mountOutbox(scope, { store, render: await sandboxes.outbox() }))
    if (options.pages !== false) await server.register(async (scope) => mountPages(scope))

    closers.push(() => server.close())
    await jobs.prepare()
    await options.prepare?.(app, sandbox)
    await server.listen({ port: config.PORT, host: config.HOST })
    const port = (server.server.address() as { port: number }).port
    const own = `http://127.0.0.1:${port}`
    await live.start()
    closers.push(() => live.stop())
    await actors.start?.()
    closers.push(() => jobs.stop())
    let closed: Promise<void> | undefined
    const work = async (): Promise<void> => {
      await options.fill?.(app, sandbox)
      filling = false
      actors.forget()
      sandbox?.setWebhooks(
        (['platform', 'connect', 'thin'] as const).map((kind) => ({ kind, url: `${own}/api/webhooks/stripe?kind=${kind}`, secret: webhookSecrets[kind] })),
      )
      if (!closed) await jobs.start(app, jobHandlers)
    }
    const ready = work()
    if (options.fill) ready.catch(() => {})
    else await ready
    return { app, server, url: own, sandbox, ready, close: () => (closed ??= closeAll()) }
  } catch (fault) {
    await closeAll().catch(() => {})
    throw fault
  }
}

/** Headers of every answer. They are the same for all, so they are worded once. */
function securityHeaders(config: Config, { ownPayments, paymentsOrigin }: { ownPayments: boolean; paymentsOrigin: string | null }): [string, string][] {
  const provider = (...origins: string[]) => (ownPayments ? [] : paymentsOrigin ? [paymentsOrigin] : origins)
  const policy: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...provider('https://js.stripe.com')],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'https:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...provider('https://api.stripe.com'), ...(config.OIDC_ISSUER ? [new URL(config.OIDC_ISSUER).origin] : [])],
    'frame-src': ["'self'", ...(ownPayments ? [] : ['https://js.stripe.com', 'https://hooks.stripe.com'])],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return [
    [
      'content-security-policy',
      Object.entries(policy)
        .map(([name, sources]) => `${name} ${sources.join(' ')}`)
        .join(';'),
    ],
    ['cross-origin-opener-policy', 'same-origin'],
    ['cross-origin-resource-policy', 'same-origin'],
    ['origin-agent-cluster', '?1'],
    ['referrer-policy', 'no-referrer'],
    ['x-content-type-options', 'nosniff'],
    ['x-dns-prefetch-control', 'off'],
    ['x-download-options', 'noopen'],
    ['x-frame-options', 'SAMEORIGIN'],
    ['x-permitted-cross-domain-policies', 'none'],
    ['x-xss-protection', '0'],
    ...(config.PUBLIC_URL.startsWith('https:') ? [['strict-transport-security', 'max-age=31536000; includeSubDomains'] as [string, string]] : []),
  ]
}

const answers = async (store: Store): Promise<boolean> => {
  try {
    const wire = await store.acquire()
    let broken: unknown
    await wire
      .query('select 1')
      .catch((fault) => {
        broken = fault
        throw fault
      })
      .finally(() => wire.release(broken))
    return true
  } catch {
    return false
  }
}
