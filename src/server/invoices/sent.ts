import type { App } from '../call.ts'
import { inOrgAll, readPlatform, system } from '../db/door.ts'
import { lockInvoice } from './row.ts'
import { changeInvoice } from './write.ts'

/** An invoice counts as sent once a message that carries it has left. */
export async function markSent({ store }: Pick<App, 'store'>, message_id: string): Promise<void> {
  const message = await readPlatform(store, system, (tx) =>
    tx
      .selectFrom('messages')
      .select(['organization_id', 'invoice_id', 'sent_at'])
      .where('id', '=', message_id)
      .where('status', 'in', ['sent', 'delivered'])
      .executeTakeFirst(),
  )
  const { organization_id, invoice_id, sent_at } = message ?? {}
  if (!organization_id || !invoice_id || !sent_at) return
  await inOrgAll(store, organization_id, system, async (tx) => {
    const row = await lockInvoice(tx, invoice_id)
    if (!row.sent_at) await changeInvoice(tx, row, { sent_at })
  })
}
