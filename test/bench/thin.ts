// The ceiling: a bare handler over the same SQL. No sign-in, no validation, no audit, no events, no row security.
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
await app.listen({ port: Number(process.env['PORT'] ?? 0), host: '127.0.0.1' })
console.log(JSON.stringify({ port: (app.server.address() as { port: number }).port }))
