import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../src/domain/base/dates.ts'
import { sealPlainGateCodes } from '../src/server/customers/seal-plain.ts'
import { onPlatform, system } from '../src/server/base/db/door.ts'
import { sealPlainImports } from '../src/server/flows/imports/seal-plain.ts'
import { sql } from 'kysely'
import { dumpOf, placesOf } from './dump.ts'
import { openWorld, type BodyFor, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
let manager: Caller
let leader: Caller
let crew: Caller
beforeAll(async () => {
  open = await openWorld()
  const as = (name: string) => open.as(`${name}@green-acres.example`)
  ;[owner, manager, leader, crew] = await Promise.all([
    as('owner'),
    as('manager'),
    as('leader'),
    as('crew'),
  ])
})
afterAll(() => open?.close())

const today = (days = 0) => addDays(open.world.green.today, days)
const casey = () => open.world.green.customers['casey']!.id
let n = 0
const newCode = () => `QX${++n}-47#${n}Z`
const typed: string[] = []
const code = () => {
  typed.push(newCode())
  return typed.at(-1)!
}

const add = async (body: BodyFor<'POST /api/owner/customers'>) => {
  const reply = await owner('POST /api/owner/customers', {
    body: { status: 'active', ...body },
    key: `add-customer-${++n}`,
  })
  expect(reply.status, JSON.stringify(reply.body)).toBe(201)
  return reply.body
}
const change = (id: string, gate_code: string | null) =>
  owner('PUT /api/owner/customers/{id}', { params: { id }, body: { gate_code } })
const look = (
  who: Caller,
  id: string,
  body: BodyFor<'POST /api/owner/customers/{id}/gate-code-looks'> = { screen: 'customer' },
) => who('POST /api/owner/customers/{id}/gate-code-looks', { params: { id }, body })
const looksOf = async (id: string) =>
  (await owner('GET /api/owner/customers/{id}/gate-code-looks', { params: { id } })).body.looks
/** A visit of a customer, untimed; its occurrence id. */
async function planned(
  customer_id: string,
  { days = 0, team = 'North Crew' }: { days?: number; team?: string | null } = {},
): Promise<string> {
  const { status, body } = await owner('POST /api/schedule', {
    body: {
      customer_id,
      service_key: 'mowing',
      pattern: 'once',
      start_date: today(days),
      team_id: team && open.world.green.teams[team],
    },
    key: `plan-visit-${++n}`,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.first_visit!.occurrence_id
}
const atStop = (who: Caller, visit: string) =>
  who('POST /api/crew/gate-code-looks', { body: { visit } })
const onPhone = async (who: Caller) => (await who('POST /api/crew/gate-codes')).body
const kept = async (who: Caller, visit: string) =>
  (await onPhone(who)).codes.find((one) => one.visit === visit)?.gate_code

describe('the office', () => {
  it('keeps a code that no other answer shows, and each look is a row', async () => {
    const given = code()
    const saved = await change(casey(), ` ${given} `)
    expect(saved).toMatchObject({ status: 200, body: { has_gate_code: true } })
    const lists = [
      saved,
      await owner('GET /api/owner/customers/{id}', { params: { id: casey() } }),
      await owner('GET /api/owner/customers'),
      await owner('GET /api/schedule', { query: { from: today(), to: today(14) } }),
      await leader('GET /api/schedule', { query: { from: today(), to: today(14) } }),
      await leader('GET /api/crew/customers'),
    ]
    for (const { body } of lists) expect(JSON.stringify(body)).not.toContain(given)

    expect(await looksOf(casey())).toEqual([])
    expect(await look(manager, casey())).toMatchObject({ status: 200, body: { gate_code: given } })
    expect(await looksOf(casey())).toMatchObject([
      { person_name: 'Morgan Ellis', team_name: null, screen: 'customer', visit_date: null },
    ])
  })

  it('sees it for a visit of that customer only', async () => {
    const visit = await planned(casey(), { days: 20 })
    expect(await look(owner, casey(), { screen: 'visit', visit })).toMatchObject({ status: 200 })
    expect((await looksOf(casey()))[0]).toMatchObject({ screen: 'visit', visit_date: today(20) })
    const other = await add({ name: 'Another Gate', gate_code: code() })
    expect(await look(owner, other.id, { screen: 'visit', visit })).toMatchObject({ status: 404 })
    expect(await looksOf(other.id)).toEqual([])
  })

  it('without a code there is nothing to see, and nobody saw anything', async () => {
    const { id } = await add({ name: 'No Gate' })
    expect(await look(owner, id)).toMatchObject({ status: 200, body: { gate_code: null } })
    expect(await looksOf(id)).toEqual([])
  })

  it('saving the same code changes nothing in the history; another one does', async () => {
    const given = code()
    const { id } = await add({ name: 'Same Gate', gate_code: given })
    const changes = () =>
      open.rows(
        "select before, after from record_changes where customer_id = $1 and after ? 'gate_code_sealed'",
        [id],
      )
    await change(id, given)
    expect(await changes()).toEqual([])
    await change(id, code())
    expect(await changes()).toEqual([
      { before: { gate_code_sealed: '•••' }, after: { gate_code_sealed: '•••' } },
    ])
  })

  it.each([
    ['payee', 'payee@green-acres.example', 403],
    ['a crew leader', 'leader@green-acres.example', 403],
    ['another business', 'owner@bright-side.example', 404],
    ['the customer', 'customer@green-acres.example', 403],
  ])('nobody else: %s, %s: %i', async (_, email, status) => {
    expect((await look(await open.as(email), casey())).status).toBe(status)
  })

  it('403 impersonation_denied for support, who acts as the owner', async () => {
    const admin = await open.as('admin@fieldhive.example')
    const started = await admin('POST /api/admin/impersonate/start', {
      body: { user_id: open.world.green.people['manager']!.id, reason: 'A test' },
    })
    const headers = { cookie: started.headers.get('set-cookie')!.split(';')[0]! }
    expect(
      await admin('POST /api/owner/customers/{id}/gate-code-looks', {
        params: { id: casey() },
        body: { screen: 'customer' },
        headers,
      }),
    ).toMatchObject({ status: 403, body: { code: 'impersonation_denied' } })
    await admin('POST /api/admin/impersonate/stop', { headers })
  })
})

describe('the crew of a visit', () => {
  /** A customer with a gate code, and a visit there. */
  async function gated(where: { days?: number; team?: string | null } = {}) {
    const given = code()
    const { id } = await add({ name: `Crew Gate ${n}`, gate_code: given })
    return { id, given, visit: await planned(id, where) }
  }
  const act = async (name: string, rule_id: string) => {
    const reply = await owner.raw(`POST /api/schedule/{rule_id}/${name}`, {
      params: { rule_id },
      body: {},
    })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  }

  it('sees it on the day, and the office sees who', async () => {
    const { id, given, visit } = await gated()
    expect(await atStop(crew, visit)).toMatchObject({ status: 200, body: { gate_code: given } })
    expect(await looksOf(id)).toMatchObject([
      { person_name: 'Cam Reyes', team_name: 'North Crew', screen: 'stop', visit_date: today() },
    ])
  })

  it('gets it on the phone for the day, which is written down once', async () => {
    const { id, given, visit } = await gated()
    expect(await kept(leader, visit)).toBe(given)
    expect(await kept(leader, visit)).toBe(given)
    expect(await looksOf(id)).toMatchObject([{ person_name: 'Luis Ortega', screen: 'phone' }])
    const { day, ends_at } = await onPhone(leader)
    expect(day).toBe(today())
    expect(Date.parse(ends_at)).toBeGreaterThan(Date.now())
    expect(Date.parse(ends_at)).toBeLessThanOrEqual(Date.now() + 25 * 3_600_000)
  })

  it('not days before: 409 gate_code_early', async () => {
    const { id, visit } = await gated({ days: 2 })
    expect(await atStop(crew, visit)).toMatchObject({
      status: 409,
      body: { code: 'gate_code_early' },
    })
    expect(await kept(crew, visit)).toBeUndefined()
    expect(await looksOf(id)).toEqual([])
  })

  it.each(['South Crew', null])('not another crew, of a visit of %s: 404', async (team) => {
    const { visit } = await gated({ team })
    expect((await atStop(crew, visit)).status).toBe(404)
    expect(await kept(crew, visit)).toBeUndefined()
  })

  it('the one it is given to, and the first one no more', async () => {
    const { given, visit } = await gated()
    const { email } = open.world.green.people['south-leader']!
    await open.app.identity!.createAccount({
      email,
      name: 'Sofia Lind',
      password: 'fieldhive-demo',
      email_verified: true,
    })
    const south = await open.as(email)
    expect((await atStop(south, visit)).status).toBe(404)
    const given_to = await owner('POST /api/schedule/set-time', {
      body: { rule_id: visit, team_id: open.world.green.teams['South Crew'] },
    })
    expect(given_to.status, JSON.stringify(given_to.body)).toBe(200)
    expect(await atStop(south, visit)).toMatchObject({ status: 200, body: { gate_code: given } })
    expect((await atStop(crew, visit)).status).toBe(404)
    expect(await kept(crew, visit)).toBeUndefined()
  })

  it('until it is done, and again once it is reopened', async () => {
    const { given, visit } = await gated()
    await act('complete', visit)
    expect(await atStop(crew, visit)).toMatchObject({ status: 409, body: { code: 'visit_done' } })
    expect(await kept(crew, visit)).toBeUndefined()
    await act('reopen', visit)
    expect(await atStop(crew, visit)).toMatchObject({ status: 200, body: { gate_code: given } })
  })

  it('not of a cancelled visit: 409 visit_cancelled', async () => {
    const { visit } = await gated()
    await act('skip', visit)
    expect(await atStop(crew, visit)).toMatchObject({
      status: 409,
      body: { code: 'visit_cancelled' },
    })
  })

  it('a leader who types another one does not read it back', async () => {
    const visit = await planned(casey())
    const next = code()
    const reply = await leader('PUT /api/crew/customers/{id}', {
      params: { id: casey() },
      body: { gate_code: next },
    })
    expect(reply.status).toBe(200)
    expect(JSON.stringify(reply.body)).not.toContain(next)
    expect((await atStop(crew, visit)).body.gate_code).toBe(next)
  })
})

describe('the customer', () => {
  it('reads who looked at their own code, and nothing of others', async () => {
    const customer = await open.as('customer@green-acres.example')
    const own = await customer('GET /api/users/gate-code-looks')
    expect(own).toMatchObject({ status: 200, body: { has_gate_code: true } })
    expect(own.body.looks).toEqual(await looksOf(casey()))
    expect(own.body.looks[0]).toMatchObject({ person_name: 'Cam Reyes', team_name: 'North Crew' })
    const declined = await open.as('declined@green-acres.example')
    expect((await declined('GET /api/users/gate-code-looks')).body).toEqual({
      has_gate_code: false,
      looks: [],
    })
  })
})

describe('the list of customers as a file', () => {
  const file = async (who: Caller): Promise<string> =>
    (await who('GET /api/owner/customers/export')).body
  it('has gate codes for the owner only, who is written down', async () => {
    const given = code()
    const { id } = await add({ name: 'File Gate', gate_code: given })
    expect(await file(manager)).not.toContain(given)
    expect(await looksOf(id)).toEqual([])
    expect(await file(owner)).toContain(given)
    expect(await looksOf(id)).toMatchObject([{ person_name: 'Dana Green', screen: 'export' }])
  })
})

describe('a merge', () => {
  it('seals the code again for the customer who is kept, with who looked', async () => {
    const given = code()
    const keep = await add({ name: 'Merged Gate' })
    const from = await add({ name: 'Merged Gate', gate_code: given })
    await look(owner, from.id)
    const merged = await owner('POST /api/owner/customers/{id}/merge', {
      params: { id: keep.id },
      body: { from: from.id },
    })
    expect(merged.status).toBe(200)
    expect(await look(manager, keep.id)).toMatchObject({ body: { gate_code: given } })
    expect(await looksOf(keep.id)).toHaveLength(2)
  })

  it('a sealed code that was moved to another row opens nothing', async () => {
    const { id } = await add({ name: 'Thief', gate_code: code() })
    await open.rows(
      'update customers set gate_code_sealed = (select gate_code_sealed from customers where id = $2) where id = $1',
      [id, casey()],
    )
    expect(await look(owner, id)).toMatchObject({
      status: 409,
      body: { code: 'gate_code_unreadable' },
    })
    await change(id, null)
  })
})

describe('an import', () => {
  const upload = async (rows: string) => {
    const { body } = await owner('POST /api/owner/imports', {
      body: `Customer ID,Name,Email,Gate code\r\n${rows}\r\n`,
      headers: { 'content-type': 'application/octet-stream' },
      query: { file_name: 'gates.csv' },
    })
    const call = async (name: string, more: object = {}) => {
      const reply = await owner.raw(`POST /api/owner/imports/{id}/${name}`, {
        params: { id: body.id },
        body: more,
      })
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      return reply.body
    }
    await call('dry-run', { choices: {} })
    return { id: body.id, sample: body.sample, call }
  }
  const named = async (name: string): Promise<string> =>
    (await open.row<{ id: string }>('select id from customers where name = $1', [name])).id

  it('brings codes, changes one, and gives the earlier one back when it is undone', async () => {
    const [first, second] = [code(), code()]
    const one = await upload(`G1,Import Gate,import.gate@mail.example,${first}`)
    expect(one.sample).toEqual([['G1', 'Import Gate', 'import.gate@mail.example', first]])
    await one.call('commit')
    const id = await named('Import Gate')
    expect((await look(owner, id)).body.gate_code).toBe(first)

    await change(id, null)
    const two = await upload(`G1,Import Gate,import.gate@mail.example,${second}`)
    await two.call('commit')
    expect((await look(owner, id)).body.gate_code).toBe(second)
    await two.call('undo', { keep_touched: false })
    expect((await look(owner, id)).body.gate_code).toBeNull()
  })
})

describe('what an earlier version wrote', () => {
  it('is sealed at the next start, and nobody is said to have changed it', async () => {
    const [plain, before, cell] = [code(), code(), code()]
    const { id } = await add({ name: 'Old Gate' })
    const { id: import_id, organization_id } = await open.row<{
      id: string
      organization_id: string
    }>('select id, organization_id from imports limit 1')
    await open.rows('update customers set gate_code = $2 where id = $1', [id, plain])
    const changes = () =>
      open.rows('select count(*)::int as n from record_changes where customer_id = $1', [id])
    const was = await changes()
    const [row] = await open.rows('select version, updated_at from customers where id = $1', [id])
    await open.rows(
      "insert into import_rows (organization_id, import_id, kind, made_id, before) values ($1, $2, 'customer', $3, $4)",
      [organization_id, import_id, id, JSON.stringify({ id, gate_code: before })],
    )
    await open.rows('update imports set sample = $2, sample_sealed = null where id = $1', [
      import_id,
      JSON.stringify([[cell]]),
    ])
    await open.rows(
      'update import_files set rows_gzip = $2, rows_sealed = null where import_id = $1',
      [import_id, 'cGxhaW4='],
    )
    const { store, secret } = open.app
    for (let start = 0; start < 2; start++) {
      await sealPlainGateCodes(store, secret)
      await sealPlainImports(store, secret)
    }
    expect((await look(owner, id)).body.gate_code).toBe(plain)
    expect(await changes()).toEqual(was)
    expect(
      await open.rows('select version, updated_at from customers where id = $1', [id]),
    ).toEqual([row])
    expect(
      (await owner('GET /api/owner/imports/{id}', { params: { id: import_id } })).body.sample,
    ).toEqual([[cell]])
    expect(
      await open.rows('select rows_gzip from import_files where import_id = $1', [import_id]),
    ).toEqual([{ rows_gzip: null }])
  })

  it('is sealed in one start, however much there is', async () => {
    const uploaded = async (name: string): Promise<string> =>
      (
        await owner('POST /api/owner/imports', {
          body: `Name,Email\n${name},${name}@example.com\n`,
          headers: { 'content-type': 'application/octet-stream' },
          query: { file_name: `${name}.csv` },
        })
      ).body.id
    const ids = [await uploaded('First'), await uploaded('Second')]
    await open.rows(
      `update imports set sample = '[["plain"]]', sample_sealed = null where id = any($1)`,
      [ids],
    )
    await open.rows(
      "update import_files set rows_gzip = 'cGxhaW4=', rows_sealed = null where import_id = any($1)",
      [ids],
    )
    // More than are read at once.
    await open.rows(
      `insert into import_rows (organization_id, import_id, kind, made_id, before)
        select $1, $2, 'customer', gen_random_uuid(), jsonb_build_object('name', 'Was', 'gate_code', case when n > 1 then $3 end)
        from generate_series(1, 501) n`,
      [open.world.green.id, ids[0], code()],
    )
    await sealPlainImports(open.app.store, open.app.secret)
    expect(
      await open.rows(
        `select (select count(*)::int from imports where sample <> '[]') as samples,
          (select count(*)::int from import_files where rows_gzip is not null) as files,
          (select count(*)::int from import_rows where before ? 'gate_code') as before,
          (select count(before->>'gate_code_sealed')::int from import_rows where import_id = $1) as sealed`,
        [ids[0]],
      ),
    ).toEqual([{ samples: 0, files: 0, before: 0, sealed: 500 }])
  })
})

describe('the whole database', () => {
  it('has none of the codes that were typed in any way, not for the server’s own role either', async () => {
    await owner('POST /api/owner/exports', { body: {} })
    await open.until(
      async () =>
        (await owner('GET /api/owner/exports')).body.exports.every((one) => one.state === 'ready'),
      'the copy is ready',
    )
    expect(typed.length).toBeGreaterThan(10)
    const dump = await dumpOf((text) => open.rows(text))
    expect(placesOf(dump, ['Merged Gate'])).toContain('Merged Gate in public.customers')
    expect(placesOf(dump, typed)).toEqual([])
    const readable = await onPlatform(open.app.store, system, async (tx) =>
      dumpOf(async (text) =>
        text.includes('pgboss') && text.startsWith('select *')
          ? []
          : (await sql.raw<Record<string, unknown>>(text).execute(tx)).rows,
      ),
    )
    expect(placesOf(readable, ['Merged Gate'])).not.toEqual([])
    expect(placesOf(readable, typed)).toEqual([])
    expect(await open.rows('select 1 from customers where gate_code is not null')).toEqual([])
  })
})
