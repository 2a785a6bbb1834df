import { sql } from 'kysely'
import type { Role } from '../domain/roles.ts'
import type { CallContext } from './call.ts'
import type { PlatformTx } from './db/door.ts'
import { emit, rightsChanged } from './events.ts'
import { found, refused } from './refusals.ts'

/** The person with this address, made when there is none. Knows nothing of who may sign in as them. */
export async function personOfEmail(
  tx: PlatformTx,
  { email, name = null }: { email: string; name?: string | null },
): Promise<{ id: string; created: boolean }> {
  const made = await sql<{ id: string }>`insert into people (email, name, status) values (${email.trim()}, ${name}, 'invited')
    on conflict ((lower(email))) do nothing returning id`.execute(tx)
  if (made.rows[0]) return { id: made.rows[0].id, created: true }
  const known = await sql<{ id: string }>`select id from people where lower(email) = lower(${email.trim()})`.execute(tx)
  return { id: found(known.rows[0]).id, created: false }
}

/** Adds a staff person to the caller's organization as invited, in a team or in none. 409 `already_member`. */
export async function addStaffPerson(call: CallContext, person: { email: string; name: string | null; role: Role; team_id: string | null }): Promise<string> {
  const { id } = await call.onPlatform((tx) => personOfEmail(tx, person))
  await call.inOrg(async (tx) => {
    if (person.team_id)
      found(
        await tx
          .selectFrom('teams')
          .select('id')
          .where('organization_id', '=', tx.org)
          .where('id', '=', person.team_id)
          .where('deleted_at', 'is', null)
          .executeTakeFirst(),
      )
    const made = await tx
      .insertInto('memberships')
      .values({ organization_id: tx.org, person_id: id, role: person.role, team_id: person.team_id, status: 'invited' })
      .onConflict((on) => on.columns(['organization_id', 'person_id', 'is_customer']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) throw refused('already_member', 'This person already belongs to your organization.')
    await rightsChanged(tx, [id])
    await emit(tx, 'team.changed', { team_id: person.team_id, person_id: id }, { team_ids: [person.team_id] })
  })
  return id
}
