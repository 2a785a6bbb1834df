import { numberSql } from '../../base/kit/phone.ts'
import { sql } from 'kysely'
import type { CustomerStatus } from '../../../domain/customers/customer.ts'
import { todayIn } from '../../../domain/base/dates.ts'
import { addressKey, type ImportedCustomer } from '../../../domain/flows/import-group.ts'
import type { ImportMatch } from '../../../domain/flows/import-match.ts'
import { workKey } from '../../../domain/flows/import-work.ts'
import { undoneReason } from '../../customers/write-imported.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { newId, oneOf } from '../../base/db/ids.ts'
import { unsealGateCode } from '../../base/gate-seal.ts'
import { readHours } from '../../base/organizations/read.ts'
import type { ImportSurroundings, KnownCustomer } from '../../../domain/flows/import-planning.ts'

/** Customers we have who resemble those of a file: one question for all of them. */
export async function readMatches(
  tx: OrgTx,
  customers: readonly ImportedCustomer[],
): Promise<ImportMatch[]> {
  const given = customers.map(({ key, email, phone, places }, i) => ({
    i,
    key,
    phone,
    email: email?.toLowerCase() ?? null,
    address: places.flatMap((place) => addressKey(place) ?? [])[0] ?? null,
  }))
  const { rows } = await sql<ImportMatch & { status: CustomerStatus }>`
    with f as materialized (select * from json_to_recordset(${JSON.stringify(given)}::text::json) as f(i int, key text, email text, phone text, address text)),
    hits as (
      select f.i, coalesce(m.into_id, r.made_id) as id, 'external' as by from f
        join import_rows r on r.organization_id = app_org() and r.kind = 'customer' and r.external_key = f.key
        left join merged_customers m on m.organization_id = app_org() and m.id = r.made_id
      union all select f.i, c.id, 'email' from f join customers c on c.organization_id = app_org() and lower(c.email) = f.email
      union all select f.i, c.id, 'phone' from f join customers c on c.organization_id = app_org() and ${numberSql(sql`c.phone_number`)} = ${numberSql(sql`f.phone`)}
      union all select f.i, l.customer_id, 'address' from f join service_locations l on l.organization_id = app_org() and l.address_key = f.address
        where l.removed_at is null)
    select h.i, c.id, c.name, c.status, json_agg(distinct h.by) as by from hits h join customers c on c.organization_id = app_org() and c.id = h.id
    group by h.i, c.id, c.name, c.status order by h.i, c.id`.execute(tx)
  return rows
}

type Row = Omit<KnownCustomer, 'work' | 'gate_code'> & {
  gate_code_sealed: string | null
  archived_reason: string | null
  work: Parameters<typeof workKey>[0][]
}

async function readKnown(tx: OrgTx, ids: readonly string[]): Promise<Map<string, KnownCustomer>> {
  if (!ids.length) return new Map()
  const { rows } = await sql<Row>`
    select c.id, c.name, c.email, c.phone_number, c.gate_code_sealed, c.tags, c.archived_reason,
      coalesce((select json_agg(json_build_object('id', l.id, 'key', l.address_key, 'is_default', l.is_default)) from service_locations l
        where l.organization_id = c.organization_id and l.customer_id = c.id and (l.removed_at is null or l.is_default)), '[]') as places,
      coalesce((select json_agg(n.text) from customer_notes n where n.organization_id = c.organization_id and n.customer_id = c.id), '[]') as notes,
      coalesce((select json_agg(json_build_object('service_id', r.service_id, 'pattern', r.pattern, 'interval', r.interval, 'location_id', r.location_id,
          'date', r.start_date, 'season_start_month', r.season_start_month)) from rules r
        where r.organization_id = c.organization_id and r.customer_id = c.id and r.removed_at is null and (r.end_date is null or r.end_date >= now()::date - 1)), '[]') as work
    from customers c where c.id in ${oneOf([...new Set(ids)])}`.execute(tx)
  return new Map(
    rows.map(({ archived_reason, work, gate_code_sealed, ...row }) => [
      row.id,
      {
        ...row,
        gate_code: unsealGateCode(tx, row.id, gate_code_sealed),
        was_undone: archived_reason === undoneReason,
        work: work.map(workKey),
      },
    ]),
  )
}

/** Keys of work and balances that an earlier import wrote and that are still there. */
async function readWritten(tx: OrgTx): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select r.external_key as key from import_rows r join rules u on u.organization_id = r.organization_id and u.id = r.made_id
      where r.kind = 'rule'
    union select r.external_key from import_rows r join invoices i on i.organization_id = r.organization_id and i.id = r.made_id
      where r.kind = 'invoice' and i.doc <> 'void'`.execute(tx)
  return new Set(rows.map(({ key }) => key))
}

/**
 * Compares whole lists: the planner knows nothing about rows that were written a moment ago or are not written yet, and would look at
 * every pair. Nothing is compiled for it either, which a plan that has to look at pairs after all would be, for its price.
 */
export async function comparingLists<T>(tx: OrgTx, compare: () => Promise<T>): Promise<T> {
  const setPairs = (by: 'on' | 'off') =>
    sql`select set_config('enable_nestloop', ${by}::text, true), set_config('jit', 'off', true)`.execute(
      tx,
    )
  await setPairs('off')
  const found = await compare()
  await setPairs('on')
  return found
}

/** Everything of the organization that decides what a file means. */
export async function readSurroundings(
  tx: OrgTx,
  matches: readonly ImportMatch[],
): Promise<ImportSurroundings> {
  const [organization, hours, services, teams, customers, written] = await Promise.all([
    tx
      .selectFrom('organizations')
      .select(['time_zone', 'service_area_zipcodes'])
      .where('id', '=', tx.org)
      .executeTakeFirstOrThrow(),
    readHours(tx, tx.org),
    tx.selectFrom('services').select(['id', 'name', 'price_cents']).orderBy('active').execute(),
    tx.selectFrom('teams').select(['id', 'name']).where('deleted_at', 'is', null).execute(),
    readKnown(
      tx,
      matches.map(({ id }) => id),
    ),
    readWritten(tx),
  ])
  return {
    today: todayIn(organization.time_zone, new Date().toISOString()),
    area: organization.service_area_zipcodes,
    hours,
    services,
    teams,
    customers,
    written,
    newId,
  }
}
