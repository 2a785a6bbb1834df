import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  commandOf,
  inDays,
  openTestBed,
  today,
  windowOf,
  type TestBed,
} from '../visits/test-bed.ts'

let bed: TestBed
beforeAll(async () => {
  bed = await openTestBed()
})
afterAll(() => bed.close())

type Name = Parameters<TestBed['ask']>[0]
const gate = { id: randomUUID(), text: 'Close the gate', required: true }
const edge = { id: randomUUID(), text: 'Edge the walk', required: false }
let n = 0
let first: string
const setList = async (checklist: object[]) => {
  const { status } = await bed.ask('olga', `PATCH /api/owner/services/${bed.ids.mow}`, {
    checklist,
  })
  expect(status).toBe(200)
}
beforeEach(async () => {
  await setList([gate, edge])
  const made = await bed.addRule({ customer_id: await bed.addCustomer(`List ${n++}`) })
  first = made.first
})
const act = (kind: string, more: object = {}) => commandOf(kind, first, more)
const tick = (item: { id: string; text: string }, is_done = true, more: object = {}) =>
  act('tick', { item: item.id, text: item.text, is_done, ...more })
const send = async (who: Name, ...commands: object[]) =>
  (await bed.ask(who, 'POST /api/crew/commands', { commands })).body.answers as { result: string }[]
const see = async (who: Name = 'olga') =>
  (await bed.ask(who, windowOf(inDays(-1), inDays(1)))).body.occurrences.find(
    (one: { id: string }) => one.id === first,
  )

describe('ticks', () => {
  it('say who and when, also by those who may not complete, and last if sent late', async () => {
    expect((await see('max')).checklist).toEqual([
      { ...gate, done: null },
      { ...edge, done: null },
    ])
    expect(await send('max', tick(gate, true, { waited_ms: 3_600_000 }))).toMatchObject([
      { result: 'done' },
    ])
    const { checklist } = await see()
    expect(checklist).toMatchObject([{ ...gate, done: { by: 'max' } }, { done: null }])
    expect(Math.round((Date.now() - Date.parse(checklist[0].done.at)) / 60_000)).toBe(60)
    // Taken back since by somebody else; what was pressed before that arrives later.
    expect(await send('lea', tick(gate, false))).toMatchObject([{ result: 'done' }])
    expect(await send('max', tick(gate, true, { waited_ms: 60_000 }))).toMatchObject([
      { result: 'noted' },
    ])
    expect((await see()).checklist[0].done).toBeNull()
  })

  it('count once, however often they are sent', async () => {
    const one = tick(gate)
    const before = (await bed.events('visit.ticked')).length
    await send('max', one)
    await send('max', one, tick(edge))
    expect((await bed.events('visit.ticked')).length).toBe(before + 2)
  })

  it('of another team or another business change nothing', async () => {
    expect(await send('ben', tick(gate))).toMatchObject([{ result: 'noted' }])
    const { status, body } = await bed.ask('zed', 'POST /api/crew/commands', {
      commands: [tick(gate)],
    })
    expect([status, body.code]).toEqual([403, 'forbidden'])
    expect((await see()).checklist[0].done).toBeNull()
  })

  it('stay with a visit the office moved meanwhile', async () => {
    await bed.ask('olga', `POST /api/schedule/${first}/reschedule`, { to_date: inDays(1) })
    expect(await send('max', tick(gate))).toMatchObject([{ result: 'done' }])
    expect(await see()).toMatchObject({ date: inDays(1), checklist: [{ done: { by: 'max' } }, {}] })
  })
})

describe('a finished visit', () => {
  it('keeps the list as it was, and why something required was left open', async () => {
    await send('lea', tick(edge), act('finish', { text: '  The dog was out ' }))
    const done = { ...edge, done: { by: 'lea' } }
    const kept = { open_reason: 'The dog was out', checklist: [{ ...gate, done: null }, done] }
    expect(await see()).toMatchObject(kept)
    await setList([{ ...gate, text: 'Lock the gate', required: false }])
    expect(await see()).toMatchObject(kept)
    expect((await see()).checklist).toHaveLength(2)
    // What was ticked before the finish and sent after it, by another phone.
    await send('max', tick(gate))
    expect((await see()).checklist[0]).toMatchObject({ ...gate, done: { by: 'max' } })
  })

  it('keeps it when the office completes it, too', async () => {
    await send('max', tick(gate))
    await bed.ask('olga', `POST /api/schedule/${first}/complete`, { date: today })
    await setList([])
    expect(await see()).toMatchObject({
      open_reason: null,
      checklist: [
        { ...gate, done: { by: 'max' } },
        { ...edge, done: null },
      ],
    })
  })

  it('that is opened again follows the service, and its ticks stay', async () => {
    await send('lea', tick(edge), act('finish', { text: 'No time' }))
    await setList([edge])
    await send('lea', act('undo'))
    expect(await see()).toMatchObject({
      is_completed: false,
      open_reason: null,
      checklist: [{ ...edge, done: { by: 'lea' } }],
    })
  })
})

describe('PATCH /api/owner/services/{id}', () => {
  it('422 for an empty item, and for two with one id', async () => {
    for (const checklist of [[{ ...gate, text: ' ' }], [gate, gate]])
      expect(
        (await bed.ask('olga', `PATCH /api/owner/services/${bed.ids.mow}`, { checklist })).status,
      ).toBe(422)
  })
})
