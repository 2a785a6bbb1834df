import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { Unavailable } from '../src/server/base/db/store.ts'
import { people } from './e2e/people.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

// A request that reaches no handler, or breaks in one, gets the one error body, the right status and a sentence.

let open: OpenWorld
let owner: Caller
let authorization: string
beforeAll(async () => {
  open = await openWorld()
  const email = people.owner
  owner = await open.as(email)
  authorization = `Bearer ${await open.app.identity!.issueToken(email)}`
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => open?.close())

type Sent = { headers: Record<string, string>; body: string }
const json = { 'content-type': 'application/json' }
const heavy = (bytes: number) => `{"name":"${'a'.repeat(bytes)}"}`

describe('a request that cannot be read', () => {
  it.each<[what: string, call: string, init: Sent, status: number, body: object]>([
    [
      'more than a megabyte of JSON',
      'POST /api/invoices',
      { headers: json, body: heavy(1_100_000) },
      400,
      { code: 'malformed', error: 'The request is too large.' },
    ],
    [
      'a form',
      'POST /api/invoices',
      { headers: { 'content-type': 'application/xml' }, body: '<a/>' },
      400,
      { code: 'malformed', error: 'Send the body as application/json.' },
    ],
    [
      'half a body',
      'POST /api/invoices',
      { headers: json, body: '{"name":' },
      400,
      { code: 'malformed', error: 'The request is not valid JSON.' },
    ],
  ])('%s', async (_what, call, init, status, body) => {
    const [method, path = ''] = call.split(' ')
    const reply = await fetch(`${open.url}${path}`, {
      ...init,
      method: method!,
      headers: { authorization, ...init.headers },
    })
    expect([reply.status, await reply.json()]).toMatchObject([
      status,
      { ...body, request_id: expect.any(String) },
    ])
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(reply.headers.get('cache-control')).toBe('no-store')
  })
})

describe('a handler that breaks', () => {
  const busy = 'The service is busy. Please try again in a moment.'
  it.each<[what: string, fault: () => Error, status: number, body: object, wait: string | null]>([
    [
      '503 unavailable: no connection is free',
      () => new Unavailable(),
      503,
      { code: 'unavailable', error: 'The database cannot be reached right now. Please try again.' },
      '1',
    ],
    [
      '503 unavailable: something before it is busy',
      () => Object.assign(new Error('busy'), { statusCode: 503 }),
      503,
      { code: 'unavailable', error: busy },
      '1',
    ],
    [
      '400 malformed: a library blames the request',
      () => Object.assign(new Error('teapot'), { statusCode: 418 }),
      400,
      { code: 'malformed', error: 'The request is malformed.' },
      null,
    ],
    [
      '400 malformed: the first status that blames it',
      () => Object.assign(new Error('bad'), { statusCode: 400 }),
      400,
      { code: 'malformed', error: 'The request is malformed.' },
      null,
    ],
    [
      '500 internal: says nothing of why',
      () => new Error('duplicate key value 555-0100'),
      500,
      { code: 'internal', error: 'Server error. Please try again.' },
      null,
    ],
  ])('%s', async (_what, fault, status, body, wait) => {
    vi.spyOn(open.app.store, 'acquire').mockImplementation(() => Promise.reject(fault()))
    const reply = await owner('GET /api/invoices')
    expect([reply.status, reply.body]).toMatchObject([status, body])
    expect(Object.keys(reply.body).toSorted()).toEqual(['code', 'error', 'request_id'])
    expect(reply.headers.get('retry-after')).toBe(wait)
  })
})
