import { sql, type Updateable } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import type { LocalDate } from '../../../domain/base/dates.ts'
import { netCents } from '../../../domain/money/invoice-lines.ts'
import type { LineTax } from '../../../domain/money/tax.ts'
import { returnCredits } from '../credits/write.ts'
import { sendAlong, type OrgTx } from '../../base/db/door.ts'
import { enqueue } from '../../base/jobs/jobs.ts'
import { postLedger, reverseClaim, offSales } from '../ledger/write.ts'
import { statusOf, type InvoiceRow } from './row.ts'
import { emit } from '../../base/events.ts'
import { balanceOf } from '../../../domain/money/invoice.ts'

/**
 * Changes a locked invoice, increments its version and emits `invoice.updated`; with `paid` also
 * `invoice.paid`.
 */
export async function changeInvoice(
  tx: OrgTx,
  row: Pick<InvoiceRow, 'id'>,
  changes: Updateable<Database['invoices']>,
  options: { paid?: boolean } = {},
): Promise<InvoiceRow> {
  const { visit_on, visit_team_id, is_held, ...changed } = (await tx
    .with('changed', (db) =>
      db
        .updateTable('invoices')
        .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
        .where('id', '=', row.id)
        .returningAll(),
    )
    .selectFrom('changed as i')
    .leftJoin('visits as v', (join) =>
      join
        .onRef('v.organization_id', '=', 'i.organization_id')
        .onRef('v.series_id', '=', 'i.series_id')
        .onRef('v.original_date', '=', 'i.original_date'),
    )
    .leftJoin('rules as r', (join) =>
      join.onRef('r.organization_id', '=', 'v.organization_id').onRef('r.id', '=', 'v.rule_id'),
    )
    .selectAll('i')
    .select([
      'v.date as visit_on',
      teamOfVisit.as('visit_team_id'),
      sql<boolean>`exists (select 1 from payment_holds h
        where h.organization_id = i.organization_id and h.customer_id = i.customer_id and h.released_at is null)`.as(
        'is_held',
      ),
    ])
    .executeTakeFirstOrThrow()) as InvoiceRow & {
    visit_on: LocalDate | null
    visit_team_id: string | null
    is_held: boolean
  }
  const visit = visit_on === null ? undefined : { date: visit_on, team_id: visit_team_id }
  await emitInvoice(tx, changed, visit, options.paid)
  const { customer_id } = changed
  const mayEndHold =
    'paid_cents' in changes || changes.doc === 'void' || changes.doc === 'uncollectible'
  // Work that waited for this money goes on as soon as it is there.
  if (is_held && mayEndHold)
    await enqueue(tx, 'hold.review', { organization_id: tx.org, customer_id }, { key: customer_id })
  return changed
}

const teamOfVisit = sql<string | null>`coalesce(v.team_id, r.team_id)`

/** What an invoice has without the credit that paid a part of it, or without so much of it. */
export function withoutCredit(
  {
    paid_cents: before,
    credit_cents,
    money,
  }: Pick<InvoiceRow, 'paid_cents' | 'credit_cents' | 'money'>,
  cents = credit_cents,
) {
  const paid_cents = before - cents
  const isSettled = money === 'paid' || money === 'partial' || money === 'partially_refunded'
  const rest: InvoiceRow['money'] = paid_cents > 0 ? 'partial' : 'none'
  return {
    paid_cents,
    credit_cents: credit_cents - cents,
    ...(isSettled ? { money: rest, paid_at: null } : {}),
  }
}

type Voided = Pick<InvoiceRow, 'id' | 'number' | 'paid_cents' | 'credit_cents' | 'money'>

/** Voids a locked invoice, reverses its claim in the ledger, and gives back its credit. */
export async function voidInvoice(tx: OrgTx, invoice: Voided): Promise<InvoiceRow> {
  if (invoice.number !== null) await reverseClaim(tx, invoice.id)
  if (invoice.credit_cents > 0) await returnCredits(tx, invoice.id)
  return changeInvoice(tx, invoice, {
    ...(invoice.credit_cents > 0 ? withoutCredit(invoice) : {}),
    doc: 'void',
    charge_on: null,
    next_retry_at: null,
    send_at: null,
  })
}

/** Sets when a bill goes out by itself. No version or event: nothing people were shown changes. */
export const setSendAt = (tx: OrgTx, id: string, send_at: string | null): void =>
  sendAlong(tx, tx.updateTable('invoices').set({ send_at }).where('id', '=', id))

/** Stores the token of a new pay link. No version or event, since no one watches this. */
export function storePayToken(
  tx: OrgTx,
  id: string,
  token: Required<
    Pick<
      Updateable<Database['invoices']>,
      'pay_token_hash' | 'pay_token_sealed' | 'pay_token_expires_at'
    >
  >,
): void {
  sendAlong(tx, tx.updateTable('invoices').set(token).where('id', '=', id))
}

type AddedLine = {
  service_id: string | null
  service_key: string | null
  description: string
  quantity: number
  unit_price_cents: number
  /** The visit it bills, if it does. */
  series_id?: string
  original_date?: LocalDate
} & LineTax

/** Adds a line to a locked draft. */
export async function addLine(tx: OrgTx, draft: InvoiceRow, line: AddedLine): Promise<InvoiceRow> {
  const { tax_cents } = line
  const net_cents = netCents(line)
  const total_cents = net_cents + tax_cents
  const { position } = await tx
    .selectFrom('invoice_lines')
    .select(sql<number>`coalesce(max(position), 0) + 1`.as('position'))
    .where('invoice_id', '=', draft.id)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('invoice_lines')
    .values({ ...line, invoice_id: draft.id, position, total_cents })
    .execute()
  return changeInvoice(tx, draft, {
    subtotal_cents: draft.subtotal_cents + net_cents,
    tax_cents: draft.tax_cents + tax_cents,
    total_cents: draft.total_cents + total_cents,
  })
}

/**
 * Removes one of several lines from an unpaid invoice, and its claim from the ledger. Returns false
 * if it is the only line.
 */
export async function removeLine(
  tx: OrgTx,
  invoice: InvoiceRow,
  line: { id: string; total_cents: number; discount_cents: number; tax_cents: number },
): Promise<boolean> {
  const others = await tx
    .selectFrom('invoice_lines')
    .select('id')
    .where('invoice_id', '=', invoice.id)
    .where('id', '<>', line.id)
    .executeTakeFirst()
  if (!others) return false
  await tx.deleteFrom('invoice_lines').where('id', '=', line.id).execute()
  const { total_cents, discount_cents, tax_cents } = line
  if (invoice.number !== null)
    await postLedger(tx, `line_removed:${line.id}`, { invoice_id: invoice.id, payment_id: null }, [
      ['receivable', -total_cents],
      ['revenue', total_cents - tax_cents],
      ['tax', tax_cents],
    ])
  // A link that shows the old amount must not be paid.
  await changeInvoice(tx, invoice, {
    subtotal_cents: invoice.subtotal_cents - (total_cents - tax_cents + discount_cents),
    discount_cents: invoice.discount_cents - discount_cents,
    tax_cents: invoice.tax_cents - tax_cents,
    total_cents: invoice.total_cents - total_cents,
    pay_token_hash: null,
    pay_token_sealed: null,
  })
  return true
}

/** Unlinks a line from its visit, so that the visit can be billed again. */
export async function unlinkVisit(tx: OrgTx, line_id: string): Promise<void> {
  await tx
    .updateTable('invoice_lines')
    .set({ series_id: null, original_date: null })
    .where('id', '=', line_id)
    .execute()
}

/** Emits `invoice.updated`, and `invoice.paid` if paid; listeners expect both. */
export async function emitInvoice(
  tx: OrgTx,
  row: InvoiceRow,
  visit: VisitFacts,
  paid = false,
): Promise<void> {
  const about = { customer_id: row.customer_id, team_ids: [visit?.team_id ?? null] }
  const facts = { ...eventData(row), date: visit?.date ?? row.original_date }
  await emit(tx, 'invoice.updated', facts, about)
  if (paid) await emit(tx, 'invoice.paid', facts, about)
}

/** The visit an invoice is for, if it is exactly one. */
type InvoiceVisit = Pick<InvoiceRow, 'series_id' | 'original_date'>

type VisitFacts = { date: LocalDate; team_id: string | null } | undefined

/**
 * Where and by which team the invoice's visit is done; undefined if the invoice is for several
 * visits or none.
 */
export const visitOf = async (tx: OrgTx, row: InvoiceVisit): Promise<VisitFacts> =>
  row.series_id === null || row.original_date === null
    ? undefined
    : tx
        .selectFrom('visits as v')
        .innerJoin('rules as r', (join) =>
          join.onRef('r.organization_id', '=', 'v.organization_id').onRef('r.id', '=', 'v.rule_id'),
        )
        .select(['v.date', teamOfVisit.as('team_id')])
        .where('v.series_id', '=', row.series_id)
        .where('v.original_date', '=', row.original_date)
        .executeTakeFirst()

export const eventData = (row: InvoiceRow) => ({
  invoice_id: row.id,
  status: statusOf(row),
  money: row.money,
  number: row.number,
  customer_id: row.customer_id,
  rule_id: row.rule_id,
  occurrence_id:
    row.series_id && row.original_date ? `${row.series_id}:${row.original_date}` : null,
  date: row.original_date,
  period_start: row.period_start,
  period_end: row.period_end,
  total_cents: row.total_cents,
  version: row.version,
})

/** Gives up what is owed on a locked invoice, and takes the claim out of the ledger. */
export async function writeOffInvoice(tx: OrgTx, row: InvoiceRow): Promise<void> {
  await postClaim(tx, row, `write_off:${row.id}:${row.version}`, -balanceOf(row))
  await changeInvoice(tx, row, {
    doc: 'uncollectible',
    charge_on: null,
    next_retry_at: null,
    send_at: null,
    pay_token_hash: null,
    pay_token_sealed: null,
  })
}

/**
 * Gives up what an invoice that was given up is no longer paid of, once `paid_cents` are left of it:
 * a payment was taken back.
 */
export async function giveUpUnpaid(tx: OrgTx, row: InvoiceRow, paid_cents: number): Promise<void> {
  if (row.doc !== 'uncollectible') return
  const cents = balanceOf({ ...row, paid_cents }) - balanceOf(row)
  await postClaim(tx, row, `write_off:${row.id}:${row.version}`, -cents)
}

/** Opens a locked invoice again that was given up. */
export async function restoreInvoice(tx: OrgTx, row: InvoiceRow): Promise<InvoiceRow> {
  await claimAgain(tx, row)
  return changeInvoice(tx, row, { doc: 'open' })
}

/** Puts the claim of an invoice that was given up back into the ledger; once for each giving up. */
export const claimAgain = (tx: OrgTx, row: InvoiceRow): Promise<void> =>
  postClaim(tx, row, `write_off_undone:${row.id}:${row.version}`, balanceOf(row))

const postClaim = (tx: OrgTx, row: InvoiceRow, fact: string, cents: number): Promise<void> =>
  postLedger(tx, fact, { invoice_id: row.id, payment_id: null }, [
    ['receivable', cents],
    ...offSales(row, -cents),
  ])
