import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createDevices } from './devices.ts'
import { mountPages } from './page-routes.ts'
import * as pages from './pages.ts'
import type { Protocol, Setup } from './protocol.ts'
import type { IdentityProviderOptions } from './options.ts'

type Mounted = {
  protocol: Protocol
  setup: Setup
  options: IdentityProviderOptions
  issueToken: (email: string) => Promise<string>
}

/** Serves the sign-in pages and the protocol under /idp. */
export async function mountProvider(server: FastifyInstance, mounted: Mounted): Promise<void> {
  const { setup, options } = mounted
  const { accounts, factors, passkeys, throttle, publicUrl, issuer } = setup
  const { outbox = null, note = null, sendMail, security, log } = options
  const headers = headersOf(issuer)
  const takeForms = async (scope: FastifyInstance): Promise<void> => {
    if (!scope.hasContentTypeParser('application/x-www-form-urlencoded'))
      await scope.register(formbody)
  }
  await server.register(async (scope) => {
    await takeForms(scope)
    scope.addHook('onRequest', async (_request, reply) => void reply.headers(headers))
    const { interactions } = mounted.protocol
    const devices = createDevices(setup.secret, publicUrl)
    const { codes, deviceLinks, undos, store } = setup
    const { deviceSetUp } = options
    const shared = {
      accounts,
      codes,
      deviceLinks,
      deviceSetUp,
      factors,
      passkeys,
      devices,
      throttle,
      undos,
      store,
      interactions,
      publicUrl,
    }
    mountPages(scope, { ...shared, outbox, note, sendMail, security, log })
  })
  if (!options.production)
    await server.register(async (scope) => {
      await takeForms(scope)
      mountDevelopmentToken(scope, mounted)
    })
  await server.register(async (scope) => mountProtocol(scope, mounted, headers))
}

const headersOf = (issuer: string): Record<string, string> => ({
  'content-security-policy': pages.contentPolicy([new URL(issuer).origin]),
  'cache-control': 'no-store',
  // With `no-referrer`, browsers would hide these pages' own origin from us, too.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
})

function mountProtocol(
  scope: FastifyInstance,
  { protocol, options }: Mounted,
  headers: Record<string, string>,
): void {
  scope.removeAllContentTypeParsers()
  // The protocol parses its own bodies.
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
  scope.route({
    method: ['GET', 'POST', 'OPTIONS', 'HEAD', 'DELETE', 'PUT'],
    url: '/idp/*',
    ...({ compress: false } as object),
    handler(request, reply) {
      reply.hijack()
      for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value)
      if (request.url.startsWith('/idp/session/end'))
        reply.raw.setHeader('clear-site-data', atSignOut)
      protocol.handle(request, reply).catch((fault: unknown) => {
        options.log.error({ err: fault }, 'identity provider')
        if (!reply.raw.headersSent) reply.raw.writeHead(500)
        reply.raw.end()
      })
    },
  })
}

/**
 * What a browser kept of pages goes. Not `storage`: work that was not sent yet lies there. Not
 * `cookies`: the session's ends anyway, and the others know this device at its next sign-in.
 */
const atSignOut = '"cache"'

const localAddresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const localNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * For `npm run token` next to a running server: only from this machine, directly, and never from a
 * page in a browser.
 */
function mountDevelopmentToken(scope: FastifyInstance, { setup, issueToken }: Mounted): void {
  if (!localNames.has(new URL(setup.issuer).hostname)) return
  scope.post('/idp/development/token', async (request: FastifyRequest, reply: FastifyReply) => {
    const direct =
      localAddresses.has(request.socket.remoteAddress ?? '') &&
      !request.headers['x-forwarded-for'] &&
      !request.headers.origin
    const named = localNames.has((request.headers.host ?? '').replace(/:\d+$/, ''))
    if (!direct || !named || request.headers['x-fieldhive-development'] !== '1')
      return reply.code(404).send()
    const { email = '' } = (request.body ?? {}) as { email?: string }
    return issueToken(email).then(
      (token) => reply.type('text/plain').send(token),
      (fault: Error) => reply.code(404).type('text/plain').send(fault.message),
    )
  })
}
