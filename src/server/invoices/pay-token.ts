import type { App } from '../call.ts'
import { hashCode, newCode, seal, unseal } from '../codes.ts'
import type { OrgTx } from '../db/door.ts'
import type { InvoiceRow } from './issue.ts'

/** How long a pay link opens its invoice. */
export const payLinkDays = 30

/** The invoice's pay link: the one that is still good, else a new one. The invoice must be locked or just changed in this transaction. */
export async function payUrl(tx: OrgTx, app: Pick<App, 'config' | 'secret'>, invoice: InvoiceRow): Promise<string> {
  const stillGood =
    invoice.pay_token_sealed !== null && invoice.pay_token_expires_at !== null && Date.parse(invoice.pay_token_expires_at) > Date.now() + 86_400_000
  const token = stillGood ? unseal(app.secret, invoice.pay_token_sealed!) : newCode()
  if (!stillGood) {
    await tx
      .updateTable('invoices')
      .set({
        pay_token_hash: hashCode(token),
        pay_token_sealed: seal(app.secret, token),
        pay_token_expires_at: new Date(Date.now() + payLinkDays * 86_400_000).toISOString(),
      })
      .where('organization_id', '=', tx.org)
      .where('id', '=', invoice.id)
      .execute()
  }
  return `${app.config.PUBLIC_URL}/pay/${token}`
}
