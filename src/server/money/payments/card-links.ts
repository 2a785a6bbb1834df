import type { App } from '../../base/call.ts'
import type { OrgTx } from '../../base/db/door.ts'
import type { InvoiceRow } from '../invoices/row.ts'
import { cardOf, notifyCardReplaced } from '../../messages/notify-money.ts'
import { insertCardLink } from './write-card-links.ts'

/** The page that replaces the card of a failed charge, and that card; null if it had none. */
export async function cardUrl(
  tx: OrgTx,
  app: Pick<App, 'config'>,
  attempt: { id: string; invoice_id: string; payment_method_id: string | null },
) {
  if (!attempt.payment_method_id) return null
  const method = await tx
    .selectFrom('payment_methods')
    .select(['type as pm_type', 'brand as card_brand', 'last4', 'wallet'])
    .where('id', '=', attempt.payment_method_id)
    .executeTakeFirst()
  const card = method ? cardOf(method) : null
  if (!card) return null
  const token = await insertCardLink(tx, {
    invoice_id: attempt.invoice_id,
    failed_attempt_id: attempt.id,
  })
  return { url: `${app.config.PUBLIC_URL}/card/${token}`, card }
}

/** Tells the office that a charge went through on a card its customer replaced; nothing for any other charge. */
export async function tellIfReplaced(
  tx: OrgTx,
  app: Pick<App, 'config'>,
  invoice: InvoiceRow,
  attempt_id: string | undefined,
): Promise<void> {
  if (!attempt_id) return
  const link = await tx
    .selectFrom('card_links as l')
    .innerJoin('payment_methods as p', (join) =>
      join
        .onRef('p.organization_id', '=', 'l.organization_id')
        .onRef('p.id', '=', 'l.payment_method_id'),
    )
    .select(['l.id', 'p.type as pm_type', 'p.brand as card_brand', 'p.last4', 'p.wallet'])
    .where('l.retry_attempt_id', '=', attempt_id)
    .executeTakeFirst()
  if (link)
    await notifyCardReplaced(tx, app, invoice, { once: link.id, card: cardOf(link), charged: true })
}
