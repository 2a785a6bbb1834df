import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import {
  PgBoss,
  type ConstructorOptions,
  type Db as IDatabase,
  type Job,
  type JobResult,
} from 'pg-boss'
import type { App, EnqueueOptions, JobHandlers, Jobs } from '../call.ts'
import { sendAlong, type Tx } from '../db/door.ts'
import type { Store } from '../db/store.ts'
import { jobNames, jobPlans, silenceSeconds, type JobData, type JobName } from './catalog.ts'

const schema = 'pgboss'
/** Fallback for a lost wake-up, and the resolution of delayed retries. Seconds. */
const usualPoll_seconds = 5
/** How long a stopping server waits for the jobs that are running. */
const patience_ms = 10_000
/** Advisory lock held while granting, so that several processes can start together. */
const rightsLock = 7_304_114

/** pg-boss uses any of our databases through the same connections as everything else. */
function databaseOf(store: Store): IDatabase {
  return {
    async executeSql(text, values) {
      const wire = await store.acquire()
      // A connection returns only its last statement's result, which must not be the commit's.
      const whole = values?.length ? null : /^\s*begin;[\s\S]*?;\s*(?=commit;\s*$)/i.exec(text)?.[0]
      let broken: unknown
      try {
        if (!whole) return { rows: (await wire.query(text, values)).rows }
        const { rows } = await wire.query(whole)
        await wire.query('commit')
        return { rows }
      } catch (fault) {
        await wire.query('rollback').catch((second) => (broken = second))
        throw fault
      } finally {
        wire.release(broken)
      }
    },
    async listen(channel, onPayload, reconnected) {
      let open = true
      await store.listen(channel, (payload) => {
        if (!open) return
        if (payload === null) reconnected()
        else onPayload(payload)
      })
      return {
        close: async () => {
          open = false
        },
      }
    },
  }
}

/** Nobody asks for a job's id, so nobody waits for it: it goes out with the next statement or the commit. */
const databaseOn = (tx: Tx): IDatabase => ({
  executeSql: async (text, values) => {
    sendAlong(tx, { compile: () => CompiledQuery.raw(text, values ?? []) })
    return { rows: [] }
  },
})

// An opened instance is used only to build the statement, which is always the same; it runs on the
// transaction's own connection.
let wording: PgBoss | undefined

/** `Jobs.enqueue` for code that has only a transaction. */
export async function enqueue<K extends JobName>(
  tx: Tx,
  name: K,
  data: JobData[K],
  options: EnqueueOptions = {},
): Promise<void> {
  if (!wording) throw new Error('The job queues are not ready: call prepare first')
  await wording.send(name, data, {
    db: databaseOn(tx),
    singletonKey: options.key ?? (jobPlans[name].schedule ? name : randomUUID()),
    ...(options.startAfter === undefined ? {} : { startAfter: options.startAfter }),
  })
}

type Options = { store: Store; runs: boolean; log: App['log']; poll_seconds?: number }

/** `runs` false: a process that enqueues jobs and leaves the work to others. */
export function createJobs({ store, runs, log, poll_seconds = usualPoll_seconds }: Options): Jobs {
  const common = {
    db: databaseOf(store),
    backend: store.kind === 'embedded' ? 'pglite' : 'postgres',
    schema,
    reindex: false,
    monitorVacuum: false,
  } as const
  // Without a listener, an `error` event would end the process, although the database may be away
  // only briefly.
  const open = (options: ConstructorOptions): PgBoss =>
    new PgBoss({ ...common, ...options }).on('error', (fault) =>
      log.warn({ err: fault }, 'job queue'),
    )
  const asks = open({ supervise: false, schedule: false })
  let works: PgBoss | undefined

  let starting: Promise<void> | undefined
  async function begin(app: App, handlers: JobHandlers): Promise<void> {
    works = open({
      migrate: false,
      useListenNotify: true,
      superviseIntervalSeconds: 15,
      monitorIntervalSeconds: 15,
      cronWorkerIntervalSeconds: 30,
    })
    await works.start()
    for (const name of jobNames) {
      const { at_once, schedule, at_start, retry_after } = jobPlans[name]
      const pace = {
        pollingIntervalSeconds: poll_seconds,
        notifyPollingIntervalSeconds: poll_seconds,
        batchSize: at_once,
        burstWhenBatchFull: at_once > 1,
      }
      const id: string = await works.work(name, { ...pace, perJobResults: true }, (jobs) =>
        Promise.all(
          jobs.map(async (job) => {
            const result = await settle(app, job, handlers)
            // The first retry is due soon; nothing announces it, and the next poll may be far off.
            if (result.status === 'failed')
              setTimeout(() => works?.notifyWorker(id), retry_after * 1000 + 100).unref()
            return result
          }),
        ),
      )
      if (schedule) await works.schedule(name, schedule, {}, { singletonKey: name })
      if (at_start) await works.send(name, {}, { singletonKey: name })
    }
  }

  return {
    enqueue,
    async prepare() {
      await asks.start()
      await makeQueues(asks)
      await grantRights(store)
      wording = asks
    },
    start(app, handlers) {
      return (starting = runs ? begin(app, handlers) : Promise.resolve())
    },
    drain: (app, handlers) => drain(asks, app, handlers),
    async stop() {
      // If asked to stop while starting, finish starting first: a half-started instance cannot be
      // stopped.
      await starting?.catch(() => {})
      if (works) await stopWorkers(works)
      await asks.stop({ graceful: false })
    },
  }
}

/** Lets running jobs finish. A graceful `stop` would look only every half second whether they have. */
async function stopWorkers(works: PgBoss): Promise<void> {
  const patience = new AbortController()
  await Promise.race([
    Promise.all(jobNames.map((name) => works.offWork(name))),
    delay(patience_ms, null, { signal: patience.signal }).catch(() => {}),
  ])
  patience.abort()
  await works.stop({ graceful: false })
}

const run = (app: App, job: Job<unknown>, handlers: JobHandlers): Promise<void> =>
  (handlers[job.name as JobName] as (app: App, data: unknown) => Promise<void>)(app, job.data)

async function settle(app: App, job: Job<unknown>, handlers: JobHandlers): Promise<JobResult> {
  try {
    await run(app, job, handlers)
    return { id: job.id, status: 'completed' }
  } catch (fault) {
    app.log.error({ err: fault, job: job.name, id: job.id }, 'job failed')
    return {
      id: job.id,
      status: 'failed',
      output: { message: fault instanceof Error ? fault.message : String(fault) },
    }
  }
}

async function drain(boss: PgBoss, app: App, handlers: JobHandlers): Promise<number> {
  for (let total = 0; ;) {
    let found = 0
    for (const name of jobNames) {
      const jobs = await boss.fetch<unknown>(name, { batchSize: 20 })
      for (const job of jobs) {
        try {
          await run(app, job, handlers)
          await boss.complete(name, job.id)
        } catch (fault) {
          await boss.fail(name, job.id)
          throw fault
        }
      }
      found += jobs.length
    }
    total += found
    if (!found) return total
  }
}

async function makeQueues(boss: PgBoss): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const name of jobNames) {
    const plan = jobPlans[name]
    const wanted = {
      retryLimit: plan.retries,
      retryDelay: plan.retry_after,
      retryBackoff: true,
      retryDelayMax: plan.retry_max,
      expireInSeconds: plan.lost_after,
      heartbeatSeconds: silenceSeconds,
      deleteAfterSeconds: 86_400,
      notify: true,
    }
    const queue = known.get(name)
    if (!queue)
      await boss.createQueue(name, { ...wanted, policy: plan.schedule ? 'stately' : 'short' })
    else if (
      Object.entries(wanted).some(
        ([option, value]) => queue[option as keyof typeof wanted] !== value,
      )
    )
      await boss.updateQueue(name, wanted)
  }
  if (jobNames.every((name) => known.has(name))) return
  // Start reads the queues once; looking one up inside a transaction would wait for a second
  // connection, which the embedded database lacks.
  await boss.stop({ graceful: false })
  await boss.start()
}

/**
 * Transactions may enqueue jobs, but read back only the id, since jobs contain other organizations'
 * data.
 */
async function grantRights(store: Store): Promise<void> {
  const roles = 'fieldhive_app, fieldhive_platform'
  const wire = await store.acquire()
  try {
    const { rows } = await wire.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'pgboss'::regnamespace and relname ~ '^job' and relkind in ('r', 'p') and relname !~ 'dependency' and pg_has_role(relowner, 'usage')",
    )
    // A login of the server's own was given its rights by the owner, with these.
    if (!rows.length) return
    await wire.query(
      `begin; select pg_advisory_xact_lock(${rightsLock}); grant usage on schema ${schema} to ${roles}; grant execute on all functions in schema ${schema} to ${roles}; grant select on ${schema}.queue to ${roles};` +
        rows
          .map(
            ({ name }) => `grant insert, select (id, start_after) on ${schema}.${name} to ${roles}`,
          )
          .join('; ') +
        '; commit',
    )
  } catch (fault) {
    await wire.query('rollback').catch(() => {})
    throw fault
  } finally {
    wire.release()
  }
}
