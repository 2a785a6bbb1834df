import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from './base/kit/config.ts'
import { createHttpServer } from './mount.ts'
import { mountPages } from './pages.ts'

/** The address a request seems to come from, sent by `from` with the given X-Forwarded-For. */
async function addressSeen(trusted: string, from: string, forwarded: string): Promise<string> {
  const server = createHttpServer(
    readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', TRUST_PROXY: trusted }),
  )
  server.get('/', (request) => request.ip)
  const reply = await server.inject({
    url: '/',
    remoteAddress: from,
    headers: { 'x-forwarded-for': forwarded },
  })
  await server.close()
  return reply.body
}

describe('the address of a caller', () => {
  it.each([
    ['no proxy', '', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['one proxy', 'loopback', '127.0.0.1', '203.0.113.7', '203.0.113.7'],
    ['a forged first entry', 'loopback', '127.0.0.1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['two proxies', 'loopback, 10.0.0.0/8', '127.0.0.1', '203.0.113.7, 10.1.2.3', '203.0.113.7'],
    ['a caller who is no proxy', 'loopback', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ])('%s', async (_what, trusted, from, forwarded, seen) => {
    expect(await addressSeen(trusted, from, forwarded)).toBe(seen)
  })
})

describe('a request that does not end', () => {
  const server = createHttpServer(readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' }))
  beforeAll(() => server.listen({ port: 0, host: '127.0.0.1' }))
  afterAll(() => server.close())

  it('is given a minute', () => {
    expect(server.server.requestTimeout).toBe(60_000)
  })
})

describe('a page whose address holds a secret', () => {
  it('answers 404 once that opens nothing, with the page that says so', async () => {
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' })
    const server = createHttpServer(config)
    await mountPages(server, config, { isDead: async (path) => path === '/pay/dead' })
    const answers = await Promise.all(['/pay/dead', '/pay/live'].map((url) => server.inject(url)))
    await server.close()
    expect(answers.map(({ statusCode, headers }) => [statusCode, headers['content-type']])).toEqual(
      [
        [404, 'text/html; charset=utf-8'],
        [200, 'text/html; charset=utf-8'],
      ],
    )
  })
})

describe('security.txt', () => {
  it('says where to report a weakness, and is not out of date', async () => {
    const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' })
    const server = createHttpServer(config)
    await mountPages(server, config)
    const { body, headers } = await server.inject('/.well-known/security.txt')
    await server.close()
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(body).toContain('Contact: mailto:support@fieldhive.example')
    expect(Date.parse(/^Expires: (.+)$/m.exec(body)![1]!)).toBeGreaterThan(Date.now())
  })
})

describe('what is not there', () => {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' })
  const server = createHttpServer(config)
  beforeAll(() => mountPages(server, config))
  afterAll(() => server.close())

  it.each([
    ['/', 200],
    ['/login', 200],
    ['/signup/some-code', 200],
    ['/app/customers', 200],
    ['/no-such-page', 404],
    ['/metrics', 404],
    ['/readyz', 404],
  ])('%s answers the page with %i', async (url, status) => {
    const reply = await server.inject(url)
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([
      status,
      'text/html; charset=utf-8',
    ])
  })

  it.each([
    ['/api/unknown', 404, 'not_found', 'There is no such call.'],
    ['/%', 400, 'malformed', 'This address is malformed.'],
    ['/api/%zz', 400, 'malformed', 'This address is malformed.'],
    ['/pay/%E0%A4%A', 400, 'malformed', 'This address is malformed.'],
  ])('%s answers the error body', async (url, status, code, error) => {
    const reply = await server.inject(url)
    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toEqual({ error, code, request_id: expect.any(String) })
  })
})
