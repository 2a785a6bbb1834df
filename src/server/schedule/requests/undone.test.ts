import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { jobHandlers } from '../../job-handlers.ts'
import { createJobs } from '../../base/jobs/jobs.ts'
import { openTestBed, today, type TestBed } from '../visits/test-bed.ts'
import type { Jobs } from '../../base/call.ts'

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

let n = 0
/** A visit of today that Bob asked to cancel or move. */
async function asked(act: 'cancel-service' | 'request-reschedule') {
  const { first } = await bed.addRule({
    pattern: 'once',
    start_date: today,
    start_minutes: 1439 - n++,
  })
  const { body } = await bed.ask('bob', `POST /api/users/${act}`, {
    date: today,
    occurrence_id: first,
  })
  return { first, id: body.request.id as string }
}
const post = (who: 'olga' | 'lea', visit: string, act: 'complete' | 'reopen') =>
  bed.ask(who, `POST /api/schedule/${visit}/${act}`, { date: today })
type Request = { id: string; status: string; resolution_reason: string | null }
const listed = async (status: string): Promise<Request[]> =>
  (await bed.ask('olga', `GET /api/owner/customer-requests?status=${status}`)).body.items
const isOpen = async (id: string) => (await listed('requested')).some((one) => one.id === id)
const inPortal = async (visit: string) => {
  const { items } = (
    await bed.ask('bob', `GET /api/users/upcoming-services?from=${today}&to=${today}`)
  ).body as { items: { occurrence_id: string; state: string; request: Request }[] }
  return items.find(({ occurrence_id }) => occurrence_id === visit)
}
const letters = (id: string) =>
  bed.write((tx) =>
    tx
      .selectFrom('messages')
      .select(['template', 'status', 'text'])
      .where('template', '=', 'request_decided')
      .where('once_key', 'like', `request_decided:${id}%`)
      .where('channel', '=', 'email')
      .execute(),
  )
/** Lets minutes pass, then runs the due jobs of this kind. */
async function wait(minutes: number) {
  await bed.owner(async (tx) => {
    const past = sql`make_interval(mins => ${minutes}::int)`
    await sql`update customer_requests set resolved_at = resolved_at - ${past}`.execute(tx)
    await sql`update pgboss.job set start_after = start_after - ${past} where name = 'request.tell' and state < 'active'`.execute(
      tx,
    )
  })
  const idle = Object.fromEntries(
    Object.keys(jobHandlers).map((name) => [name, async () => {}]),
  ) as unknown as typeof jobHandlers
  await jobs.drain({ store: bed.store } as never, {
    ...idle,
    'request.tell': jobHandlers['request.tell'],
  })
}

describe('a request about a visit that was completed', () => {
  it.each([
    ['cancel-service', 'cancel_requested'],
    ['request-reschedule', 'reschedule_requested'],
  ] as const)(
    '%s: is open again once that is undone, and nobody was told otherwise',
    async (act, state) => {
      const { first, id } = await asked(act)
      expect((await post('lea', first, 'complete')).status).toBe(200)
      expect(await isOpen(id)).toBe(false)
      expect(await letters(id)).toEqual([])
      expect((await post('lea', first, 'reopen')).status).toBe(200)
      expect(await isOpen(id)).toBe(true)
      expect(await inPortal(first)).toMatchObject({ state, request: { id, status: 'requested' } })
      expect((await bed.events('request.made')).at(-1)).toMatchObject({
        customer_id: bed.ids.bob,
        data: { request_id: id, status: 'requested' },
      })
      await wait(20)
      expect(await letters(id)).toEqual([])
      // The office still decides it, and the customer reads that.
      await bed.ask('olga', `POST /api/owner/customer-requests/${id}/resolve`, { status: 'denied' })
      expect(await letters(id)).toHaveLength(1)
    },
  )

  it('is refused once it is too late to undo, and the customer is told once', async () => {
    const { first, id } = await asked('cancel-service')
    await post('lea', first, 'complete')
    await wait(14)
    expect(await letters(id)).toEqual([])
    for (let twice = 0; twice < 2; twice++) await wait(2)
    expect(await letters(id)).toMatchObject([
      { status: 'queued', text: expect.stringContaining('The visit was already done.') },
    ])
    expect(await listed('denied')).toContainEqual(
      expect.objectContaining({ id, resolution_reason: 'completed' }),
    )
  })

  it('waits again after it was undone and done again', async () => {
    const { first, id } = await asked('cancel-service')
    await post('lea', first, 'complete')
    await wait(10)
    await post('lea', first, 'reopen')
    await post('lea', first, 'complete')
    await wait(10)
    expect(await letters(id)).toEqual([])
    await wait(10)
    expect(await letters(id)).toHaveLength(1)
  })

  it('stays as the office had answered it', async () => {
    const { first, id } = await asked('request-reschedule')
    await bed.ask('olga', `POST /api/owner/customer-requests/${id}/resolve`, {
      status: 'denied',
      reason: 'No crew',
    })
    await post('olga', first, 'complete')
    await post('olga', first, 'reopen')
    expect(await isOpen(id)).toBe(false)
    expect(await inPortal(first)).toMatchObject({ request: { id, status: 'denied' } })
  })

  it('is open again when the office reopens the visit later, and its answer still goes out', async () => {
    const { first, id } = await asked('cancel-service')
    await post('lea', first, 'complete')
    await wait(16)
    await post('olga', first, 'reopen')
    expect(await isOpen(id)).toBe(true)
    await bed.ask('olga', `POST /api/owner/customer-requests/${id}/resolve`, {
      status: 'denied',
      reason: 'We come today',
    })
    expect((await letters(id)).at(-1)!.text).toContain('We come today')
  })
})
