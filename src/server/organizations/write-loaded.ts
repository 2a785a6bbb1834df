import { sql } from 'kysely'
import type { OrgTx } from '../db/door.ts'

/** Settings of the organization that come along; its name, address on the web, owner, plan and payment account stay. */
const travelling = [
  'industry',
  'website',
  'phone_number',
  'email',
  'street',
  'city',
  'state',
  'zip',
  'service_area_zipcodes',
  'services_rendered',
  'insurance_provider',
  'time_zone',
  'activate_signups',
  'signups_in_area_only',
  'customer_due_day',
  'schedule_settings',
  'next_invoice_number',
  'message_settings',
  'brand_color',
  'logo',
] as const

/** Takes over the settings of another organization, given as its row in JSON. */
export async function takeOverSettings(tx: OrgTx, row: string): Promise<void> {
  const set = travelling.map((column) => `"${column}" = r."${column}"`).join(', ')
  await sql`update organizations o set ${sql.raw(set)}
    from json_populate_record(null::organizations, ${row}::text::json) r where o.id = ${tx.org}::uuid`.execute(
    tx,
  )
}
