import { sql } from 'kysely'
import type { LocalDate } from '../../domain/base/dates.ts'
import type { OrgTx } from '../base/db/door.ts'

type Mark = {
  invoice_id: string
  due_on: LocalDate
  step: number
  message_id: string | null
  /** The late fee it announces, and its day. */
  late_fee_cents: number | null
  late_fee_on: LocalDate | null
}

/** Marks bills as reminded, in the transaction that writes their message. The bills are locked. */
export async function markReminded(tx: OrgTx, marks: readonly Mark[]): Promise<void> {
  await tx
    .insertInto('bill_reminders')
    .values([...marks])
    .execute()
}

/**
 * True if one of the bills that a reminder asks for was paid or closed since it was written: it is not sent. The next run writes one for
 * the others.
 */
export async function isOvertaken(
  tx: OrgTx,
  { id, resend_of, template }: { id: string; resend_of: string | null; template: string },
): Promise<boolean> {
  if (template !== 'invoice_reminder') return false
  const message_id = resend_of ?? id
  const { rows } = await sql<{ overtaken: boolean }>`
    select coalesce(bool_or(i.doc <> 'open' or i.money not in ('none', 'partial', 'failed') or i.total_cents <= i.paid_cents), false) as overtaken
    from bill_reminders r join invoices i on i.organization_id = r.organization_id and i.id = r.invoice_id
    where r.message_id = ${message_id}::uuid`.execute(tx)
  if (!rows[0]!.overtaken) return false
  await tx.deleteFrom('bill_reminders').where('message_id', '=', message_id).execute()
  return true
}

/** The message of a reminder `r` went out, or what was sent in its place did. */
export const reached = sql`exists (select 1 from messages m where m.organization_id = r.organization_id
  and (m.id = r.message_id or m.resend_of = r.message_id) and m.status in ('sent', 'delivered'))`
