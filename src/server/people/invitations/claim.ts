import { emailKey, maskEmail } from '../../../domain/base/email.ts'
import { invitationRules } from '../../../domain/people/invitation.ts'
import { personRules } from '../../../domain/base/person.ts'
import type { Role } from '../../../domain/base/roles.ts'
import type { OrgTx } from '../../base/db/door.ts'
import { audit, emit } from '../../base/events.ts'
import { enterOrganization } from '../write.ts'
import { joinStaff } from '../write-memberships.ts'
import { enforce, notFound, Refused } from '../../base/kit/refusals.ts'
import {
  activeOrganization,
  factsOf,
  invitationColumns,
  inviteGone,
  type InvitationRow,
} from './read.ts'
import { acceptStaffInvitation } from './write.ts'
import type { Actor } from '../../base/actor.ts'

/** A signed-in person accepts a staff invitation. Returns their new role. */
export async function claimInvitation(tx: OrgTx, id: string, actor: Actor): Promise<Role> {
  enforce(personRules.join(actor))
  // Locked, so that the second of two concurrent claims finds it used.
  const row = await tx
    .selectFrom('invitations')
    .select(invitationColumns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  refuseClaim(row, actor)
  await activeOrganization(tx, tx.org)
  const { person_id } = actor
  const { role, team_id } = await joinStaff(tx, {
    person_id,
    role: (row.role ?? 'crew_member') as Role,
    team_id: await liveTeamOf(tx, row),
  })
  await acceptStaffInvitation(tx, id, person_id)
  await enterOrganization(tx, person_id, tx.org)
  await audit(tx, {
    action: 'invitation.claimed',
    entity: 'invitation',
    entity_id: id,
    after: { role },
  })
  await emit(tx, 'team.changed', { team_id, person_id }, { team_ids: [team_id] })
  return role
}

function refuseClaim(row: InvitationRow, actor: Actor): void {
  const refusal = invitationRules.claim({
    ...factsOf(row),
    invited_email: row.email ? emailKey(row.email) : null,
    verified_email: actor.email_verified ? emailKey(actor.email) : null,
  })
  if (!refusal) return
  if (refusal.code === 'invitation_invalid') throw notFound(inviteGone)
  if (!actor.email_verified)
    throw new Refused(
      403,
      'email_unverified',
      'Failed to accept invite. Confirm your email address first.',
    )
  throw new Refused(
    403,
    'other_email',
    `Failed to accept invite. It was sent to ${row.email ? maskEmail(row.email) : 'another address.'}`,
  )
}

/** An invitation's team, unless it was removed since. */
async function liveTeamOf(tx: OrgTx, { team_id }: InvitationRow): Promise<string | null> {
  if (!team_id) return null
  const team = await tx
    .selectFrom('teams')
    .select('id')
    .where('id', '=', team_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return team?.id ?? null
}
