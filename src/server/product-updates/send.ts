import type { App } from '../call.ts'
import { onPlatform, system } from '../db/door.ts'
import { readPeople } from '../messages/reach.ts'
import { tell } from '../messages/tell.ts'
import { factsOf, localeFor } from './wording.ts'
import { lockUpdate, setNext } from './write.ts'

/** How many people have their turn in one transaction. */
const atOnce = 100

/**
 * Writes the letters of the next people and queues the part after them, all in one transaction: a crash leaves both or neither.
 * A letter is unique by update and person, so nobody gets a second one.
 */
export const sendProductUpdate = (
  { store }: Pick<App, 'store'>,
  { update_id }: { update_id: string },
): Promise<void> =>
  onPlatform(store, system, async (tx) => {
    const row = await lockUpdate(tx, update_id)
    if (row?.state !== 'sending') return
    const ids = row.person_ids.slice(row.next_index, row.next_index + atOnce)
    for (const to of (await readPeople(tx, ids)).values())
      await tell(
        tx,
        { ...to, locale: localeFor(row, to) },
        {
          kind: 'product_update',
          data: factsOf(row, to),
          once: `product_update:${row.id}:${to.person_id}`,
          product_update_id: row.id,
          author_id: row.sent_by,
        },
      )
    await setNext(tx, row, row.next_index + ids.length)
  })
