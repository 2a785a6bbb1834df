import { statfs } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { App } from './base/call.ts'
import { readStanding } from './base/jobs/standing.ts'

/** A check of `/readyz`: whether it holds, and the figure that it judges. */
type Check = { ok: boolean; [figure: string]: number | string | boolean | null }
type Readiness = { ok: boolean; checks: Record<string, Check> }

/** How long one look at the database may take. */
const patience_ms = 3000
/** A job is due every minute; this long without a finished one means that no worker runs. */
const mostSilent_seconds = 300
/** The oldest job that could run and does not. */
const mostQueued_seconds = 900
const leastFree_mb = 200
/** Workers of an installation that has just started have finished nothing yet. */
const firstSeconds = 300

/**
 * `/healthz` says that the process runs: a supervisor restarts it otherwise. `/readyz` says whether
 * it can serve, with the reason if it cannot (503): a balancer sends its callers elsewhere.
 */
export function mountHealth(server: FastifyInstance, app: App, isFilling: () => boolean): void {
  server.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ ok: true, seeding: isFilling() }),
  )
  server.get('/readyz', async (_request, reply) => {
    const found = await readiness(app, isFilling())
    if (!found.ok) reply.header('retry-after', '5')
    return reply
      .code(found.ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(found)
  })
}

/** What this process needs to serve. Workers and their queue count where jobs run. */
export async function readiness(
  { store, config }: Pick<App, 'store' | 'config'>,
  isFilling: boolean,
  uptime_seconds = process.uptime(),
): Promise<Readiness> {
  const [facts, free_mb] = await Promise.all([
    Promise.race([readStanding(store), delay(patience_ms, null, { ref: false })]).catch(() => null),
    freeMb(config.DATA_DIR),
  ])
  const runsJobs = config.ROLE !== 'web' && !isFilling && uptime_seconds > firstSeconds
  const checks: Readiness['checks'] = {
    filled: { ok: !isFilling },
    database: { ok: facts !== null },
    migrations: { ok: facts?.pending === 0, pending: facts?.pending ?? null },
    worker: {
      ok: !runsJobs || (facts?.silent_seconds ?? Infinity) <= mostSilent_seconds,
      silent_seconds: facts?.silent_seconds ?? null,
    },
    queue: {
      ok: !runsJobs || (facts !== null && facts.queued_seconds <= mostQueued_seconds),
      oldest_seconds: facts?.queued_seconds ?? null,
    },
    disk: { ok: free_mb === null || free_mb >= leastFree_mb, free_mb },
  }
  return { ok: Object.values(checks).every(({ ok }) => ok), checks }
}

/** Where files, backups and the embedded database are; null if the system does not say. */
const freeMb = (folder: string): Promise<number | null> =>
  statfs(folder).then(
    ({ bavail, bsize }) => Math.floor((bavail * bsize) / 1_000_000),
    () => null,
  )
