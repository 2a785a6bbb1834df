import { phoneText } from '../../../domain/base/contact.ts'
import {
  hoursForSettings,
  noHours,
  readHours,
  type BusinessHours,
} from '../../../domain/base/hours.ts'
import { OrganizationPatch, type Organization } from '../../../domain/base/organization.ts'
import { issueSentence } from '../../../domain/base/issue.ts'
import type { Industry } from '../../../domain/base/onboarding.ts'

/** The organization in the form: texts where people type. */
export type Draft = {
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
})

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export const changedFields = (saved: Draft, draft: Draft): (keyof Draft)[] =>
  (Object.keys(draft) as (keyof Draft)[]).filter((name) => !same(saved[name], draft[name]))

/**
 * The form after `sent` was saved: the server's values, except for what changed while the request
 * was in flight.
 */
export const draftAfter = (organization: Organization, sent: Draft, now: Draft): Draft => ({
  ...draftOf(organization),
  ...Object.fromEntries(changedFields(sent, now).map((name) => [name, now[name]])),
})

/** Only what changed; a cleared field is null, and the industry is under `marketing`. */
export function patchOf(saved: Draft, draft: Draft): Record<string, unknown> {
  const patch: Record<string, unknown> = {}
  for (const name of changedFields(saved, draft)) {
    const value = draft[name]
    if (name === 'industry') patch['marketing'] = { industry: value }
    else if (name === 'business_hours') patch[name] = hoursForSettings(draft.business_hours)
    else if (name === 'customer_due_day') patch[name] = Number(value)
    else if (typeof value === 'string')
      patch[name] = value.trim() === '' && name !== 'name' ? null : value.trim()
    else patch[name] = value
  }
  return patch
}

/** Errors in the changes, by field. */
export function draftErrors(saved: Draft, draft: Draft): Partial<Record<keyof Draft, string>> {
  const result = OrganizationPatch.safeParse(patchOf(saved, draft))
  const errors: Partial<Record<keyof Draft, string>> = {}
  for (const issue of result.error?.issues ?? [])
    errors[issue.path[0] as keyof Draft] ??= issueSentence(issue)
  return errors
}

export type Errors = Partial<Record<keyof Draft, string>>

export type SetDraft = (change: Partial<Draft>) => void
