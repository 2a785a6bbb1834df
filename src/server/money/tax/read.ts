import { sql } from 'kysely'
import { todayIn } from '../../../domain/base/dates.ts'
import { exemptionState, type TaxPlace, type TaxRate } from '../../../domain/money/tax.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { found } from '../../base/kit/refusals.ts'
import {
  taxReport,
  type BilledTax,
  type EndingCertificate,
  type PaidTax,
  type TaxReportRow,
} from '../../../domain/money/tax-report.ts'
import { readTimeZone } from '../../base/organizations/read.ts'

export const readTaxRates = (tx: OrgTx): Promise<TaxRate[]> =>
  tx
    .selectFrom('tax_rates')
    .select(['id', 'name', 'rate_ppm', 'zips', 'is_default'])
    .orderBy('position')
    .execute()

/** Where a line is taxed, which services are, and by what the dates of a bill made now are set. */
export type TaxFacts = TaxPlace & { taxable_services: ReadonlySet<string>; terms: BillTerms }

type BillTerms = {
  time_zone: string
  customer_due_day: number
  autopay_enabled: boolean
  preferred_charge_day: number | null
}

type Row = BillTerms & {
  tax_certificate: string | null
  tax_exempt_until: string | null
  name: string | null
  rate_ppm: number | null
  taxable: string[]
}

/**
 * What decides the tax of lines made now for a customer, at `zip`, or else at the place where the
 * work is done, and when their bill is due. 404 for an unknown customer.
 */
export async function readTaxFacts(
  tx: OrgTx,
  customer_id: string,
  { location_id = null, zip = null }: { location_id?: string | null; zip?: string | null },
): Promise<TaxFacts> {
  const { rows } = await sql<Row>`
    select o.time_zone, o.customer_due_day, c.autopay_enabled, c.preferred_charge_day, c.tax_certificate, c.tax_exempt_until, r.name, r.rate_ppm,
      array(select s.id::text from services s where s.taxable) as taxable
    from customers c join organizations o on o.id = c.organization_id
      left join lateral tax_rate_at(o.id, coalesce(${zip}::text, tax_zip(o.id, c.id, ${location_id}::uuid))) r on true
    where c.id = ${customer_id}::uuid`.execute(tx)
  const row = found(rows[0], 'Customer not found')
  const state = exemptionState(row, todayIn(row.time_zone, new Date().toISOString()))
  return {
    rate: row.name === null ? null : { name: row.name, rate_ppm: row.rate_ppm! },
    certificate: state === 'valid' || state === 'ends_soon' ? row.tax_certificate : null,
    taxable_services: new Set(row.taxable),
    terms: row,
  }
}

/** The rate at a ZIP, in parts per million; 0 without one. */
export async function readTaxPpm(tx: OrgTx, zip: string | null): Promise<number> {
  const { rows } = await sql<{
    rate_ppm: number
  }>`select rate_ppm from tax_rate_at(${tx.org}::uuid, ${zip}::text)`.execute(tx)
  return rows[0]?.rate_ppm ?? 0
}

/** Months, 'YYYY-MM'. */
type Months = { from: string; to: string }

/** The tax billed and collected in each of these months, by rate. */
export async function readTaxReport(tx: OrgTx, months: Months): Promise<TaxReportRow[]> {
  const zone = await readTimeZone(tx)
  const [billed, paid] = await Promise.all([
    readBilled(tx, zone, months),
    readPaid(tx, zone, months),
  ])
  return taxReport(billed, paid)
}

/** Lines that tax was asked for, also at 0 %, and amounts entered by hand. */
const isTaxed = sql`(l.tax_ppm is not null or l.tax_cents > 0)`

const readBilled = async (tx: OrgTx, zone: string, { from, to }: Months): Promise<BilledTax[]> =>
  (
    await sql<BilledTax>`
    select to_char(i.issued_at at time zone ${zone}::text, 'YYYY-MM') as month, l.tax_name as name, l.tax_ppm as rate_ppm,
      sum(l.total_cents - l.tax_cents)::bigint as sales_cents, sum(l.tax_cents)::bigint as billed_cents
    from invoices i join invoice_lines l on l.organization_id = i.organization_id and l.invoice_id = i.id
    where i.number is not null and i.doc <> 'void' and ${isTaxed}
      and to_char(i.issued_at at time zone ${zone}::text, 'YYYY-MM') between ${from} and ${to}
    group by 1, 2, 3`.execute(tx)
  ).rows

/**
 * What each taxed invoice had been paid before and after each month with a payment, by the ledger: a
 * refund, a returned debit and a lost dispute take off, whatever account they were booked against.
 */
const readPaid = async (tx: OrgTx, zone: string, { from, to }: Months): Promise<PaidTax[]> =>
  (
    await sql<PaidTax>`
    with taxed as (
      select l.invoice_id, l.tax_name as name, l.tax_ppm as rate_ppm, sum(l.tax_cents)::bigint as tax_cents
      from invoice_lines l where l.tax_cents > 0 group by 1, 2, 3),
    moved as (
      select e.invoice_id, to_char(e.at at time zone ${zone}::text, 'YYYY-MM') as month, sum(case
        when e.fact like 'refund%' then case when e.account in ('provider_balance', 'tips') then e.amount_cents else 0 end
        when e.fact like 'dispute\\_settled%' then case when e.account in ('disputes', 'tips') then e.amount_cents else 0 end
        when e.account = 'receivable' then -e.amount_cents else 0 end)::bigint as cents
      from ledger_entries e
      where e.payment_id is not null and e.invoice_id in (select invoice_id from taxed) group by 1, 2),
    sums as (
      select m.*, sum(m.cents) over (partition by m.invoice_id order by m.month)::bigint as after_cents from moved m)
    select s.month, t.name, t.rate_ppm, t.tax_cents, i.total_cents, s.after_cents - s.cents as before_cents, s.after_cents
    from sums s join taxed t on t.invoice_id = s.invoice_id join invoices i on i.id = s.invoice_id
    where s.month between ${from} and ${to} and s.cents <> 0`.execute(tx)
  ).rows

/** Certificates that have ended, or end soon. */
export async function readEndingCertificates(tx: OrgTx): Promise<EndingCertificate[]> {
  const today = todayIn(await readTimeZone(tx), new Date().toISOString())
  const rows = await tx
    .selectFrom('customers')
    .select(['id', 'name', 'tax_certificate', 'tax_exempt_until'])
    .where('tax_certificate', 'is not', null)
    .where('tax_exempt_until', 'is not', null)
    .where('status', '<>', 'archived')
    .orderBy('tax_exempt_until')
    .limit(200)
    .execute()
  return rows.flatMap(({ id, name, ...row }) => {
    const state = exemptionState(row, today)
    return state === 'expired' || state === 'ends_soon'
      ? [
          {
            ...row,
            tax_exempt_until: row.tax_exempt_until!,
            customer_id: id,
            customer_name: name,
            is_expired: state === 'expired',
          },
        ]
      : []
  })
}
