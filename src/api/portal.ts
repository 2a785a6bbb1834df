import { z } from 'zod'
import { AddressInput } from '../domain/contact.ts'
import {
  CustomerPreferences,
  NewLocation,
  PreferencesPatch,
  ServiceLocation,
} from '../domain/customer.ts'
import { Industry } from '../domain/onboarding.ts'
import { organizationRules } from '../domain/organization.ts'
import { locationRules, Standing } from '../domain/portal.ts'
import { OfferedService } from '../domain/service.ts'
import { customer, defineCalls, Id, Ok, Flag } from './kit.ts'
import { MyProfile } from './people.ts'

/** A business that wants to be found, as a customer who looks for one sees it. */
export const FoundOrganization = z.object({
  id: Id,
  name: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  industry: Industry,
  /** Whether the caller is its customer already. */
  joined: z.boolean(),
  /** Whether the caller has another business of this industry, which rules this one out. */
  same_industry: z.boolean(),
})
export type FoundOrganization = z.infer<typeof FoundOrganization>

export const portal = defineCalls({
  'GET /api/users/standing': {
    summary: 'How the organization has the customer: active, paused until when, archived',
    roles: customer,
    ok: Standing,
  },
  'POST /api/users/resume': {
    summary: 'Go on with the own work after a pause; answers the same where nothing is paused',
    roles: customer,
    ok: Standing,
  },
  'GET /api/users/locations': {
    summary: 'The addresses services are done at, the default one first',
    roles: customer,
    ok: z.object({ locations: z.array(ServiceLocation) }),
  },
  'POST /api/users/locations': {
    summary: 'Add an address; the first one is the default',
    roles: customer,
    body: NewLocation,
    ok: ServiceLocation,
    status: 201,
    idempotent: true,
    errors: { too_many_locations: 409 },
    per_minute: 30,
  },
  'PUT /api/users/locations/{id}': {
    summary: 'Correct an address',
    roles: customer,
    body: AddressInput.extend({ label: NewLocation.shape.label }),
    ok: ServiceLocation,
    per_minute: 30,
  },
  'DELETE /api/users/locations/{id}': {
    summary: 'Remove an address; the oldest of the others follows a default one',
    roles: customer,
    ok: Ok,
    rules: [locationRules.remove],
  },
  'PUT /api/users/locations/{id}/default': {
    summary: 'Make an address the one work is done at unless said otherwise',
    roles: customer,
    ok: ServiceLocation,
  },
  'GET /api/users/services': {
    summary: 'The services the customer can wish for',
    roles: customer,
    ok: z.object({ services: z.array(OfferedService) }),
  },
  'GET /api/users/preferences': {
    summary: 'What the customer wishes for',
    roles: customer,
    ok: CustomerPreferences,
  },
  'PUT /api/users/preferences': {
    summary: 'Change what is wished for; the office reads it and the schedule stays as it is',
    roles: customer,
    body: PreferencesPatch,
    ok: CustomerPreferences,
    per_minute: 60,
  },
  'GET /api/users/organizations/search': {
    summary: 'Businesses of an industry that want to be found',
    roles: customer,
    query: z.object({
      industry: z.enum(Industry.options, 'Choose an industry to search'),
      q: z.string().trim().max(100).optional(),
      /** Leaves out industries in which the caller has a business. */
      exclude_same_industry: Flag.optional(),
    }),
    ok: z.object({ organizations: z.array(FoundOrganization) }),
    closed: 'allow',
    per_minute: 60,
  },
  'POST /api/users/organizations/select': {
    summary: 'Become a lead of another business, or go to one whose customer one is',
    roles: customer,
    body: z.object({ organization_id: Id }),
    ok: MyProfile,
    rules: [organizationRules.join],
    closed: 'allow',
    impersonation: 'deny',
    per_minute: 10,
  },
})
