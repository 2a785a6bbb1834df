import type { App } from '../../base/call.ts'
import { hashCode, newCode, seal, unseal } from '../../base/kit/codes.ts'
import type { OrgTx } from '../../base/db/door.ts'
import type { InvoiceRow } from './row.ts'
import { storePayToken } from './write.ts'

/** How long a pay link works. */
const payLinkDays = 30

const dayMs = 86_400_000

/**
 * The URL where the invoice can be paid: its current link if valid for another day, or else a new
 * one. The invoice must be locked or just changed in this transaction.
 */
export async function payUrl(
  tx: OrgTx,
  app: Pick<App, 'config' | 'secret'>,
  invoice: InvoiceRow,
): Promise<string> {
  const isGood =
    invoice.pay_token_sealed !== null &&
    invoice.pay_token_expires_at !== null &&
    Date.parse(invoice.pay_token_expires_at) > Date.now() + dayMs
  const token = isGood ? unseal(app.secret, invoice.pay_token_sealed!) : newCode()
  if (!isGood)
    storePayToken(tx, invoice.id, {
      pay_token_hash: hashCode(token),
      pay_token_sealed: seal(app.secret, token),
      pay_token_expires_at: new Date(Date.now() + payLinkDays * dayMs).toISOString(),
    })
  return `${app.config.PUBLIC_URL}/pay/${token}`
}
