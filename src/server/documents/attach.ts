import type { LocalDate } from '../../domain/dates.ts'
import { inOrgAll, system } from '../db/door.ts'
import type { Store } from '../db/store.ts'
import { invoicePaper, receiptPaper } from './invoice-paper.ts'
import { readInvoiceFacts } from './read.ts'
import { readStatement } from './read-statement.ts'
import { renderPaper } from './render.ts'
import { statementPaper } from './statement-paper.ts'

type InvoicePaper = { kind: 'invoice' | 'receipt'; id: string }
/** A paper a message carries, by the id of its invoice; a statement by the id of its customer. */
export type AttachedPaper =
  | InvoicePaper
  | { kind: 'statement'; id: string; from: LocalDate; to: LocalDate }

const papers = { invoice: invoicePaper, receipt: receiptPaper }

/** Draws a paper for a mail. */
export async function drawAttached(store: Store, organization_id: string, attached: AttachedPaper) {
  const paper = await inOrgAll(store, organization_id, system, async (tx) =>
    attached.kind === 'statement'
      ? statementPaper(await readStatement(tx, attached.id, attached))
      : papers[attached.kind](await readInvoiceFacts(tx, attached.id)),
  )
  return { name: paper.file, type: 'application/pdf', bytes: await renderPaper(paper) }
}
