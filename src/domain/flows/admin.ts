import { z } from 'zod'
import {
  AddressPatch,
  emptyToNull,
  EmailText,
  OptionalPhone,
  RequiredEmail,
} from '../base/contact.ts'
import { Moment } from '../base/dates.ts'
import { Id } from '../base/id.ts'
import { InvitationStatus, ttlDefaults, ttlHours } from '../people/invitation.ts'
import { SumCents } from '../base/money.ts'
import { CompanyName, Industry } from '../base/onboarding.ts'
import { Organization, OrganizationStatus, Website } from '../base/organization.ts'
import { personName, Role, UserStatus } from '../base/person.ts'
import { platformRoles, roles } from '../base/roles.ts'

/** The administrator's view of people and organizations. */
export const AdminUser = z.object({
  id: Id,
  /** Null for crew who sign in by a device link. */
  email: z.string().nullable(),
  name: z.string().nullable(),
  /** The platform role, or the highest one in the organization. */
  role: Role.nullable(),
  status: UserStatus,
  organization_id: Id.nullable(),
  organization_name: z.string().nullable(),
  last_seen_at: Moment.nullable(),
  /** True if a password alone does not sign them in here. */
  has_second_factor: z.boolean(),
})
export type AdminUser = z.infer<typeof AdminUser>

/** What became of the nightly backup. */
export const BackupStanding = z.object({
  /** The last one that came back whole when it was restored. */
  file: z.string().nullable(),
  row_count: z.int().nullable(),
  proved_at: Moment.nullable(),
  /** Why a later one failed. */
  fault: z.string().nullable(),
})
export type BackupStanding = z.infer<typeof BackupStanding>

/** Roles a form offers: an owner is invited, or is handed the business. */
export const grantableRoles = roles.filter((role) => role !== 'owner')
export const needsOrganization = (role: z.infer<typeof Role>): boolean =>
  !platformRoles.some((one) => one === role)

const organizationMissing = 'Choose an organization'
const UserName = z
  .preprocess(emptyToNull, z.string().trim().max(200).nullable())
  .transform(personName)

export const NewUser = z
  .object({
    email: RequiredEmail,
    name: UserName.default(null),
    role: Role,
    organization_id: z.preprocess(emptyToNull, Id.nullable()).default(null),
    send_invite: z.boolean().default(true),
  })
  .refine(({ role, organization_id }) => !needsOrganization(role) || organization_id !== null, {
    path: ['organization_id'],
    message: organizationMissing,
  })
export type NewUser = z.infer<typeof NewUser>

/** Found by id or e-mail address; the address itself stays. Absent leaves a field unchanged. */
export const UserChange = z
  .object({
    id: Id.optional(),
    email: RequiredEmail.optional(),
    name: UserName.optional(),
    role: Role.optional(),
    status: z.enum(['active', 'inactive']).optional(),
    organization_id: z.preprocess(emptyToNull, Id.nullable()).optional(),
  })
  .refine(({ id, email }) => id !== undefined || email !== undefined, {
    path: ['email'],
    message: 'Email is required',
  })
export type UserChange = z.infer<typeof UserChange>

const organizationFields = AddressPatch.extend({
  industry: Industry.optional(),
  website: Website.optional(),
  phone_number: OptionalPhone.optional(),
  email: z.preprocess(emptyToNull, EmailText.nullable()).optional(),
})
export const NewOrganization = organizationFields.extend({ name: CompanyName })
export type NewOrganization = z.infer<typeof NewOrganization>

export const OrganizationChange = organizationFields.extend({
  id: Id,
  name: CompanyName.optional(),
  status: OrganizationStatus.optional(),
})
export type OrganizationChange = z.infer<typeof OrganizationChange>

export const AdminOrganization = Organization.pick({
  id: true,
  name: true,
  slug: true,
  status: true,
  industry: true,
  website: true,
  phone_number: true,
  email: true,
  street: true,
  city: true,
  state: true,
  zip: true,
  owner_user_id: true,
  stripe_charges_enabled: true,
  created_at: true,
}).extend({
  owner_name: z.string().nullable(),
  owner_email: z.string().nullable(),
  subscription_status: z.string(),
})
export type AdminOrganization = z.infer<typeof AdminOrganization>

/** `member_count`: memberships; `active_users`: people who count for the fee. */
export const OrganizationSummary = z.object({
  id: Id,
  name: z.string(),
  status: OrganizationStatus,
  member_count: z.int(),
  active_users: z.int(),
  amount_preview_cents: SumCents,
})
export type OrganizationSummary = z.infer<typeof OrganizationSummary>

const OwnerTtl = z
  .unknown()
  .optional()
  .transform((typed) => ttlHours(typed, ttlDefaults.owner))

export const NewOwnerInvite = z.object({
  owner_email: RequiredEmail,
  owner_name: UserName.optional(),
  org_name: CompanyName,
  industry: z.preprocess(emptyToNull, Industry.nullish()),
  website: Website.optional(),
  phone_number: OptionalPhone.optional(),
  ttl_hours: OwnerTtl,
})
export type NewOwnerInvite = z.infer<typeof NewOwnerInvite>

/** `code` and `link` are present only while they work. */
export const OwnerInvite = z.object({
  id: Id,
  code: z.string().nullable(),
  link: z.string().nullable(),
  organization_name: z.string().nullable(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  status: InvitationStatus,
  created_at: Moment,
  expires_at: Moment.nullable(),
})
export type OwnerInvite = z.infer<typeof OwnerInvite>
