import { sql, type Insertable } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import type { LocalDate } from '../../../domain/base/dates.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'

type NewReport = Omit<Insertable<Database['crew_reports']>, 'organization_id' | 'id'>

/** Puts something a crew did before the office. */
export async function writeReport(tx: OrgTx, report: NewReport): Promise<void> {
  await tx.insertInto('crew_reports').values(report).execute()
  await emitReported(tx, report.customer_id ?? null)
}

type Settlement =
  | { settled_as: 'billed'; invoice_id: string | null }
  | { settled_as: 'dismissed'; settled_reason: string }

/** Records what became of a locked report. */
export async function settleReport(
  tx: OrgTx,
  report: { id: string; customer_id: string | null },
  as: Settlement,
): Promise<void> {
  await tx
    .updateTable('crew_reports')
    .set({ ...as, settled_at: sql`now()`, settled_by: tx.cause.person_id })
    .where('id', '=', report.id)
    .execute()
  await emitReported(tx, report.customer_id)
}

/** The crew took its own report back before anybody dealt with it. False if there is none. */
export async function takeBackReport(
  tx: OrgTx,
  visit: { series_id: string; original_date: LocalDate },
  person_id: string,
): Promise<boolean> {
  const rows = await tx
    .updateTable('crew_reports')
    .set({ settled_as: 'taken_back', settled_at: sql`now()`, settled_by: person_id })
    .where('series_id', '=', visit.series_id)
    .where('original_date', '=', visit.original_date)
    .where('person_id', '=', person_id)
    .where('kind', '=', 'finish')
    .where('settled_as', 'is', null)
    .returning('customer_id')
    .execute()
  if (rows[0]) await emitReported(tx, rows[0].customer_id)
  return rows.length > 0
}

const emitReported = (tx: OrgTx, customer_id: string | null): Promise<void> =>
  emit(tx, 'crew.reported', { customer_id })
