import { z } from 'zod'
import { Moment } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { canInvite } from './invitation.ts'
import { Role, UserStatus } from '../base/person.ts'
import { refuse, rule } from '../base/rule.ts'
import { isCrewRole, type Role as AnyRole } from '../base/roles.ts'

/** Somebody who works, or worked, for the organization. */
export const StaffPerson = z.object({
  id: Id,
  name: z.string().nullable(),
  /** Null for crew members without one. */
  email: z.string().nullable(),
  phone_number: z.string().nullable(),
  avatar_url: z.string().nullable(),
  role: Role,
  status: UserStatus,
  team_id: Id.nullable(),
  /** The team's name. */
  team: z.string().nullable(),
  last_seen_at: Moment.nullable(),
  /** How many devices they are signed in on; null if the sign-in provider does not say. */
  sessions: z.int().nullable(),
  /** True if a password alone does not sign them in; null if the sign-in provider does not say. */
  has_second_factor: z.boolean().nullable(),
  ended_at: Moment.nullable(),
})
export type StaffPerson = z.infer<typeof StaffPerson>

/** Roles somebody on the staff can be given; a business is handed over, not given with a role. */
export const staffRoles = ['manager', 'payee', 'crew_owner', 'crew_leader', 'crew_member'] as const
export const StaffRole = z.enum(staffRoles)

/** `actor`: who changes; `target`: whose access it is. */
type StaffFacts = {
  actor: { id: string; role: AnyRole }
  target: { id: string; role: AnyRole }
}
const own = refuse(
  'own_account',
  'You can’t change your own role or access.',
  ({ actor, target }: StaffFacts) => actor.id === target.id,
)
const ownerStays = refuse(
  'owner_stays_active',
  'An owner cannot be set inactive.',
  ({ target }: StaffFacts) => target.role === 'owner',
)
const ownerKeeps = refuse(
  'owner_keeps_role',
  'The owner stays the owner until they hand the business over.',
  ({ target }: StaffFacts) => target.role === 'owner',
)
const above = refuse(
  'role_too_high',
  'Only the owner can change the access of managers.',
  ({ actor, target }: StaffFacts) => !canInvite(actor.role, target.role),
)

/** `elsewhere`: they also belong to another business, or to Fieldhive; the server alone knows. */
type DeviceFacts = { role: AnyRole; email: string | null; status: string; elsewhere?: boolean }

/** `elsewhere`: they also belong to another business, or to Fieldhive. */
type ResetFacts = {
  is_self: boolean
  status: string
  elsewhere: boolean
  has_second_factor: boolean
}

export const staffRules = {
  /** Ends somebody's access, or gives it back. */
  end: rule<StaffFacts>(ownerStays, own, above),
  changeRole: rule<StaffFacts & { role: AnyRole }>(
    ownerKeeps,
    own,
    above,
    refuse(
      'role_not_yours',
      'You can only give roles below your own.',
      ({ actor, role }: StaffFacts & { role: AnyRole }) => !canInvite(actor.role, role),
    ),
  ),
  /** Signs a device in for somebody who has no mailbox of their own, and so no other account. */
  setUpDevice: rule(
    refuse(
      'not_crew',
      'Only crew members sign in with a QR code.',
      ({ role }: DeviceFacts) => !isCrewRole(role),
    ),
    refuse(
      'has_email',
      'This person has an email address: they sign in with it.',
      ({ email }: DeviceFacts) => email !== null,
    ),
    refuse(
      'person_inactive',
      'This person has no access. Reactivate them first.',
      ({ status }: DeviceFacts) => status !== 'active',
    ),
    // The link signs in as them everywhere, so the owner of this business would be in the other one.
    refuse(
      'belongs_elsewhere',
      'They also belong to another business: they sign in with a passkey or number of their own.',
      ({ elsewhere }: DeviceFacts) => elsewhere === true,
    ),
  ),
  /** Ends the second factors of somebody who lost theirs. The owner of this business must not reach what is theirs elsewhere. */
  resetFactor: rule<ResetFacts>(
    refuse(
      'own_account',
      'Change your own second factor on your account page.',
      ({ is_self }: ResetFacts) => is_self,
    ),
    refuse(
      'person_inactive',
      'This person has no access. Reactivate them first.',
      ({ status }: ResetFacts) => status === 'inactive',
    ),
    refuse(
      'belongs_elsewhere',
      'They also belong to another business, so only Fieldhive’s support can reset it.',
      ({ elsewhere }: ResetFacts) => elsewhere,
    ),
    refuse(
      'no_second_factor',
      'They sign in without a second factor.',
      ({ has_second_factor }: ResetFacts) => !has_second_factor,
    ),
  ),
  /** The business goes to a manager, who has worked with all of it. */
  handOver: rule(
    refuse(
      'not_manager',
      'Only an active manager can take the business over. Make them a manager first.',
      ({ role, status }: { role: AnyRole; status: string }) =>
        role !== 'manager' || status !== 'active',
    ),
  ),
}

/** An open offer of the business. */
export const OwnershipOffer = z.object({
  id: Id,
  from: z.object({ id: Id, name: z.string() }),
  to: z.object({ id: Id, name: z.string() }),
  expires_at: Moment,
})
export type OwnershipOffer = z.infer<typeof OwnershipOffer>
