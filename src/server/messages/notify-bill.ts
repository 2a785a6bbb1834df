import { sql } from 'kysely'
import {
  balanceOf,
  invoiceRules,
  invoiceStatus,
  invoiceNumber,
} from '../../domain/money/invoice.ts'
import type { NeverReason } from '../../domain/messages/message.ts'
import type { MessageKind } from '../../domain/messages/message-kinds.ts'
import { sendAlong, type OrgTx } from '../base/db/door.ts'
import { oneOf } from '../base/db/ids.ts'
import { billOf, creditOf, readCustomer, readLines, type Invoice } from './notify-money.ts'
import { isGoingOut, tell, waitsForSender } from './tell.ts'
import type { LocalDate } from '../../domain/base/dates.ts'
import { markReminded } from './write-bill-reminders.ts'
import { found } from '../base/kit/refusals.ts'
import { readReach } from './recipient.ts'

/**
 * A bill on its way, and when if that is later, or why the log of messages refuses it. `waits`: until
 * the mailbox of its sender is proven, and nobody knows when that is.
 */
type BillGoing = { going: boolean; at: string | null; waits: boolean; reason: NeverReason | null }

const kinds = ['invoice_sent', 'pay_link'] as const satisfies MessageKind[]
type Bill = { kind: (typeof kinds)[number]; autopay?: boolean }

/** Sends an invoice with its lines and a link to pay it; `autopay` says that it is charged by itself. */
export const sendInvoice = (
  tx: OrgTx,
  invoice: Invoice,
  url: string,
  autopay: boolean,
): Promise<BillGoing> => tellBill(tx, { kind: 'invoice_sent', autopay }, invoice, url)

/** Sends the pay link; a second call sends it again. If it may not go, the log of messages says why. */
export const sendPayLink = (tx: OrgTx, invoice: Invoice, url: string): Promise<BillGoing> =>
  tellBill(tx, { kind: 'pay_link' }, invoice, url)

async function tellBill(
  tx: OrgTx,
  { kind, autopay = false }: Bill,
  invoice: Invoice,
  url: string,
): Promise<BillGoing> {
  const [customer, lines] = await Promise.all([
    readCustomer(tx, invoice),
    readLines(tx, invoice.id),
  ])
  const data = {
    ...billOf(customer, invoice, balanceOf(invoice), url),
    ...lines,
    ...creditOf(invoice),
    paid_before_cents: invoice.paid_cents - invoice.credit_cents,
    due_on: invoice.effective_due_date,
    ...(autopay ? { autopay } : {}),
  }
  withdrawWaiting(tx, invoice.id)
  const sendings = await tell(tx, customer, {
    kind,
    data,
    invoice_id: invoice.id,
    document: { kind: 'invoice', id: invoice.id },
  })
  const verdicts = sendings.map(({ verdict }) => verdict)
  const going = isGoingOut(sendings)
  const waits = waitsForSender(sendings)
  return {
    going,
    at: going && !waits ? (verdicts.find((one) => one.do === 'later')?.at ?? null) : null,
    waits,
    reason: verdicts.find((one) => one.do === 'never')?.reason ?? null,
  }
}

/** A bill held until the morning goes out once, however often it is sent before: the newest stays. */
const withdrawWaiting = (tx: OrgTx, invoice_id: string): void =>
  sendAlong(
    tx,
    tx
      .updateTable('messages')
      .set({ status: 'refused', reason: 'replaced' satisfies NeverReason })
      .where('invoice_id', '=', invoice_id)
      .where('template', 'in', kinds)
      .where('status', '=', 'queued'),
  )

/** Two people who send the same bills within so many minutes mean one message. */
const justSentMinutes = 10

/**
 * The bills among these that are about to go out, or went out a few minutes before a moment (ISO
 * 8601; absent: now) or since.
 */
export async function readGoing(
  tx: OrgTx,
  invoice_ids: readonly string[],
  at?: string,
): Promise<Map<string, 'waits' | 'just_sent'>> {
  const { rows } = await sql<{ id: string; waits: boolean }>`
    select invoice_id as id, bool_or(status in ('queued', 'sending')) as waits from messages
    where invoice_id in ${oneOf(invoice_ids)} and template in (${sql.join(kinds.map((kind) => sql.lit(kind)))}) and (status in ('queued', 'sending')
      or status in ('sent', 'delivered') and created_at > coalesce(${at ?? null}::timestamptz, now()) - ${justSentMinutes}::int * interval '1 minute')
    group by invoice_id`.execute(tx)
  return new Map(rows.map(({ id, waits }) => [id, waits ? 'waits' : 'just_sent']))
}

type Waiting = { template: string; invoice_id: string | null; data: unknown }

/**
 * Why a bill that waited does not go out as it was written: it was settled meanwhile, or another
 * with what is left to pay takes its place. Null if it says what is true.
 */
export async function overtakenBill(
  tx: OrgTx,
  { template, invoice_id, data }: Waiting,
): Promise<NeverReason | null> {
  const kind = kinds.find((one) => one === template)
  if (!kind || !invoice_id || !data) return null
  const said = data as { total_cents: number; url: string; autopay?: boolean }
  const row = await tx
    .selectFrom('invoices')
    .selectAll()
    .where('id', '=', invoice_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const invoice = row as typeof row & Parameters<typeof invoiceStatus>[0]
  const total_cents = balanceOf(invoice)
  // What credits paid goes out as well: it asks for nothing.
  if (said.total_cents <= 0 && total_cents <= 0) return null
  if (invoiceRules.payLink({ status: invoiceStatus(invoice), total_cents })) return 'settled'
  if (said.total_cents === total_cents) return null
  await tellBill(tx, { kind, autopay: said.autopay ?? false }, invoice, said.url)
  return 'replaced'
}

type DueBill = {
  invoice: Invoice
  due_on: LocalDate
  step: number
  url: string
  /** What is added if it is not paid by then. */
  late_fee: { cents: number; on: LocalDate } | null
}

/** Reminds a customer of unpaid bills in one message, the one due first ahead, and marks them. They are locked. */
export async function remindOf(
  tx: OrgTx,
  bills: readonly [DueBill, ...DueBill[]],
  stage: 'before' | 'today' | 'late',
): Promise<void> {
  const [{ invoice, url }, ...others] = bills
  const customer = await readCustomer(tx, invoice)
  const isOne = others.length === 0
  const data = {
    organization: customer.organization,
    customer_name: customer.name ?? invoice.customer_name,
    url,
    stage,
    total_cents: bills.reduce((sum, bill) => sum + balanceOf(bill.invoice), 0),
    bills: bills.map((bill) => ({
      invoice_number: invoiceNumber(bill.invoice),
      balance_cents: balanceOf(bill.invoice),
      due_on: bill.due_on,
      url: bill.url,
      late_fee: bill.late_fee,
    })),
    ...(isOne
      ? { ...(await readLines(tx, invoice.id)), paid_before_cents: invoice.paid_cents }
      : {}),
  }
  const [sending] = await tell(tx, customer, {
    kind: 'invoice_reminder',
    data,
    invoice_id: invoice.id,
    ...(isOne ? { document: { kind: 'invoice', id: invoice.id } as const } : {}),
  })
  await markReminded(
    tx,
    bills.map((bill) => ({
      invoice_id: bill.invoice.id,
      due_on: bill.due_on,
      step: bill.step,
      message_id: sending?.id ?? null,
      late_fee_cents: bill.late_fee?.cents ?? null,
      late_fee_on: bill.late_fee?.on ?? null,
    })),
  )
}

type Statement = {
  owed_cents: number
  from: LocalDate
  to: LocalDate
  invoice_number: string | null
  url: string
  /** A second one with the same key is the first. */
  once?: string
}

/** Mails a customer their statement; answers why not if it may not go. */
export async function notifyStatement(
  tx: OrgTx,
  customer_id: string,
  { once, from, to, ...about }: Statement,
): Promise<{ sent: boolean; reason: NeverReason | null }> {
  const customer = found((await readReach(tx, [customer_id])).get(customer_id))
  const { organization, name: customer_name } = customer
  const sendings = await tell(tx, customer, {
    kind: 'statement',
    data: { organization, customer_name, to, ...about },
    document: { kind: 'statement', id: customer_id, from, to },
    ...(once ? { once } : {}),
  })
  const refusal = sendings.find(({ verdict }) => verdict.do === 'never')?.verdict
  return {
    sent: isGoingOut(sendings),
    reason: refusal?.do === 'never' ? refusal.reason : null,
  }
}
