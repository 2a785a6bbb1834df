import { sql } from 'kysely'
import { erasedValues } from '../../domain/customers/columns.ts'
import type { PlatformTx } from '../base/db/door.ts'

type ErasedCustomer = {
  organization_id: string
  id: string
  status: string
  name: string | null
  email: string | null
  phone_number: string | null
  phone_display: string | null
  streets: string[]
  /** The ids that rows about them point to. */
  subjects: string[]
}

/** A person's customer records, with what names them. */
export async function readCustomersOf(
  tx: PlatformTx,
  person_id: string,
): Promise<ErasedCustomer[]> {
  const { rows } = await sql<ErasedCustomer>`
    select c.organization_id, c.id, c.status, c.name, c.email, c.phone_number, c.phone_display,
      array(select distinct l.street from service_locations l where l.organization_id = c.organization_id and l.customer_id = c.id) as streets,
      array[c.id] || array(select i.id from invoices i where i.organization_id = c.organization_id and i.customer_id = c.id)
        || array(select distinct r.series_id from rules r where r.organization_id = c.organization_id and r.customer_id = c.id)
        || array(select t.id from threads t where t.organization_id = c.organization_id and t.customer_id = c.id)
        || array(select m.id from merged_customers m where m.organization_id = c.organization_id and m.into_id = c.id) as subjects
    from customers c where c.person_id = ${person_id}::uuid`.execute(tx)
  return rows
}

const emptied = erasedValues()

/** Takes what a record was emptied of out of its history, which nobody else can change. */
export const eraseHistory = (
  tx: PlatformTx,
  { organization_id, id }: Pick<ErasedCustomer, 'organization_id' | 'id'>,
): Promise<unknown> =>
  sql`select erase_columns(${organization_id}::uuid, array[${id}::uuid], ${`{${Object.keys(emptied).join(',')}}`}::text::text[])`.execute(
    tx,
  )

/** Leaves a record without a person. */
export async function emptyCustomer(
  tx: PlatformTx,
  { organization_id, id }: Pick<ErasedCustomer, 'organization_id' | 'id'>,
): Promise<void> {
  await tx
    .updateTable('customers')
    .set({ ...emptied, version: sql`version + 1` })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('customer_notes')
    .set({ text: 'Deleted at the customer’s request.' })
    .where('organization_id', '=', organization_id)
    .where('customer_id', '=', id)
    .execute()
}
