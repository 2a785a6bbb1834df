import { invitationRules } from '../../../domain/people/invitation.ts'
import type { App } from '../../base/call.ts'
import { hashCode } from '../../base/kit/codes.ts'
import { onPlatform, type OrgTx } from '../../base/db/door.ts'
import { factsOf, findInvitation } from '../../people/invitations/read.ts'
import { countInvitationUse } from '../../people/invitations/write.ts'
import { isServing } from '../../base/organizations/read.ts'
import { notFound, refused } from '../../base/kit/refusals.ts'
import type { LeadRow } from './lead.ts'

export const inviteLost = 'Invite not found or expired'

/** Where a sign-up code leads. */
export type SignupTarget = { organization_id: string; invitation_id: string }

/**
 * The organization of a sign-up code, or 404 without a reason. A used code still works for the
 * sign-up it started.
 */
export async function findSignup(
  app: App,
  code: string,
  lead_token?: string | null,
): Promise<SignupTarget> {
  return onPlatform(app.store, { person_id: null }, async (tx) => {
    const row = await findInvitation(tx, code)
    if (!row) throw notFound(inviteLost)
    if (row.kind === 'staff') throw refused('is_staff_invite', 'This is an invitation to a team.')
    if (row.kind === 'owner')
      throw refused('is_owner_invite', 'This is an invitation to set up a business.')
    const organization =
      row.organization_id &&
      (await tx
        .selectFrom('organizations')
        .selectAll()
        .where('id', '=', row.organization_id)
        .executeTakeFirst())
    if (
      !organization ||
      !isServing(app, organization) ||
      !(organization.signup_open || row.kind === 'customer')
    )
      throw notFound(inviteLost)
    if (invitationRules.use(factsOf(row))) {
      const own =
        lead_token &&
        (await tx
          .selectFrom('signup_leads')
          .select('id')
          .where('token_hash', '=', hashCode(lead_token))
          .where('invitation_id', '=', row.id)
          .executeTakeFirst())
      if (!own) throw notFound(inviteLost)
    }
    return { organization_id: organization.id, invitation_id: row.id }
  })
}

/** Counts a sign-up against its invitation. A single-use one accepts only the first to finish. */
export async function countSignUp(tx: OrgTx, { invitation_id }: LeadRow): Promise<void> {
  if (invitation_id && !(await countInvitationUse(tx, invitation_id))) throw notFound(inviteLost)
}
