import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { calls } from '../src/api/calls.ts'
import type { CallDeclaration } from '../src/api/kit.ts'
import { sendingKeyDays } from '../src/domain/flows/crew-command.ts'
import { makeSendingKey } from '../src/server/flows/crew-commands/sending-key.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

const leader = 'leader@green-acres.example'

let open: OpenWorld
let phone: Caller
let key: string
beforeAll(async () => {
  open = await openWorld()
  phone = await open.as(leader)
  key = (await phone('POST /api/crew/sending-key')).body.key
})
afterAll(() => open?.close())
afterEach(() => void vi.useRealTimers())

const by = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const clockIn = () => ({
  body: {
    commands: [
      { client_id: randomUUID(), kind: 'clock_in', at: new Date().toISOString(), waited_ms: 0 },
    ],
  },
})
const send = (token: string) =>
  open.anonymous('POST /api/crew/commands', { ...clockIn(), ...by(token) })
const ended = { status: 401, body: { code: 'unauthenticated' } }
/** The claims of a sign-in, which a test may change. */
const claims = async () => open.app.checkToken(await open.app.identity!.issueToken(leader))
const organization = () => open.world.green.id

describe('a sending key', () => {
  it('sends what a crew member did, as theirs', async () => {
    const { status, body } = await send(key)
    expect([status, body.answers[0]!.result]).toEqual([200, 'done'])
    const { body: current } = await phone('GET /api/crew/shifts/current')
    expect(current.active).toBe(true)
  })

  it('opens nothing but the calls that allow it', async () => {
    const others = Object.entries(calls as Record<string, CallDeclaration>).filter(
      ([, { roles, sending_key }]) => roles !== 'public' && !sending_key,
    )
    expect(others.length).toBeGreaterThan(200)
    const let_in: string[] = []
    for (const [call, { aliases = [] }] of others)
      for (const name of [
        call,
        ...aliases.map((one) => (typeof one === 'string' ? one : one.call)),
      ]) {
        const params = Object.fromEntries(
          [...name.matchAll(/\{(\w+)\}/g)].map((found) => [found[1]!, randomUUID()]),
        )
        const { status } = await open.anonymous.raw(name, { params, ...by(key) })
        if (status !== 401) let_in.push(`${status} ${name}`)
      }
    expect(let_in).toEqual([])
  })

  it('401 for a key that was changed, or cut off', async () => {
    const other = key[40] === 'A' ? 'B' : 'A'
    expect(await send(key.slice(0, 40) + other + key.slice(41))).toMatchObject(ended)
    expect(await send(key.slice(0, 20))).toMatchObject(ended)
  })

  it('401 once its days are over', async () => {
    const before = Date.now() - sendingKeyDays * 86_400_000 - 1000
    vi.useFakeTimers({ toFake: ['Date'], now: before })
    const old = makeSendingKey(open.app, await claims(), organization()).key
    vi.useRealTimers()
    expect(await send(old)).toMatchObject(ended)
  })

  it('401 for somebody who works in another organization now', async () => {
    const there = makeSendingKey(open.app, await claims(), randomUUID()).key
    expect(await send(there)).toMatchObject(ended)
  })

  it('401 once the sign-in it was made with has ended', async () => {
    const account = (await claims()).subject
    await open.rows('insert into idp_session (uid, account_id) values ($1, $2)', ['lake', account])
    const session = makeSendingKey(
      open.app,
      { ...(await claims()), session: 'lake' },
      organization(),
    )
    expect((await send(session.key)).status).toBe(200)
    await open.rows("update idp_session set ended_at = now() where uid = 'lake'")
    open.app.actors.forget()
    expect(await send(session.key)).toMatchObject(ended)
  })

  it('refuses somebody who was deactivated', async () => {
    const owner = await open.as('owner@green-acres.example')
    const { body } = await owner('GET /api/owner/people')
    const { id } = body.people.find(({ email }) => email === leader)!
    await owner('POST /api/owner/people/{id}/deactivate', { params: { id }, body: {} })
    expect(await send(key)).toMatchObject(ended)
  })
})
