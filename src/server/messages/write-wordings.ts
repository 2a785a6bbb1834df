import { sql } from 'kysely'
import { ownParts, type WholeWords, type WordingKey } from '../../domain/messages/wording.ts'
import type { OrgTx } from '../base/db/door.ts'
import { checkWords } from './read-wordings.ts'

/** Keeps the owner's words for a message; what is like ours stays ours. */
export async function saveWording(tx: OrgTx, key: WordingKey, words: WholeWords): Promise<void> {
  const own = ownParts(checkWords(key, words), words)
  if (!Object.keys(own).length) return resetWording(tx, key)
  const row = { parts: JSON.stringify(own), updated_by: tx.cause.person_id }
  await tx
    .insertInto('message_wordings')
    .values({ ...key, ...row })
    .onConflict((on) =>
      on
        .columns(['organization_id', 'kind', 'variant', 'locale'])
        .doUpdateSet({ ...row, updated_at: sql`now()` }),
    )
    .execute()
}

/** Back to our words. */
export async function resetWording(
  tx: OrgTx,
  { kind, variant, locale }: WordingKey,
): Promise<void> {
  await tx
    .deleteFrom('message_wordings')
    .where('organization_id', '=', tx.org)
    .where('kind', '=', kind)
    .where('variant', '=', variant)
    .where('locale', '=', locale)
    .execute()
}
