import { phoneText } from '../../../domain/base/contact.ts'
import {
  hoursForSettings,
  hoursProblems,
  noHours,
  readHours,
  type BusinessHours,
} from '../../../domain/base/hours.ts'
import {
  OrganizationPatch,
  type Organization,
  type OrganizationSettings,
} from '../../../domain/base/organization.ts'
import { issueSentence } from '../../../domain/base/issue.ts'
import type { Industry } from '../../../domain/base/onboarding.ts'
import type { LateFee } from '../../../domain/money/late-fee.ts'
import { isHoldOn, type HoldPolicy } from '../../../domain/money/payment-hold.ts'
import type { Errors } from './parts.ts'

/** What is chosen about money, as it is stored. */
const chosen = [
  'invoice_sending',
  'invoice_prefix',
  'invoice_terms',
  'bill_reminders_on',
  'bill_reminder_steps',
  'credits_wait',
  'tips_on',
  'wallets_on',
] as const satisfies readonly (keyof OrganizationSettings)[]
type Chosen = Pick<OrganizationSettings, (typeof chosen)[number]>

/** A number while it is typed. */
type Typed = number | string

/** The organization in the form: texts where people type. */
export type Draft = Chosen & {
  name: string
  industry: Industry
  website: string
  phone_number: string
  email: string
  street: string
  city: string
  state: string
  zip: string
  time_zone: string
  service_area_zipcodes: string[]
  business_hours: BusinessHours
  closed_dates: string[]
  insurance_provider: string
  estimated_customers: string
  customer_due_day: string
  signup_open: boolean
  activate_signups: boolean
  signups_in_area_only: boolean
  listed: boolean
  fee_on: boolean
  fee_kind: LateFee['kind']
  fee_amount: Typed
  fee_days: Typed
  hold_on: boolean
  hold_dollars: Typed
  hold_days: Typed
}

export const draftOf = (organization: Organization): Draft => ({
  name: organization.name,
  industry: organization.industry,
  website: organization.website ?? '',
  phone_number: phoneText(organization.phone_number ?? ''),
  email: organization.email ?? '',
  street: organization.street ?? '',
  city: organization.city ?? '',
  state: organization.state ?? '',
  zip: organization.zip ?? '',
  time_zone: organization.time_zone,
  service_area_zipcodes: organization.service_area_zipcodes,
  business_hours: organization.business_hours ? readHours(organization.business_hours) : noHours(),
  closed_dates: organization.closed_dates,
  insurance_provider: organization.insurance_provider ?? '',
  estimated_customers:
    organization.estimated_customers === null ? '' : String(organization.estimated_customers),
  customer_due_day: String(organization.customer_due_day),
  signup_open: organization.signup_open,
  activate_signups: organization.activate_signups,
  signups_in_area_only: organization.signups_in_area_only,
  listed: organization.listed,
  ...(Object.fromEntries(
    chosen.map((name) => [name, organization.schedule_settings[name]]),
  ) as Chosen),
  ...typedFee(organization.schedule_settings.late_fee),
  ...typedHold(organization.schedule_settings),
})

/** What a fee starts from, by its kind. */
export const usualFee: Record<LateFee['kind'], number> = { flat: 10, percent: 1.5 }

const typedFee = (fee: LateFee | null) => ({
  fee_on: fee !== null,
  fee_kind: fee?.kind ?? 'flat',
  fee_amount: fee ? (fee.kind === 'flat' ? fee.cents : fee.basis_points) / 100 : usualFee.flat,
  fee_days: fee?.after_days ?? 15,
})

function feeOf({ fee_on, fee_kind, fee_amount, fee_days }: Draft): LateFee | null {
  const [hundredths, after_days] = [
    Math.round(Number(fee_amount) * 100),
    Math.round(Number(fee_days)),
  ]
  if (!fee_on) return null
  return fee_kind === 'flat'
    ? { kind: fee_kind, cents: hundredths, after_days }
    : { kind: fee_kind, basis_points: hundredths, after_days }
}

/** A business that begins to hold visits starts from $100, 14 days late. */
const typedHold = (policy: HoldPolicy) => ({
  hold_on: isHoldOn(policy),
  hold_dollars: isHoldOn(policy) ? (policy.hold_after_cents ?? 0) / 100 : 100,
  hold_days: isHoldOn(policy) ? (policy.hold_after_days ?? 1) : 14,
})

const holdOf = ({ hold_on, hold_dollars, hold_days }: Draft): HoldPolicy =>
  hold_on
    ? {
        hold_after_cents: Math.round(Number(hold_dollars) * 100) || null,
        hold_after_days: Math.max(1, Math.round(Number(hold_days)) || 1),
      }
    : { hold_after_cents: null, hold_after_days: null }

/** Only what changed; a cleared field is null, and the industry is under `marketing`. */
export function patchOf(changed: readonly (keyof Draft)[], draft: Draft): Record<string, unknown> {
  const patch: Record<string, unknown> = {}
  const settings: Record<string, unknown> = {}
  for (const name of changed) {
    const value = draft[name]
    if (name.startsWith('fee_')) settings['late_fee'] = feeOf(draft)
    else if (name.startsWith('hold_')) Object.assign(settings, holdOf(draft))
    else if (chosen.some((one) => one === name)) settings[name] = value
    else if (name === 'industry') patch['marketing'] = { industry: value }
    else if (name === 'business_hours') patch[name] = hoursForSettings(draft.business_hours)
    else if (name === 'customer_due_day') patch[name] = Number(value)
    else if (typeof value === 'string')
      patch[name] = value.trim() === '' && name !== 'name' ? null : value.trim()
    else patch[name] = value
  }
  if (Object.keys(settings).length > 0) patch['schedule_settings'] = settings
  return patch
}

/** Where the form shows what is wrong with a value of other names. */
const shownAt: Record<string, keyof Draft> = {
  cents: 'fee_amount',
  basis_points: 'fee_amount',
  after_days: 'fee_days',
  hold_after_cents: 'hold_dollars',
  hold_after_days: 'hold_days',
}
/** The field of the form for a path in the call. */
export function fieldAt(path: readonly PropertyKey[]): keyof Draft {
  const names = path.filter(
    (part) => typeof part === 'string' && part !== 'schedule_settings' && part !== 'marketing',
  ) as string[]
  return shownAt[names.at(-1) ?? ''] ?? (names[0] as keyof Draft)
}

/** Errors in the changes, by field; hours that were wrong before count too. */
export function draftErrors(changed: readonly (keyof Draft)[], draft: Draft): Errors<Draft> {
  const result = OrganizationPatch.safeParse(patchOf(changed, draft))
  const errors: Errors<Draft> = {}
  for (const issue of result.error?.issues ?? [])
    errors[fieldAt(issue.path)] ??= issueSentence(issue)
  const [hours] = hoursProblems(draft.business_hours)
  if (hours) errors.business_hours ??= hours.message
  return errors
}
