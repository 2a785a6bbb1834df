import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  commandOf as act,
  inDays,
  openTestBed,
  windowOf,
  type TestBed,
} from '../../schedule/visits/test-bed.ts'

let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

let n = 0
const work = async () => bed.addRule({ customer_id: await bed.addCustomer(`Pond ${n++}`) })
const send = async (...commands: object[]) =>
  (await bed.ask('lea', 'POST /api/crew/commands', { commands })).body.answers as object[]
const see = async (id: string) =>
  (await bed.ask('olga', windowOf(inDays(-1), inDays(1)))).body.occurrences.find(
    (one: { id: string }) => one.id === id,
  )

describe('"on my way"', () => {
  const toldOf = async (visit: string) => {
    const customer_id = (await see(visit)).customer.id
    return bed.owner((tx) =>
      tx
        .selectFrom('messages')
        .select(['id', 'status', 'reason', 'held_until'])
        .where('customer_id', '=', customer_id)
        .where('template', '=', 'on_the_way')
        .orderBy('created_at')
        .execute(),
    )
  }

  it('tells the customer after the 10 seconds in which it can be taken back', async () => {
    const { first } = await work()
    await send(act('en_route', first))
    const [waiting] = await toldOf(first)
    expect(waiting).toMatchObject({ status: 'queued', reason: 'undo_first' })
    const waits_ms = Date.parse(waiting!.held_until!) - Date.now()
    expect(waits_ms).toBeGreaterThan(5_000)
    expect(waits_ms).toBeLessThan(20_000)
  })

  it('a mis-tap that is taken back tells nobody, and the right tap later does', async () => {
    const { first } = await work()
    await send(act('en_route', first))
    expect(await send(act('undo_en_route', first))).toMatchObject([{ result: 'done' }])
    expect((await see(first)).on_the_way_at).toBeNull()
    expect(await toldOf(first)).toMatchObject([{ status: 'refused', reason: 'taken_back' }])
    await send(act('en_route', first), act('undo_en_route', first), act('en_route', first))
    expect((await toldOf(first)).filter(({ status }) => status === 'queued')).toHaveLength(1)
  })

  it('cannot be taken back once the customer was told: the crew stays on its way', async () => {
    const { first } = await work()
    await send(act('en_route', first))
    const [sent] = await toldOf(first)
    await bed.owner((tx) =>
      tx
        .updateTable('messages')
        .set({ status: 'sent', held_until: null })
        .where('id', '=', sent!.id)
        .execute(),
    )
    expect(await send(act('undo_en_route', first))).toMatchObject([
      { result: 'noted', message: 'The customer has been told already.' },
    ])
    expect((await see(first)).on_the_way_at).not.toBeNull()
  })
})
