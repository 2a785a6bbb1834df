import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { BackupStanding } from '../domain/flows/admin.ts'
import type { App } from './base/call.ts'
import { hashCode } from './base/kit/codes.ts'
import { readBackupStanding } from './base/backup/nightly.ts'
import { readWaiting } from './base/jobs/standing.ts'

/**
 * `/metrics` in Prometheus' text, for who sends `METRICS_TOKEN`; without a token in the
 * configuration there is no such page. It names calls, jobs and numbers, never a person or a
 * business.
 */
export function mountMetrics(server: FastifyInstance, app: App): void {
  const token = app.config.METRICS_TOKEN
  if (!token) return
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'fieldhive_' })
  countRequests(server, registry)
  registry.registerMetric(
    new Gauge({
      name: 'fieldhive_streams_open',
      help: 'Live streams that this process keeps open.',
      registers: [],
      collect() {
        this.set(app.live.size)
      },
    }),
  )
  gaugeJobs(registry, app)
  gaugeBackup(registry, app)
  server.get('/metrics', async (request, reply) => {
    if (!isToken(request.headers.authorization, token))
      return reply.code(401).send({ error: 'Please log in.', code: 'unauthenticated' })
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}

/** Compared by hash: the time it takes says nothing about the token. */
const isToken = (sent: string | undefined, token: string): boolean =>
  sent !== undefined &&
  timingSafeEqual(Buffer.from(hashCode(sent)), Buffer.from(hashCode(`Bearer ${token}`)))

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

function countRequests(server: FastifyInstance, registry: Registry): void {
  const requests = new Histogram({
    name: 'fieldhive_request_seconds',
    help: 'How long answers took, by call and status.',
    labelNames: ['call', 'status'],
    buckets: seconds,
    registers: [registry],
  })
  server.addHook('onResponse', (request, reply, done) => {
    requests.observe({ call: callOf(request), status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}

/** As it is declared: an address may name a person or a secret. */
const callOf = ({ method, routeOptions }: FastifyRequest): string =>
  `${method} ${routeOptions.url ?? 'a page'}`

const gauges = {
  jobs: ['Jobs that could run and wait, by kind.', 'count'],
  job_oldest_seconds: ['How long the oldest job that could run has waited, by kind.', 'seconds'],
} as const

function gaugeJobs(registry: Registry, { store }: App): void {
  for (const [name, [help, figure]] of Object.entries(gauges))
    registry.registerMetric(
      new Gauge({
        name: `fieldhive_${name}`,
        help,
        labelNames: ['job'],
        registers: [],
        async collect() {
          this.reset()
          // A database that is away must not hide the other figures.
          for (const { job, ...of } of await readWaiting(store).catch(() => []))
            this.set({ job }, of[figure])
        },
      }),
    )
}

function gaugeBackup(registry: Registry, { store }: App): void {
  const figures = {
    backup_proved_at_seconds: [
      'When the last backup was restored and every table was equal, in seconds since 1970; 0 if never.',
      ({ proved_at }: BackupStanding) => (proved_at ? Date.parse(proved_at) / 1000 : 0),
    ],
    backup_failed: [
      'Whether the last try to make and prove a backup failed.',
      ({ fault }: BackupStanding) => Number(fault !== null),
    ],
  } as const
  for (const [name, [help, figure]] of Object.entries(figures))
    registry.registerMetric(
      new Gauge({
        name: `fieldhive_${name}`,
        help,
        registers: [],
        async collect() {
          const standing = await readBackupStanding(store).catch(() => null)
          if (standing) this.set(figure(standing))
        },
      }),
    )
}
