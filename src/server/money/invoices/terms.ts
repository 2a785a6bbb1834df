import { nextChargeDate } from '../../../domain/money/autopay.ts'
import { todayIn, type LocalDate } from '../../../domain/base/dates.ts'
import { effectiveDueDate } from '../../../domain/money/due-date.ts'
import type { OrgTx } from '../../base/db/door.ts'
import type { TaxFacts } from '../tax/read.ts'
import type { InvoiceRow } from './row.ts'

/** Who pays an invoice and when; its dates depend on this. */
export type Terms = TaxFacts['terms']

export const readTerms = (tx: OrgTx, customer_id: string): Promise<Terms | undefined> =>
  tx
    .selectFrom('customers as c')
    .innerJoin('organizations as o', 'o.id', 'c.organization_id')
    .select(['o.time_zone', 'o.customer_due_day', 'c.autopay_enabled', 'c.preferred_charge_day'])
    .where('c.id', '=', customer_id)
    .executeTakeFirst()

/** When it is due, and whether it waits for the customer's charge day. */
export function datesOf(
  terms: Terms,
  { due_date, visit_date }: { due_date: LocalDate | null; visit_date: LocalDate | null },
) {
  const today = todayIn(terms.time_zone, new Date().toISOString())
  const waits = terms.autopay_enabled && terms.preferred_charge_day !== null && due_date === null
  const charge_on = waits ? nextChargeDate(terms.preferred_charge_day!, today) : null
  const effective =
    charge_on ??
    effectiveDueDate({
      due_date,
      due_date_overridden: due_date !== null,
      issue_date: today,
      due_day: terms.customer_due_day,
      autopay_visit_date: terms.autopay_enabled ? visit_date : null,
    })
  return {
    doc: waits ? ('scheduled' as const) : ('open' as const),
    charge_on,
    effective_due_date: effective,
    due_date_overridden: due_date !== null,
  }
}

/** When an invoice is due unless its date is set by hand. */
export async function usualDueDate(tx: OrgTx, row: InvoiceRow): Promise<string> {
  const terms = await tx
    .selectFrom('customers as c')
    .innerJoin('organizations as o', 'o.id', 'c.organization_id')
    .select(['o.time_zone', 'o.customer_due_day', 'c.autopay_enabled', 'c.preferred_charge_day'])
    .where('c.id', '=', row.customer_id)
    .executeTakeFirstOrThrow()
  if (row.charge_on && terms.preferred_charge_day !== null)
    return nextChargeDate(
      terms.preferred_charge_day,
      todayIn(terms.time_zone, new Date().toISOString()),
    )
  const issue_date = todayIn(terms.time_zone, row.issued_at ?? row.created_at)
  return (
    row.charge_on ??
    effectiveDueDate({
      due_date: null,
      due_date_overridden: false,
      issue_date,
      due_day: terms.customer_due_day,
      autopay_visit_date: terms.autopay_enabled ? row.original_date : null,
    })
  )
}
