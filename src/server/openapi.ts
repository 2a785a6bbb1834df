import type { FastifyInstance } from 'fastify'
import { calls } from '../api/calls.ts'
import { openapi } from '../api/openapi.ts'

let text: string | undefined

/** Serves the OpenAPI document to anyone; built on first request. */
export async function mountOpenapi(server: FastifyInstance): Promise<void> {
  server.get('/api/openapi.json', (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send((text ??= JSON.stringify(openapi(calls)))),
  )
}
