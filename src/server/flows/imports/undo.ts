import { sql } from 'kysely'
import { importRules, type ImportUndo } from '../../../domain/flows/import.ts'
import {
  deleteImported,
  restoreImported,
  type CustomerBefore,
} from '../../customers/write-imported.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { voidOpeningBalances } from '../../money/invoices/write-imported.ts'
import { enforce, refused } from '../../base/kit/refusals.ts'
import { deleteImportedRules } from '../../schedule/series/write.ts'
import { deleteImportedServices } from '../../base/services/write.ts'
import { readImport, type ImportRow } from './read.ts'
import { comparingLists } from './surroundings.ts'
import { setUndone } from './write.ts'
import { tablesOfCustomers } from '../../customers/write-merge.ts'

/** What an undo would take back, and which customers it would leave. */
export async function planUndo(tx: OrgTx, id: string): Promise<ImportUndo> {
  const row = await readImport(tx, id)
  refuseUndo(row)
  const { customers, touched } = await comparingLists(tx, () => readTouched(tx, id))
  return { takes: customers.length - touched.length, keeps: touched.slice(0, 200).map(named) }
}

const refuseUndo = (row: ImportRow) =>
  enforce(importRules.undo({ ...row, now: new Date().toISOString() }))

const named = ({ id, name, reason }: Touched) => ({
  id,
  name: name ?? 'A customer without a name',
  reason,
})

type Made = { kind: string; made_id: string; owner: string | null; before: CustomerBefore | null }

/**
 * Takes back what an import wrote for every customer nobody has touched since; the others keep all of it. Issued numbers stay: an opening
 * balance is voided, and its customer archived.
 */
export async function undoImport(
  tx: OrgTx,
  id: string,
  { keep_touched }: { keep_touched: boolean },
): Promise<void> {
  const row = await readImport(tx, id, { lock: true })
  refuseUndo(row)
  await comparingLists(tx, () => takeBack(tx, id, keep_touched))
  await setUndone(tx, id)
  await emit(tx, 'customer.changed', { import_id: id })
  await emit(tx, 'rule.changed', { import_id: id })
  await emit(tx, 'invoice.updated', { import_id: id })
}

async function takeBack(tx: OrgTx, id: string, keep_touched: boolean): Promise<void> {
  const { touched } = await readTouched(tx, id, { lock: true })
  if (touched.length && !keep_touched)
    throw refused(
      'import_touched',
      `${named(touched[0]!).name} was changed since${touched.length > 1 ? `, and ${touched.length - 1} more` : ''}.`,
    )
  const kept = new Set(touched.map((one) => one.id))
  const made = (await readMade(tx, id)).filter(({ owner }) => owner === null || !kept.has(owner))
  const idsOf = (kind: string) =>
    made.flatMap((one) => (one.kind === kind && !one.before ? [one.made_id] : []))
  await voidOpeningBalances(tx, idsOf('invoice'))
  await deleteImportedRules(tx, idsOf('rule'))
  await restoreImported(
    tx,
    made.flatMap(({ before }) => before ?? []),
  )
  await deleteImported(tx, {
    customers: idsOf('customer'),
    places: idsOf('place'),
    notes: idsOf('note'),
  })
  await deleteImportedServices(tx, idsOf('service'))
}

/** Everything an import wrote, with the customer it belongs to; services belong to none. */
async function readMade(tx: OrgTx, id: string): Promise<Made[]> {
  const { rows } = await sql<Made>`
    select r.kind, r.made_id, r.before, case r.kind when 'customer' then r.made_id when 'place' then l.customer_id when 'note' then n.customer_id
      when 'rule' then u.customer_id when 'invoice' then i.customer_id end as owner
    from import_rows r
      left join service_locations l on r.kind = 'place' and l.organization_id = r.organization_id and l.id = r.made_id
      left join customer_notes n on r.kind = 'note' and n.organization_id = r.organization_id and n.id = r.made_id
      left join rules u on r.kind = 'rule' and u.organization_id = r.organization_id and u.id = r.made_id
      left join invoices i on r.kind = 'invoice' and i.organization_id = r.organization_id and i.id = r.made_id
    where r.import_id = ${id}::uuid`.execute(tx)
  return rows
}

type Touched = { id: string; name: string | null; reason: string }

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
async function readTouched(
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
