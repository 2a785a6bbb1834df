import { sql } from 'kysely'
import type { OrgTx } from '../base/db/door.ts'
import { found } from '../base/kit/refusals.ts'
import { reached } from './write-bill-reminders.ts'
import { homeUrl } from './links.ts'
import { readReach } from './recipient.ts'
import { tell } from './tell.ts'

type GoneFee = {
  id: string
  customer_id: string
  sent_at: string | null
  /** The overdue invoice it was for. */
  late_fee_of_id: string
  invoice_number: string
  fee_cents: number
  /** What was paid of it and became a credit. */
  credited_cents: number
  /** What the customer still owes in all. */
  owed_cents: number
}

/** Tells a customer that a late fee is taken away, once, and only if they had heard of it. */
export async function notifyFeeGone(tx: OrgTx, fee: GoneFee): Promise<void> {
  if (fee.sent_at === null && !(await wasAnnounced(tx, fee.late_fee_of_id))) return
  const customer = found((await readReach(tx, [fee.customer_id])).get(fee.customer_id))
  const { organization, name: customer_name } = customer
  const { invoice_number, fee_cents, credited_cents, owed_cents } = fee
  const amounts = { invoice_number, fee_cents, credited_cents, owed_cents }
  await tell(tx, customer, {
    kind: 'late_fee_removed',
    data: { organization, customer_name, ...amounts, url: homeUrl('/app/user/invoices') },
    once: `late_fee_removed:${fee.id}`,
  })
}

async function wasAnnounced(tx: OrgTx, invoice_id: string): Promise<boolean> {
  const { rows } = await sql<{ told: boolean }>`
    select exists (select 1 from bill_reminders r where r.invoice_id = ${invoice_id}::uuid
      and r.late_fee_cents is not null and ${reached}) as told`.execute(tx)
  return rows[0]!.told
}
