import type { OrgTx } from '../db/door.ts'
import { queueMessage, type NewMessage, type TemplateName } from '../messages.ts'
import { readOffice } from './reach.ts'

/** Tells everybody of the office who wants to hear what happens, each once of what has this id. */
export async function tellOffice<K extends TemplateName>(tx: OrgTx, about_id: string, letter: Pick<NewMessage<K>, 'template' | 'data'>): Promise<void> {
  for (const { person_id, email } of await readOffice(tx))
    await queueMessage(tx, { ...letter, channel: 'email', to: email, person_id, once_key: `${letter.template}:${about_id}:${person_id}` })
}
