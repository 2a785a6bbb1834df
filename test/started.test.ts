import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../src/api/calls.ts'
import { handlers } from '../src/server/handlers.ts'
import { mountCalls } from '../src/server/http.ts'
import { sandboxes } from '../src/server/main.ts'
import { createHttpServer } from '../src/server/mount.ts'
import { sandboxPath } from '../src/server/sandboxes.ts'
import { startServer } from '../src/server/start.ts'
import { openWorld, type OpenWorld } from './world.ts'

// What a server answers as a whole, from its start on.

let open: OpenWorld
beforeAll(async () => {
  open = await openWorld({ ROLE: 'web' })
})
afterAll(() => open?.close())

describe('while the demo world is made', () => {
  const openAtOnce = ['GET /api/public/config', 'POST /api/public/leads']
  let isMade = false
  let server: FastifyInstance
  beforeAll(async () => {
    server = createHttpServer(open.app.config)
    await server.register(cookie)
    await server.register(async (scope) =>
      mountCalls(scope, open.app, calls, handlers as never, { closed: () => !isMade }),
    )
  })
  afterAll(() => server?.close())

  /** Which calls say that the world is being made, asked by nobody, and with nothing. */
  async function closed(): Promise<string[]> {
    const found: string[] = []
    for (const key of Object.keys(calls)) {
      const [method, path] = key.split(' ') as ['GET', string]
      const url = path.replace(/\{\w+\}/g, 'made-up-code-0001')
      const payload = method === 'GET' ? {} : { payload: {} }
      const reply = await server.inject({ method, url, ...payload })
      if (reply.statusCode === 503 && reply.body.includes('demo world')) found.push(key)
    }
    return found
  }

  it('503 of every call but those of the landing page, and of none afterward', async () => {
    const streamsOrFiles = Object.entries(calls).filter(
      ([, call]) => 'file' in call || 'raw_body' in call,
    )
    const others = Object.keys(calls).filter(
      (key) => !openAtOnce.includes(key) && !streamsOrFiles.some(([name]) => name === key),
    )
    expect(await closed()).toEqual(expect.arrayContaining(others))
    expect((await closed()).filter((key) => openAtOnce.includes(key))).toEqual([])
    isMade = true
    expect(await closed()).toEqual([])
  })
})

describe('the parts of a server', () => {
  it('has its pages, or none if it is told so', async () => {
    const { DATA_DIR: _, ...config } = open.app.config
    const INSTALLATION_SECRET = open.app.secret.toString('base64url')
    const whole = await startServer(
      { ...config, INSTALLATION_SECRET, DATA_DIR: 'memory://', ROLE: 'web' },
      sandboxes,
      { store: { ...open.app.store } },
    )
    const [page, none] = await Promise.all(
      [whole, open].map(({ server }) => server.inject('/login')),
    )
    await whole.close()
    expect([page!.statusCode, page!.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ])
    expect(none!.statusCode).toBe(404)
  })

  it('hands what the payment page sends on to the sandbox as it came', async () => {
    const reply = await fetch(`${open.url}${sandboxPath}/v1/payment_methods`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${open.sandbox!.publishableKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        type: 'card',
        'card[number]': '4242424242424242',
        'card[exp_month]': '12',
        'card[exp_year]': '2034',
        'card[cvc]': '123',
      }),
    })
    expect([reply.status, await reply.json()]).toEqual([
      200,
      expect.objectContaining({ object: 'payment_method' }),
    ])
  })
})
