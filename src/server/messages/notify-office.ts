import type { MessageKind } from '../../domain/message-kinds.ts'
import { officeRoles, type Role } from '../../domain/roles.ts'
import type { OrgTx } from '../db/door.ts'
import { readOffice } from './reach.ts'
import { tell, type Telling } from './tell.ts'

/** Tells everyone in the office, by the ways they chose; once for each `about_id`. */
export async function notifyOffice<K extends MessageKind>(
  tx: OrgTx,
  about_id: string,
  telling: Pick<Telling<K>, 'kind' | 'data'>,
  roles: readonly Role[] = officeRoles,
): Promise<void> {
  for (const person of await readOffice(tx, roles))
    await tell(tx, person, { ...telling, once: `${telling.kind}:${about_id}` })
}
