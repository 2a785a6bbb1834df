import { sql } from 'kysely'
import { invoiceNumber } from '../../domain/invoice.ts'
import type { OrgTx } from '../db/door.ts'
import { notifyFeeGone } from '../messages/notify-fee-gone.ts'
import { owedCents } from './owed.ts'
import type { InvoiceRow } from './row.ts'

/** A late fee that was just taken away, and what was paid of it. */
export type EndedFee = { row: InvoiceRow; credited_cents: number }

/** Tells the customer that a late fee is gone, once all that goes with it is written: the message names what is still owed. */
export async function tellFeeGone(tx: OrgTx, ended: EndedFee | null): Promise<void> {
  const late_fee_of_id = ended?.row.late_fee_of_id
  if (!ended || !late_fee_of_id) return
  const { row, credited_cents } = ended
  const overdue = await tx
    .selectFrom('invoices')
    .select(['number', 'number_prefix'])
    .where('id', '=', late_fee_of_id)
    .executeTakeFirstOrThrow()
  const mine = sql`i.customer_id = ${row.customer_id}::uuid`
  const { rows } = await sql<{ owed: number }>`select ${owedCents(mine)}::bigint as owed`.execute(
    tx,
  )
  await notifyFeeGone(tx, {
    id: row.id,
    customer_id: row.customer_id,
    sent_at: row.sent_at,
    late_fee_of_id,
    invoice_number: invoiceNumber(overdue),
    fee_cents: row.total_cents,
    credited_cents,
    owed_cents: rows[0]!.owed,
  })
}

/** Notes on the invoice of a late fee that what was paid of it became this credit. */
export const setFeeCredit = (tx: OrgTx, id: string, fee_credit_id: string): Promise<unknown> =>
  tx.updateTable('invoices').set({ fee_credit_id }).where('id', '=', id).execute()

/** True if what was paid of this late fee is a credit now, which was not taken back. */
export const isFeeCredited = async (tx: OrgTx, invoice_id: string): Promise<boolean> =>
  Boolean(
    await tx
      .selectFrom('invoices as i')
      .innerJoin('credits as c', (join) =>
        join
          .onRef('c.organization_id', '=', 'i.organization_id')
          .onRef('c.id', '=', 'i.fee_credit_id'),
      )
      .select('c.id')
      .where('i.id', '=', invoice_id)
      .where('c.taken_back_at', 'is', null)
      .executeTakeFirst(),
  )
