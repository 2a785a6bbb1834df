import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPage } from '../domain/base/page-paths.ts'
import type { App } from './base/call.ts'
import type { Config } from './base/kit/config.ts'
import { noSuchCall, sendError } from './base/kit/errors.ts'
import { withSimpleForm } from './flows/signup/without-script.ts'
import { escapeHtml as safe } from './messages/letter.ts'
import { signInWay } from './people/sign-in-way.ts'

const built = fileURLToPath(new URL('../../dist/web/', import.meta.url))

type Known = {
  /** Whether a link of ours has ended. */
  isDead?: (url: string) => Promise<boolean>
  identity?: App['identity']
}

/**
 * Serves the built pages: the landing page at /, files under /assets, and the application at every
 * other URL.
 */
export async function mountPages(
  server: FastifyInstance,
  config: Config,
  { isDead = () => Promise.resolve(false), identity = null }: Known = {},
): Promise<void> {
  await server.register(fastifyStatic, {
    root: built,
    serve: false,
    serveDotFiles: false,
    preCompressed: true,
  })
  const page = async (reply: FastifyReply, name: string, change = (text: string) => text) => {
    const text = existsSync(`${built}${name}`)
      ? await readFile(`${built}${name}`, 'utf8')
      : 'The pages are not built yet.'
    // The first script stands in the page, which saves a slow phone a turn.
    const policy = String(reply.raw.getHeader('content-security-policy'))
    const first = /<script>([^]*?)<\/script>/.exec(text)?.[1]
    if (first !== undefined)
      reply.header(
        'content-security-policy',
        policy.replace('script-src', `script-src 'sha256-${hash('sha256', first, 'base64')}'`),
      )
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(change(text))
  }
  server.get('/.well-known/security.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(securityTxt(config)),
  )
  server.get('/', (_request, reply) => page(reply, 'index.html'))
  const way = safe(JSON.stringify(signInWay(config, identity)))
  const login = (_request: FastifyRequest, reply: FastifyReply) =>
    page(reply, 'login.html', (text) =>
      text.replace('<template>', () => `<meta name="sign-in" content="${way}"><template>`),
    )
  server.get('/login', login)
  server.get('/login/', login)
  // A kept page keeps its policy: a changed one has to reach phones like a new build.
  server.get('/worker.js', async (_request, reply) => {
    const code = await readFile(`${built}worker.js`, 'utf8').catch(() => '')
    const policy = String(reply.raw.getHeader('content-security-policy'))
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(`${code}\n// ${hash('sha256', policy, 'hex').slice(0, 16)}\n`)
  })
  server.get('/*', async (request, reply) => {
    const path = decodeURIComponent(request.url.split('?')[0]!)
    if (/^\/(api|idp|sandbox)(\/|$)/.test(path)) return sendError(request, reply, noSuchCall)
    if (path.includes('..')) return reply.code(404).type('text/plain').send('Not found')
    // A dot in the last segment means a file; anything else is a page of the application.
    if (path.split('/').at(-1)!.includes('.')) {
      if (!existsSync(`${built}${path.slice(1)}`))
        return reply.code(404).type('text/plain').send('Not found')
      return reply
        .header(
          'cache-control',
          path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
        .sendFile(path.slice(1), { cacheControl: false })
    }
    // The page itself says why, and who can help.
    const isThere =
      isPage(path) && !(await isDead([path, ...request.url.split('?').slice(1)].join('?')))
    return page(reply.code(isThere ? 200 : 404), 'app.html', (text) =>
      withSimpleForm(text, request.url),
    )
  })
}

const halfYear_ms = 180 * 24 * 3600 * 1000

/** Where to report a weakness (RFC 9116). */
const securityTxt = ({ SUPPORT_EMAIL, PUBLIC_URL }: Config): string =>
  [
    `Contact: mailto:${SUPPORT_EMAIL}`,
    `Expires: ${new Date(Date.now() + halfYear_ms).toISOString()}`,
    'Preferred-Languages: en, es',
    `Canonical: ${PUBLIC_URL}/.well-known/security.txt`,
    '',
  ].join('\n')
