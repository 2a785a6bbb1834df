import { sql } from 'kysely'
import type { BillReminders } from '../../domain/bill-reminder.ts'
import type { LocalDate } from '../../domain/dates.ts'
import { balanceOf } from '../../domain/invoice.ts'
import { lateFeeCents, lateFeeDay, type LateFee } from '../../domain/late-fee.ts'
import type { OrgTx } from '../db/door.ts'
import type { InvoiceRow } from '../invoices/row.ts'
import { reached } from '../messages/announced.ts'

type AnnouncedFee = { cents: number; on: LocalDate }

/**
 * The fee that a reminder of a locked invoice announces; null if none will come. A fee that was
 * announced before keeps its day.
 */
export async function announcedFee(
  tx: OrgTx,
  invoice: InvoiceRow,
  due: LocalDate,
  { today, settings: { late_fee } }: { today: LocalDate; settings: { late_fee: LateFee | null } },
): Promise<AnnouncedFee | null> {
  if (!late_fee || invoice.source === 'late_fee' || (await readFee(tx, invoice.id))) return null
  const cents = lateFeeCents(late_fee, balanceOf(invoice))
  if (cents <= 0) return null
  const before = await readAnnounced(tx, invoice.id, due)
  return { cents, on: before?.on ?? lateFeeDay(late_fee, due, today) }
}

/** The late fee of an invoice for its page: added, or announced if nothing `stopped` it. */
export async function readLateFee(
  tx: OrgTx,
  invoice: InvoiceRow,
  due: LocalDate,
  stopped: boolean,
): Promise<BillReminders['late_fee']> {
  const fee = await readFee(tx, invoice.id)
  if (fee) return { cents: fee.total_cents, on: fee.added_on, invoice_id: fee.id }
  const announced = stopped ? null : await readAnnounced(tx, invoice.id, due)
  return announced && { ...announced, invoice_id: null }
}

/** The invoice of the late fee of an invoice, waived ones too. */
export const readFee = (tx: OrgTx, invoice_id: string) =>
  tx
    .selectFrom('invoices')
    .select(['id', 'total_cents'])
    .select(
      sql<LocalDate>`(issued_at at time zone (select time_zone from organizations where id = app_org()))::date`.as(
        'added_on',
      ),
    )
    .where('late_fee_of_id', '=', invoice_id)
    .executeTakeFirst()

/** The lowest fee and the last day that messages announced which left. */
export async function readAnnounced(
  tx: OrgTx,
  invoice_id: string,
  due: LocalDate,
): Promise<AnnouncedFee | null> {
  const { rows } = await sql<AnnouncedFee>`
    select min(r.late_fee_cents)::bigint as cents, max(r.late_fee_on) as on from bill_reminders r
    where r.invoice_id = ${invoice_id}::uuid and r.due_on = ${due}::date and r.late_fee_cents is not null
      and ${reached} having count(*) > 0`.execute(tx)
  return rows[0] ?? null
}
