import type { LocalDate } from '../../domain/dates.ts'
import { inOrgAll, system } from '../db/door.ts'
import type { Store } from '../db/store.ts'
import { invoicePaper, isNothingPaid, receiptOf } from './invoice-paper.ts'
import { readInvoiceFacts, type InvoiceFacts } from './read.ts'
import { readStatement } from './read-statement.ts'
import { renderPaper } from './render.ts'
import { statementPaper } from './statement-paper.ts'

type InvoicePaper = { kind: 'invoice' | 'receipt'; id: string }
/** A paper a message carries, by the id of its invoice; a statement by the id of its customer. */
export type AttachedPaper =
  | InvoicePaper
  | { kind: 'statement'; id: string; from: LocalDate; to: LocalDate }

/** Draws a paper for a mail. */
export async function drawAttached(store: Store, organization_id: string, attached: AttachedPaper) {
  const paper = await inOrgAll(store, organization_id, system, async (tx) =>
    attached.kind === 'statement'
      ? statementPaper(await readStatement(tx, attached.id, attached))
      : paperOf(attached.kind, await readInvoiceFacts(tx, attached.id)),
  )
  return { name: paper.file, type: 'application/pdf', bytes: await renderPaper(paper) }
}

/** The invoice says what became of a payment that the bank took back; a receipt would not be true. */
const paperOf = (kind: InvoicePaper['kind'], facts: InvoiceFacts) =>
  kind === 'receipt' && !isNothingPaid(facts) ? receiptOf(facts) : invoicePaper(facts)
