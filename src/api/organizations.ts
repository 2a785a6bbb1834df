import { z } from 'zod'
import { Brand, BrandColor, logoRule } from '../domain/base/brand.ts'
import {
  Organization,
  OrganizationPatch,
  OrganizationSettings,
} from '../domain/base/organization.ts'
import { ReviewSettings } from '../domain/customers/review.ts'
import { PublicOrganization } from '../domain/flows/signup.ts'
import { anyCrew, anyOffice, customer, defineCalls, Id, officeAndAdmin, ownerOnly } from './kit.ts'

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
    errors: { stale: 409 },
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
  'GET /api/owner/brand': {
    summary: 'The logo and the color of what customers read',
    roles: anyOffice,
    ok: Brand,
  },
  'PUT /api/owner/brand': {
    summary: 'Change the logo and the color; without `picture` the logo stays',
    roles: ownerOnly,
    body: z.object({
      color: BrandColor.nullable(),
      /** PNG or JPEG in base64; null removes the logo. */
      picture: z.base64().max(400_000).nullable().optional(),
    }),
    ok: Brand,
    rules: [logoRule],
    errors: { file_unreadable: 422 },
  },
  'GET /api/public/logos/{id}/{hash}': {
    summary: 'A business’s logo, the same for every reader',
    roles: 'public',
    params: z.object({ id: Id, hash: z.string().regex(/^[\w-]{16}$/) }),
    ok: z.any(),
    raw: 'image/png',
  },
  'GET /api/users/my-organization': {
    summary: 'The organization a customer belongs to',
    roles: customer,
    ok: PublicOrganization.extend({ customer_due_day: z.int() }),
    aliases: ['GET /api/user/my-organization'],
  },
})
