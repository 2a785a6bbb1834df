import { inOrgAll, onPlatform, type OrgTx } from '../db/door.ts'
import { lockInvoice, type InvoiceRow } from '../invoices/issue.ts'
import { nobody, type MoneyApp, type PaymentRow } from './facts.ts'

/** Works on the payment of a provider's intent in its own organization, with invoice and payment locked in that order. Does nothing for an intent that is none of ours. */
export async function withPaymentOf(
  app: MoneyApp,
  account: string,
  intent: string,
  work: (tx: OrgTx, payment: PaymentRow, invoice: InvoiceRow | null) => Promise<void>,
): Promise<void> {
  const owner = await onPlatform(app.store, nobody, (tx) =>
    tx
      .selectFrom('payments')
      .select(['organization_id', 'id', 'invoice_id'])
      .where('provider_intent_id', '=', intent)
      .where('account', '=', account)
      .executeTakeFirst(),
  )
  if (!owner) return
  await inOrgAll(app.store, owner.organization_id, nobody, async (tx) => {
    const invoice = owner.invoice_id ? await lockInvoice(tx, owner.invoice_id) : null
    const payment = (await tx
      .selectFrom('payments')
      .selectAll()
      .where('organization_id', '=', tx.org)
      .where('id', '=', owner.id)
      .forUpdate()
      .executeTakeFirstOrThrow()) as PaymentRow
    await work(tx, payment, invoice)
  })
}
