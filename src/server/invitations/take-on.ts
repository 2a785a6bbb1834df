import { sql } from 'kysely'
import { emailKey } from '../../domain/contact.ts'
import { crewRoles, highestRole, type Role } from '../../domain/roles.ts'
import type { OrgTx, PlatformTx } from '../db/door.ts'
import type { InvitationRow } from '../invitations.ts'

/** Who of the staff has this address, if anybody. */
export const staffMember = (tx: OrgTx, email: string) =>
  tx
    .selectFrom('memberships as m')
    .innerJoin('people as p', 'p.id', 'm.person_id')
    .select('m.role')
    .where('m.organization_id', '=', tx.org)
    .where('m.role', '<>', 'user')
    .where('m.status', '=', 'active')
    .where(sql`lower(p.email)`, '=', emailKey(email))
    .executeTakeFirst()

/** Adds the person to the staff, or raises them: an invitation takes no role away. Answers the role they have now. */
export async function takeOn(tx: PlatformTx, invitation: InvitationRow, person_id: string): Promise<Role> {
  const { organization_id } = invitation
  const invited = (invitation.role ?? 'crew_member') as Role
  const known = await tx
    .selectFrom('memberships')
    .select(['id', 'role', 'status'])
    .where('organization_id', '=', organization_id)
    .where('person_id', '=', person_id)
    .where('role', '<>', 'user')
    .forUpdate()
    .executeTakeFirst()
  const role = known && known.status !== 'inactive' ? (highestRole([known.role as Role, invited]) ?? invited) : invited
  const inCrew = crewRoles.some((one) => one === role)
  const team =
    inCrew && invitation.team_id
      ? await tx
          .selectFrom('teams')
          .select('id')
          .where('organization_id', '=', organization_id)
          .where('id', '=', invitation.team_id)
          .where('deleted_at', 'is', null)
          .executeTakeFirst()
      : undefined
  const team_id = team?.id ?? null
  await sql`insert into memberships (organization_id, person_id, role, team_id, status) values (${organization_id}, ${person_id}, ${role}, ${team_id}, 'active')
    on conflict (organization_id, person_id, is_customer) do update set status = 'active', role = excluded.role, team_id = case when ${inCrew} then coalesce(memberships.team_id, excluded.team_id) end`.execute(
    tx,
  )
  return role
}
