import { z } from 'zod'
import { emptyToNull, OptionalPhone, RequiredEmail } from './contact.ts'
import { TimeZone } from './dates.ts'
import { Id } from './id.ts'
import { nameLine } from './name.ts'
import { refuse, rule } from './rule.ts'
import { platformRoles, roles } from './roles.ts'

export const Role = z.enum(roles)
type Role = z.infer<typeof Role>

export const NotificationPrefs = z.object({
  email_general: z.boolean(),
  sms_general: z.boolean(),
  product_updates: z.boolean(),
  billing_alerts: z.boolean(),
})
export type NotificationPrefs = z.infer<typeof NotificationPrefs>
/** The choices somebody makes on their account page, in their order. */
export type NotificationChoice = keyof NotificationPrefs
export const notificationLabels: Record<NotificationChoice, string> = {
  email_general: 'Email notifications',
  sms_general: 'SMS notifications',
  product_updates: 'Product updates',
  billing_alerts: 'Billing alerts',
}

export const PreferredContact = z.enum(['email', 'sms', 'phone'])
export type PreferredContact = z.infer<typeof PreferredContact>
const Theme = z.enum(['system', 'light', 'dark'])

/** A person's role in one organization. */
export const Membership = z.object({
  organization_id: Id,
  organization_name: z.string(),
  role: Role,
  customer_id: Id.nullable(),
  team_id: Id.nullable(),
})
type Membership = z.infer<typeof Membership>

/** The signed-in person in the active organization. */
export const Profile = z.object({
  id: Id,
  email: z.string().nullable(),
  name: z.string().nullable(),
  phone_number: z.string().nullable(),
  avatar_url: z.string().nullable(),
  timezone: z.string().nullable(),
  locale: z.string().nullable(),
  theme: Theme,
  /** The highest of `roles`; null if there is none. */
  role: Role.nullable(),
  roles: z.array(Role),
  organization_id: Id.nullable(),
  organization_name: z.string().nullable(),
  /** The organization's time zone, which decides "today". */
  organization_timezone: z.string().nullable(),
  team_id: Id.nullable(),
  customer_id: Id.nullable(),
  memberships: z.array(Membership),
  impersonating: z.boolean(),
  real_user: z
    .object({ id: Id, email: z.string().nullable(), name: z.string().nullable() })
    .nullable(),
  notification_prefs: NotificationPrefs,
  preferred_contact: PreferredContact,
})
export type Profile = z.infer<typeof Profile>

/** A name that looks like an e-mail is not a name: null. */
export function personName(name: string | null | undefined): string | null {
  const line = nameLine(name ?? '')
  return line === '' || /\S+@\S+/.test(line) ? null : line
}

const PersonName = z
  .preprocess(emptyToNull, z.string().trim().max(200).nullable())
  .transform(personName)

const path = /^\/api\/people\/([^/]+)\/pictures\/([^/]+)$/
/** Where the picture of a person is, for those who may see it; another picture has another path. */
export const avatarPath = (id: string, hash: string): string => `/api/people/${id}/pictures/${hash}`
/** Whose picture a path names, and which; null for any other address. */
export function avatarAt(avatar_url: string | null): { id: string; hash: string } | null {
  const [, id, hash] = path.exec(avatar_url ?? '') ?? []
  return id && hash ? { id, hash } : null
}

/** Absent leaves a field unchanged, null or '' clears it. */
export const ProfilePatch = z.object({
  name: PersonName.optional(),
  /** Only cleared here: a picture is uploaded. */
  avatar_url: z
    .preprocess(emptyToNull, z.null('Upload a picture instead of an address'))
    .optional(),
  phone_number: OptionalPhone.optional(),
  timezone: z.preprocess(emptyToNull, TimeZone.nullable()).optional(),
  locale: z.preprocess(emptyToNull, z.string().max(35).nullable()).optional(),
  theme: Theme.optional(),
  notification_prefs: NotificationPrefs.partial().optional(),
  /** Customers only: the contact e-mail, changed once confirmed; the sign-in e-mail stays. */
  email: RequiredEmail.optional(),
  preferred_contact: PreferredContact.optional(),
})
export type ProfilePatch = z.infer<typeof ProfilePatch>

const userStatuses = ['invited', 'active', 'inactive'] as const
export const UserStatus = z.enum(userStatuses)
export type UserStatus = z.infer<typeof UserStatus>

type UserFacts = { role: Role | null; status: UserStatus }
/** `target`: the user the admin wants to impersonate. */
type ImpersonateFacts = { target: UserFacts; already: boolean }

/** `moves`: to another role or organization. */
type AdministerFacts = {
  target: { role: Role | null }
  is_self: boolean
  status: UserStatus | undefined
  moves: boolean
}

/** `platform_role`: the account's, if it is one of Fieldhive's own. */
type JoinFacts = { platform_role: Role | null }

export const personRules = {
  /** Before an account becomes a member or a customer of an organization. */
  join: rule(
    refuse(
      'platform_account',
      'Fieldhive’s own accounts can’t belong to a business. Use another email address.',
      ({ platform_role }: JoinFacts) => platform_role !== null,
    ),
  ),
  /** Before somebody switches to a business of theirs. */
  enter: rule(
    refuse(
      'signed_out_here',
      'This business signed you out. Log out and log in again to open it.',
      ({ is_signed_out }: { is_signed_out: boolean }) => is_signed_out,
    ),
  ),
  impersonate: rule<ImpersonateFacts>(
    refuse(
      'already_impersonating',
      'Stop the current impersonation first.',
      ({ already }) => already,
    ),
    refuse(
      'admin_not_impersonable',
      'Admins cannot be impersonated.',
      ({ target }) => target.role === platformRoles[0],
    ),
    refuse('user_inactive', 'This user is inactive.', ({ target }) => target.status === 'inactive'),
  ),
  /** `target`: as the administrator finds the user. */
  administer: rule<AdministerFacts>(
    refuse('own_account', 'You can’t change your own role or status.', ({ is_self }) => is_self),
    refuse(
      'owner_stays_active',
      'An owner cannot be set inactive.',
      ({ target, status }) => target.role === 'owner' && status === 'inactive',
    ),
    refuse(
      'owner_keeps_role',
      'The owner stays the owner until they hand the business over.',
      ({ target, moves }) => target.role === 'owner' && moves,
    ),
  ),
  /** `owner_exists`: another person already owns the organization. */
  makeOwner: rule(
    refuse(
      'owner_exists',
      'Only one owner is allowed for an organization. Another owner already exists for this org.',
      (o: { owner_exists: boolean }) => o.owner_exists,
    ),
  ),
}

export const impersonationMinutes = 60
