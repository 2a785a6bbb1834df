import { sql } from 'kysely'
import { emailKey } from '../../../domain/base/email.ts'
import {
  isSingleUse,
  type InvitationKind,
  type InvitationVia,
  type StoredInvitationStatus,
} from '../../../domain/people/invitation.ts'
import type { Role } from '../../../domain/base/roles.ts'
import type { App } from '../../base/call.ts'
import { hashCode, newCode, seal } from '../../base/kit/codes.ts'
import type { OrgTx, PlatformTx, Tx } from '../../base/db/door.ts'
import { emit } from '../../base/events.ts'
import { found } from '../../base/kit/refusals.ts'
import { invitationColumns, readPermanentCode, type InvitationRow } from './read.ts'

type NewInvitation = {
  organization_id: string | null
  kind: InvitationKind
  via: InvitationVia
  ttl_hours?: number | null
  email?: string | null
  phone?: string | null
  role?: Role | null
  name?: string | null
  team_id?: string | null
  prefill?: object
  status?: StoredInvitationStatus
}

/**
 * Adds an invitation with a new code. Stores the code's hash and, sealed, the code itself so that
 * its link can be shown again.
 */
export async function addInvitation(
  tx: Tx,
  app: App,
  invite: NewInvitation,
): Promise<{ row: InvitationRow; code: string }> {
  const code = newCode()
  const row = await tx
    .insertInto('invitations')
    .values({
      organization_id: invite.organization_id,
      kind: invite.kind,
      via: invite.via,
      code_hash: hashCode(code),
      code_sealed: seal(app.secret, code),
      email: invite.email ?? null,
      phone: invite.phone ?? null,
      name: invite.name ?? null,
      role: invite.role ?? null,
      team_id: invite.team_id ?? null,
      single_use: isSingleUse(invite),
      status: invite.status ?? 'pending',
      prefill: JSON.stringify(invite.prefill ?? {}),
      created_by: tx.cause.person_id,
      expires_at: invite.ttl_hours ? sql`now() + ${`${invite.ttl_hours} hours`}::interval` : null,
    })
    .returning(invitationColumns)
    .executeTakeFirstOrThrow()
  return { row, code }
}

/** The organization's permanent code, added if needed. */
export async function ensurePermanentCode(tx: OrgTx, app: App): Promise<string> {
  const known = await readPermanentCode(tx, app)
  if (known) return known
  await onePermanentAtATime(tx)
  const second = await readPermanentCode(tx, app)
  if (second) return second
  const permanent = { organization_id: tx.org, kind: 'permanent', via: 'link' } as const
  return (await addInvitation(tx, app, permanent)).code
}

/** An organization has one valid permanent link, so whoever adds or ends one waits for the other. */
const onePermanentAtATime = (tx: OrgTx): Promise<unknown> =>
  tx.selectFrom('organizations').select('id').where('id', '=', tx.org).forUpdate().execute()

/** Ends the permanent link; the next read creates a new one. */
export async function revokePermanentCode(tx: OrgTx): Promise<void> {
  await onePermanentAtATime(tx)
  await tx
    .updateTable('invitations')
    .set({ status: 'revoked' })
    .where('kind', '=', 'permanent')
    .where('status', '<>', 'revoked')
    .execute()
  await emit(tx, 'organization.changed', { permanent_link: 'rotated' })
}

export async function revokeInvitation(tx: OrgTx, id: string): Promise<void> {
  await tx.updateTable('invitations').set({ status: 'revoked' }).where('id', '=', id).execute()
  await emitInvited(tx)
}

/** Lists of invitations reload: once after several of them. */
export const emitInvited = (tx: OrgTx): Promise<void> => emit(tx, 'invitation.changed', {})

/** Revokes open staff invitations to an address: only the newest counts. */
export const revokeStaffInvitations = (tx: OrgTx, email: string): Promise<unknown> =>
  openStaffInvitations(tx, email).set({ status: 'revoked' }).execute()

/** Updates open invitations of a person whose role changed before they joined. */
export async function changeInvitedRole(tx: OrgTx, person_id: string, role: Role): Promise<void> {
  const { email } = await tx
    .selectFrom('people')
    .select('email')
    .where('id', '=', person_id)
    .executeTakeFirstOrThrow()
  if (email) await openStaffInvitations(tx, email).set({ role }).execute()
}

const openStaffInvitations = (tx: OrgTx, email: string) =>
  tx
    .updateTable('invitations')
    .where('kind', '=', 'staff')
    .where('status', 'in', ['pending', 'sent', 'failed', 'opened'])
    .where(sql`lower(email)`, '=', emailKey(email))

/**
 * Extends an invitation by its original lifetime. The code stays, so that the first e-mail's link
 * still works.
 */
export async function renewInvitation(tx: OrgTx, id: string): Promise<InvitationRow> {
  const row = await tx
    .updateTable('invitations')
    .set({
      status: 'sent',
      expires_at: sql`case when expires_at is null then null else now() + (expires_at - created_at) end`,
      created_at: sql`now()`,
    })
    .where('id', '=', id)
    .returning(invitationColumns)
    .executeTakeFirst()
  await emitInvited(tx)
  return found(row)
}

/** Marks a customer's invitation as opened. */
export async function openInvitation(tx: OrgTx, id: string | null): Promise<void> {
  const opened = await tx
    .updateTable('invitations')
    .set({ status: 'opened' })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'sent'])
    .where('kind', '=', 'customer')
    .returning('id')
    .executeTakeFirst()
  if (opened) await emitInvited(tx)
}

/**
 * Counts a sign-up against its invitation. A single-use one accepts only the first; returns false
 * after that.
 */
export async function countInvitationUse(tx: OrgTx, id: string): Promise<boolean> {
  const used = await tx
    .updateTable('invitations')
    .set({
      uses: sql`uses + 1`,
      status: sql`case when single_use then 'accepted' else status end`,
      accepted_at: sql`now()`,
    })
    .where('id', '=', id)
    .where((e) =>
      e.or([e('single_use', '=', false), e('status', 'not in', ['accepted', 'revoked'])]),
    )
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** Records who accepted a single-use invitation. */
export const setInvitee = (tx: OrgTx, id: string, person_id: string): Promise<unknown> =>
  tx
    .updateTable('invitations')
    .set({ accepted_by: person_id })
    .where('id', '=', id)
    .where('single_use', '=', true)
    .execute()

/** A person joined the staff with this invitation. */
export const acceptStaffInvitation = (tx: OrgTx, id: string, person_id: string): Promise<unknown> =>
  tx
    .updateTable('invitations')
    .set({
      status: 'accepted',
      accepted_by: person_id,
      accepted_at: sql`now()`,
      uses: sql`uses + 1`,
    })
    .where('id', '=', id)
    .execute()

/** Revokes the open invitations of a future owner that no business was set up with: the newest counts. */
export const revokeOwnerInvitations = (tx: PlatformTx, email: string): Promise<unknown> =>
  tx
    .updateTable('invitations')
    .set({ status: 'revoked' })
    .where('kind', '=', 'owner')
    .where('organization_id', 'is', null)
    .where('accepted_by', 'is', null)
    .where('status', 'in', ['pending', 'sent', 'failed', 'opened'])
    .where(sql`lower(email)`, '=', emailKey(email))
    .execute()

/** Notes that the setup was opened with an owner's invitation. */
export const openOwnerInvitation = (tx: PlatformTx, id: string): Promise<unknown> =>
  tx
    .updateTable('invitations')
    .set({ status: 'opened' })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'sent'])
    .execute()

/** Binds an owner's code to the person who sets up a business with it, and to that business. */
export const bindOwnerInvitation = (
  tx: PlatformTx,
  id: string,
  { organization_id, person_id }: { organization_id: string; person_id: string },
): Promise<unknown> =>
  tx
    .updateTable('invitations')
    .set({
      organization_id,
      accepted_by: person_id,
      accepted_at: sql`now()`,
      uses: sql`uses + 1`,
    })
    .where('id', '=', id)
    .execute()

/** Gives an owner's code to the person who resumes a business whose first code was lost. */
export const assignOwnerInvitation = (
  tx: PlatformTx,
  id: string,
  person_id: string,
): Promise<unknown> =>
  tx.updateTable('invitations').set({ accepted_by: person_id }).where('id', '=', id).execute()

/** The business is set up, so its owner's code is used. */
export const finishOwnerInvitation = (tx: PlatformTx, id: string): Promise<unknown> =>
  tx.updateTable('invitations').set({ status: 'accepted' }).where('id', '=', id).execute()
