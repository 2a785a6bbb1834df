import { z } from 'zod'
import { NewAddress } from '../domain/base/contact.ts'
import {
  CustomerPreferences,
  NewLocation,
  PreferencesPatch,
  ServiceLocation,
} from '../domain/customers/customer.ts'
import { Credit } from '../domain/money/credit.ts'
import { SumCents } from '../domain/base/money.ts'
import { Industry } from '../domain/base/onboarding.ts'
import { organizationRules } from '../domain/base/organization.ts'
import {
  Home,
  locationRules,
  OwnSeriesList,
  PauseOwn,
  ResumeOwn,
  Standing,
} from '../domain/flows/portal.ts'
import { OfferedService } from '../domain/base/service.ts'
import { customer, defineCalls, Id, Ok, Flag } from './kit.ts'
import { MyProfile } from './people.ts'

/** A listed business, as a customer who searches for one sees it. */
export const FoundOrganization = z.object({
  id: Id,
  name: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  industry: Industry,
  /** Whether the caller is already its customer. */
  joined: z.boolean(),
  /** Whether the caller already has another business in this industry, which rules this one out. */
  same_industry: z.boolean(),
})
export type FoundOrganization = z.infer<typeof FoundOrganization>

/** A customer's choice about offers by text, with the sentence next to the switch. */
const OfferTexts = z.object({ agreed: z.boolean(), text: z.string() })

export const portal = defineCalls({
  'GET /api/users/standing': {
    summary:
      'The customer’s status with the organization: active, paused (and until when) or archived',
    roles: customer,
    ok: Standing,
  },
  'GET /api/users/credits': {
    summary: 'What the business gave the customer, and what is left of it for their next invoices',
    roles: customer,
    ok: z.object({
      credits: z.array(
        Credit.pick({
          id: true,
          amount_cents: true,
          used_cents: true,
          paid_back_cents: true,
          given_at: true,
        }),
      ),
      left_cents: SumCents,
    }),
  },
  'GET /api/users/home': {
    summary: 'What the customer owes, whose last payment failed, and how to reach the business',
    roles: customer,
    ok: Home,
  },
  'GET /api/users/offer-texts': {
    summary: 'Whether you agreed to offers by text, and the words you agree to',
    roles: customer,
    query: z.object({ locale: z.enum(['en', 'es']).default('en') }),
    ok: OfferTexts,
  },
  'PUT /api/users/offer-texts': {
    summary: 'Agree to offers by text, or take it back; kept as evidence with its words',
    roles: customer,
    body: z.object({ agreed: z.boolean(), locale: z.enum(['en', 'es']).default('en') }),
    ok: OfferTexts,
    errors: { impersonation_denied: 403 },
  },
  'POST /api/users/resume': {
    summary: 'Resume your own service after a pause; does nothing if it isn’t paused',
    roles: customer,
    ok: Standing,
  },
  'GET /api/users/series': {
    summary: 'The customer’s recurring services, each with its pause',
    roles: customer,
    ok: OwnSeriesList,
  },
  'POST /api/users/series/pause': {
    summary:
      'Pause recurring services from a day until another; they resume automatically. Repeating changes nothing',
    roles: customer,
    body: PauseOwn,
    ok: OwnSeriesList,
    per_minute: 30,
  },
  'POST /api/users/series/resume': {
    summary: 'Resume paused services today; repeating changes nothing',
    roles: customer,
    body: ResumeOwn,
    ok: OwnSeriesList,
    per_minute: 30,
  },
  'GET /api/users/locations': {
    summary: 'List service addresses, the default one first',
    roles: customer,
    ok: z.object({ locations: z.array(ServiceLocation) }),
  },
  'POST /api/users/locations': {
    summary: 'Add an address; the first becomes the default',
    roles: customer,
    body: NewLocation,
    ok: ServiceLocation,
    status: 201,
    idempotent: true,
    errors: { too_many_locations: 409 },
    per_minute: 30,
  },
  'PUT /api/users/locations/{id}': {
    summary: 'Update an address',
    roles: customer,
    body: NewAddress.extend({ label: NewLocation.shape.label }),
    ok: ServiceLocation,
    per_minute: 30,
  },
  'DELETE /api/users/locations/{id}': {
    summary:
      'Remove an address; if it was the default, the oldest of the others becomes the default',
    roles: customer,
    ok: Ok,
    rules: [locationRules.remove],
  },
  'PUT /api/users/locations/{id}/default': {
    summary: 'Make an address the default',
    roles: customer,
    ok: ServiceLocation,
  },
  'GET /api/users/services': {
    summary: 'The services the customer can ask for',
    roles: customer,
    ok: z.object({ services: z.array(OfferedService) }),
  },
  'GET /api/users/preferences': {
    summary: 'The customer’s preferences',
    roles: customer,
    ok: CustomerPreferences,
  },
  'PUT /api/users/preferences': {
    summary: 'Update preferences; the office reviews them and the schedule doesn’t change',
    roles: customer,
    body: PreferencesPatch,
    ok: CustomerPreferences,
    per_minute: 60,
  },
  'GET /api/users/organizations/search': {
    summary: 'Search listed businesses in an industry',
    roles: customer,
    query: z.object({
      industry: z.enum(Industry.options, 'Choose an industry to search'),
      q: z.string().trim().max(100).optional(),
      /** Excludes industries in which the caller already has a business. */
      exclude_same_industry: Flag.optional(),
    }),
    ok: z.object({ organizations: z.array(FoundOrganization) }),
    closed: 'allow',
    per_minute: 60,
  },
  'POST /api/users/organizations/select': {
    summary: 'Become a lead of another business, or switch to one you are already a customer of',
    roles: customer,
    body: z.object({ organization_id: Id }),
    ok: MyProfile,
    rules: [organizationRules.join],
    closed: 'allow',
    impersonation: 'deny',
    per_minute: 10,
  },
})
