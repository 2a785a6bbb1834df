import { sql } from 'kysely'
import { tablesOfCustomers } from '../customers/write-merge.ts'
import type { OrgTx } from '../db/door.ts'

export type Touched = { id: string; name: string | null; reason: string }

/** What is known about a customer apart from what the import wrote, in the words of an undo. */
const reasons: Partial<Record<keyof typeof tablesOfCustomers, string>> = {
  invoices: 'There is an invoice',
  payments: 'There is a payment',
  payment_methods: 'A card was saved',
  messages: 'A message was sent',
  visits: 'A visit was changed',
  rules: 'Work was added',
  customer_notes: 'A note was added',
  service_locations: 'An address was added',
  consents: 'They agreed to something',
  memberships: 'They have an account',
}
/** Of rows that nobody wrote by hand: told only if there is nothing better. */
const somehow = 'Something happened since'
/** Its rows are written for the import's own changes too. */
const ignored = new Set<string>(['events'])

/** The customers of an import, and those among them that have changed since. */
export async function readTouched(
  tx: OrgTx,
  import_id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<{ customers: string[]; touched: Touched[] }> {
  if (lock)
    await sql`select 1 from customers c where c.id in (${owners(import_id)}) order by c.id for update`.execute(
      tx,
    )
  const { rows } = await sql<{ id: string; name: string | null; reasons: string[] }>`
    with i as (select committed_at from imports where id = ${import_id}::uuid),
    mine as materialized (select kind, made_id, before is not null as was_there from import_rows where import_id = ${import_id}::uuid),
    owner as materialized (select distinct o.id from (${owners(import_id)}) o(id)),
    hits as materialized (
      select c.id, 'Their details were changed' as reason from customers c join owner on owner.id = c.id
        where c.updated_at <> (select committed_at from i) and exists (select 1 from mine m where m.kind = 'customer' and m.made_id = c.id)
      union all select r.customer_id, 'Their work was changed' from rules r join mine m on m.kind = 'rule' and m.made_id = r.id
        where r.updated_at <> (select committed_at from i)
      union all select v.customer_id, 'Their opening balance was changed' from invoices v join mine m on m.kind = 'invoice' and m.made_id = v.id
        where v.updated_at <> (select committed_at from i)
      union all select v.customer_id, 'A visit was changed' from visits v join rules r on r.organization_id = v.organization_id and r.series_id = v.series_id
        join mine m on m.kind = 'rule' and m.made_id = r.id
      union all ${sql.join(others, sql` union all `)}),
    whys as (select h.id, json_agg(distinct h.reason) as reasons from hits h group by h.id)
    select owner.id, c.name, coalesce(w.reasons, '[]') as reasons
    from owner join customers c on c.organization_id = app_org() and c.id = owner.id left join whys w on w.id = owner.id order by c.name`.execute(
    tx,
  )
  return {
    customers: rows.map(({ id }) => id),
    touched: rows.flatMap(({ id, name, reasons: found }) => {
      const reason = found.find((one) => one !== somehow) ?? found[0]
      return reason ? [{ id, name, reason }] : []
    }),
  }
}

/** The customers that anything of an import belongs to. */
const owners = (import_id: string) => sql`
  select r.made_id from import_rows r where r.import_id = ${import_id}::uuid and r.kind = 'customer'
  union select l.customer_id from import_rows r join service_locations l on l.organization_id = r.organization_id and l.id = r.made_id
    where r.import_id = ${import_id}::uuid and r.kind = 'place'
  union select n.customer_id from import_rows r join customer_notes n on n.organization_id = r.organization_id and n.id = r.made_id
    where r.import_id = ${import_id}::uuid and r.kind = 'note'
  union select u.customer_id from import_rows r join rules u on u.organization_id = r.organization_id and u.id = r.made_id
    where r.import_id = ${import_id}::uuid and r.kind = 'rule'
  union select v.customer_id from import_rows r join invoices v on v.organization_id = r.organization_id and v.id = r.made_id
    where r.import_id = ${import_id}::uuid and r.kind = 'invoice'`

/** Rows of other tables about customers that this import made, which it did not write itself. */
const others = (Object.keys(tablesOfCustomers) as (keyof typeof tablesOfCustomers)[])
  .filter((table) => !ignored.has(table))
  .map((table) => {
    const written = ['service_locations', 'customer_notes', 'rules', 'invoices'].includes(table)
      ? sql`x.created_at <> (select committed_at from i)`
      : sql`true`
    return sql`select x.customer_id, ${sql.lit(reasons[table] ?? somehow)} from ${sql.table(table)} x
      join mine m on m.kind = 'customer' and not m.was_there and m.made_id = x.customer_id where ${written}`
  })
