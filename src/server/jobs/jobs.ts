import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import {
  PgBoss,
  type ConstructorOptions,
  type Db as IDatabase,
  type Job,
  type JobResult,
} from 'pg-boss'
import type { App } from '../call.ts'
import type { Tx } from '../db/door.ts'
import type { Store } from '../db/store.ts'
import { jobNames, jobPlans, silenceSeconds, type JobData, type JobName } from './catalog.ts'

export type JobHandlers = { [K in JobName]: (app: App, data: JobData[K]) => Promise<void> }
type EnqueueOptions = {
  /** While a job with this key waits, asking again is the same job; once it runs, the next ask queues another. */
  key?: string
  /** A moment, or seconds from now. */
  startAfter?: Date | number
}

export type Jobs = {
  /** Asks for a job in the caller's transaction: it exists exactly if that commits. */
  enqueue<K extends JobName>(
    tx: Tx,
    name: K,
    data: JobData[K],
    options?: EnqueueOptions,
  ): Promise<void>
  /** Makes the queues ready: their tables, and the rights of the two roles under which transactions run. Before anything is enqueued. */
  prepare(): Promise<void>
  /** Begins to work, unless this process only asks for jobs. */
  start(app: App, handlers: JobHandlers): Promise<void>
  /** Runs every job that is due, here and now, until none is left, and answers how many; throws the first fault. For tests and the seed. */
  drain(app: App, handlers: JobHandlers): Promise<number>
  stop(): Promise<void>
}

const schema = 'pgboss'
/** Fallback for a wake-up that was lost, and the grain of delayed repeats. Seconds. */
const pollSeconds = 5
/** Advisory lock held while granting, so that several processes may start at once. */
const rightsLock = 7_304_114

/** pg-boss speaks to any of our databases through the same wires as everything else. */
function databaseOf(store: Store): IDatabase {
  return {
    async executeSql(text, values) {
      const wire = await store.acquire()
      // A wire answers with its last statement only, which must not be the commit.
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
    async listen(channel, heard, reconnected) {
      let open = true
      await store.listen(channel, (payload) => {
        if (!open) return
        if (payload === null) reconnected()
        else heard(payload)
      })
      return {
        close: async () => {
          open = false
        },
      }
    },
  }
}

const databaseOn = (tx: Tx): IDatabase => ({
  executeSql: async (text, values) => ({
    rows: (await tx.executeQuery(CompiledQuery.raw(text, values ?? []))).rows,
  }),
})

// An opened instance only words the statement, which is the same for all of them; it runs on the transaction's own connection.
let wording: PgBoss | undefined

/** `Jobs.enqueue` for code that holds a transaction and nothing else. */
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

/** `runs` false: a process that only asks for jobs and leaves the work to others. */
export function createJobs({
  store,
  runs,
  log,
}: {
  store: Store
  runs: boolean
  log: App['log']
}): Jobs {
  const common = {
    db: databaseOf(store),
    backend: store.kind === 'embedded' ? 'pglite' : 'postgres',
    schema,
    reindex: false,
    monitorVacuum: false,
  } as const
  // Without a listener an `error` event ends the process; the database may only be away for a moment.
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
        pollingIntervalSeconds: pollSeconds,
        notifyPollingIntervalSeconds: pollSeconds,
        batchSize: at_once,
        burstWhenBatchFull: at_once > 1,
      }
      const id: string = await works.work(name, { ...pace, perJobResults: true }, (jobs) =>
        Promise.all(
          jobs.map(async (job) => {
            const result = await settle(app, job, handlers)
            // The first repeat is due soon; nobody announces it, and the next poll may be far.
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
      // Who is asked to end while beginning begins first: half a beginning cannot be ended.
      await starting?.catch(() => {})
      await works?.stop({ timeout: 10_000 })
      await asks.stop({ graceful: false })
    },
  }
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
  // Start reads the queues once: looking one up inside a transaction would wait for a second connection, which the embedded database has not.
  await boss.stop({ graceful: false })
  await boss.start()
}

/** A transaction may ask for jobs, and read back of a job no more than its id: data of other organizations are in there. */
async function grantRights(store: Store): Promise<void> {
  const roles = 'fieldhive_app, fieldhive_platform'
  const wire = await store.acquire()
  try {
    const { rows } = await wire.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'pgboss'::regnamespace and relname ~ '^job' and relkind in ('r', 'p') and relname !~ 'dependency'",
    )
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
