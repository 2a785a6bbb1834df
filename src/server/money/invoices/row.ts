import type { Selectable } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import {
  invoiceStatus,
  type InvoiceDoc,
  type InvoiceMoney,
  type InvoiceFacts,
} from '../../../domain/money/invoice.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { found } from '../../base/kit/refusals.ts'

export type InvoiceRow = Omit<Selectable<Database['invoices']>, 'doc' | 'money'> & {
  doc: InvoiceDoc
  money: InvoiceMoney
}

/**
 * The row, locked until the transaction ends. Locks are always taken in this order: invoice, then
 * organization.
 */
export async function lockInvoice(tx: OrgTx, id: string): Promise<InvoiceRow> {
  return found(
    (await tx
      .selectFrom('invoices')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()) as InvoiceRow | undefined,
    'Invoice not found',
  )
}

/** The row without a lock. */
export const readInvoiceRow = async (tx: OrgTx, id: string): Promise<InvoiceRow> =>
  found(
    (await tx.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst()) as
      | InvoiceRow
      | undefined,
    'Invoice not found',
  )

export const statusOf = (row: Pick<InvoiceRow, 'doc' | 'money' | 'sent_at' | 'failure_code'>) =>
  invoiceStatus(row)

/** The facts an invoice's rules need. */
export const invoiceFacts = (row: InvoiceRow): InvoiceFacts => ({
  status: statusOf(row),
  total_cents: row.total_cents,
  source: row.source,
})
