import { inOrgAll, onPlatform, type OrgTx, system } from '../db/door.ts'
import { lockInvoice, type InvoiceRow } from '../invoices/row.ts'
import { type MoneyApp, type PaymentRow } from './facts.ts'

/**
 * Runs `work` on the payment of a provider's intent, with invoice and payment locked in that order.
 * Ignores intents that are not ours.
 */
export async function withPaymentOf(
  app: MoneyApp,
  account: string,
  intent: string,
  work: (tx: OrgTx, payment: PaymentRow, invoice: InvoiceRow | null) => Promise<void>,
): Promise<void> {
  const owner = await onPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('payments')
      .select(['organization_id', 'id', 'invoice_id'])
      .where('provider_intent_id', '=', intent)
      .where('account', '=', account)
      .executeTakeFirst(),
  )
  if (!owner) return
  await inOrgAll(app.store, owner.organization_id, system, async (tx) => {
    const invoice = owner.invoice_id ? await lockInvoice(tx, owner.invoice_id) : null
    const payment = (await tx
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', owner.id)
      .forUpdate()
      .executeTakeFirstOrThrow()) as PaymentRow
    await work(tx, payment, invoice)
  })
}
