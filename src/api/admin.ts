import { z } from 'zod'
import {
  AdminOrganization,
  AdminUser,
  BackupStanding,
  NewOrganization,
  NewOwnerInvite,
  NewUser,
  OrganizationChange,
  OrganizationSummary,
  OwnerInvite,
  UserChange,
} from '../domain/flows/admin.ts'
import { personRules, Role } from '../domain/base/person.ts'
import { adminRoles } from '../domain/base/roles.ts'
import { staffRules } from '../domain/people/staff.ts'
import { allow, defineCalls, Ok } from './kit.ts'

const adminOnly = allow(adminRoles, 'all')

/** Pages are numbered from 1. */
const NumberedPage = {
  page: z.coerce.number<number>().int().min(1).max(100_000).default(1),
  limit: z.coerce.number<number>().int().min(1).max(1000).default(20),
  search: z.string().max(200).optional(),
  status: z.enum(['active', 'all']).default('all'),
}
const counted = { page: z.int(), total: z.int(), totalPages: z.int() }

export const admin = defineCalls({
  'GET /api/admin/users': {
    summary: 'Everyone who can sign in, newest first, with role, status and organization',
    roles: adminOnly,
    query: z.object({
      ...NumberedPage,
      role: z.union([Role, z.literal('')]).optional(),
    }),
    ok: z.object({ users: z.array(AdminUser), ...counted }),
    impersonation: 'deny',
  },
  'GET /api/admin/organizations': {
    summary: 'Organizations by name, with their owner',
    roles: adminOnly,
    query: z.object(NumberedPage),
    ok: z.object({ organizations: z.array(AdminOrganization), ...counted }),
    impersonation: 'deny',
  },
  'GET /api/admin/organization-summary': {
    summary: 'Members, active users and monthly fee of each organization, by name',
    roles: adminOnly,
    query: z.object({ ...NumberedPage, limit: NumberedPage.limit.default(1000) }),
    ok: z.object({ organizations: z.array(OrganizationSummary), ...counted }),
    impersonation: 'deny',
  },
  'GET /api/admin/backup': {
    summary:
      'When the last nightly backup was restored and proved equal, and why a later one failed',
    roles: adminOnly,
    ok: z.object({
      /** False if the installation makes none of its own. */
      is_made: z.boolean(),
      backup: BackupStanding.nullable(),
    }),
    impersonation: 'deny',
  },
  'POST /api/admin/create-user': {
    summary: 'Add a person with a role, and invite them by email if asked',
    roles: adminOnly,
    body: NewUser,
    ok: z.object({ user: AdminUser, invited: z.boolean(), note: z.string().nullable() }),
    status: 201,
    rules: [personRules.makeOwner],
    errors: { user_exists: 409, person_unverified: 409 },
    impersonation: 'deny',
    per_minute: 60,
  },
  'POST /api/admin/update-user': {
    summary:
      'Change a person’s name, role, status or organization; deactivating ends their sessions',
    roles: adminOnly,
    body: UserChange,
    ok: z.object({ user: AdminUser }),
    rules: [personRules.administer, personRules.makeOwner],
    errors: { person_unverified: 409, person_without_email: 409 },
    impersonation: 'deny',
    per_minute: 60,
  },
  'POST /api/admin/users/{id}/second-factor-reset': {
    summary:
      'Remove the passkeys, the authenticator app and the recovery codes of somebody who lost them, and sign them out everywhere; they are told',
    roles: adminOnly,
    body: z.object({}).optional(),
    ok: Ok,
    rules: [staffRules.resetFactor],
    impersonation: 'deny',
    per_minute: 10,
  },
  'POST /api/admin/create-organization': {
    summary: 'Add an organization; its owner is invited or added afterwards',
    roles: adminOnly,
    body: NewOrganization,
    ok: z.object({ organization: AdminOrganization }),
    status: 201,
    impersonation: 'deny',
    per_minute: 60,
  },
  'POST /api/admin/update-organization': {
    summary: 'Change an organization, deactivate it or activate it again',
    roles: adminOnly,
    body: OrganizationChange,
    ok: z.object({ organization: AdminOrganization }),
    impersonation: 'deny',
    per_minute: 60,
  },
  'POST /api/admin/owner-invitations': {
    summary: 'Invite somebody by email to set up a business; replaces their open invitation',
    roles: adminOnly,
    body: NewOwnerInvite,
    ok: z.object({ invite: OwnerInvite }),
    status: 201,
    impersonation: 'deny',
    per_minute: 60,
  },
  'GET /api/admin/owner-invitations/recent': {
    summary: 'The newest invitations of owners and what became of them',
    roles: adminOnly,
    query: z.object({ limit: z.coerce.number<number>().int().min(1).max(200).default(50) }),
    ok: z.object({ invites: z.array(OwnerInvite) }),
    impersonation: 'deny',
  },
})
