import { sql } from 'kysely'
import type { LocalDate } from '../../domain/dates.ts'
import type { OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import { statusOf, type InvoiceRow } from './row.ts'

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
export type InvoiceVisit = Pick<InvoiceRow, 'series_id' | 'original_date'>

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
        .select(['v.date', sql<string | null>`coalesce(v.team_id, r.team_id)`.as('team_id')])
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
