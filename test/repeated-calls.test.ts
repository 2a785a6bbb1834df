import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorld, type Ask, type Caller, type OpenWorld } from './world.ts'

// A call sent twice with one key is made once; the key belongs to one person and one call.

let open: OpenWorld
let owner: Caller
let manager: Caller
let other: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  manager = await open.as('manager@green-acres.example')
  other = await open.as('owner@bright-side.example')
})
afterAll(() => open?.close())

const add = 'POST /api/owner/customers'
const bill = 'POST /api/invoices'
const lines = [{ description: 'Mulch', quantity: 1, unit_price_cents: 4500 }]
const named = async (name: string): Promise<number> =>
  (
    await open.row<{ n: number }>('select count(*)::int as n from customers where name = $1', [
      name,
    ])
  ).n

it('one key of two calls, two people and two businesses', async () => {
  const customer_id = open.world.green.customers['casey']!.id
  const sent: [Caller, string, object][] = [
    [owner, add, { name: 'Same Key' }],
    [owner, bill, { customer_id, lines }],
    [manager, add, { name: 'Same Key' }],
    [manager, bill, { customer_id, lines }],
    [other, add, { name: 'Same Key' }],
  ]
  const sendAll = async () => {
    const replies = []
    for (const [who, call, body] of sent) {
      const { status, headers, body: said } = await who.raw(call, { body, key: 'one-key-for-all' })
      replies.push({ status, said, again: headers.get('idempotency-replayed') })
    }
    return replies
  }
  const first = await sendAll()
  expect(first.map(({ status, again }) => [status, again])).toEqual(sent.map(() => [201, null]))
  expect(await named('Same Key')).toBe(3)
  expect(await sendAll()).toEqual(first.map((reply) => ({ ...reply, again: 'true' })))
  expect(await named('Same Key')).toBe(3)
})

describe('where the key is', () => {
  const inHeader = (key: string) => ({ headers: { 'idempotency-key': key } })
  const inBody = (key: unknown) => ({ body: { idempotency_key: key } })
  it.each<[string, Ask, Ask | null]>([
    ['in the header', inHeader('in-the-header'), inHeader('in-the-header')],
    ['in the body', inBody('in-the-body'), inBody('in-the-body')],
    ['in the body below an empty header', { ...inHeader(''), ...inBody('below-empty') }, null],
    ['in both: the header counts', { ...inHeader('counts-this'), ...inBody('not-this') }, null],
    ['of 8 characters', inHeader('x'.repeat(8)), inHeader('x'.repeat(8))],
    ['of 200 characters', inHeader('x'.repeat(200)), inHeader('x'.repeat(200))],
  ])('%s', async (name, first, again) => {
    const send = ({ headers, body }: Ask) =>
      owner(add, { ...(headers ? { headers } : {}), body: { name, ...(body as object) } })
    expect((await send(first)).status).toBe(201)
    const repeated = await send(again ?? first)
    expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    expect(await named(name)).toBe(1)
  })

  it.each<[string, Ask]>([
    ['nowhere', {}],
    ['an empty header', inHeader('')],
    ['a number in the body', inBody(12_345_678)],
  ])('%s: each is a call of its own', async (name, { headers, body }) => {
    for (let time = 0; time < 2; time++)
      expect(
        await owner(add, { ...(headers ? { headers } : {}), body: { name, ...(body as object) } }),
      ).toMatchObject({ status: 201 })
    expect(await named(name)).toBe(2)
  })

  it.each<[string, Ask]>([
    ['7 characters', inHeader('x'.repeat(7))],
    ['201 characters', inHeader('x'.repeat(201))],
    ['an empty text in the body', inBody('')],
  ])('422 invalid: %s', async (name, { headers, body }) => {
    expect(
      await owner(add, { ...(headers ? { headers } : {}), body: { name, ...(body as object) } }),
    ).toMatchObject({ status: 422, body: { code: 'invalid' } })
    expect(await named(name)).toBe(0)
  })
})

describe('what is written down', () => {
  const acts = (action: string) =>
    open.rows('select entity_id, after from audit where action = $1 order by id', [action])

  it('an act once, however often it is sent, without what is secret', async () => {
    const before = await acts(add)
    const ask = { body: { name: 'Written Down', gate_code: '4711' }, key: 'written-down-once' }
    for (let time = 0; time < 2; time++) expect((await owner(add, ask)).status).toBe(201)
    expect((await acts(add)).slice(before.length)).toEqual([
      { entity_id: null, after: { name: 'Written Down', gate_code: '[redacted]' } },
    ])
  })

  it('whom it was about', async () => {
    const id = open.world.green.customers['casey']!.id
    const notes = 'POST /api/owner/customers/{id}/notes'
    expect((await owner(notes, { params: { id }, body: { text: 'Ring' } })).status).toBe(201)
    expect((await acts(notes)).at(-1)).toEqual({ entity_id: id, after: { text: 'Ring' } })
  })
})
