import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  addOrganization,
  onServer,
  openScratch,
  pause,
  until,
  type Scratch,
} from '../../../../test/scratch.ts'
import type { App, JobHandlers, Jobs } from '../call.ts'
import { asOwner, inOrgAll, onPlatform, type OrgTx, system } from '../db/door.ts'
import type { Store } from '../db/store.ts'
import { jobNames, type JobName } from './catalog.ts'
import { createJobs, enqueue } from './jobs.ts'

const quiet = { error: () => {}, warn: () => {}, info: () => {} }
const app = { log: quiet } as unknown as App
const handling = (some: Partial<JobHandlers>): JobHandlers => ({
  ...(Object.fromEntries(jobNames.map((name) => [name, async () => {}])) as unknown as JobHandlers),
  ...some,
})

let scratch: Scratch
let asks: Jobs
let org: string
let second: Store
const running: Jobs[] = []
const inTenant = <T>(work: (tx: OrgTx) => Promise<T>): Promise<T> =>
  inOrgAll(scratch.store, org, system, work)
const send = (message_id: string) => inTenant((tx) => enqueue(tx, 'message.send', { message_id }))

beforeAll(async () => {
  scratch = await openScratch()
  second = await scratch.another()
  asks = createJobs({ store: scratch.store, runs: false, log: quiet })
  await asks.prepare()
  org = await addOrganization(scratch.store)
})
afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop()
  await asks.drain(app, handling({}))
})
afterAll(async () => {
  await asks.stop()
  await scratch.drop()
})
async function worker(
  handlers: Partial<JobHandlers>,
  store = second,
  poll_seconds?: number,
): Promise<void> {
  const jobs = createJobs({ store, runs: true, log: quiet, poll_seconds })
  running.push(jobs)
  await jobs.prepare()
  await jobs.start(app, handling(handlers))
}

/** Makes every job that waits for its next try due; how many there were. */
async function retryNow(): Promise<number> {
  const { numAffectedRows } = await asOwner(scratch.store, (tx) =>
    sql`update pgboss.job set start_after = now() - interval '1 second' where state = 'retry'`.execute(
      tx,
    ),
  )
  return Number(numAffectedRows ?? 0)
}

describe('enqueue', () => {
  it('is part of the transaction: no job after a rollback', async () => {
    await expect(
      inTenant(async (tx) => {
        await enqueue(tx, 'message.send', { message_id: 'lost' })
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    await send('kept')
    await onPlatform(scratch.store, system, (tx) =>
      enqueue(tx, 'message.send', { message_id: 'from the platform' }),
    )
    const ran: string[] = []
    await asks.drain(
      app,
      handling({ 'message.send': async (_app, data) => void ran.push(data.message_id) }),
    )
    expect(ran.toSorted()).toEqual(['from the platform', 'kept'])
  })

  it('with a key adds no second job while one is waiting, but does once it runs', async () => {
    const ask = () =>
      inTenant((tx) =>
        enqueue(tx, 'charge.attempt', { organization_id: org, attempt_id: 'a' }, { key: 'a' }),
      )
    await ask()
    await ask()
    let ran = 0
    await asks.drain(app, handling({ 'charge.attempt': async () => void (ran++ || (await ask())) }))
    expect(ran).toBe(2)
  })

  it('waits until the given time', async () => {
    await inTenant((tx) =>
      enqueue(tx, 'message.send', { message_id: 'later' }, { startAfter: 3600 }),
    )
    await inTenant((tx) =>
      enqueue(
        tx,
        'message.send',
        { message_id: 'past' },
        { startAfter: new Date(Date.now() - 1000) },
      ),
    )
    const ran: string[] = []
    await asks.drain(
      app,
      handling({ 'message.send': async (_app, data) => void ran.push(data.message_id) }),
    )
    expect(ran).toEqual(['past'])
  })

  it('hides other tenants’ jobs', async () => {
    await send('secret')
    await expect(inTenant((tx) => sql`select data from pgboss.job`.execute(tx))).rejects.toThrow(
      /permission denied/,
    )
    await expect(inTenant((tx) => sql`delete from pgboss.job`.execute(tx))).rejects.toThrow(
      /permission denied/,
    )
  })
})

describe('stop', () => {
  it('lets the job that is running finish', async () => {
    let state = 'waiting'
    await worker({
      'message.send': async () => {
        state = 'running'
        await pause(700)
        state = 'finished'
      },
    })
    await send('halfway')
    await until(() => state === 'running')
    await running.pop()!.stop()
    expect(state).toBe('finished')
  })
})

describe('start', () => {
  it('runs each job once with two runners', async () => {
    const counts = new Map<string, number>()
    const handlers: Partial<JobHandlers> = {
      'message.send': async (_app, { message_id }) =>
        void counts.set(message_id, (counts.get(message_id) ?? 0) + 1),
    }
    await worker(handlers)
    await worker(handlers, scratch.store)
    const ids = Array.from({ length: 200 }, (_, i) => `m${i}`)
    await Promise.all(ids.map(send))
    await until(() => counts.size === ids.length)
    await pause(50)
    expect([...counts.values()].every((count) => count === 1)).toBe(true)
  })

  it('starts on commit without waiting for the next poll, and runs due jobs at startup', async () => {
    let began: (() => void) | undefined
    let starts = 0
    const ran: JobName[] = []
    // Polls only once this test has long failed, so that each start below is a wake-up.
    await worker(
      {
        'message.send': async () => {
          starts += 1
          began?.()
        },
        reconcile: async () => void ran.push('reconcile'),
      },
      second,
      3600,
    )
    await until(() => ran.length > 0)
    for (let i = 0; i < 9; i++) {
      const beginning = new Promise<void>((done) => (began = done))
      await send(`quick ${i}`)
      await beginning
    }
    expect(starts).toBe(9)
  })

  it('retries only the failed job of a batch', async () => {
    const tries: string[] = []
    await worker({
      'charge.attempt': async (_app, { attempt_id }) => {
        tries.push(attempt_id)
        if (attempt_id === 'bad' && tries.filter((id) => id === 'bad').length === 1)
          throw new Error('the provider is away')
      },
    })
    const ids = ['good', 'bad', 'better']
    await Promise.all(
      ids.map((attempt_id) =>
        inTenant((tx) => enqueue(tx, 'charge.attempt', { organization_id: org, attempt_id })),
      ),
    )
    await until(() => tries.length === 3)
    // Its next try is due now instead of later, and the job that comes after it wakes the worker.
    await until(async () => (await retryNow()) > 0)
    await inTenant((tx) =>
      enqueue(tx, 'charge.attempt', { organization_id: org, attempt_id: 'next' }),
    )
    await until(() => tries.length === 5)
    expect(tries.toSorted()).toEqual(['bad', 'bad', 'better', 'good', 'next'])
  })

  it.runIf(onServer)('survives a database restart', async () => {
    const ran: string[] = []
    await worker({ 'message.send': async (_app, data) => void ran.push(data.message_id) })
    await send('before')
    await until(() => ran.length === 1)
    await scratch.cut()
    await until(() =>
      send('after').then(
        () => true,
        () => false,
      ),
    )
    await until(() => ran.includes('after'))
    expect(ran[0]).toBe('before')
  })
})
