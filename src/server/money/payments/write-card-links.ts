import { sql, type Selectable } from 'kysely'
import type { Database } from '../../../../db/schema.ts'
import { hashCode, newCode } from '../../base/kit/codes.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { found } from '../../base/kit/refusals.ts'

export type CardLinkRow = Selectable<Database['card_links']>

/** Days a link works: as long as the charge may be tried again by itself, and a week more. */
const cardLinkDays = 14

/** Makes the link for a failed charge, and returns its token, which is stored only as a hash. */
export async function insertCardLink(
  tx: OrgTx,
  about: { invoice_id: string; failed_attempt_id: string },
): Promise<string> {
  const token = newCode()
  await tx
    .insertInto('card_links')
    .values({
      ...about,
      token_hash: hashCode(token),
      expires_at: new Date(Date.now() + cardLinkDays * 86_400_000).toISOString(),
    })
    .execute()
  return token
}

export const lockCardLink = async (tx: OrgTx, id: string): Promise<CardLinkRow> =>
  found(
    await tx
      .selectFrom('card_links')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),
  )

/** Keeps the provider's setup, so that a page that was closed after confirming it can go on. */
export async function keepSetup(tx: OrgTx, id: string, setup_intent_id: string): Promise<void> {
  await tx
    .updateTable('card_links')
    .set({ setup_intent_id })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .execute()
}

/** Ends a locked link with what came of it. */
export async function endCardLink(
  tx: OrgTx,
  id: string,
  outcome: {
    payment_method_id: string
    retry_attempt_id: string | null
    refusal_sentence: string | null
  },
): Promise<void> {
  await tx
    .updateTable('card_links')
    .set({ ...outcome, used_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}
