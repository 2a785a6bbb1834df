import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
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
