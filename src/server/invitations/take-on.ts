import { sql } from 'kysely'
import { emailKey } from '../../domain/contact.ts'
import { crewRoles, highestRole, type Role } from '../../domain/roles.ts'
import type { OrgTx } from '../db/door.ts'
import { emit } from '../events.ts'
import type { InvitationRow } from '../invitations.ts'
import { found } from '../refusals.ts'

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

const openStaffInvitations = (tx: OrgTx, email: string) =>
  tx
    .updateTable('invitations')
    .where('organization_id', '=', tx.org)
    .where('kind', '=', 'staff')
    .where('status', 'in', ['pending', 'sent', 'failed', 'opened'])
    .where(sql`lower(email)`, '=', emailKey(email))

/** Ends the invitations on their way to an address: the newest letter is the one that counts. */
export const endStaffInvitations = (tx: OrgTx, email: string): Promise<unknown> => openStaffInvitations(tx, email).set({ status: 'revoked' }).execute()

/** Whoever was given another role before they came gets that one, whatever the letter said. */
export async function changeInvitedRole(tx: OrgTx, person_id: string, role: Role): Promise<void> {
  const { email } = await tx.selectFrom('people').select('email').where('id', '=', person_id).executeTakeFirstOrThrow()
  await openStaffInvitations(tx, email).set({ role }).execute()
}

/** Takes back the place kept for somebody whose invitation was revoked before they came. */
export async function dropInvited(tx: OrgTx, { email }: Pick<InvitationRow, 'email'>): Promise<void> {
  if (!email) return
  const { rows } = await sql<{ person_id: string; team_id: string | null }>`delete from memberships m using people p
    where m.organization_id = ${tx.org} and m.status = 'invited' and m.role <> 'user' and p.id = m.person_id and lower(p.email) = ${emailKey(email)}
    returning m.person_id, m.team_id`.execute(tx)
  for (const { person_id, team_id } of rows) await emit(tx, 'team.changed', { team_id, person_id }, { team_ids: [team_id] })
}

/** Adds the person to the staff, or raises them: an invitation takes no role away. Answers the role and team they have now. */
export async function takeOn(tx: OrgTx, invitation: InvitationRow, person_id: string): Promise<{ role: Role; team_id: string | null }> {
  const invited = (invitation.role ?? 'crew_member') as Role
  const known = await tx
    .selectFrom('memberships')
    .select(['id', 'role', 'status'])
    .where('organization_id', '=', tx.org)
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
          .where('organization_id', '=', tx.org)
          .where('id', '=', invitation.team_id)
          .where('deleted_at', 'is', null)
          .executeTakeFirst()
      : undefined
  const { rows } = await sql<{ id: string; team_id: string | null }>`insert into memberships (organization_id, person_id, role, team_id, status)
    values (${tx.org}, ${person_id}, ${role}, ${team?.id ?? null}, 'active')
    on conflict (organization_id, person_id, is_customer) do update set status = 'active', role = excluded.role,
      team_id = case when ${inCrew} then coalesce(memberships.team_id, excluded.team_id) end returning id, team_id`.execute(tx)
  const { id, team_id } = found(rows[0])
  // Who led several crews and becomes a manager leads none of them any more.
  if (role !== 'crew_owner') await tx.deleteFrom('led_teams').where('organization_id', '=', tx.org).where('membership_id', '=', id).execute()
  return { role, team_id }
}
