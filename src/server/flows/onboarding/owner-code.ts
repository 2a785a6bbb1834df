import { sql } from 'kysely'
import { emailKey } from '../../../domain/base/email.ts'
import { invitationRules } from '../../../domain/people/invitation.ts'
import type { Industry } from '../../../domain/base/onboarding.ts'
import type { PlatformTx } from '../../base/db/door.ts'
import { factsOf, findInvitation, type InvitationRow } from '../../people/invitations/read.ts'
import { notFound, Refused } from '../../base/kit/refusals.ts'
import type { Actor } from '../../base/actor.ts'

export const linkLost = 'Failed to load onboarding link'

export type OwnerCode = InvitationRow & {
  prefill: {
    org_name?: string
    anonymous?: true
    own?: true
    industry?: Industry
    phone_number?: string
  }
}

/**
 * The owner's invitation with this code, while valid. It does not expire once a business was
 * created with it.
 */
export async function findOwnerCode(tx: PlatformTx, code: string): Promise<OwnerCode> {
  const row = await findInvitation(tx, code)
  if (!row || row.kind !== 'owner') throw notFound(linkLost)
  if (row.status !== 'accepted' && !row.organization_id && invitationRules.use(factsOf(row)))
    throw notFound(linkLost)
  if (row.status === 'revoked') throw notFound(linkLost)
  return row
}

/**
 * A code can be used only by the person already using it, the one who requested it, or the owner of
 * the mailbox it was sent to. 403.
 */
export function refuseStranger(row: OwnerCode, actor: Actor): void {
  if (row.accepted_by) {
    if (row.accepted_by !== actor.person_id) throw otherEmail()
    return
  }
  if (row.prefill.own && row.created_by === actor.person_id) return
  if (row.email === null || emailKey(row.email) !== emailKey(actor.email)) throw otherEmail()
  // A code requested without signing in proves nothing; one that was e-mailed, or requested by its
  // owner, does.
  if (row.prefill.anonymous && !actor.email_verified)
    throw new Refused(403, 'email_unverified', 'Confirm your email address first.')
}

const otherEmail = (): Refused =>
  new Refused(403, 'other_email', 'This link was created for another email address.')

/** True if this caller may see the business behind the code. */
export function mayRead(row: OwnerCode, actor: Actor | null): actor is Actor {
  if (!actor) return false
  try {
    refuseStranger(row, actor)
    return true
  } catch {
    return false
  }
}

/** The organization a person owns. */
export const ownedOrganization = (
  tx: PlatformTx,
  person_id: string,
): Promise<{ id: string; onboarded_at: string | null } | undefined> =>
  tx
    .selectFrom('memberships as m')
    .innerJoin('organizations as o', 'o.id', 'm.organization_id')
    .select(['o.id', 'o.onboarded_at'])
    .where('m.person_id', '=', person_id)
    .where('m.role', '=', 'owner')
    .where('m.status', '=', 'active')
    .executeTakeFirst()

/**
 * The sealed code a person can resume with: of the business they are setting up, or one created for
 * their address.
 */
export async function openCodeOf(tx: PlatformTx, actor: Actor): Promise<string | null> {
  const open = tx
    .selectFrom('invitations')
    .select(['code_sealed', 'prefill'])
    .where('kind', '=', 'owner')
    .where('status', 'in', ['pending', 'opened', 'sent'])
    .orderBy('id', 'desc')
  const begun = await open
    .where('accepted_by', '=', actor.person_id)
    .where('organization_id', 'is not', null)
    .executeTakeFirst()
  if (begun) return begun.code_sealed
  const own = await open
    .where('accepted_by', 'is', null)
    .where(sql`lower(email)`, '=', emailKey(actor.email))
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', sql<string>`now()`)]))
    // Anyone can type this address, so a code created that way is theirs only once the address is
    // verified.
    .where((e) =>
      e.or([e('created_by', '=', actor.person_id), ...(actor.email_verified ? [e.lit(true)] : [])]),
    )
    .executeTakeFirst()
  return own?.code_sealed ?? null
}
