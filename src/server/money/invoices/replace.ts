import type { OrgTx } from '../../base/db/door.ts'
import type { InvoiceRow } from './row.ts'
import { createInvoice } from './write-issue.ts'
import { releaseLines } from './write-lines.ts'
import { changeInvoice, voidInvoice } from './write.ts'

/** Voids a locked invoice and returns a draft with the same lines and visits, at the same place. */
export async function replaceInvoice(tx: OrgTx, row: InvoiceRow): Promise<InvoiceRow> {
  const lines = await releaseLines(tx, row.id)
  await voidInvoice(tx, row)
  const { row: draft } = await createInvoice(tx, {
    customer_id: row.customer_id,
    source: row.source as 'visit' | 'period' | 'manual',
    lines,
    rule_id: row.rule_id,
    series_id: row.series_id,
    original_date: row.original_date,
    due_date: row.due_date_overridden ? row.due_date : null,
    notes: row.notes,
    period_start: row.period_start,
    period_end: row.period_end,
    open: false,
  })
  const { street, city, state, zip } = row
  return changeInvoice(tx, draft, { street, city, state, zip, replaces_id: row.id })
}
