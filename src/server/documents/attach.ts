import { inOrgAll, system } from '../db/door.ts'
import type { Store } from '../db/store.ts'
import { invoicePaper, receiptPaper } from './invoice-paper.ts'
import { readInvoiceFacts } from './read.ts'
import { renderPaper } from './render.ts'

/** A paper a message carries, by the id of its invoice. */
export type AttachedPaper = { kind: 'invoice' | 'receipt'; id: string }

const papers = { invoice: invoicePaper, receipt: receiptPaper }

/** Draws a paper for a mail. */
export async function drawAttached(
  store: Store,
  organization_id: string,
  { kind, id }: AttachedPaper,
) {
  const facts = await inOrgAll(store, organization_id, system, (tx) => readInvoiceFacts(tx, id))
  const paper = papers[kind](facts)
  return { name: paper.file, type: 'application/pdf', bytes: await renderPaper(paper) }
}
