import type { OrgTx } from '../db/door.ts'
import { queueMessage, type NewMessage, type TemplateName } from './queue.ts'
import { readOffice } from './reach.ts'

/** Emails everyone in the office who wants notifications, once for each `about_id`. */
export async function notifyOffice<K extends TemplateName>(
  tx: OrgTx,
  about_id: string,
  letter: Pick<NewMessage<K>, 'template' | 'data'>,
): Promise<void> {
  for (const { person_id, email } of await readOffice(tx))
    await queueMessage(tx, {
      ...letter,
      channel: 'email',
      to: email,
      person_id,
      once_key: `${letter.template}:${about_id}:${person_id}`,
    })
}
