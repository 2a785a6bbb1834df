import { addDays, addMonthsClamped, type LocalDate } from '../../../domain/base/dates.ts'
import { nextDueDate } from '../../../domain/money/due-date.ts'
import type { InvoiceStatus } from '../../../domain/money/invoice.ts'
import { sendAlong, type OrgTx } from '../../base/db/door.ts'
import { lockName } from '../../base/db/lock-name.ts'
import { readTaxFacts } from '../tax/read.ts'
import { taxOf } from './line-tax.ts'
import { createInvoice } from './write-issue.ts'
import { lockInvoice, statusOf, type InvoiceRow } from './row.ts'
import { addLine } from './write.ts'

/**
 * A period ends the day before the customer's charge day, or else the organization's due day, by
 * the visit's own date: a visit on the charge day itself comes too late for that day's charge.
 */
function periodOf(
  date: LocalDate,
  day: number,
): { period_start: LocalDate; period_end: LocalDate } {
  const charge_day = nextDueDate(addDays(date, 1), day)
  return { period_start: addMonthsClamped(charge_day, -1), period_end: addDays(charge_day, -1) }
}

/** Adds the visit to its period's draft, issued when the period ends. Repeating adds nothing. */
export async function billInPeriod(
  tx: OrgTx,
  visit: BillableVisit,
): Promise<{ invoice_id: string; status: InvoiceStatus }> {
  sendAlong(tx, lockName(`period:${visit.customer_id}`))
  const known = await tx
    .selectFrom('invoice_lines')
    .select('invoice_id')
    .where('series_id', '=', visit.series_id)
    .where('original_date', '=', visit.original_date)
    .executeTakeFirst()
  if (known)
    return {
      invoice_id: known.invoice_id,
      status: statusOf(await lockInvoice(tx, known.invoice_id)),
    }
  const terms = await tx
    .selectFrom('customers as c')
    .innerJoin('organizations as o', 'o.id', 'c.organization_id')
    .select(['c.preferred_charge_day', 'o.customer_due_day'])
    .where('c.id', '=', visit.customer_id)
    .executeTakeFirstOrThrow()
  const period = periodOf(visit.date, terms.preferred_charge_day ?? terms.customer_due_day)
  const line = {
    service_id: visit.service_id,
    service_key: visit.service_key,
    description: visit.description,
    quantity: 1,
    unit_price_cents: visit.price_cents!,
    series_id: visit.series_id,
    original_date: visit.original_date,
  }
  const draft = (await tx
    .selectFrom('invoices')
    .selectAll()
    .where('customer_id', '=', visit.customer_id)
    .where('source', '=', 'period')
    .where('doc', '=', 'draft')
    .where('period_end', '=', period.period_end)
    .forUpdate()
    .executeTakeFirst()) as InvoiceRow | undefined
  if (!draft) {
    const { row } = await createInvoice(
      tx,
      {
        customer_id: visit.customer_id,
        source: 'period',
        rule_id: visit.rule_id,
        location_id: visit.location_id ?? null,
        ...period,
        lines: [line],
        open: false,
      },
      { team_id: visit.team_id ?? null },
    )
    return { invoice_id: row.id, status: statusOf(row) }
  }
  const facts = await readTaxFacts(tx, visit.customer_id, visit)
  const row = await addLine(tx, draft, { ...line, ...taxOf(line, facts) })
  return { invoice_id: row.id, status: statusOf(row) }
}

export type BillableVisit = {
  series_id: string
  original_date: LocalDate
  rule_id: string
  billing_mode: string
  customer_id: string
  /** Where the visit is now. */
  date: LocalDate
  service_id: string | null
  service_key: string | null
  description: string
  /** Null or 0: nothing to bill. */
  price_cents: number | null
  location_id?: string | null
  team_id?: string | null
}
