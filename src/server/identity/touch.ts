import { sql } from 'kysely'
import type { Tx } from '../db/door.ts'

/** Where changes of people, memberships and impersonations are told; the payload is the person's id. */
export const peopleChannel = 'fieldhive_people'

/** Says, when the transaction commits, that what a person may do has changed: every process reads it anew. */
export async function touchPerson(tx: Tx, person_id: string): Promise<void> {
  await sql`select pg_notify(${peopleChannel}, ${person_id})`.execute(tx)
}
