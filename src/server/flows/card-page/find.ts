import type { App } from '../../base/call.ts'
import { hashCode } from '../../base/kit/codes.ts'
import { onPlatform, system } from '../../base/db/door.ts'
import type { CardLinkRow } from '../../money/payments/write-card-links.ts'
import { notFound } from '../../base/kit/refusals.ts'

export const linkDead = 'This link no longer works.'

/** The link a token opens; 404 once it has expired. */
export async function findLink(app: App, token: string): Promise<CardLinkRow> {
  const row = await onPlatform(app.store, system, (tx) =>
    tx
      .selectFrom('card_links')
      .selectAll()
      .where('token_hash', '=', hashCode(token))
      .executeTakeFirst(),
  )
  if (!row || Date.parse(row.expires_at) < Date.now()) throw notFound(linkDead)
  return row
}
