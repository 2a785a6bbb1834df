import { z } from 'zod'
import {
  AvailabilityStep,
  DisclosuresStep,
  EmailStep,
  FrequencyStep,
  LeadPatch,
  PublicOrganization,
  ServicesStep,
  SignupInput,
  SignupPage,
  SignupResult,
  SignupStep,
} from '../domain/flows/signup.ts'
import { autopayRules } from '../domain/money/autopay.ts'
import { OptionalPhone } from '../domain/base/contact.ts'
import { NewLead } from '../domain/people/lead.ts'
import { personRules } from '../domain/base/person.ts'
import { ReferralCode } from '../domain/customers/referral.ts'
import { clampWeekInterval } from '../domain/base/cadence.ts'
import { defineCalls, Ok, customer } from './kit.ts'
import { locales } from '../domain/base/locale.ts'

const LocaleName = z.enum(locales)
const params = z.object({ code: z.string().min(1).max(120) })
const token = {
  lead_token: z.string().max(200).optional(),
  /** The referral code from the link; the first one sent counts. */
  ref: ReferralCode,
  /** The language the person reads; messages to them follow it. */
  locale: LocaleName.optional(),
}
const Saved = z.object({ ok: z.literal(true), step: SignupStep })

/** A honeypot: people don't see this field, so if it is filled in nothing is saved. */
const trap = { website: z.string().max(500).optional() }

/** The last step of the wizard, or the whole simple form. Omitted fields keep their values from earlier steps. */
const FinishInput = z
  .object({
    ...SignupInput.in.shape,
    services_selected: SignupInput.in.shape.services_selected.unwrap().optional(),
    sms_opt_in: z.boolean().optional(),
    autopay_authorized: z.boolean().optional(),
    autopay_oneoffs: z.boolean().optional(),
    ref: ReferralCode,
    locale: LocaleName.optional(),
    ...trap,
  })
  .transform((value) => ({
    ...value,
    service_interval:
      value.service_frequency === 'every_x_weeks'
        ? clampWeekInterval(value.service_interval)
        : null,
  }))

/** A lead's progress, so that another device can continue from there. */
export const LeadState = z.object({
  lead_token: z.string(),
  email: z.string(),
  step: SignupStep,
  completed: z.boolean(),
  /** The questions after the sign-in are answered, too. */
  all_asked: z.boolean(),
  name: z.string().nullable(),
  phone_number: z.string().nullable(),
  street: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  available_days: z.array(z.string()),
  services_selected: z.array(
    z.object({ key: z.string(), price_cents: z.int().nullable().optional() }),
  ),
  service_frequency: z.string().nullable(),
  service_interval: z.int().nullable(),
  autopay_authorized: z.boolean(),
  autopay_oneoffs: z.boolean(),
  sms_opt_in: z.boolean(),
  out_of_area: z.boolean(),
  /** The sales tax at this address, in parts per million. */
  tax_ppm: z.int(),
  /** The language it was answered in; null if unknown. */
  locale: LocaleName.nullable(),
})
export type LeadState = z.infer<typeof LeadState>

export const signup = defineCalls({
  'GET /api/public/signup/{code}': {
    summary: 'The organization and services behind a sign-up code',
    roles: 'public',
    params,
    query: z.object({ lead_token: z.string().max(200).optional() }),
    ok: SignupPage,
    errors: { is_staff_invite: 409, is_owner_invite: 409 },
    per_minute: 120,
  },
  'POST /api/public/signup/{code}': {
    summary: 'Finish a sign-up; also submits the simple form',
    roles: 'public',
    params,
    body: FinishInput,
    ok: SignupResult,
    rules: [autopayRules.agree],
    errors: { estimate_changed: 409 },
    per_minute: 20,
  },
  'POST /api/public/signup/{code}/lead': {
    summary: 'Start a sign-up; the response doesn’t reveal whether the address is known',
    roles: 'public',
    params,
    body: EmailStep.extend({ ...token, ...trap }),
    ok: z.object({ ok: z.literal(true), lead_token: z.string(), step: SignupStep }),
    per_minute: 20,
  },
  'GET /api/public/signup/{code}/lead': {
    summary: 'Continue a sign-up by its token',
    roles: 'public',
    params,
    query: z.object({ lead_token: z.string().max(200).optional() }),
    ok: LeadState,
    per_minute: 120,
  },
  'PATCH /api/public/signup/{code}/lead': {
    summary: 'Save the address, or the name and phone number',
    roles: 'public',
    params,
    body: LeadPatch.extend(token),
    ok: Saved,
    errors: { already_signed_up: 409 },
    per_minute: 120,
  },
  'PATCH /api/public/signup/{code}/lead/availability': {
    summary: 'Save the available days',
    roles: 'public',
    params,
    body: AvailabilityStep.extend(token),
    ok: Saved,
    errors: { already_signed_up: 409 },
    per_minute: 120,
  },
  'PATCH /api/public/signup/{code}/lead/services': {
    summary: 'Save the chosen services',
    roles: 'public',
    params,
    body: ServicesStep.extend(token),
    ok: Saved,
    errors: { already_signed_up: 409 },
    per_minute: 120,
  },
  'PATCH /api/public/signup/{code}/lead/frequency': {
    summary: 'Save the service frequency',
    roles: 'public',
    params,
    body: z.intersection(FrequencyStep, z.object(token)),
    ok: Saved,
    errors: { already_signed_up: 409 },
    per_minute: 120,
  },
  'PATCH /api/public/signup/{code}/lead/consents': {
    summary: 'Save the consents, with the text agreed to',
    roles: 'public',
    params,
    body: DisclosuresStep.extend(token),
    ok: Saved,
    rules: [autopayRules.agree],
    errors: { already_signed_up: 409, estimate_changed: 409 },
    per_minute: 120,
  },
  'POST /api/users/signup/claim': {
    summary: 'Link a sign-up to the signed-in person, who becomes the customer',
    roles: 'signed_in',
    body: z.object({ lead_token: z.string().max(200).optional() }),
    ok: z.object({
      ok: z.literal(true),
      customer_id: z.string(),
      organization_id: z.string(),
      next: z.enum(['pay', 'postauth_name', 'done']),
    }),
    impersonation: 'deny',
    rules: [personRules.join],
    errors: { staff_here: 409 },
  },
  'PATCH /api/users/signup/finish': {
    summary: 'Save the name and phone number at the end of a sign-up',
    roles: customer,
    body: z.object({
      name: z.string().trim().max(200).nullish(),
      phone_number: OptionalPhone.optional(),
    }),
    ok: Ok,
  },
  'GET /api/public/zip/{zip}': {
    summary: 'City, state and time zone of a ZIP code',
    roles: 'public',
    params: z.object({ zip: z.string().regex(/^\d{5}$/) }),
    ok: z.object({ zip: z.string(), city: z.string(), state: z.string(), time_zone: z.string() }),
    per_minute: 60,
  },
  'GET /api/public/org/{slug}': {
    summary: 'An organization’s public profile, with its services and sign-up code',
    roles: 'public',
    params: z.object({ slug: z.string().min(1).max(120) }),
    ok: z.object({
      organization: PublicOrganization,
      services: SignupPage.shape.services,
      signup_code: z.string().nullable(),
    }),
    per_minute: 120,
  },
  'POST /api/public/leads': {
    summary: 'Submit an inquiry about the product',
    roles: 'public',
    body: NewLead.extend(trap),
    ok: Ok,
    status: 202,
    per_minute: 20,
  },
})
