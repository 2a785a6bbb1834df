import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { withSimpleForm } from './signup/without-script.ts'

const built = fileURLToPath(new URL('../../dist/web/', import.meta.url))

/**
 * Serves the built pages: the landing page at /, files under /assets, and the application at every
 * other URL.
 */
export async function mountPages(server: FastifyInstance): Promise<void> {
  await server.register(fastifyStatic, { root: built, serve: false, serveDotFiles: false })
  const page = async (reply: FastifyReply, name: string, change = (text: string) => text) => {
    const text = existsSync(`${built}${name}`)
      ? await readFile(`${built}${name}`, 'utf8')
      : 'The pages are not built yet.'
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(change(text))
  }
  server.get('/', (_request, reply) => page(reply, 'index.html'))
  server.get('/*', (request, reply) => {
    const path = decodeURIComponent(request.url.split('?')[0]!)
    if (/^\/(api|idp|sandbox)(\/|$)/.test(path) || path.includes('..'))
      return reply.code(404).type('text/plain').send('Not found')
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
    return page(reply, 'app.html', (text) => withSimpleForm(text, request.url))
  })
}
