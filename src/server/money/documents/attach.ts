import { inOrgAll, system } from '../../base/db/door.ts'
import { invoicePaper, isNothingPaid, receiptOf } from './invoice-paper.ts'
import { readInvoiceFacts, type InvoiceFacts } from './read.ts'
import { readStatement } from './read-statement.ts'
import { renderPaper } from './render.ts'
import { statementPaper } from './statement-paper.ts'
import type { DrawPaper, InvoicePaper } from '../../messages/delivery-needs.ts'

/** Draws a paper for a mail. */
export const drawAttached: DrawPaper = async (store, organization_id, attached) => {
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
