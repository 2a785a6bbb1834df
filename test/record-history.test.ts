import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { historyFields, recordKinds } from '../src/domain/base/record-history.ts'
import { asOwner, onPlatform, system } from '../src/server/base/db/door.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
let manager: Caller
let customer_id: string
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  manager = await open.as('manager@green-acres.example')
  const { body } = await owner('GET /api/owner/customers', { query: { q: 'Casey Walker' } })
  customer_id = body.customers[0]!.id
})
afterAll(() => open?.close())

type Entry = {
  id: string
  record: string
  title: string
  act: string | null
  person: { name: string } | null
  changes: { field: string; from: string | null; to: string | null }[]
}
const read = async (
  record: 'customer' | 'invoice' | 'person' | 'visit',
  id: string,
  caller = owner,
  query: object = {},
) =>
  (await caller('GET /api/owner/record-changes', { query: { record, id, ...query } })).body
    .entries as Entry[]

describe('the columns whose changes are kept', () => {
  it('each have words, so a new one needs some', async () => {
    const rows = await open.rows<{ record: string; column_name: string }>(
      `select split_part(encode(t.tgargs, 'escape'), '\\000', 1) as record, a.attname as column_name
        from pg_trigger t join pg_attribute a on a.attrelid = t.tgrelid and a.attnum > 0 and not a.attisdropped
        where t.tgname = 'note_change'
          and a.attname <> all (string_to_array(split_part(encode(t.tgargs, 'escape'), '\\000', 2), ','))
          and a.attname not in ('id', 'organization_id', 'series_id', 'original_date', 'created_at')`,
    )
    expect(new Set(rows.map(({ record }) => record))).toEqual(new Set(recordKinds))
    const silent = rows.filter(
      ({ record, column_name }) =>
        !(column_name in historyFields(record as (typeof recordKinds)[number])),
    )
    expect(silent).toEqual([])
  })
})

describe('GET /api/owner/record-changes', () => {
  it('says nothing of a code that is made when somebody looks at a customer', async () => {
    const [never] = await open.rows<{ id: string }>(
      'select id from customers where referral_code is null and organization_id = $1 and archived_at is null limit 1',
      [open.world.green.id],
    )
    const before = await read('customer', never!.id)
    const { body } = await owner('GET /api/owner/customers/{id}/referral', {
      params: { id: never!.id },
    })
    expect(body.link).toContain('http')
    expect(await read('customer', never!.id)).toEqual(before)
  })

  it('says the old and the new value, who changed it, and in which call', async () => {
    const changed = await manager('PUT /api/owner/customers/{id}', {
      params: { id: customer_id },
      body: { name: 'Casey Walker-Stone', gate_code: '4711' },
    })
    expect(changed.status).toBe(200)
    const [newest] = await read('customer', customer_id)
    expect(newest).toMatchObject({
      record: 'customer',
      person: { name: expect.any(String) },
      act: expect.stringMatching(/contact details/),
      changes: expect.arrayContaining([
        { field: 'Name', from: 'Casey Walker', to: 'Casey Walker-Stone' },
        { field: 'Gate code', from: null, to: 'changed' },
      ]),
    })
    expect(
      JSON.stringify(await open.rows('select before, after from record_changes')),
    ).not.toContain('4711')
    const [entry] = (await owner('GET /api/owner/audit', { query: { limit: 1 } })).body.entries
    expect(entry!.changes).toContainEqual({
      field: 'Name',
      from: 'Casey Walker',
      to: 'Casey Walker-Stone',
    })
  })

  it('a customer’s includes their visits and invoices', async () => {
    const [visit] = await open.rows<{ series_id: string; original_date: string }>(
      `select series_id, original_date::text from visits where customer_id = '${customer_id}' and status = 'scheduled' limit 1`,
    )
    const id = visit && `${visit.series_id}:${visit.original_date}`
    await asOwner(open.app.store, (tx) =>
      sql`update invoices set notes = 'Thank you' where id = (select id from invoices where customer_id = ${customer_id}::uuid limit 1)`.execute(
        tx,
      ),
    )
    const [invoice] = await read('customer', customer_id)
    expect(invoice).toMatchObject({
      record: 'invoice',
      title: expect.stringMatching(/invoice/i),
      person: null,
      changes: [{ field: 'Notes', to: 'Thank you' }],
    })
    if (!id) return
    await asOwner(open.app.store, (tx) =>
      sql`update visits set start_minutes = 555 where series_id = ${visit.series_id}::uuid and original_date = ${visit.original_date}::date`.execute(
        tx,
      ),
    )
    const [own] = await read('visit', id)
    expect(own).toMatchObject({
      title: expect.stringMatching(/^Visit of /),
      changes: [{ field: 'Start', to: '9:15 AM' }],
    })
    expect((await read('customer', customer_id)).map((one) => one.id)).toContain(own!.id)
  })

  it('a person’s own changes reach every business they work for, page by page', async () => {
    const me = (await manager('GET /api/users/me')).body
    await manager('PUT /api/users/update-me', { body: { name: 'Mia Chen' } })
    await manager('PUT /api/users/update-me', { body: { name: 'Mia Chan' } })
    const [second, first] = await read('person', me.id)
    expect(second!.changes).toEqual([{ field: 'Name', from: 'Mia Chen', to: 'Mia Chan' }])
    const { body } = await owner('GET /api/owner/record-changes', {
      query: { record: 'person', id: me.id, limit: 1 },
    })
    const rest = await read('person', me.id, owner, { cursor: body.next_cursor, limit: 1 })
    expect([body.entries[0]!.id, rest[0]!.id]).toEqual([second!.id, first!.id])
  })

  it('shows nothing of another organization, and nothing of no id', async () => {
    const bright = await open.as('owner@bright-side.example')
    expect(await read('customer', customer_id, bright)).toEqual([])
    expect(await read('customer', 'nobody')).toEqual([])
  })

  it('is for the office alone, and nobody can rewrite it', async () => {
    const crew = await open.as('leader@green-acres.example')
    const query = { record: 'customer' as const, id: customer_id }
    expect((await crew('GET /api/owner/record-changes', { query })).status).toBe(403)
    const change = (tx: Parameters<Parameters<typeof onPlatform>[2]>[0]) =>
      sql`update record_changes set before = '{}'`.execute(tx)
    await expect(onPlatform(open.app.store, system, change)).rejects.toThrow(/permission denied/)
  })

  it('goes after seven years', async () => {
    await asOwner(open.app.store, (tx) =>
      sql`insert into record_changes (organization_id, record, record_id, before, after, at) values
        (${open.world.green.id}::uuid, 'person', 'old', '{}', '{}', pg_catalog.now() - interval '7 years 1 day'),
        (${open.world.green.id}::uuid, 'person', 'young', '{}', '{}', pg_catalog.now() - interval '6 years')`.execute(
        tx,
      ),
    )
    await onPlatform(open.app.store, system, (tx) => sql`select purge_audit()`.execute(tx))
    const left = await open.rows(
      `select record_id from record_changes where record_id in ('old', 'young')`,
    )
    expect(left).toEqual([{ record_id: 'young' }])
  })
})
