import { sql } from 'kysely'
import { invoiceTotals, netCents, type EditedLine } from '../../../domain/money/invoice-lines.ts'
import type { LocalDate } from '../../../domain/base/dates.ts'
import type { LineTax } from '../../../domain/money/tax.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { invalid } from '../../base/kit/refusals.ts'
import { readTaxFacts, type TaxFacts } from '../tax/read.ts'
import { taxOf } from './line-tax.ts'
import type { InvoiceRow } from './row.ts'
import { changeInvoice } from './write.ts'

type Draft = {
  lines: readonly EditedLine[]
  notes: string | null
  due_date: LocalDate | null
  effective_due_date: LocalDate | null
}
type Line = Awaited<ReturnType<typeof readStored>>[number]

const readStored = (tx: OrgTx, invoice_id: string) =>
  tx.selectFrom('invoice_lines').selectAll().where('invoice_id', '=', invoice_id).execute()

/**
 * Replaces the lines of a locked draft. The line of a visit keeps its visit; it can be changed but
 * not removed, since its visit would then never be billed.
 */
export async function editDraft(tx: OrgTx, row: InvoiceRow, draft: Draft): Promise<InvoiceRow> {
  const { lines, ...head } = draft
  const [stored, services, facts] = await Promise.all([
    readStored(tx, row.id),
    idsOf(tx, lines),
    readTaxFacts(tx, row.customer_id, { zip: row.zip }),
  ])
  checkVisitsStay(stored, lines)
  const before = new Map(stored.map((line) => [line.id, line]))
  const after = lines.map((line, index) => {
    const was = line.id ? before.get(line.id) : undefined
    const { quantity, unit_price_cents, discount_cents, service_key, description } = line
    const service_id = services.get(service_key ?? '') ?? null
    const tax = taxAgain({ ...line, service_id }, was, facts)
    return {
      ...keptOf(was),
      position: index + 1,
      service_id,
      service_key,
      description,
      quantity,
      unit_price_cents,
      discount_cents,
      ...tax,
      total_cents: netCents(line) + tax.tax_cents,
    }
  })
  await tx.deleteFrom('invoice_lines').where('invoice_id', '=', row.id).execute()
  await tx
    .insertInto('invoice_lines')
    .values(after.map((line) => ({ ...line, invoice_id: row.id })))
    .execute()
  return changeInvoice(tx, row, {
    ...head,
    ...invoiceTotals(after),
    due_date_overridden: head.due_date !== null,
  })
}

/** A line that was taxed stays at its rate, or with its certificate; its tax follows its price. */
function taxAgain(
  line: EditedLine & { service_id: string | null },
  was: Line | undefined,
  facts: TaxFacts,
): LineTax {
  const taxable = line.taxable ?? was?.taxable
  if (!was || (was.tax_ppm === null && was.tax_certificate === null))
    return taxOf({ ...line, taxable }, facts)
  const { tax_name, tax_ppm, tax_certificate } = was
  const rate = { name: tax_name ?? '', rate_ppm: tax_ppm ?? 0 }
  return taxOf({ ...line, taxable }, { ...facts, rate, certificate: tax_certificate })
}

function checkVisitsStay(stored: readonly Line[], lines: readonly EditedLine[]): void {
  const kept = new Set(lines.map((line) => line.id))
  if (stored.some((line) => line.series_id !== null && !kept.has(line.id)))
    throw invalid({ lines: 'The line of a visit stays. Reopen the visit to take it off.' })
}

/** What an edited line keeps of the line it was. */
const keptOf = (line: Line | undefined) =>
  line ? { id: line.id, series_id: line.series_id, original_date: line.original_date } : undefined

/** The ids of the services that lines name by key. */
export async function idsOf(
  tx: OrgTx,
  lines: readonly { service_key: string | null }[],
): Promise<Map<string, string>> {
  const keys = lines.flatMap((line) => line.service_key ?? [])
  if (!keys.length) return new Map()
  const known = await tx
    .selectFrom('services')
    .select(['id', 'key'])
    .where('key', 'in', keys)
    .execute()
  return new Map(known.map(({ id, key }) => [key, id]))
}

/** Frees the visits of an invoice's lines, so that another invoice can bill them; returns the lines as they were. */
export async function releaseLines(tx: OrgTx, invoice_id: string): Promise<Line[]> {
  const lines = await readStored(tx, invoice_id)
  await tx
    .updateTable('invoice_lines')
    .set({ series_id: null, original_date: null })
    .where('invoice_id', '=', invoice_id)
    .where(sql<boolean>`series_id is not null`)
    .execute()
  return lines.toSorted((a, b) => a.position - b.position)
}
