import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type OpenWorld } from '../../test/world.ts'
import { readConfig } from './base/kit/config.ts'
import { mountHealth, readiness } from './health.ts'
import { createHttpServer } from './mount.ts'

const token = 'a-token-of-the-operator'
/** A process that has run for an hour. */
const hour_seconds = 3600
let open: OpenWorld
beforeAll(async () => {
  open = await openWorld({ METRICS_TOKEN: token, ROLE: 'web' })
})
afterAll(() => open?.close())

const failing = ({ checks }: Awaited<ReturnType<typeof readiness>>): string[] =>
  Object.keys(checks).filter((name) => !checks[name]!.ok)
const look = (
  uptime_seconds = hour_seconds,
  { ROLE = 'all', fills = false }: { ROLE?: 'all' | 'web'; fills?: boolean } = {},
) => readiness({ ...open.app, config: { ...open.app.config, ROLE } }, fills, uptime_seconds)
/** As if the last job was finished, and the oldest one due, so long ago. */
const jobsOf = async (finished: string, due: string): Promise<void> => {
  await open.rows('delete from pgboss.job')
  await open.rows(
    `insert into pgboss.job (name, state, completed_on) values ('hold.review', 'completed', now() - interval '${finished}')`,
  )
  await open.rows(
    `insert into pgboss.job (name, state, start_after) values ('hold.review', 'created', now() - interval '${due}')`,
  )
}

describe('GET /readyz', () => {
  it('200 with what it looked at', async () => {
    const reply = await open.server.inject('/readyz')
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store'])
    expect(reply.json()).toEqual({
      ok: true,
      checks: {
        filled: { ok: true },
        database: { ok: true },
        migrations: { ok: true, pending: 0 },
        worker: { ok: true, silent_seconds: expect.toBeOneOf([null, expect.any(Number)]) },
        queue: { ok: true, oldest_seconds: expect.any(Number) },
        disk: { ok: true, free_mb: expect.any(Number) },
      },
    })
  })

  it.each<[string, string, string, string[]]>([
    ['jobs are done', '4 minutes', '14 minutes', []],
    ['no worker finishes any', '6 minutes', '1 second', ['worker']],
    ['the oldest waits too long', '1 second', '16 minutes', ['queue']],
  ])('if %s', async (_, finished, due, bad) => {
    await jobsOf(finished, due)
    expect(failing(await look())).toEqual(bad)
    expect(failing(await look(60))).toEqual([])
    expect(failing(await look(hour_seconds, { ROLE: 'web' }))).toEqual([])
  })

  it('names migrations that the database does not have', async () => {
    await jobsOf('1 second', '1 second')
    const [last] = await open.rows<{ name: string }>('select max(name) as name from migration')
    await open.rows('delete from migration where name = $1', [last!.name])
    expect((await look()).checks['migrations']).toEqual({ ok: false, pending: 1 })
    await open.rows('insert into migration (name) values ($1)', [last!.name])
    expect(failing(await look())).toEqual([])
  })

  it('is not ready while the database is being filled', async () => {
    expect(failing(await look(hour_seconds, { fills: true }))).toEqual(['filled'])
  })
})

describe('a database that is away', () => {
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent' })
  const server = createHttpServer(config)
  const away = { acquire: () => Promise.reject(new Error('away')) }
  mountHealth(server, { store: away, config } as never, () => false)
  afterAll(() => server.close())

  it.each([
    ['/healthz', 200, { ok: true, seeding: false }],
    ['/readyz', 503, { ok: false, checks: { database: { ok: false } } }],
  ])('%s answers %i', async (url, status, body) => {
    const reply = await server.inject(url)
    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toMatchObject(body)
    expect(reply.headers['retry-after']).toBe(status === 503 ? '5' : undefined)
  })
})

describe('GET /metrics', () => {
  const read = (authorization?: string) =>
    open.server.inject({ url: '/metrics', headers: authorization ? { authorization } : {} })

  it.each([undefined, 'Bearer', `Bearer ${token}x`, token])('401 for %s', async (sent) => {
    const reply = await read(sent)
    expect([reply.statusCode, reply.json()]).toEqual([
      401,
      { error: 'Please log in.', code: 'unauthenticated' },
    ])
  })

  it('counts calls as they are declared, streams and jobs; it names nobody', async () => {
    const owner = await open.as('owner@green-acres.example')
    const { customers } = (await owner('GET /api/owner/customers')).body
    await owner('GET /api/owner/customers/{id}', { params: { id: customers[0]!.id } })
    const proved = new Date(Math.floor(Date.now() / 1000) * 1000 - 3_600_000).toISOString()
    await open.rows(
      "insert into backups (at, file, row_count, fault) values ($1, 'one.backup.gz', 7, null), (now(), null, null, 'the disk is full')",
      [proved],
    )
    await jobsOf('1 second', '5 minutes')
    const { statusCode, headers, body } = await read(`Bearer ${token}`)
    expect([statusCode, headers['content-type']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    expect(body).toContain(
      'fieldhive_request_seconds_count{call="GET /api/owner/customers/:id",status="200"} 1',
    )
    expect(body).toContain('fieldhive_jobs{job="hold.review"} 1')
    expect(body).toMatch(/fieldhive_job_oldest_seconds\{job="hold.review"\} 30[0-9]\n/)
    expect(body).toContain('fieldhive_streams_open 0')
    expect(body).toContain(`fieldhive_backup_proved_at_seconds ${Date.parse(proved) / 1000}`)
    expect(body).toContain('fieldhive_backup_failed 1')
    expect(body).toContain('fieldhive_nodejs_eventloop_lag_seconds')
    expect(body).not.toContain(customers[0]!.id)
    expect(body).not.toContain('@')
  })
})

it('there is no /metrics without a token in the configuration', async () => {
  const other = await openWorld()
  const reply = await other.server.inject('/metrics')
  await other.close()
  expect(reply.statusCode).toBe(404)
})
