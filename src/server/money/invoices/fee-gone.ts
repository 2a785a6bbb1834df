import { sql } from 'kysely'
import { invoiceNumber, balanceOf } from '../../../domain/money/invoice.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { notifyFeeGone } from '../../messages/notify-fee-gone.ts'
import { owedCents } from '../../base/sums/owed.ts'
import { lockInvoice, type InvoiceRow } from './row.ts'
import { giveCredit } from '../credits/write.ts'
import { audit } from '../../base/events.ts'
import { checkNoIntent } from './live-intent.ts'
import { writeOffInvoice, voidInvoice } from './write.ts'

/** A late fee that was just taken away, and what was paid of it. */
type EndedFee = { row: InvoiceRow; credited_cents: number }

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
const setFeeCredit = (tx: OrgTx, id: string, fee_credit_id: string): Promise<unknown> =>
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

const reasons = {
  voided: 'The overdue invoice was voided',
  replaced: 'The overdue invoice was replaced',
  given_up: 'The overdue invoice was written off',
} as const

/**
 * Nobody owes a fee for being late with what is void, replaced or given up. What was paid of it becomes a
 * credit, except if the invoice is given up: then the customer was late. 409 payment_in_progress if the fee is being paid. Runs
 * inside `withoutIntent`. Returns the fee, to tell its customer of at the end.
 */
export async function settleFeeOf(
  tx: OrgTx,
  late_fee_of_id: string,
  what: keyof typeof reasons,
): Promise<EndedFee | null> {
  const fee = await tx
    .selectFrom('invoices')
    .select('id')
    .where('late_fee_of_id', '=', late_fee_of_id)
    .where('doc', '=', 'open')
    .where('money', 'not in', ['refunded', 'disputed'])
    .executeTakeFirst()
  if (!fee) return null
  const row = await lockInvoice(tx, fee.id)
  await checkNoIntent(tx, row.id)
  const reason = reasons[what]
  const note = (action: string) =>
    audit(tx, { action, entity: 'invoice', entity_id: row.id, after: { reason } })
  if (row.paid_cents === row.credit_cents) {
    await note('late_fee.waived')
    await voidInvoice(tx, row)
    return { row, credited_cents: 0 }
  }
  const isOwed = balanceOf(row) > 0
  if (isOwed) {
    await note('late_fee.waived')
    await writeOffInvoice(tx, row)
  }
  // Credit that paid it goes back when it is voided.
  const kept_cents = row.paid_cents - row.credit_cents - (await refundedOf(tx, row))
  if (what === 'given_up' || kept_cents <= 0) return isOwed ? { row, credited_cents: 0 } : null
  await note('late_fee.credited')
  const amount_cents = kept_cents + row.credit_cents
  const credit_id = await giveCredit(tx, row.customer_id, { amount_cents, reason })
  await setFeeCredit(tx, row.id, credit_id)
  return { row, credited_cents: amount_cents }
}

/** What of a fee goes back already; a refund under way counts too, or it would be paid back twice. */
async function refundedOf(tx: OrgTx, { id, refunded_cents }: InvoiceRow): Promise<number> {
  const { cents } = await tx
    .selectFrom('refunds as r')
    .innerJoin('payments as p', (join) =>
      join.onRef('p.organization_id', '=', 'r.organization_id').onRef('p.id', '=', 'r.payment_id'),
    )
    .select(sql<number>`coalesce(sum(r.amount_cents), 0)::bigint`.as('cents'))
    .where('p.invoice_id', '=', id)
    .where('r.state', '<>', 'failed')
    .executeTakeFirstOrThrow()
  return Math.max(refunded_cents, cents)
}
