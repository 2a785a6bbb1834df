import { z } from 'zod'
import { Organization, OrganizationPatch, OrganizationSettings } from '../domain/organization.ts'
import { ReviewSettings } from '../domain/review.ts'
import { PublicOrganization } from '../domain/signup.ts'
import { anyCrew, anyOffice, customer, defineCalls, officeAndAdmin, ownerOnly } from './kit.ts'

export const organizations = defineCalls({
  'GET /api/owner/my-organization': {
    summary: 'The organization with its hours and payments status',
    roles: { ...officeAndAdmin, ...anyCrew },
    ok: Organization,
  },
  'POST /api/owner/organization/update': {
    summary: 'Update the organization',
    roles: ownerOnly,
    body: OrganizationPatch,
    ok: Organization,
    errors: { stale: 409, slug_taken: 409 },
  },
  'PATCH /api/owner/schedule-settings': {
    summary: 'Update the schedule settings; omitted fields stay as they are',
    roles: anyOffice,
    body: OrganizationSettings.partial(),
    ok: Organization,
  },
  'GET /api/owner/review-settings': {
    summary: 'Whether customers are asked for a review, and where they write one',
    roles: anyOffice,
    ok: ReviewSettings,
  },
  'PUT /api/owner/review-settings': {
    summary: 'Turn requests for reviews on or off',
    roles: ownerOnly,
    body: ReviewSettings,
    ok: ReviewSettings,
    errors: { no_postal_address: 409 },
  },
  'GET /api/users/my-organization': {
    summary: 'The organization a customer belongs to',
    roles: customer,
    ok: PublicOrganization.extend({ customer_due_day: z.int() }),
    aliases: ['GET /api/user/my-organization'],
  },
})
