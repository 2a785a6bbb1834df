import { sql, type RawBuilder } from 'kysely'
import type { LocalDate } from '../../../domain/base/dates.ts'
import { invoiceRules } from '../../../domain/money/invoice.ts'
import { invoiceTotals, netCents } from '../../../domain/money/invoice-lines.ts'
import type { LineTax } from '../../../domain/money/tax.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { newId } from '../../base/db/ids.ts'
import { emit } from '../../base/events.ts'
import { enforce, found } from '../../base/kit/refusals.ts'
import { lockCredits } from '../credits/write.ts'
import { readTaxFacts, type TaxFacts } from '../tax/read.ts'
import { applyCreditToIssued } from './credit.ts'
import { taxOf } from './line-tax.ts'
import { type InvoiceRow, statusOf } from './row.ts'
import { emitInvoice, visitOf, eventData, changeInvoice } from './write.ts'
import { type Terms, readTerms, datesOf } from './terms.ts'

type NewLine = {
  service_id?: string | null
  service_key?: string | null
  description: string
  quantity: number
  unit_price_cents: number
  discount_cents?: number
  taxable?: boolean | undefined
  tax_cents?: number | undefined
  series_id?: string | null
  original_date?: LocalDate | null
}
type TaxedLine = Omit<NewLine, keyof LineTax> & LineTax

type NewInvoice = {
  customer_id: string
  source: 'visit' | 'period' | 'manual' | 'late_fee'
  /** For a late fee, the overdue invoice. */
  late_fee_of_id?: string
  lines: readonly NewLine[] | readonly TaxedLine[]
  rule_id?: string | null
  location_id?: string | null
  series_id?: string | null
  original_date?: LocalDate | null
  visit_date?: LocalDate | null
  due_date?: LocalDate | null
  notes?: string | null
  period_start?: LocalDate | null
  period_end?: LocalDate | null
  /** Issue it now, with number, due date and a snapshot of customer and address. */
  open: boolean
}

/** What the organization prints before its numbers. */
const prefix = sql`coalesce(schedule_settings ->> 'invoice_prefix', '')`

/** Where the work is done: the rule's place, or the customer's default place. */
const placeOf = (customer: string, location_id: string | null) => sql`
  select l.street, l.city, l.state, l.zip, c.name, c.email, c.phone_number
  from customers c left join service_locations l on l.organization_id = c.organization_id and l.customer_id = c.id
    and case when ${location_id}::uuid is null then l.is_default else l.id = ${location_id}::uuid end
  where c.organization_id = app_org() and c.id = ${customer}::uuid`

/** An issued invoice's entries in the ledger: it is owed, earned, and its tax owed on. */
const claimOf = (issued: RawBuilder<unknown>) => sql`
  select i.organization_id, 'invoice:' || i.id, e.account, e.cents, i.id from ${issued} i
    cross join lateral (values ('receivable', i.total_cents), ('revenue', i.tax_cents - i.total_cents), ('tax', -i.tax_cents)) as e(account, cents)
  where i.number is not null and (e.cents <> 0 or e.account <> 'tax')`

/** An invoice about to be written. Its id is known, so related reads can go out with the write. */
type PlannedInvoice = Omit<NewInvoice, 'lines'> & {
  id: string
  terms: Terms
  lines: readonly TaxedLine[]
}

/** 404 for an unknown customer, 409 for a zero invoice. `asked`: its facts, if they were asked for before. */
export async function planInvoice(
  tx: OrgTx,
  invoice: NewInvoice,
  asked?: TaxFacts,
): Promise<PlannedInvoice> {
  const { customer_id, location_id = null } = invoice
  const facts = asked ?? (await readTaxFacts(tx, customer_id, { location_id }))
  const lines = invoice.lines.map((line) =>
    isTaxed(line) ? line : { ...line, ...taxOf(line, facts) },
  )
  if (invoice.open)
    enforce(invoiceRules.open({ status: 'draft', total_cents: invoiceTotals(lines).total_cents }))
  return { ...invoice, lines, id: newId(), terms: facts.terms }
}

/** A line that was made before keeps its tax. */
const isTaxed = (line: NewLine | TaxedLine): line is TaxedLine => 'tax_ppm' in line

/** Plans and writes in one step. */
export const createInvoice = async (
  tx: OrgTx,
  invoice: NewInvoice,
  { facts, ...about }: { team_id?: string | null; facts?: TaxFacts | undefined } = {},
) => writeInvoice(tx, await planInvoice(tx, invoice, facts), about)

/**
 * Writes an invoice with its lines in one statement, including its number, taken under the
 * organization's row lock so numbers have no gaps. If a line's visit is already billed, nothing is
 * written and `created` is false.
 */
export async function writeInvoice(
  tx: OrgTx,
  invoice: PlannedInvoice,
  about: { team_id?: string | null } = {},
): Promise<{ row: InvoiceRow; created: boolean }> {
  const totals = invoiceTotals(invoice.lines)
  const dates = datesOf(invoice.terms, {
    due_date: invoice.due_date ?? null,
    visit_date: invoice.visit_date ?? null,
  })
  const lines = invoice.lines.map((line, index) => ({
    position: index + 1,
    service_id: line.service_id ?? null,
    service_key: line.service_key ?? null,
    description: line.description,
    quantity: line.quantity,
    unit_price_cents: line.unit_price_cents,
    discount_cents: line.discount_cents ?? 0,
    taxable: line.taxable,
    tax_cents: line.tax_cents,
    tax_name: line.tax_name,
    tax_ppm: line.tax_ppm,
    tax_certificate: line.tax_certificate,
    total_cents: netCents(line) + line.tax_cents,
    series_id: line.series_id ?? null,
    original_date: line.original_date ?? null,
  }))
  const [credits, { rows }] = await Promise.all([
    // Locked before the organization, whose row gives the number.
    invoice.open ? lockCredits(tx, invoice.customer_id) : [],
    sql<InvoiceRow & { created: boolean }>`
    with known as (
      select invoice_id from invoice_lines where series_id = ${invoice.series_id ?? null}::uuid
        and original_date = ${invoice.original_date ?? null}::date),
    place as (${placeOf(invoice.customer_id, invoice.location_id ?? null)}),
    numbered as (
      update organizations set next_invoice_number = next_invoice_number + 1
      where id = ${tx.org}::uuid and ${invoice.open}::boolean and not exists (select 1 from known) returning next_invoice_number - 1 as number, ${prefix} as prefix),
    made as (
      insert into invoices (id, organization_id, number, number_prefix, customer_id, doc, issued_at, subtotal_cents, discount_cents, tax_cents, total_cents, due_date,
        effective_due_date, due_date_overridden, charge_on, period_start, period_end, source, late_fee_of_id, rule_id, series_id, original_date, notes,
        customer_name, customer_email, customer_phone, street, city, state, zip)
      select ${invoice.id}::uuid, ${tx.org}::uuid, (select number from numbered), coalesce((select prefix from numbered), ''), ${invoice.customer_id}::uuid, ${invoice.open ? dates.doc : 'draft'}::text,
        case when ${invoice.open}::boolean then now() end, ${totals.subtotal_cents}::bigint, ${totals.discount_cents}::bigint, ${totals.tax_cents}::bigint,
        ${totals.total_cents}::bigint, ${invoice.due_date ?? null}::date, ${dates.effective_due_date}::date, ${dates.due_date_overridden}::boolean,
        ${invoice.open ? dates.charge_on : null}::date, ${invoice.period_start ?? null}::date, ${invoice.period_end ?? null}::date, ${invoice.source}::text, ${invoice.late_fee_of_id ?? null}::uuid,
        ${invoice.rule_id ?? null}::uuid, ${invoice.series_id ?? null}::uuid, ${invoice.original_date ?? null}::date, ${invoice.notes ?? null}::text,
        p.name, p.email, p.phone_number, p.street, p.city, p.state, p.zip
      from place p where not exists (select 1 from known) returning *),
    lines as (
      insert into invoice_lines (organization_id, invoice_id, position, service_id, service_key, description, quantity, unit_price_cents, discount_cents,
        taxable, tax_cents, tax_name, tax_ppm, tax_certificate, total_cents, series_id, original_date)
      select made.organization_id, made.id, l.* from made, json_to_recordset(${JSON.stringify(lines)}::json) as l(position int, service_id uuid,
        service_key text, description text, quantity numeric, unit_price_cents bigint, discount_cents bigint, taxable boolean, tax_cents bigint, tax_name text,
        tax_ppm int, tax_certificate text, total_cents bigint, series_id uuid, original_date date)),
    booked as (
      insert into ledger_entries (organization_id, fact, account, amount_cents, invoice_id)
      ${claimOf(sql`made`)})
    select made.*, true as created from made
    union all select i.*, false as created from invoices i join known on known.invoice_id = i.id`.execute(
      tx,
    ),
  ])
  const { created, ...row } = found(rows[0], 'Customer not found')
  if (created)
    await emit(tx, 'invoice.created', eventData(row), {
      customer_id: row.customer_id,
      team_ids: [about.team_id ?? null],
    })
  const isIssued = created && invoice.open
  return { row: isIssued ? await applyCreditToIssued(tx, row, credits) : row, created }
}

/** Issues a locked draft: number, due date, snapshot. Returns an issued invoice unchanged. */
export async function openInvoice(
  tx: OrgTx,
  row: InvoiceRow,
  { now = false }: { now?: boolean } = {},
): Promise<InvoiceRow> {
  if (row.doc !== 'draft') {
    return row.doc === 'scheduled' && now
      ? changeInvoice(tx, row, { doc: 'open', charge_on: null })
      : row
  }
  enforce(invoiceRules.open({ status: statusOf(row), total_cents: row.total_cents }))
  const [terms, visit, credits] = await Promise.all([
    readTerms(tx, row.customer_id).then((read) => found(read)),
    visitOf(tx, row),
    lockCredits(tx, row.customer_id),
  ])
  const visit_date = visit?.date ?? row.original_date
  const dates = datesOf(terms, {
    due_date: row.due_date_overridden ? row.due_date : null,
    visit_date,
  })
  const scheduled = dates.doc === 'scheduled' && !now
  const { rows } = await sql<InvoiceRow>`
    with place as (${placeOf(row.customer_id, null)}),
    numbered as (update organizations set next_invoice_number = next_invoice_number + 1 where id = ${tx.org}::uuid returning next_invoice_number - 1 as number, ${prefix} as prefix),
    opened as (
      update invoices i set number = n.number, number_prefix = n.prefix, doc = ${scheduled ? 'scheduled' : 'open'}::text, issued_at = now(), updated_at = now(), version = version + 1,
        effective_due_date = ${dates.effective_due_date}::date, charge_on = ${scheduled ? dates.charge_on : null}::date,
        customer_name = p.name, customer_email = p.email, customer_phone = p.phone_number, street = coalesce(i.street, p.street),
        city = coalesce(i.city, p.city), state = coalesce(i.state, p.state), zip = coalesce(i.zip, p.zip)
      from numbered n, place p where i.id = ${row.id}::uuid returning i.*),
    booked as (
      insert into ledger_entries (organization_id, fact, account, amount_cents, invoice_id)
      ${claimOf(sql`opened`)})
    select * from opened`.execute(tx)
  const opened = found(rows[0])
  await emitInvoice(tx, opened, visit)
  return applyCreditToIssued(tx, opened, credits)
}
