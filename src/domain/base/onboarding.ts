import { z } from 'zod'
import { AddressPatch, emptyToNull, lineProblem, OptionalPhone } from './contact.ts'
import { isEmail } from './email.ts'
import { HoursInput, OnboardingHours } from './hours.ts'
import { PlatformFee } from '../money/platform.ts'
import { hasWebAddress, keyFromName, tooLong } from './text.ts'

export const onboardingSteps = [
  'org_name',
  'phone',
  'address',
  'kyc',
  'hours',
  'org_stub',
  'billing',
] as const
export const OnboardingStep = z.enum(onboardingSteps)
export type OnboardingStep = z.infer<typeof OnboardingStep>

export const onboardingStepTitles: Record<OnboardingStep, string> = {
  org_name: 'Company',
  phone: 'Phone',
  address: 'Address',
  kyc: 'Verification',
  hours: 'Business hours',
  org_stub: 'About your customers',
  billing: 'Billing',
}
export const onboardingStepText = (step: OnboardingStep): string =>
  `Step ${onboardingSteps.indexOf(step) + 1} of ${onboardingSteps.length}`
export const stepAfter = (step: OnboardingStep): OnboardingStep | null =>
  onboardingSteps[onboardingSteps.indexOf(step) + 1] ?? null
export const stepBefore = (step: OnboardingStep): OnboardingStep | null =>
  onboardingSteps[onboardingSteps.indexOf(step) - 1] ?? null

/** Steps that should not stay skipped for long; all can be completed later in Settings. */
const setupParts = ['phone', 'address', 'kyc', 'hours'] as const
export const SetupPart = z.enum(setupParts)
export type SetupPart = z.infer<typeof SetupPart>

/** Setup the business has not completed yet. */
export function missingSetup(known: {
  phone_number: string | null
  street: string | null
  is_verified: boolean
  has_hours: boolean
}): SetupPart[] {
  const isComplete: Record<SetupPart, boolean> = {
    phone: !!known.phone_number,
    address: !!known.street,
    kyc: known.is_verified,
    hours: known.has_hours,
  }
  return setupParts.filter((part) => !isComplete[part])
}

export const industries = [
  'Lawncare',
  'Cleaning',
  'House Washing',
  'Pest Control',
  'Other',
] as const
export const Industry = z.enum(industries)
export type Industry = z.infer<typeof Industry>
export const defaultIndustry: Industry = 'Other'

/** The services an industry starts with, by name. */
export const presetServices: Record<Industry, readonly string[]> = {
  Lawncare: [
    'Mowing',
    'Edging & trimming',
    'Fertilization',
    'Weed control',
    'Aeration & overseeding',
    'Hedge trimming',
    'Mulching',
    'Leaf removal',
    'Seasonal cleanup',
  ],
  Cleaning: ['Standard', 'Deep', 'Move-in/out', 'Office', 'Windows', 'Carpet'],
  'House Washing': [
    'House soft wash',
    'Driveway & walks',
    'Roof',
    'Gutters',
    'Deck & fence',
    'Windows',
  ],
  'Pest Control': [
    'General pest',
    'Mosquito',
    'Termite inspection',
    'Rodent',
    'Ants',
    'Bed bugs',
    'Wasps',
  ],
  Other: [],
}

/** Two businesses in Other have nothing in common, so the rule applies to named industries only. */
export const sameIndustryMatters = (industry: Industry): boolean => industry !== 'Other'

/**
 * A generated name: an e-mail address, or "...'s organization" as identity providers create them.
 */
export const isPlaceholderName = (name: string): boolean =>
  /\S+@\S+/.test(name) || /['’]s?\s+organi[sz]ation$/i.test(name.trim()) || name.trim() === ''

const titleCase = (words: readonly string[]): string =>
  words
    .filter((word) => word !== '')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase())
    .join(' ')

/**
 * 'green-lawns@example.com' → 'Green Lawns Services'. Never derived from the domain. '' if the
 * e-mail has no usable word.
 */
export function nameFromEmail(email: string): string {
  const local = (email.split('@')[0] ?? '').replace(/\+.*$/, '')
  const name = titleCase(local.split(/[._-]+/))
  return name && isEmail(email) ? `${name} Services` : ''
}

/**
 * The company name a form starts with: the given one, or one derived from the e-mail if the given
 * one is generated.
 */
export const prefillName = (name: string | null | undefined, email: string): string =>
  name && !isPlaceholderName(name) ? name.trim() : nameFromEmail(email)

/** 'Dana’s Lawn & Garden' → 'danas-lawn-garden'. */
export const slugFromName = (name: string, taken: readonly string[] = []): string =>
  keyFromName(name, { separator: '-', fallback: 'business', taken })

const companyMessage = 'Enter your company/organization name'
const companyAddressMessage = 'Leave web addresses out of the name'
const companyMax = 200
export const CompanyName = z
  .string(companyMessage)
  .trim()
  .min(1, companyMessage)
  .max(companyMax, tooLong(companyMax))
  .refine((name) => !hasWebAddress(name), companyAddressMessage)
  .transform((name) => name.replace(/[\p{Cc}\s]+/gu, ' '))
export const companyProblem = (name: string): string | null =>
  lineProblem(name, companyMessage, companyMax) ??
  (hasWebAddress(name) ? companyAddressMessage : null)

const estimateMessage = 'Enter a non-negative number'
const estimateMax = 1_000_000
const mostMessage = `Enter at most ${estimateMax.toLocaleString('en-US')}`
export const EstimatedCustomers = z.coerce
  .number(estimateMessage)
  .int(estimateMessage)
  .min(0, estimateMessage)
  .max(estimateMax, mostMessage)
/** What is wrong with a typed estimate; null if nothing. */
export function estimateProblem(text: string): string | null {
  const count = text.trim() === '' ? NaN : Number(text)
  if (!Number.isInteger(count) || count < 0) return estimateMessage
  return count > estimateMax ? mostMessage : null
}

/** All optional: each accept sends what its step knows, and may be repeated. */
export const OnboardingAccept = AddressPatch.extend({
  organization_name: CompanyName.optional(),
  /** The owner's own name. */
  name: z.preprocess(emptyToNull, z.string().trim().max(200).nullable()).optional(),
  industry: Industry.optional(),
  phone_number: OptionalPhone.optional(),
  email: z.preprocess(emptyToNull, z.string().trim().max(254).nullable()).optional(),
  business_hours: HoursInput.optional(),
  estimated_customers: EstimatedCustomers.optional(),
  step: OnboardingStep.optional(),
  completed: z.boolean().optional(),
})
export type OnboardingAccept = z.infer<typeof OnboardingAccept>

const OnboardingPrefill = z.object({
  org_name: z.string(),
  industry: Industry.nullable(),
  phone_number: z.string().nullable(),
  street: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zip: z.string().nullable(),
  business_hours: OnboardingHours.nullable(),
  estimated_customers: z.int().nullable(),
})
type OnboardingPrefill = z.infer<typeof OnboardingPrefill>

export const OnboardingRecord = z.object({
  code: z.string(),
  invited_email: z.string().nullable(),
  prefill: OnboardingPrefill,
  pricing_preview: PlatformFee,
  /** Where to continue on another device. */
  step: OnboardingStep,
})
export type OnboardingRecord = z.infer<typeof OnboardingRecord>
