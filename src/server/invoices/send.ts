import type { App } from '../call.ts'
import type { OrgTx } from '../db/door.ts'
import { sendInvoice } from '../messages/notify-money.ts'
import { payUrl } from './pay-link.ts'
import type { InvoiceRow } from './row.ts'

/** Sends an invoice the office has just issued to its customer, with a link to pay it, unless it is charged automatically. */
export async function sendIssued(
  tx: OrgTx,
  app: Pick<App, 'config' | 'secret'>,
  invoice: InvoiceRow,
): Promise<void> {
  if (invoice.doc !== 'open') return
  const customer = await tx
    .selectFrom('customers')
    .select('autopay_enabled')
    .where('id', '=', invoice.customer_id)
    .executeTakeFirst()
  if (customer && !customer.autopay_enabled)
    await sendInvoice(tx, invoice, await payUrl(tx, app, invoice))
}
