import { sql } from 'kysely'
import type { PlatformTx } from '../base/db/door.ts'
import { deletePicture } from './write.ts'
import { endStaffMembership } from './write-staff.ts'

/** Ends what a person works or worked on; their hours stay, for the books. */
export async function endWork(tx: PlatformTx, person_id: string): Promise<void> {
  const rows = await tx
    .selectFrom('memberships')
    .select('organization_id')
    .where('person_id', '=', person_id)
    .where('role', '<>', 'user')
    .where('status', '<>', 'inactive')
    .execute()
  for (const { organization_id } of rows)
    await endStaffMembership(tx, { organization_id, person_id })
}

/** Leaves a row without a name, for what refers to it. */
export async function emptyPerson(tx: PlatformTx, person_id: string): Promise<void> {
  await deletePicture(tx, person_id)
  await tx
    .updateTable('people')
    .set({
      email: null,
      name: 'Deleted person',
      phone_number: null,
      avatar_url: null,
      status: 'inactive',
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', person_id)
    .execute()
}

/** Unlinks the sign-ins of a person. Returns their subjects. */
export async function unlinkIdentities(tx: PlatformTx, person_id: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('person_identities')
    .where('person_id', '=', person_id)
    .returning('subject')
    .execute()
  return rows.map(({ subject }) => subject)
}
