import { z } from 'zod'
import { OnboardingAccept, OnboardingRecord, OnboardingStep } from '../domain/base/onboarding.ts'
import { personRules } from '../domain/base/person.ts'
import { defineCalls } from './kit.ts'

const params = z.object({ code: z.string().min(1).max(120) })

export const onboarding = defineCalls({
  'POST /api/public/owner-onboard/bootstrap': {
    summary: 'Create a code to set up a business, bound to the caller’s verified email address',
    roles: 'public',
    body: z
      .object({ email: z.string().max(254).nullish(), company: z.string().max(200).nullish() })
      .optional(),
    ok: z.object({ code: z.string() }),
    rules: [personRules.join],
    errors: { already_owner: 409 },
    per_minute: 30,
  },
  'GET /api/public/owner-onboard/bootstrap': {
    summary: 'The caller’s open setup code',
    roles: 'signed_in',
    query: z.object({
      email: z.string().max(254).optional(),
      company: z.string().max(200).optional(),
    }),
    ok: z.object({ code: z.string() }),
    per_minute: 30,
  },
  'GET /api/public/owner-onboard/{code}': {
    summary: 'The saved progress of a business being set up',
    roles: 'public',
    params,
    ok: OnboardingRecord,
    per_minute: 120,
  },
  'POST /api/public/owner-onboard/{code}/accept': {
    summary: 'Save a step; the first one with a company name creates the organization',
    roles: 'signed_in',
    params,
    body: OnboardingAccept.extend({
      return_url: z.string().max(500).optional(),
      start_verification: z.boolean().optional(),
    }),
    ok: z.object({
      ok: z.literal(true),
      organization_id: z.string().nullable(),
      step: OnboardingStep,
      stripe_onboarding_url: z.string().nullable(),
    }),
    rules: [personRules.join],
    errors: { other_email: 403, code_used: 409, already_owner: 409 },
    impersonation: 'deny',
  },
  'POST /api/public/owner-onboard/{code}/complete': {
    summary: 'Finish setting up the business',
    roles: 'signed_in',
    params,
    body: z.object({ completed: z.boolean().default(true) }).optional(),
    ok: z.object({ ok: z.literal(true), organization_id: z.string().nullable() }),
    errors: { other_email: 403 },
    impersonation: 'deny',
  },
})
