import { sql } from 'kysely'
import { phoneText } from '../../domain/base/contact.ts'
import type { OrgTx } from '../base/db/door.ts'
import { oneOf } from '../base/db/ids.ts'
import { resealGateCode, sealGateCode } from '../base/gate-seal.ts'
import { refused } from '../base/kit/refusals.ts'
import type {
  ChangedCustomerRow,
  ImportPlan,
  NewCustomerRow,
  NewPlaceRow,
} from '../../domain/flows/import-planning.ts'

const phones = (phone_number: string | null) => ({
  phone_number,
  phone_display: phone_number && phoneText(phone_number),
})

/** Writes the customers of an import, their addresses and notes: a statement for each, whatever their number. Emits nothing. */
export async function insertImported(
  tx: OrgTx,
  { customers, places, notes }: Pick<ImportPlan, 'customers' | 'places' | 'notes'>,
  { reminders }: { reminders: boolean },
): Promise<void> {
  if (customers.length) await insertCustomers(tx, customers, places, reminders)
  if (places.length)
    await sql`insert into service_locations (id, customer_id, label, street, city, state, zip, is_default)
      select r.id, r.customer_id, r.label, r.street, r.city, r.state, r.zip, r.is_default
      from json_to_recordset(${JSON.stringify(places)}::text::json) as r(id uuid, customer_id uuid, label text, street text, city text, state text,
        zip text, is_default boolean)`.execute(tx)
  if (notes.length)
    await sql`insert into customer_notes (id, customer_id, text, author_id, author_name)
      select r.id, r.customer_id, r.text, ${tx.cause.person_id}::uuid, 'Import'
      from json_to_recordset(${JSON.stringify(notes)}::text::json) as r(id uuid, customer_id uuid, text text)`.execute(
      tx,
    )
}

async function insertCustomers(
  tx: OrgTx,
  customers: readonly NewCustomerRow[],
  places: readonly NewPlaceRow[],
  reminders: boolean,
): Promise<void> {
  const addresses = new Map(
    places.flatMap((place) =>
      place.is_default
        ? [[place.customer_id, [place.street, place.city, place.state, place.zip]] as const]
        : [],
    ),
  )
  const rows = customers.map(
    ({ id, name, email, gate_code, tags, team_id, out_of_area, archived, ...rest }) => ({
      id,
      name,
      email,
      gate_code_sealed: sealGateCode(tx, id, gate_code),
      tags,
      team_id,
      out_of_area,
      status: archived ? 'archived' : 'active',
      ...phones(rest.phone_number),
      // As the trigger of the places would write it.
      address_text:
        addresses
          .get(id)
          ?.filter((part) => part !== null)
          .join(' ') || null,
    }),
  )
  await sql`insert into customers (id, status, was_active, name, email, phone_number, phone_display, gate_code_sealed, tags, team_id, out_of_area,
      address_text, reminder_opt_in, archived_at)
    select r.id, r.status, r.status = 'active', r.name, r.email, r.phone_number, r.phone_display, r.gate_code_sealed, r.tags, r.team_id, r.out_of_area,
      r.address_text, ${reminders}::boolean and r.status = 'active', case when r.status = 'archived' then now() end
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r(id uuid, name text, email text, phone_number text, phone_display text,
      gate_code_sealed text, tags text[], team_id uuid, out_of_area boolean, address_text text, status text)`
    .execute(tx)
    .catch(orChanged)
}

/** Changes customers an import knows already. Emits nothing. */
export async function changeImported(
  tx: OrgTx,
  changed: readonly ChangedCustomerRow[],
): Promise<void> {
  if (!changed.length) return
  const sealed = await readSealed(
    tx,
    changed.map(({ id }) => id),
  )
  const rows = changed.map(({ gate_code, ...row }) => ({
    ...row,
    ...phones(row.phone_number),
    gate_code_sealed: resealGateCode(
      tx,
      { id: row.id, gate_code_sealed: sealed.get(row.id) ?? null },
      gate_code,
    ),
  }))
  await sql`update customers c set name = r.name, email = r.email, phone_number = r.phone_number,
      phone_display = case when c.phone_number is distinct from r.phone_number then r.phone_display else c.phone_display end,
      gate_code_sealed = r.gate_code_sealed, tags = r.tags, status = case when r.revives then 'active' else c.status end,
      archived_at = case when not r.revives then c.archived_at end, archived_reason = case when not r.revives then c.archived_reason end,
      version = c.version + 1, updated_at = now()
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r(id uuid, name text, email text, phone_number text, phone_display text,
      gate_code_sealed text, tags text[], revives boolean) where c.id = r.id`
    .execute(tx)
    .catch(orChanged)
}

async function readSealed(tx: OrgTx, ids: string[]): Promise<Map<string, string | null>> {
  const rows = await tx
    .selectFrom('customers')
    .select(['id', 'gate_code_sealed'])
    .where('id', 'in', oneOf(ids))
    .execute()
  return new Map(rows.map(({ id, gate_code_sealed }) => [id, gate_code_sealed]))
}

/** Somebody took an e-mail address since the rows were compared. */
function orChanged(fault: unknown): never {
  const { constraint, message } = fault as { constraint?: string; message: string }
  throw /customers_email/.test(`${constraint} ${message}`)
    ? refused('import_changed', 'Customers changed in the meantime. Check the file again.')
    : fault
}

/** Customers as they were before an import changed them. */
export type CustomerBefore = {
  id: string
  name: string | null
  email: string | null
  phone_number: string | null
  phone_display: string | null
  gate_code_sealed: string | null
  tags: string[]
  status: string
  archived_reason: string | null
  archived_at: string | null
  updated_at: string
}

/** Gives changed customers back what they had, as if the change had never been. Emits nothing. */
export async function restoreImported(tx: OrgTx, before: readonly CustomerBefore[]): Promise<void> {
  if (!before.length) return
  await sql`update customers c set name = r.name, email = r.email, phone_number = r.phone_number, phone_display = r.phone_display,
      gate_code_sealed = r.gate_code_sealed, tags = r.tags, status = r.status, archived_reason = r.archived_reason, archived_at = r.archived_at,
      version = c.version + 1, updated_at = r.updated_at
    from json_to_recordset(${JSON.stringify(before)}::text::json) as r(id uuid, name text, email text, phone_number text, phone_display text,
      gate_code_sealed text, tags text[], status text, archived_reason text, archived_at timestamptz, updated_at timestamptz) where c.id = r.id`
    .execute(tx)
    .catch(orChanged)
}

/** Deletes what an import made. A customer with an invoice stays, archived: an issued number stays. Emits nothing. */
export async function deleteImported(
  tx: OrgTx,
  made: { customers: string[]; places: string[]; notes: string[] },
): Promise<void> {
  await sql`delete from customer_notes where id in ${oneOf(made.notes)} or customer_id in ${oneOf(made.customers)}`.execute(
    tx,
  )
  await sql`update customers c set status = 'archived', archived_reason = ${undoneReason}::text, archived_at = now(), version = version + 1, updated_at = now()
    where id in ${oneOf(made.customers)} and exists (select 1 from invoices i where i.organization_id = c.organization_id and i.customer_id = c.id)`.execute(
    tx,
  )
  // In one statement, or the words of each address would first be taken from customers who go as well.
  await sql`with places as (
      delete from service_locations where id in ${oneOf(made.places)} or customer_id in ${oneOf(made.customers)})
    delete from customers c where id in ${oneOf(made.customers)} and archived_reason is distinct from ${undoneReason}::text`.execute(
    tx,
  )
}

/** Why a customer whose import was undone is archived. */
export const undoneReason = 'import_undone'
