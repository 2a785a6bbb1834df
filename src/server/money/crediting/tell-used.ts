import { balanceOf } from '../../../domain/money/invoice.ts'
import type { App } from '../../base/call.ts'
import { inOrgAll, system } from '../../base/db/door.ts'
import { payUrl } from '../invoices/pay-link.ts'
import { lockInvoice, type InvoiceRow } from '../invoices/row.ts'
import { notifyCreditUsed } from '../../messages/notify-credit.ts'

const willGoOut = (invoice: InvoiceRow): boolean =>
  invoice.send_at !== null ||
  (invoice.doc === 'open' &&
    invoice.sent_at === null &&
    invoice.failure_code === null &&
    balanceOf(invoice) > 0)

type Used = { organization_id: string; invoice_id: string; use_id: string; cents: number }

/**
 * Tells a customer that credit paid a bill they had heard of, unless it was taken back meanwhile. One
 * that did not go out yet names its credit itself.
 */
export const tellCreditUsed = (
  app: Pick<App, 'store' | 'config' | 'secret'>,
  { organization_id, invoice_id, use_id, cents }: Used,
): Promise<void> =>
  inOrgAll(app.store, organization_id, system, async (tx) => {
    const invoice = await lockInvoice(tx, invoice_id)
    const stands = await tx
      .selectFrom('credit_uses')
      .select('id')
      .where('id', '=', use_id)
      .where('returned_at', 'is', null)
      .executeTakeFirst()
    if (!stands || willGoOut(invoice)) return
    await notifyCreditUsed(tx, invoice, { use_id, cents, url: await payUrl(tx, app, invoice) })
  })
