import type { App } from '../../base/call.ts'
import { hashCode } from '../../base/kit/codes.ts'
import { onPlatform, system } from '../../base/db/door.ts'
import { notFound } from '../../base/kit/refusals.ts'

const linkDead = 'This payment link no longer works. Ask for a new one.'

/** The invoice a token opens; the token opens nothing else. 404 once it has expired. */
export async function invoiceOf(
  app: App,
  token: string,
): Promise<{ organization_id: string; id: string }> {
  const row = await onPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('invoices')
      .select(['organization_id', 'id', 'pay_token_expires_at'])
      .where('pay_token_hash', '=', hashCode(token))
      .executeTakeFirst(),
  )
  if (!row || !row.pay_token_expires_at || Date.parse(row.pay_token_expires_at) < Date.now())
    throw notFound(linkDead)
  return row
}
