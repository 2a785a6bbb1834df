import { takenOf } from '../base/sums/kept.ts'
import { sql } from 'kysely'
import { balanceOf, invoiceRules, invoiceStatus } from '../../domain/money/invoice.ts'
import type { NeverReason } from '../../domain/messages/message.ts'
import type { MessageKind } from '../../domain/messages/message-kinds.ts'
import type { OrgTx } from '../base/db/door.ts'

const failed = 'payment_failed' satisfies MessageKind

/** The invoice `i` that a message about a charge is about, which its key names. */
const about: Record<string, (id: string) => ReturnType<typeof sql>> = {
  failed: (id) => sql`i.id = (select invoice_id from charge_attempts where id::text = ${id})`,
  returned: (id) =>
    sql`i.id = (select p.invoice_id from disputes d join payments p on p.id = d.payment_id where d.id = ${id})`,
  charge_upcoming: (id) => sql`i.id::text = ${id}`,
}

type Waiting = { template: string; once_key: string | null }
type Row = Parameters<typeof invoiceStatus>[0] & { total_cents: number; paid_cents: number }

/**
 * Why a message about a charge that failed, or is to come, does not go out after it waited: its invoice
 * was paid or closed, or is being paid. Null if it says what is true.
 */
export async function overtakenCharge(
  tx: OrgTx,
  { template, once_key }: Waiting,
): Promise<NeverReason | null> {
  if (template !== failed && template !== ('charge_upcoming' satisfies MessageKind)) return null
  const [what = '', id = ''] = once_key?.split(':') ?? []
  const isAbout = about[what]?.(id)
  if (!isAbout) return null
  const { rows } = await sql<Row>`
    select i.doc, i.money, i.sent_at, i.failure_code, i.total_cents, i.paid_cents from invoices i where ${isAbout}`.execute(
    tx,
  )
  const [row] = rows
  if (!row) return null
  const facts = { status: invoiceStatus(row), total_cents: balanceOf(row) }
  return invoiceRules.payLink(facts) ? 'settled' : null
}

/** A receipt that still waits for the morning says nothing true once its payment is taken back. */
export const withdrawReceipt = (tx: OrgTx, payment_id: string): Promise<unknown> =>
  withdrawTakenBack(tx, receiptKey(payment_id))

/** The same for news with this key, of anything that is taken back. */
export const withdrawTakenBack = (tx: OrgTx, once_key: string): Promise<unknown> =>
  tx
    .updateTable('messages')
    .set({ status: 'refused', reason: 'taken_back' satisfies NeverReason })
    .where('once_key', '=', once_key)
    .where('status', '=', 'queued')
    .execute()

/** What makes a payment's receipt go once. */
export const receiptKey = (payment_id: string): string => `receipt:${payment_id}`

/** True if one of `messages` is the receipt of a payment of which nothing remains: refunded, or taken back by the bank or the office. */
export const hasGoneBack = sql<boolean>`(messages.template = 'receipt' and exists (
  with recursive line as (
    select f.id, f.once_key, f.resend_of from messages f where f.id = messages.id
    union all select m.id, m.once_key, m.resend_of from messages m join line l on m.id = l.resend_of)
  select 1 from line join payments p on line.once_key = 'receipt:' || p.id
    where p.reversed_at is not null or p.amount_cents - p.refunded_cents <= ${takenOf}))`

/** One message in the morning is enough, however often a charge failed before: the newest stays. */
export const withdrawFailures = (tx: OrgTx, invoice_id: string): Promise<unknown> =>
  tx
    .updateTable('messages')
    .set({ status: 'refused', reason: 'replaced' satisfies NeverReason })
    .where('template', '=', failed)
    .where('status', '=', 'queued')
    .where(
      sql<boolean>`once_key in (select 'failed:' || a.id from charge_attempts a where a.invoice_id = ${invoice_id}::uuid)`,
    )
    .execute()

/** What of a refund still waits for the morning says nothing true once it came back, or was paid another way. */
export const withdrawRefund = (tx: OrgTx, refund_id: string): Promise<unknown> =>
  tx
    .updateTable('messages')
    .set({ status: 'refused', reason: 'replaced' satisfies NeverReason })
    .where('once_key', 'in', [refundKey(refund_id), refundFailedKey(refund_id)])
    .where('status', '=', 'queued')
    .execute()

/** What makes the news of a refund go once, and that it failed. */
export const refundKey = (refund_id: string): string => `refund:${refund_id}`
export const refundFailedKey = (refund_id: string): string => `refund_failed:${refund_id}`
