// The upper bound: a bare handler over the same SQL, without sign-in, validation, audit, events or row security.
import fastify from 'fastify'
import { openEmbedded } from '../../src/server/base/db/embedded.ts'
import { openPostgres } from '../../src/server/base/db/postgres.ts'
import type { Wire } from '../../src/server/base/db/store.ts'

const {
  BENCH_DATABASE_URL: url,
  BENCH_DATA_DIR: dir,
  BENCH_ORGANIZATION: organization = '',
} = process.env
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
    select $1::uuid, n.number, c.id, 'open', now(), $3::bigint, $3::bigint, 'manual', c.name, l.street, l.city, l.state, l.zip
    from numbered n, customers c left join service_locations l on l.organization_id = c.organization_id and l.customer_id = c.id and l.is_default
    where c.organization_id = $1::uuid and c.id = $2::uuid returning *)
  , lines as (insert into invoice_lines (organization_id, invoice_id, position, description, quantity, unit_price_cents, total_cents)
    select made.organization_id, made.id, l.* from made, json_to_recordset($4::json) as l(position int, description text, quantity numeric, unit_price_cents bigint, total_cents bigint))
  select * from made`
const markPaid = `with paid as (update invoices set money = 'paid', paid_cents = total_cents, paid_at = now() where organization_id = $1::uuid and id = $2::uuid and money = 'none' returning *),
  fact as (insert into payments (organization_id, invoice_id, customer_id, kind, amount_cents, status, captured_at) select organization_id, id, customer_id, 'cash', total_cents, 'succeeded', now() from paid)
  select * from paid`

const createCustomer = `with made as (insert into customers (organization_id, status, name, email, phone_number) values ($1::uuid, 'lead', $2, $3, $4) returning *),
  place as (insert into service_locations (organization_id, customer_id, street, city, state, zip, is_default)
    select organization_id, id, $5, $6, $7, $8, true from made returning street, city, state, zip)
  select made.*, place.* from made, place`
const listInvoices = `select i.id, i.number, i.doc, i.money, i.total_cents, i.paid_cents, i.issued_at, i.due_date, i.customer_id, c.name, c.email
  from invoices i join customers c on c.organization_id = i.organization_id and c.id = i.customer_id
  where i.organization_id = $1::uuid and ($2::uuid is null or i.id < $2::uuid) order by i.id desc limit 50`
const listCustomers = `select c.id, c.status, c.name, c.email, c.phone_number, l.street, l.city, l.state, l.zip, c.tags, c.team_id, c.created_at
  from customers c left join service_locations l on l.organization_id = c.organization_id and l.customer_id = c.id and l.is_default
  where c.organization_id = $1::uuid and ($2::uuid is null or c.id < $2::uuid) order by c.id desc limit 50`

app.get('/ready', async () => ({ ok: true }))
app.get('/one', () => on((wire) => wire.query('select 1 as one')).then(({ rows }) => rows[0]))
app.get<{ Params: { id: string } }>('/shift/:id', ({ params }) =>
  on((wire) =>
    wire.query(
      'select * from shifts where organization_id = $1 and person_id = $2 and ended_at is null',
      [organization, params.id],
    ),
  ).then(({ rows }) => ({ shift: rows[0] ?? null })),
)
app.post<{
  Body: {
    customer_id: string
    lines: { description: string; quantity: number; unit_price_cents: number }[]
  }
}>('/invoices', async ({ body }, reply) => {
  const lines = body.lines.map((line, index) => ({
    position: index + 1,
    ...line,
    total_cents: line.quantity * line.unit_price_cents,
  }))
  const total = lines.reduce((sum, line) => sum + line.total_cents, 0)
  const { rows } = await on((wire) =>
    wire.query(createInvoice, [organization, body.customer_id, total, JSON.stringify(lines)]),
  )
  return reply.code(201).send(rows[0])
})
app.post<{ Params: { id: string } }>('/invoices/:id/paid', ({ params }) =>
  on((wire) => wire.query(markPaid, [organization, params.id])).then(
    ({ rows }) => rows[0] ?? { ok: false },
  ),
)
app.post<{ Body: Record<string, string> }>('/customers', async ({ body }, reply) => {
  const { rows } = await on((wire) =>
    wire.query(createCustomer, [
      organization,
      body['name'],
      body['email'],
      body['phone_number'],
      body['street'],
      body['city'],
      body['state'],
      body['zip'],
    ]),
  )
  return reply.code(201).send(rows[0])
})
const page = (text: string) => (cursor: string | undefined) =>
  on((wire) => wire.query(text, [organization, cursor ?? null])).then(({ rows }) => rows)
app.get<{ Querystring: { cursor?: string } }>('/invoices', ({ query }) =>
  page(listInvoices)(query.cursor),
)
app.get<{ Querystring: { cursor?: string } }>('/customers', ({ query }) =>
  page(listCustomers)(query.cursor),
)
await app.listen({ port: Number(process.env['PORT'] ?? 0), host: '127.0.0.1' })
console.log(JSON.stringify({ port: (app.server.address() as { port: number }).port }))
