import { phoneText } from '../../../domain/contact.ts'
import { hoursForSettings, noHours, readHours, type BusinessHours } from '../../../domain/hours.ts'
import { OrganizationPatch, type Organization } from '../../../domain/organization.ts'
import { issueSentence } from '../../../domain/issue.ts'
import type { Industry } from '../../../domain/onboarding.ts'

/** The organization as the form holds it: texts where people type. */
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

/** The form once `sent` is saved: as the server has it, but for what was changed while the answer was on its way. */
export const draftAfter = (organization: Organization, sent: Draft, now: Draft): Draft => ({
  ...draftOf(organization),
  ...Object.fromEntries(changedFields(sent, now).map((name) => [name, now[name]])),
})

/** Only what was changed; an emptied field is null, which clears it; the industry stands under `marketing`. */
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

/** What is wrong with the changes, by field. */
export function draftErrors(saved: Draft, draft: Draft): Partial<Record<keyof Draft, string>> {
  const result = OrganizationPatch.safeParse(patchOf(saved, draft))
  const errors: Partial<Record<keyof Draft, string>> = {}
  for (const issue of result.error?.issues ?? [])
    errors[issue.path[0] as keyof Draft] ??= issueSentence(issue)
  return errors
}
