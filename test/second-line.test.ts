import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inOrg, readOrg, system, type View } from '../src/server/base/db/door.ts'
import { openWorld, type OpenWorld } from './world.ts'

// What row security still holds when a query forgets its condition.
let open: OpenWorld
let customer_id: string
beforeAll(async () => {
  open = await openWorld()
  const row = await open.row<{ id: string }>(
    "select c.id from customers c join people p on p.id = c.person_id where p.email = 'customer@green-acres.example' and c.organization_id = $1",
    [open.world.green.id],
  )
  customer_id = row.id
  await open.rows("insert into audit (organization_id, action) values ($1, 'POST /api/x')", [
    open.world.green.id,
  ])
})
afterAll(() => open?.close())

const tables = [
  'audit',
  'messages',
  'invitations',
  'events',
  'payment_intents',
  'charge_attempts',
  'teams',
] as const
const idsIn = async (view: Omit<View, 'organization_id'>, query: string) => {
  const whole = { organization_id: open.world.green.id, ...view }
  const { rows } = await readOrg(open.app.store, whole, system, (tx) =>
    sql.raw<Record<string, string | string[] | null>>(query).execute(tx),
  )
  return rows
}

describe.each(tables)('select * from %s', (table) => {
  it('shows nothing of another organization to any sight', async () => {
    const { n } = await open.row<{ n: number }>(
      `select count(*)::int as n from ${table} where organization_id = $1`,
      [open.world.bright.id],
    )
    if (table === 'teams' || table === 'events') expect(n).toBeGreaterThan(0)
    for (const sight of ['all', 'customer', 'team'] as const)
      for (const { organization_id } of await idsIn(
        { sight, customer_id, team_ids: [] },
        `select organization_id from ${table}`,
      ))
        expect(organization_id).toBe(open.world.green.id)
  })
})

it.each<[string, string]>([
  ['audit', 'false'],
  ['invitations', 'false'],
  ['messages', `customer_id = $1`],
  ['events', `customer_id = $1`],
  [
    'payment_intents',
    `invoice_id in (select id from invoices where customer_id = $1 and doc <> 'draft')`,
  ],
  [
    'charge_attempts',
    `invoice_id in (select id from invoices where customer_id = $1 and doc <> 'draft')`,
  ],
])('a customer reads only their own of %s', async (table, own) => {
  const { n, others } = await open.row<{ n: number; others: string }>(
    `select count(*) filter (where (${own}) and $1::uuid is not null)::int as n, count(*) filter (where not (${own}) or (${own}) is null)::int as others from ${table} where organization_id = $2`,
    [customer_id, open.world.green.id],
  )
  expect(
    await idsIn({ sight: 'customer', customer_id }, `select 1 as one from ${table}`),
  ).toHaveLength(n)
  if (['audit', 'messages', 'events'].includes(table)) expect(others).toBeGreaterThan(0)
})

it('a customer knows only the teams that work for them', async () => {
  const all = await idsIn({ sight: 'all' }, 'select id from teams')
  const own = await idsIn({ sight: 'customer', customer_id }, 'select id from teams')
  expect(own.length).toBeGreaterThan(0)
  expect(own.length).toBeLessThan(all.length)
})

it('a crew reads no audit, only the letters and codes of customers it may invite, and what its teams did', async () => {
  const { id: team_id } = await open.row<{ id: string }>(
    'select id from teams where organization_id = $1 order by name limit 1',
    [open.world.green.id],
  )
  const crew = (query: string) => idsIn({ sight: 'team', team_ids: [team_id] }, query)
  expect(await crew('select 1 as one from audit')).toEqual([])
  expect(await crew("select 1 as one from messages where template <> 'customer_invite'")).toEqual(
    [],
  )
  expect(
    await crew("select 1 as one from invitations where kind not in ('customer', 'permanent')"),
  ).toEqual([])
  const events = await crew('select team_ids from events')
  expect(events.length).toBeGreaterThan(0)
  for (const { team_ids } of events) expect(team_ids).toContain(team_id)
  for (const table of ['payment_intents', 'charge_attempts'])
    expect(
      await crew(`select 1 as one from ${table} where not crew_has_invoice(invoice_id)`),
    ).toEqual([])
})

/** Tables of organizations that ask for nothing but the organization, and why. */
const sharedTables: Record<string, string> = {
  business_hours: 'anybody may know when it is open',
  closed_dates: 'anybody may know when it is closed',
  message_wordings: 'what somebody does sends letters in these words',
  organization_logos: 'on every page and letter',
  organizations: 'the business itself',
  services: 'what it offers, and what it costs',
  tax_rates: 'on every bill',
}
it('every table of an organization says what a customer and a crew may read of it', async () => {
  const rows = await open.rows<{ name: string }>(
    `select c.relname as name from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
     where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
       and exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant')
       and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'sight' and not p.polpermissive)
     order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(sharedTables).toSorted())
})

describe('inside an organization', () => {
  const asOwnerOf = (statement: string) => {
    const view: View = {
      organization_id: open.world.green.id,
      sight: 'all',
      person_id: open.world.green.people['owner']!.id,
    }
    return inOrg(open.app.store, view, system, (tx) => sql.raw(statement).execute(tx))
  }

  it.each([
    "update people set platform_role = 'admin' where id = app_person()",
    "update people set email = 'x@x.example' where id = app_person()",
    "update people set status = 'inactive' where id = app_person()",
    "update people set name = 'Somebody' where id <> app_person()",
    "insert into people (email) values ('y@y.example')",
    'delete from people where id = app_person()',
    'create table mine (n int)',
    'alter table people disable row level security',
    'drop policy tenant on customers',
    'drop table shift_breaks',
    'select purge_audit()',
    'select purge_security()',
    'select value from setting',
  ])('denied: %s', async (statement) => {
    await expect(asOwnerOf(statement)).rejects.toMatchObject({ code: '42501' })
  })

  it('somebody invited becomes active when they join', async () => {
    await open.rows("update people set status = 'invited' where id = $1", [
      open.world.green.people['owner']!.id,
    ])
    await asOwnerOf("update people set status = 'active' where id = app_person()")
    expect(
      await open.rows('select status from people where id = $1', [
        open.world.green.people['owner']!.id,
      ]),
    ).toEqual([{ status: 'active' }])
  })
})

it('functions that look past a wall find only our tables, and nobody else may call them', async () => {
  expect(
    await open.rows(
      `select p.oid::regprocedure::text as name from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace
         and (not coalesce('search_path=public, pg_temp' = any (p.proconfig), false) or exists (
           select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0))`,
    ),
  ).toEqual([])
})
