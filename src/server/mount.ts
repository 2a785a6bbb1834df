import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance } from 'fastify'
import { calls, type Calls } from '../api/calls.ts'
import { providerBase } from './build-app.ts'
import type { App, Handlers } from './base/call.ts'
import type { Config } from './base/kit/config.ts'
import { isDeadLink } from './dead-links.ts'
import { answerUnrouted } from './base/kit/errors.ts'
import { answerAsRecipient } from './flows/inbox/receive.ts'
import { mountHealth } from './health.ts'
import { mountCalls } from './http.ts'
import { mountMetrics } from './metrics.ts'
import { mountOutbox } from './messages/outbox-pages.ts'
import { mountPages } from './pages.ts'
import { namesSecret, redactUrl } from './base/kit/redact-url.ts'
import { sandboxPath, type PaymentSandboxHandle, type Sandboxes } from './sandboxes.ts'
import { securityHeaders } from './security-headers.ts'
import { mountSignupForm } from './flows/signup/form.ts'
import { openapi } from '../api/openapi.ts'

/** A request's headers and body must arrive within a minute: also 1 MB on a slow phone. */
const requestTimeoutMs = 60_000

export const createHttpServer = (config: Config): FastifyInstance =>
  fastify({
    logger:
      config.LOG_LEVEL === 'silent'
        ? false
        : {
            level: config.LOG_LEVEL,
            serializers: {
              req: (req) => ({ method: req.method, url: redactUrl(req.url), id: req.id }),
            },
          },
    frameworkErrors: answerUnrouted,
    genReqId: () => randomUUID(),
    trustProxy: config.TRUST_PROXY ?? false,
    requestTimeout: requestTimeoutMs,
    bodyLimit: 1 << 20,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 300 },
  })

type Mounted = {
  app: App
  handlers: Handlers<Calls>
  sandbox: PaymentSandboxHandle | null
  sandboxes: Sandboxes
  withPages: boolean
  isFilling: () => boolean
}

/** Mounts everything the process serves, in matching order. */
export async function mountAll(server: FastifyInstance, mounted: Mounted): Promise<void> {
  const { app, handlers, sandbox, sandboxes, withPages, isFilling } = mounted
  await mountPlugins(server, app.config, sandbox !== null)
  mountMetrics(server, app)
  mountHealth(server, app, isFilling)
  await server.register(async (scope) =>
    mountCalls(scope, app, calls, handlers as never, { closed: isFilling }),
  )
  await server.register(mountOpenapi)
  await server.register(async (scope) => mountSignupForm(scope, app.config.PUBLIC_URL))
  await mountIdentity(server, app)
  if (sandbox) await mountSandbox(server, sandbox)
  if (app.config.is_private)
    await server.register(async (scope) => {
      await scope.register(formbody)
      mountOutbox(scope, {
        store: app.store,
        render: await sandboxes.outbox(),
        answer: (message, text) => answerAsRecipient(app, message, text),
      })
    })
  if (withPages)
    await server.register(async (scope) =>
      mountPages(scope, app.config, {
        isDead: (url) => isDeadLink(app, url),
        identity: app.identity,
      }),
    )
}

async function mountPlugins(
  server: FastifyInstance,
  config: Config,
  ownPayments: boolean,
): Promise<void> {
  const headers = securityHeaders(config, {
    ownPayments,
    paymentsOrigin: providerBase(config)?.origin ?? null,
  })
  server.addHook('onRequest', (request, reply, done) => {
    const kind = request.url.startsWith('/assets/') ? 'file' : 'page'
    for (const [name, value] of headers[kind]) reply.raw.setHeader(name, value)
    if (namesSecret(request.url)) reply.raw.setHeader('x-robots-tag', 'noindex')
    done()
  })
  await server.register(cookie)
  if (config.RATE_LIMITS)
    await server.register(rateLimit, { global: true, max: 1200, timeWindow: 60_000 })
  await server.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] })
}

async function mountIdentity(server: FastifyInstance, { identity }: App): Promise<void> {
  if (!identity) return
  await server.register(async (scope) => {
    await scope.register(formbody)
    await identity.mount(scope)
  })
}

async function mountSandbox(server: FastifyInstance, sandbox: PaymentSandboxHandle): Promise<void> {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.all(`${sandboxPath}/*`, (request, reply) => {
      reply.hijack()
      sandbox.handleBrowser(request.raw, reply.raw)
    })
  })
}

let text: string | undefined

/** Serves the OpenAPI document to anyone; built on first request. */
async function mountOpenapi(server: FastifyInstance): Promise<void> {
  server.get('/api/openapi.json', (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send((text ??= JSON.stringify(openapi(calls)))),
  )
}
