import { afterAll, beforeAll, expect, it } from 'vitest'
import { calls } from '../../src/api/calls.ts'
import type { CallDeclaration } from '../../src/api/kit.ts'
import { roles, type Role } from '../../src/domain/base/roles.ts'
import { fitting, idsOf, signInAsEach } from '../as-roles.ts'
import { librarySentence, nonsense, placesIn, replaced } from '../nonsense.ts'
import { sampleOf } from '../sample.ts'
import { openWorld, type Reply, type Caller, type OpenWorld } from '../world.ts'

// Each field of each call once per kind of nonsense in the full check, an eighth of the fields otherwise.
const parts = process.env['THOROUGH'] ? 1 : 8
const long = 'x'.repeat(200_000)

let open: OpenWorld
let as: Record<Role, Caller>
beforeAll(async () => {
  // Without jobs: two answers are compared, between which a payment may have settled.
  open = await openWorld({ ROLE: 'web' })
  as = await signInAsEach(open)
})
afterAll(() => open?.close())

it('a flag without a value means true, and a wrong choice says what there is', async () => {
  const bare = async (path: string, role: Role) => {
    const [method, name] = path.split('?')
    return (await as[role].raw(method!, { query: { [name!]: '' } })).body
  }
  for (const [path, role] of [
    ['GET /api/invoices?flat', 'owner'],
    ['GET /api/sales/leads?mine', 'sales'],
    ['GET /api/sales/leads?unclaimed', 'sales'],
    ['GET /api/sales/leads?all', 'sales'],
    ['GET /api/owner/customers?due', 'owner'],
  ] as const) {
    const [call, name] = path.split('?')
    const told = await as[role].raw(call!, { query: { [name!]: 'true' } })
    expect([path, told.status]).toEqual([path, 200])
    expect(await bare(path, role), path).toEqual(told.body)
  }
  const range = { from: open.world.green.today, to: open.world.green.today }
  expect(
    await as.owner.raw('GET /api/owner/revenue', { query: { by: 'source', ...range } }),
  ).toMatchObject({
    status: 422,
    body: { fields: { by: 'Use one of: month, service, team, customer.' } },
  })
})

it('no nonsense in a query or a body ends in 500 or in the words of a library', async () => {
  const ids = await idsOf(open)
  const faults = new Set<string>()
  let fields = 0
  let tried = 0
  for (const [key, call] of Object.entries(calls as Record<string, CallDeclaration>)) {
    if (call.raw === 'text/event-stream') continue
    const caller = insider(call)
    const [fit] = fitting(key, call, ids)
    const bodied =
      call.body && !call.raw_body ? sampleOf(call.body, crypto.randomUUID()) : undefined
    const sent = { params: fit!.params!, ...(bodied === undefined ? {} : { body: bodied }) }
    const report = (place: string, { status, body }: Reply) => {
      tried += 1
      const said = status < 400 ? '' : JSON.stringify([body.error, body.fields])
      if (status >= 500 || librarySentence.test(said.replace(/Use one of: [\w, -]+\./g, '')))
        faults.add(`${key} ${place}: ${status} ${said}`)
    }
    const query = call.query ? Object.keys(call.query.shape) : []
    for (const name of query) {
      fields += 1
      if (fields % parts) continue
      for (const value of ['nonsense', '', '-1', '9'.repeat(30), '{}', '%00', long.slice(0, 6000)])
        report(name, await caller.raw(key, { ...sent, query: { ...fit!.query, [name]: value } }))
    }
    for (const path of bodied === undefined ? [] : placesIn(bodied)) {
      fields += 1
      if (fields % parts) continue
      for (const value of [...nonsense, long])
        report(
          path.join('.'),
          await caller.raw(key, {
            ...sent,
            query: fit!.query!,
            body: replaced(bodied, path, value),
          }),
        )
    }
  }
  console.log(`${fields} fields, ${tried} calls`)
  expect([...faults]).toEqual([])
}, 600_000)

const insider = ({ roles: admitted }: CallDeclaration): Caller => {
  if (admitted === 'public') return open.anonymous
  const role = roles.find((one) => typeof admitted === 'string' || admitted[one] !== undefined)
  return as[role ?? 'owner']
}
