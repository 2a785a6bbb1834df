import { sql } from 'kysely'
import type { PlatformTx } from '../base/db/door.ts'

/** Notes at the last product update a person got that its link ended such messages, or that they took this back. */
export const markSwitchedOff = (
  tx: PlatformTx,
  person_id: string,
  is_off: boolean,
): Promise<unknown> =>
  tx
    .updateTable('messages')
    .set({ switched_off_at: is_off ? sql<string>`now()` : null })
    .where('id', '=', (one) =>
      one
        .selectFrom('messages')
        .select('id')
        .where('person_id', '=', person_id)
        .where('product_update_id', 'is not', null)
        .where('status', '<>', 'refused')
        .orderBy('id', 'desc')
        .limit(1),
    )
    .execute()
