import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { dayText } from '../../domain/base/dates.ts'
import { onServer, until } from '../../../test/scratch.ts'
import { jobHandlers } from '../job-handlers.ts'
import { createJobs } from '../base/jobs/jobs.ts'
import { inDays, openTestBed, today, type TestBed } from '../schedule/visits/test-bed.ts'
import type { Jobs } from '../base/call.ts'

let bed: TestBed
let jobs: Jobs
beforeAll(async () => {
  bed = await openTestBed()
  jobs = createJobs({ store: bed.store, runs: false, log: { error() {}, warn() {}, info() {} } })
  await jobs.prepare()
})
afterAll(async () => {
  await jobs.stop()
  await bed.close()
})

let seen: string[]
beforeEach(async () => {
  seen = [crypto.randomUUID()]
  seen.push(...(await written()).map(({ id }) => id))
})
const written = (status: 'queued' | 'refused' = 'queued') =>
  bed.write((tx) =>
    tx
      .selectFrom('messages')
      .select(['id', 'recipient', 'subject', 'text', 'reason'])
      .where('template', '=', 'visit_completed')
      .where('status', '=', status)
      .where('id', 'not in', seen)
      .orderBy('id')
      .execute(),
  )
/** Runs due jobs of this kind; others have their own tests. */
const work = () => {
  const idle = Object.fromEntries(
    Object.keys(jobHandlers).map((name) => [name, async () => {}]),
  ) as unknown as typeof jobHandlers
  return jobs.drain({ store: bed.store } as never, {
    ...idle,
    'completion.tell': jobHandlers['completion.tell'],
  })
}
/** Moves completions and waiting messages back by this many minutes. */
const wait = (minutes: number) =>
  bed.owner(async (tx) => {
    await sql`update visits set completed_at = completed_at - make_interval(mins => ${minutes}::int) where completed_at is not null`.execute(
      tx,
    )
    await sql`update pgboss.job set start_after = start_after - make_interval(mins => ${minutes}::int) where name = 'completion.tell' and state < 'active'`.execute(
      tx,
    )
  })
const visitOf = async (given: object = {}) =>
  (
    await bed.addRule({
      customer_id: bed.ids.bob,
      service_key: 'look',
      start_date: today,
      pattern: 'once',
      start_time: '10:00',
      ...given,
    })
  ).first
const post = (visit: string, act: string, who: 'olga' | 'lea' = 'olga') =>
  bed.ask(who, `POST /api/schedule/${visit}/${act}`, {})

it.each([
  ['olga', today],
  ['lea', inDays(-1)],
] as const)(
  'notifies the customer of a completed visit once, after the undo period (%s)',
  async (who, start_date) => {
    const visit = await visitOf({ start_date })
    for (let twice = 0; twice < 2; twice++)
      expect((await post(visit, 'complete', who)).status).toBe(200)
    await wait(14)
    await work()
    expect(await written()).toEqual([])
    await wait(1)
    for (let twice = 0; twice < 2; twice++) await work()
    const [letter, ...more] = await written()
    expect(more).toEqual([])
    expect(letter).toMatchObject({ recipient: 'bob@example.com', subject: 'Look around: done' })
    expect(letter!.text).toContain(`When: ${dayText(start_date, today)} at 10:00 AM`)
  },
)

it('sends nothing if reopened in time; completing again waits again', async () => {
  const visit = await visitOf({ start_date: inDays(-2) })
  await post(visit, 'complete')
  await wait(10)
  await post(visit, 'reopen')
  await wait(10)
  await work()
  expect(await written()).toEqual([])
  await post(visit, 'complete')
  await wait(10)
  await post(visit, 'reopen')
  await post(visit, 'complete')
  await wait(10)
  await work()
  expect(await written()).toEqual([])
  await wait(10)
  await work()
  expect(await written()).toHaveLength(1)
  await post(visit, 'reopen')
  await post(visit, 'complete')
  await wait(20)
  await work()
  expect(await written()).toHaveLength(1)
})

it('sends nothing for old work or to customers who turned messages off', async () => {
  const choose = (prefs: object) =>
    bed.owner((tx) =>
      tx
        .updateTable('people')
        .set({ notification_prefs: JSON.stringify(prefs) })
        .where('id', '=', bed.actor('bob').person_id)
        .execute(),
    )
  await post(await visitOf({ start_date: inDays(-4) }), 'complete')
  await choose({ email_general: false })
  await post(await visitOf({ start_date: inDays(-3) }), 'complete')
  await wait(16)
  await work()
  await choose({ email_general: true })
  expect(await written()).toEqual([])
  expect(await written('refused')).toMatchObject([{ reason: 'switched_off' }])
})

it('waits for a reopening that has begun, and sends nothing then', async () => {
  const visit = await visitOf({ start_date: inDays(-1), service_key: 'mow' })
  const [series_id, original_date] = visit.split(':') as [string, string]
  await post(visit, 'complete')
  await wait(16)
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const reopening = bed.owner(async (tx) => {
    await tx
      .updateTable('visits')
      .set({ status: 'scheduled', completed_at: null })
      .where('series_id', '=', series_id)
      .where('original_date', '=', original_date)
      .execute()
    begun.resolve()
    await goOn.promise
  })
  await begun.promise
  let isOver = false
  const working = work().finally(() => (isOver = true))
  // The embedded database has one connection, so there the job waits for it anyway.
  if (onServer) await until(async () => isOver || (await isSomebodyWaiting()))
  goOn.resolve()
  await Promise.all([reopening, working])
  expect(await written()).toEqual([])
})

const isSomebodyWaiting = () =>
  bed.owner(async (tx) => {
    const { rows } =
      await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' limit 1`.execute(
        tx,
      )
    return rows.length > 0
  })
