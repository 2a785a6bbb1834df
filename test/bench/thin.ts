// The ceiling: a bare handler over the same SQL. No sign-in, no validation, no audit, no events, no row security.
import { gzipSync } from 'node:zlib'
import fastify from 'fastify'
import { openEmbedded } from '../../src/server/db/embedded.ts'
import { openPostgres } from '../../src/server/db/postgres.ts'
import type { Wire } from '../../src/server/db/store.ts'

const { BENCH_DATABASE_URL: url, BENCH_DATA_DIR: dir, BENCH_ORGANIZATION: organization = '' } = process.env
const store = url ? await openPostgres(url) : await openEmbedded(dir!)
const app = fastify()
const on = async <T>(work: (wire: Wire) => Promise<T>): Promise<T> => {
  const wire = await store.acquire()
  try {
    return await work(wire)
  } finally {
    wire.release()
  }
}

const createInvoice = `with numbered as (update organizations set next_invoice_number = next_invoice_number + 1 where id = $1::uuid returning next_invoice_number - 1 as number),
  made as (insert into invoices (organization_id, number, customer_id, doc, issued_at, subtotal_cents, total_cents, source, customer_name, street, city, state, zip)
    select $1::uuid, n.number, c.id, 'open', now(), $3::bigint, $3::bigint, 'manual', c.name, c.street, c.city, c.state, c.zip from numbered n, customers c where c.organization_id = $1::uuid and c.id = $2::uuid returning *)
  , lines as (insert into invoice_lines (organization_id, invoice_id, position, description, quantity, unit_price_cents, total_cents)
    select made.organization_id, made.id, l.* from made, json_to_recordset($4::json) as l(position int, description text, quantity numeric, unit_price_cents bigint, total_cents bigint))
  select * from made`
const markPaid = `with paid as (update invoices set money = 'paid', paid_cents = total_cents, paid_at = now() where organization_id = $1::uuid and id = $2::uuid and money = 'none' returning *),
  fact as (insert into payments (organization_id, invoice_id, customer_id, kind, amount_cents, status, captured_at) select organization_id, id, customer_id, 'cash', total_cents, 'succeeded', now() from paid)
  select * from paid`

const createCustomer = `insert into customers (organization_id, status, name, email, phone_number, street, city, state, zip)
  values ($1::uuid, 'lead', $2, $3, $4, $5, $6, $7, $8) returning *`
const createRule = `insert into rules (organization_id, series_id, customer_id, service_id, pattern, anchor_date, start_date, end_date, start_minutes)
  values ($1::uuid, uuid7(), $2::uuid, $3::uuid, $4, $5::date, $5::date, $6::date, $7::int) returning *`
const listInvoices = `select i.id, i.number, i.doc, i.money, i.total_cents, i.paid_cents, i.issued_at, i.due_date, i.customer_id, c.name, c.email
  from invoices i join customers c on c.organization_id = i.organization_id and c.id = i.customer_id
  where i.organization_id = $1::uuid and ($2::uuid is null or i.id < $2::uuid) order by i.id desc limit 50`
const listCustomers = `select id, status, name, email, phone_number, street, city, state, zip, tags, team_id, created_at from customers
  where organization_id = $1::uuid and ($2::uuid is null or id < $2::uuid) order by id desc limit 50`

// A rule's date in a window of at most a week, by arithmetic: no series is generated. What was touched lies over it.
const week = `with r as (
    select id, series_id, customer_id, service_id, team_id, start_minutes, duration_minutes, price_cents, notes, interval, pattern, end_date,
      case when pattern = 'monthly' then m + least(extract(day from start_date)::int, extract(day from m + interval '1 month' - interval '1 day')::int) - 1
        else g + (7 * interval - (g - start_date) % (7 * interval)) % (7 * interval) end as d
    from (select *, greatest($2::date, start_date) as g, date_trunc('month', $2::date)::date as m from rules
      where organization_id = $1::uuid and removed_at is null and start_date <= $3::date and (end_date is null or end_date >= $2::date)) g),
  o as (select * from r where d between $2::date and $3::date and (end_date is null or d <= end_date))
  select o.series_id, o.customer_id, o.service_id, coalesce(v.team_id, o.team_id) as team_id, o.d as original_date, coalesce(v.date, o.d) as date, coalesce(v.start_minutes, o.start_minutes) as start_minutes,
    coalesce(v.status, 'scheduled') as status, o.price_cents, o.notes, o.pattern, o.interval, v.version, v.invoice_id
  from o left join visits v on v.organization_id = $1::uuid and v.series_id = o.series_id and v.original_date = o.d where v.date is null or v.date between $2::date and $3::date
  union all
  select v.series_id, v.customer_id, r.service_id, coalesce(v.team_id, r.team_id), v.original_date, v.date, coalesce(v.start_minutes, r.start_minutes), v.status, r.price_cents, r.notes, r.pattern, r.interval, v.version, v.invoice_id
  from visits v join rules r on r.organization_id = v.organization_id and r.id = v.rule_id
  where v.organization_id = $1::uuid and v.date between $2::date and $3::date and (v.original_date < $2::date or v.original_date > $3::date)`
const weekCustomers = `select id, name, email, phone_display, street, city, state, zip, available_days, default_payment_method_id is not null as has_card from customers
  where organization_id = $1::uuid and id in (select customer_id from rules where organization_id = $1::uuid and removed_at is null and start_date <= $3::date and (end_date is null or end_date >= $2::date))`
type WeekQuery = { Querystring: { from: string; to: string } }
async function readWeek({ from, to }: WeekQuery['Querystring']): Promise<string> {
  const values = [organization, from, to]
  const custom = { text: "select set_config('plan_cache_mode', 'force_custom_plan', true)" }
  const [, , visits, customers] = await on((wire) =>
    wire.batch([{ text: 'begin' }, custom, { text: week, values }, { text: weekCustomers, values }, { text: 'commit' }]),
  )
  const seen = new Set(visits!.rows.map((row) => row['customer_id']))
  return JSON.stringify({
    visits: visits!.rows.map((row) => Object.values(row)),
    customers: customers!.rows.filter((row) => seen.has(row['id'])).map((row) => Object.values(row)),
  })
}
const kept = new Map<string, Buffer>()

app.get('/ready', async () => ({ ok: true }))
app.get('/one', () => on((wire) => wire.query('select 1 as one')).then(({ rows }) => rows[0]))
app.get<{ Params: { id: string } }>('/shift/:id', ({ params }) =>
  on((wire) => wire.query('select * from shifts where organization_id = $1 and person_id = $2 and ended_at is null', [organization, params.id])).then(
    ({ rows }) => ({ shift: rows[0] ?? null }),
  ),
)
app.post<{ Body: { customer_id: string; lines: { description: string; quantity: number; unit_price_cents: number }[] } }>(
  '/invoices',
  async ({ body }, reply) => {
    const lines = body.lines.map((line, index) => ({ position: index + 1, ...line, total_cents: line.quantity * line.unit_price_cents }))
    const total = lines.reduce((sum, line) => sum + line.total_cents, 0)
    const { rows } = await on((wire) => wire.query(createInvoice, [organization, body.customer_id, total, JSON.stringify(lines)]))
    return reply.code(201).send(rows[0])
  },
)
app.post<{ Params: { id: string } }>('/invoices/:id/paid', ({ params }) =>
  on((wire) => wire.query(markPaid, [organization, params.id])).then(({ rows }) => rows[0] ?? { ok: false }),
)
app.post<{ Body: Record<string, string> }>('/customers', async ({ body }, reply) => {
  const { rows } = await on((wire) =>
    wire.query(createCustomer, [organization, body['name'], body['email'], body['phone_number'], body['street'], body['city'], body['state'], body['zip']]),
  )
  return reply.code(201).send(rows[0])
})
app.post<{ Body: Record<string, string> }>('/rules', async ({ body }, reply) => {
  const values = [organization, body['customer_id'], body['service_id'], body['pattern'], body['start_date'], body['end_date'], body['start_minutes']]
  const { rows } = await on((wire) => wire.query(createRule, values))
  return reply.code(201).send(rows[0])
})
const page = (text: string) => (cursor: string | undefined) => on((wire) => wire.query(text, [organization, cursor ?? null])).then(({ rows }) => rows)
app.get<{ Querystring: { cursor?: string } }>('/invoices', ({ query }) => page(listInvoices)(query.cursor))
app.get<{ Querystring: { cursor?: string } }>('/customers', ({ query }) => page(listCustomers)(query.cursor))
app.get<WeekQuery>('/week', async ({ query }, reply) =>
  reply
    .header('content-type', 'application/json')
    .header('content-encoding', 'gzip')
    .send(gzipSync(await readWeek(query), { level: 1 })),
)
// The same, kept until the organization's revision moves.
app.get<WeekQuery>('/week/kept', async ({ query }, reply) => {
  const { rows } = await on((wire) => wire.query<{ revision: number }>('select revision from organizations where id = $1::uuid', [organization]))
  const key = `${rows[0]!.revision} ${query.from} ${query.to}`
  let bytes = kept.get(key)
  if (!bytes) kept.set(key, (bytes = gzipSync(await readWeek(query), { level: 1 })))
  return reply.header('content-type', 'application/json').header('content-encoding', 'gzip').send(bytes)
})
await app.listen({ port: Number(process.env['PORT'] ?? 0), host: '127.0.0.1' })
console.log(JSON.stringify({ port: (app.server.address() as { port: number }).port }))
