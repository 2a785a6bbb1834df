import { sql } from 'kysely'
import { invoiceNumber } from '../../domain/invoice.ts'
import type { App } from '../call.ts'
import type { OrgTx } from '../db/door.ts'
import { toPay } from '../invoices/owed.ts'
import { payUrl } from '../invoices/pay-link.ts'
import { lockInvoice } from '../invoices/row.ts'

/** The unpaid bill of a customer that is due first, locked, and where it is paid; null if nothing is left to pay. */
export async function lockOldest(
  tx: OrgTx,
  app: Pick<App, 'config' | 'secret'>,
  customer_id: string,
): Promise<{ invoice_number: string; url: string } | null> {
  const oldest = await tx
    .selectFrom('invoices as i')
    .select('i.id')
    .where('i.customer_id', '=', customer_id)
    .where(sql<boolean>`${toPay}`)
    .orderBy('i.effective_due_date')
    .orderBy('i.id')
    .executeTakeFirst()
  if (!oldest) return null
  const invoice = await lockInvoice(tx, oldest.id)
  return { invoice_number: invoiceNumber(invoice), url: await payUrl(tx, app, invoice) }
}
