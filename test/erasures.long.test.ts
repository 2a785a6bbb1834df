import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '../src/server/base/db/door.ts'
import { runErasures } from '../src/server/flows/erasures/run.ts'
import { openWorld, type Caller, type OpenWorld } from './world.ts'

let open: OpenWorld
let owner: Caller
let customer: Caller
let crew: Caller
beforeAll(async () => {
  open = await openWorld()
  owner = await open.as('owner@green-acres.example')
  customer = await open.as('customer@green-acres.example')
  crew = await open.as('crew@green-acres.example')
})
afterAll(() => open?.close())

const ask = (caller: Caller) => caller('POST /api/me/erasure', { body: { sure: true } })
const run = (statement: string) => asOwner(open.app.store, (tx) => sql.raw(statement).execute(tx))
const letters = () =>
  open.rows<{ subject: string }>(
    `select subject from messages where template = 'erasure' order by id`,
  )

/** Tables that still hold one of these texts anywhere, in any column. */
async function tablesWith(texts: readonly string[], whole = false): Promise<string[]> {
  const tables = await open.rows<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const found: string[] = []
  for (const { name } of tables)
    for (const text of texts) {
      const [row] = await open.rows<{ n: number }>(
        `select count(*)::int as n from ${name} x where ${whole ? 'x::text ~* mark_pattern($1)' : 'strpos(lower(x::text), lower($1)) > 0'}`,
        [text],
      )
      if (row!.n > 0) found.push(`${name}: ${text}`)
    }
  return found
}

/** Both runs of the job: the last letter, and an hour later the deletion. */
async function carryOut() {
  await run(`update erasures set due_at = now() - interval '1 second' where done_at is null`)
  await runErasures(open.app)
  await run(`update erasures set told_at = now() - interval '2 hours' where done_at is null`)
  await runErasures(open.app)
}

describe('POST /api/me/erasure', () => {
  it('409 owns_business, platform_staff, bills_open', async () => {
    expect((await ask(owner)).body.code).toBe('owns_business')
    const admin = await open.as('admin@fieldhive.example')
    expect((await ask(admin)).body.code).toBe('platform_staff')
    const [debtor] = await open.rows<{ email: string }>(
      `select p.email from customers c join people p on p.id = c.person_id join invoices i on i.customer_id = c.id
        where i.doc = 'open' and i.money in ('none', 'failed') and i.total_cents > i.paid_cents and p.email <> 'customer@green-acres.example' limit 1`,
    )
    expect((await ask(await open.as(debtor!.email))).body.code).toBe('bills_open')
  })

  it('sets a day two weeks ahead, once, tells them, and shows the office', async () => {
    const first = await ask(customer)
    expect(first.status).toBe(200)
    const days = (Date.parse(first.body.due_at!) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(14)
    expect((await ask(customer)).body).toEqual(first.body)
    expect((await customer('GET /api/me/erasure')).body).toEqual(first.body)
    expect(await letters()).toEqual([{ subject: 'Your personal data will be deleted' }])
    expect((await owner('GET /api/owner/erasures')).body.erasures).toMatchObject([
      { name: 'Casey Walker', role: 'user', due_at: first.body.due_at },
    ])
    const bright = await open.as('owner@bright-side.example')
    expect((await bright('GET /api/owner/erasures')).body.erasures).toEqual([])
  })

  it('is taken back: nothing happens when the day comes', async () => {
    expect((await customer('POST /api/me/erasure/cancel')).body.due_at).toBeNull()
    expect((await letters()).at(-1)).toEqual({ subject: 'Your personal data stays' })
    await carryOut()
    expect((await customer('GET /api/users/me')).body.name).toBe('Casey Walker')
  })

  it('does nothing before the day', async () => {
    await ask(customer)
    await runErasures(open.app)
    expect((await customer('GET /api/users/me')).body.name).toBe('Casey Walker')
  })
})

describe('a bill that came since', () => {
  it('is to be paid first, which its customer hears once', async () => {
    const [casey] = await open.rows<{ id: string }>(
      `select id from customers where email = 'customer@green-acres.example'`,
    )
    const lines = [{ description: 'Hedges', unit_price_cents: 5000 }]
    const { invoice } = (
      await owner('POST /api/invoices', { body: { customer_id: casey!.id, lines } })
    ).body
    const before = (await letters()).length
    for (let times = 0; times < 2; times++) await carryOut()
    expect((await letters()).slice(before)).toEqual([
      { subject: 'Your personal data is not deleted yet' },
    ])
    expect((await customer('GET /api/users/me')).body.name).toBe('Casey Walker')
    await owner('POST /api/invoices/{id}/void', { params: { id: invoice.id }, body: {} })
    await run(`update erasures set told_at = null, due_at = now() + interval '1 day'`)
  })
})

describe('the day a customer’s data is deleted', () => {
  it('leaves nothing that names them in any table, and keeps the books as they were', async () => {
    const [person] = await open.rows<Record<string, string>>(
      `select p.id, p.email, p.phone_number, c.id as customer_id, c.phone_number as e164, c.phone_display, l.street
        from people p join customers c on c.person_id = p.id join service_locations l on l.customer_id = c.id
        where p.email = 'customer@green-acres.example' limit 1`,
    )
    const { id, customer_id, email, street, e164 } = person!
    // A column that somebody adds later is covered too.
    await run(`alter table customers add column nickname text`)
    await run(
      `update customers set nickname = 'Casey Walker (${email})' where id = '${customer_id}'`,
    )
    // What they wished for says something of their home, too.
    await run(
      `update customers set available_days = '{tue}', service_frequency = 'weekly', wishes_before = '{"services_selected":[{"key":"Behind the shed"}]}', locale = 'es', tags = '{Behind the shed}', pause_reason = 'Behind the shed' where id = '${customer_id}'`,
    )
    const books = () =>
      open.rows(
        `select (select count(*)::int from invoices where customer_id = $1) as invoices, (select sum(total_cents)::text from invoices where customer_id = $1) as billed,
          (select sum(amount_cents)::text from payments where customer_id = $1) as paid, (select count(*)::int || ' ' || sum(amount_cents)::text from ledger_entries where invoice_id in (select id from invoices where customer_id = $1) or payment_id in (select id from payments where customer_id = $1)) as ledger`,
        [customer_id],
      )
    const addFile = (purpose: string) =>
      open.rows(
        `insert into files (organization_id, id, purpose, series_id, original_date, customer_id, type, bytes, width, height, content, thumbnail, person_id, made_at)
          select organization_id, uuid7(), $2, uuid7(), '2027-06-01', id, 'image/jpeg', 1, 1, 1, 'x', 'x', $3, now() from customers where id = $1`,
        [customer_id, purpose, open.world.green.people['crew']!.id],
      )
    await addFile('before')
    await addFile('signature')
    const portrait = () => open.rows(`select 1 from person_pictures where person_id = $1`, [id])
    await run(`insert into person_pictures (person_id, hash, content) values ('${id}', 'x', 'x')`)
    const kept = () =>
      open.rows(
        `select distinct purpose from files where customer_id = $1 and content is not null order by 1`,
        [customer_id],
      )
    expect(await kept()).toContainEqual({ purpose: 'before' })
    const before = await books()
    expect(before[0]!.invoices).toBeGreaterThan(0)
    const traces = [email!, e164!, 'Casey Walker', street!]
    expect((await tablesWith(traces)).length).toBeGreaterThan(5)
    await carryOut()
    expect(await tablesWith(traces)).toEqual([])
    expect(await books()).toEqual(before)
    // Photos of their home go; a signature proves work that was billed.
    expect(await kept()).toEqual([{ purpose: 'signature' }])
    expect(await portrait()).toEqual([])
    expect(
      await open.rows(`select name, status, person_id from customers where id = $1`, [customer_id]),
    ).toEqual([{ name: 'Deleted customer', status: 'archived', person_id: null }])
    expect(await tablesWith(['Behind the shed'])).toEqual([])
    expect(
      await open.rows(
        `select available_days, service_frequency, services_selected, wishes_before, locale from customers where id = $1`,
        [customer_id],
      ),
    ).toEqual([
      {
        available_days: [],
        service_frequency: null,
        services_selected: [],
        wishes_before: null,
        locale: null,
      },
    ])
    expect(await open.rows(`select 1 from person_identities where person_id = $1`, [id])).toEqual(
      [],
    )
    await open.app.security.written()
    expect(
      await open.rows(
        `select event from security_events where person_id = $1 and event like '%eras%' order by id`,
        [id],
      ),
    ).toEqual([
      { event: 'erasure_asked' },
      { event: 'erasure_cancelled' },
      { event: 'erasure_asked' },
      { event: 'personal_data_erased' },
    ])
    // A token of before brings nobody back.
    expect((await customer('GET /api/users/me')).status).toBe(401)
    expect(await tablesWith(traces)).toEqual([])
  })

  it('leaves other customers alone', async () => {
    const { customers } = (await owner('GET /api/owner/customers', { query: { limit: 50 } })).body
    expect(customers.length).toBeGreaterThan(3)
    const emptied = await open.rows(
      `select name from customers where name ilike '%deleted%' or email ilike '%deleted%'`,
    )
    expect(emptied).toEqual([{ name: 'Deleted customer' }])
  })
})

describe('the day a crew member’s data is deleted', () => {
  it('ends their work and takes their name out; their hours stay', async () => {
    const [person] = await open.rows<{ id: string; name: string; email: string }>(
      `select id, name, email from people where email = 'crew@green-acres.example'`,
    )
    const { id, name, email } = person!
    const hours = () =>
      open.rows(`select count(*)::int as n from shifts where person_id = $1`, [id])
    const before = await hours()
    expect((await ask(crew)).status).toBe(200)
    await carryOut()
    expect(await tablesWith([name, email], true)).toEqual([])
    // An address that ends the same is somebody else's.
    expect(
      await open.rows(`select 1 from people where email = 'west-crew@green-acres.example'`),
    ).toHaveLength(1)
    expect(
      await open.rows(`select 1 from messages where recipient like '%deleted-%crew%'`),
    ).toEqual([])
    expect(await hours()).toEqual(before)
    const { people } = (await owner('GET /api/owner/people')).body
    expect(people).toContainEqual(
      expect.objectContaining({ id, name: 'Deleted person', email: null, status: 'inactive' }),
    )
  })
})

describe('the owner of a business that is closed', () => {
  it('can have their data deleted, and leaves room for another owner', async () => {
    const admin = await open.as('admin@fieldhive.example')
    const bright = await open.as('owner@bright-side.example')
    const { id } = open.world.bright
    const setStatus = (status: 'active' | 'inactive') =>
      admin('POST /api/admin/update-organization', { body: { id, status } })
    expect((await ask(bright)).body.code).toBe('owns_business')
    await setStatus('inactive')
    expect((await ask(bright)).status).toBe(200)
    await carryOut()
    // The business has the same address, which customers who still owe need.
    expect(await tablesWith(['owner@bright-side.example'], true)).toEqual([
      'organizations: owner@bright-side.example',
    ])
    await setStatus('active')
    const next = { email: 'next@bright-side.example', name: 'Nora Next', role: 'owner' as const }
    expect(
      await admin('POST /api/admin/create-user', { body: { ...next, organization_id: id } }),
    ).toMatchObject({ status: 201 })
  })
})
