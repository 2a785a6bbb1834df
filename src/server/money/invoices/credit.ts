import { sql } from 'kysely'
import { balanceOf, invoiceRules } from '../../../domain/money/invoice.ts'
import { openAttemptStates } from '../../../domain/money/payment.ts'
import {
  holdCredits,
  paysAnyInvoice,
  lockCredits,
  returnCredits,
  spendCredits,
  type LockedCredits,
} from '../credits/write.ts'
import type { OrgTx, PlatformTx } from '../../base/db/door.ts'
import { enqueue } from '../../base/jobs/jobs.ts'
import { unusedCredits } from '../../base/sums/kept.ts'
import { enforce } from '../../base/kit/refusals.ts'
import { checkNoIntent } from './live-intent.ts'
import { lockInvoice, statusOf, type InvoiceRow } from './row.ts'
import { giveUpUnpaid, changeInvoice, withoutCredit } from './write.ts'

/**
 * Pays what it can of a locked, issued invoice with its customer's credits. Leaves an invoice alone
 * while a charge of it is under way: what is left of the credit pays it if that charge fails, or the next.
 */
export async function applyCredit(tx: OrgTx, row: InvoiceRow): Promise<InvoiceRow> {
  if (!takesCredit(row) || (await hasOpenAttempt(tx, row.id))) return row
  return (await spendOn(tx, row)).row
}

/** The same for one that this transaction has just issued: no charge of it can be under way. */
export const applyCreditToIssued = async (
  tx: OrgTx,
  row: InvoiceRow,
  credits: LockedCredits,
): Promise<InvoiceRow> => (takesCredit(row) ? (await spendOn(tx, row, credits)).row : row)

/** The same just before a charge of it leaves, which its attempt no longer asks for then. */
export const applyCreditUnderway = async (tx: OrgTx, row: InvoiceRow): Promise<InvoiceRow> =>
  row.money === 'processing' && balanceOf(row) > 0 ? (await spendOn(tx, row)).row : row

type Spent = { row: InvoiceRow; cents: number; use_id: string | null }

async function spendOn(tx: OrgTx, row: InvoiceRow, credits?: LockedCredits): Promise<Spent> {
  const { cents, use_id } = await spendCredits(tx, row, balanceOf(row), credits)
  if (cents === 0) return { row, cents, use_id }
  const paid_cents = row.paid_cents + cents
  const isPaid = paid_cents >= row.total_cents
  const rest = row.money === 'processing' ? row.money : 'partial'
  const changed = await changeInvoice(
    tx,
    row,
    {
      paid_cents,
      credit_cents: row.credit_cents + cents,
      money: isPaid ? 'paid' : rest,
      ...(isPaid ? settled() : {}),
    },
    { paid: isPaid },
  )
  // Somebody may have the old amount on a page: it must no longer be paid.
  if (await hasLiveIntent(tx, row.id))
    await enqueue(tx, 'intent.release', { organization_id: tx.org, invoice_id: row.id })
  return { row: changed, cents, use_id }
}

/**
 * Pays a customer's open and planned bills with their unused credit, what is due first, first; in
 * the transaction in which credit arises or a bill is owed again. Its customer hears of each bill
 * that was paid from it.
 */
export async function useCredits(tx: OrgTx, customer_id: string): Promise<void> {
  if (!(await hasUnused(tx, customer_id))) return
  await lockBills(tx, customer_id)
  await lockCredits(tx, customer_id)
  // A bill that was issued while we waited is seen now.
  const bills = await lockBills(tx, customer_id)
  for (const bill of bills.toSorted(byDueDate)) {
    if (await hasOpenAttempt(tx, bill.id)) continue
    const { cents, use_id } = await spendOn(tx, bill)
    if (use_id)
      await enqueue(tx, 'credit.tell', {
        organization_id: tx.org,
        invoice_id: bill.id,
        use_id,
        cents,
      })
  }
}

const byDueDate = (a: InvoiceRow, b: InvoiceRow): number =>
  a.effective_due_date === b.effective_due_date
    ? a.number! - b.number!
    : (a.effective_due_date ?? '') < (b.effective_due_date ?? '')
      ? -1
      : 1

async function hasUnused(tx: OrgTx, customer_id: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${unusedCredits} u where u.customer_id = ${customer_id}::uuid limit 1`.execute(tx)
  return rows.length > 0
}

/** The bills of a customer that credit can pay, locked by id. */
const lockBills = (tx: OrgTx, customer_id: string): Promise<InvoiceRow[]> =>
  tx
    .selectFrom('invoices as i')
    .selectAll('i')
    .where('customer_id', '=', customer_id)
    .where(awaitsMoney)
    .orderBy('id')
    .forUpdate()
    .execute() as Promise<InvoiceRow[]>

/** Invoices `i` that credit can pay. */
const awaitsMoney = sql<boolean>`i.number is not null and i.doc in ('open', 'scheduled') and i.money in ('none', 'partial', 'failed') and i.total_cents > i.paid_cents`

/** Invoices `i` whose charge is under way, even if it has no answer yet. */
export const isBeingCharged = sql<boolean>`exists (select 1 from charge_attempts a where a.organization_id = i.organization_id and a.invoice_id = i.id
  and a.state in (${sql.join(openAttemptStates.map((state) => sql.lit(state)))}))`

/**
 * A locked invoice whose change may bring its customer credit. Their other bills are locked too,
 * all by id, so that two such changes do not wait for each other.
 */
export async function lockWithInvoices(tx: OrgTx, id: string): Promise<InvoiceRow> {
  await sql`select 1 from invoices i where i.id = ${id}::uuid
    or i.customer_id = (select customer_id from invoices where id = ${id}::uuid) and ${awaitsMoney} order by i.id for update`.execute(
    tx,
  )
  return lockInvoice(tx, id)
}

/**
 * Customers whose credit lies beside a bill that it can pay: from before credit paid bills at once, or
 * because a charge of the bill was under way as the credit came.
 */
export const readUnusedBesideInvoices = async (tx: PlatformTx) =>
  (
    await sql<{ organization_id: string; customer_id: string }>`
    select distinct i.organization_id, i.customer_id from invoices i
      join organizations o on o.id = i.organization_id and o.status = 'active'
      join credits c on c.organization_id = i.organization_id and c.customer_id = i.customer_id
    where ${awaitsMoney} and c.taken_back_at is null and c.used_cents < c.amount_cents and ${paysAnyInvoice}
      and not ${isBeingCharged}
    limit 500`.execute(tx)
  ).rows

const takesCredit = (row: InvoiceRow): boolean =>
  row.number !== null &&
  (row.doc === 'open' || row.doc === 'scheduled') &&
  (row.money === 'none' || row.money === 'partial' || row.money === 'failed') &&
  balanceOf(row) > 0

const hasOpenAttempt = async (tx: OrgTx, invoice_id: string): Promise<boolean> =>
  Boolean(
    await tx
      .selectFrom('charge_attempts')
      .select('id')
      .where('invoice_id', '=', invoice_id)
      .where('state', 'in', openAttemptStates)
      .executeTakeFirst(),
  )

const hasLiveIntent = async (tx: OrgTx, invoice_id: string): Promise<boolean> =>
  Boolean(
    await tx
      .selectFrom('payment_intents')
      .select('id')
      .where('invoice_id', '=', invoice_id)
      .where('status', 'not in', ['succeeded', 'canceled'])
      .executeTakeFirst(),
  )

const settled = () => ({
  doc: 'open',
  paid_at: new Date().toISOString(),
  failure_code: null,
  failure_sentence: null,
  next_retry_at: null,
  charge_on: null,
})

/** Gives the credit that pays a locked invoice back to its customer; the invoice owes it again. */
export async function returnCredit(tx: OrgTx, row: InvoiceRow): Promise<InvoiceRow> {
  if (row.credit_cents === 0) return row
  await returnCredits(tx, row.id)
  return changeInvoice(tx, row, withoutCredit(row))
}

/**
 * Takes gifts off a locked invoice by hand: they wait for what is issued from now on, or they would
 * pay it again at once. The customer's own money stays. 409 no_credit_applied, credit_own_money.
 */
export async function takeCreditOff(tx: OrgTx, row: InvoiceRow): Promise<void> {
  const { cents, ids } = await returnCredits(tx, row.id, 'gifts')
  enforce(
    invoiceRules.takeCreditOff({
      ...row,
      status: statusOf(row),
      own_cents: row.credit_cents - cents,
    }),
  )
  await holdCredits(tx, ids)
  await changeInvoice(tx, row, withoutCredit(row, cents))
  // Other credit that waited because nothing was owed pays it now.
  await useCredits(tx, row.customer_id)
}

/**
 * Takes back what one credit pays, because the payment it was kept of is taken back: the bills owe it
 * again. Their rows are locked by the caller; runs inside `withoutIntent`. 409 payment_in_progress.
 */
export async function endUses(tx: OrgTx, credit_id: string, bills: InvoiceRow[]): Promise<void> {
  for (const bill of bills) {
    await checkNoIntent(tx, bill.id)
    const { cents } = await returnCredits(tx, bill.id, { id: credit_id })
    await giveUpUnpaid(tx, bill, bill.paid_cents - cents)
    await changeInvoice(tx, bill, withoutCredit(bill, cents))
  }
}

/** The bills that a credit pays, with another one, locked by id. */
export async function lockPaidBy(
  tx: OrgTx,
  credit_id: string | null,
  with_id: string,
): Promise<InvoiceRow[]> {
  return tx
    .selectFrom('invoices as i')
    .selectAll('i')
    .where(
      sql<boolean>`i.id = ${with_id}::uuid or i.id in (select u.invoice_id from credit_uses u where u.credit_id = ${credit_id}::uuid and u.returned_at is null)`,
    )
    .orderBy('id')
    .forUpdate()
    .execute() as Promise<InvoiceRow[]>
}
