import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../../src/api/calls.ts'
import type { CallDeclaration } from '../../src/api/kit.ts'
import type { Role } from '../../src/domain/base/roles.ts'
import { openTestBed } from '../../src/server/people/identity/test-bed.ts'
import { sampleOf } from '../sample.ts'
import { openWorld, type Caller, type OpenWorld, type Reply } from '../world.ts'

// The walls, tried by the thousand with WALLS=whole: four minutes. Every check tries each call and role with some ids, and 1,000 guesses.
const isWhole = process.env['WALLS'] === 'whole'
const all = Object.entries(calls as Record<string, CallDeclaration>)
const namesIn = (key: string) => [...key.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
const emails = {
  owner: 'owner@green-acres.example',
  manager: 'manager@green-acres.example',
  payee: 'payee@green-acres.example',
  crew_leader: 'leader@green-acres.example',
  crew_member: 'crew@green-acres.example',
  user: 'customer@green-acres.example',
} satisfies Partial<Record<Role, string>>
const roles = Object.keys(emails) as (keyof typeof emails)[]
const callers = {} as Record<keyof typeof emails, Caller>

let open: OpenWorld
beforeAll(async () => {
  open = await openWorld()
  for (const role of roles) callers[role] = await open.as(emails[role])
})
afterAll(() => open?.close())

describe('an id of another organization', () => {
  const kinds = {
    customer: 'select id from customers',
    visit: "select series_id || ':' || original_date as id from visits",
    rule: 'select id from rules',
    team: 'select id from teams',
    service: 'select id from services',
    invoice: 'select id from invoices',
    payment: 'select id from payments',
    invitation: "select id from invitations where kind = 'customer'",
    membership: 'select id from memberships',
    person: 'select person_id as id from memberships',
  }
  const asked = all.filter(
    ([key, call]) =>
      typeof call.roles !== 'string' && call.raw !== 'text/event-stream' && namesIn(key).length,
  )
  const admits = (call: CallDeclaration, role: Role) =>
    typeof call.roles !== 'string' && call.roles[role] !== undefined

  it('is answered like one that never was', async () => {
    const foreign = await Promise.all(
      Object.values(kinds).map((text) =>
        open.rows<{ id: string }>(
          `select id from (${text.replace(/ from (\w+)/, ', organization_id as org from $1')}) x where org = $1 limit 2`,
          [open.world.bright.id],
        ),
      ),
    )
    const known = foreign.flatMap((rows) => rows.map(({ id }) => id))
    let next = 0
    const idsToTry = () => (isWhole ? known : [known[next++ % known.length]!])
    const ask = (
      role: keyof typeof emails,
      key: string,
      call: CallDeclaration,
      id: string,
    ): Promise<Reply> =>
      callers[role].raw(key, {
        params: Object.fromEntries(namesIn(key).map((name) => [name, id])),
        ...(call.body ? { body: sampleOf(call.body, id.slice(0, 36)) } : {}),
        ...(call.query
          ? { query: sampleOf(call.query, id.slice(0, 36), false) as Record<string, unknown> }
          : {}),
      })
    /** What a caller could learn from: everything but the id itself and the number of the request. */
    const seen = ({ status, body }: Reply, id: string) =>
      `${status} ${JSON.stringify(body)
        .replaceAll(id, 'ID')
        .replaceAll(id.slice(0, 36), 'ID')
        .replace(/"request_id":"[^"]*"/, '')}`
    const differ: string[] = []
    let pairs = 0
    for (const [key, call] of asked)
      for (const role of roles.filter((one) => admits(call, one)))
        for (const id of idsToTry()) {
          const never = `${randomUUID()}${id.slice(36)}`
          const [there, nowhere] = [
            seen(await ask(role, key, call, id), id),
            seen(await ask(role, key, call, never), never),
          ]
          pairs++
          if (there !== nowhere) differ.push(`${role} ${key} ${id}: ${there} / ${nowhere}`)
        }
    expect(differ).toEqual([])
    expect(pairs).toBeGreaterThan(isWhole ? 4000 : 200)
  }, 600_000)
})

describe('a deactivated person', () => {
  it('is answered by no call that asks who is calling', async () => {
    const answered: string[] = []
    let tried = 0
    for (const role of roles) {
      await open.rows("update people set status = 'inactive' where email = $1", [emails[role]])
      open.app.actors.forget()
      for (const [key, call] of all) {
        if (call.roles === 'public') continue
        const reply = await callers[role].raw(key, {
          params: Object.fromEntries(namesIn(key).map((name) => [name, randomUUID()])),
          ...(call.body ? { body: sampleOf(call.body, randomUUID()) } : {}),
        })
        tried++
        if (![401, 403].includes(reply.status)) answered.push(`${role} ${key}: ${reply.status}`)
      }
    }
    expect(answered).toEqual([])
    expect(tried).toBeGreaterThan(1000)
  }, 300_000)
})

it('thousands of guesses at one account from 1,000 addresses check at most 60 passwords', async () => {
  const bed = await openTestBed({ rateLimits: true })
  try {
    const email = 'guessed@example.test'
    await bed.provider.createAccount({
      email,
      name: null,
      password: 'copper meadow lantern',
      email_verified: true,
    })
    const browser = bed.browser()
    const { arrival } = await browser.begin()
    const cookie = [...browser.jar.values()].map(({ pair }) => pair).join('; ')
    const guess = async (n: number) =>
      (
        await fetch(`${bed.url}${arrival.url.pathname}/login`, {
          method: 'POST',
          redirect: 'manual',
          headers: {
            cookie,
            'content-type': 'application/x-www-form-urlencoded',
            'x-forwarded-for': `10.9.${Math.floor((n % 1000) / 250)}.${n % 250}`,
          },
          body: new URLSearchParams({ email, password: `wrong ${n}` }).toString(),
        })
      ).status
    const counts: Record<number, number> = {}
    for (let n = 0; n < (isWhole ? 10_000 : 1000); n += 20)
      for (const status of await Promise.all(Array.from({ length: 20 }, (_, i) => guess(n + i))))
        counts[status] = (counts[status] ?? 0) + 1
    expect(counts[401]).toBeGreaterThanOrEqual(10)
    expect(counts[401]).toBeLessThanOrEqual(60)
    expect(Object.keys(counts).filter((status) => Number(status) < 400)).toEqual([])
  } finally {
    await bed.close()
  }
}, 300_000)
