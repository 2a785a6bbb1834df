import { sql } from 'kysely'
import { readPhone } from '../../../domain/base/phone.ts'
import {
  onboardingSteps,
  stepAfter,
  type OnboardingAccept,
  type OnboardingStep,
} from '../../../domain/base/onboarding.ts'
import { timeZoneOfState } from '../../../domain/base/organization.ts'
import { trialDays } from '../../../domain/money/platform.ts'
import type { App } from '../../base/call.ts'
import type { OrgTx, PlatformTx } from '../../base/db/door.ts'
import { audit } from '../../base/events.ts'
import { bindOwnerInvitation, ensurePermanentCode } from '../../people/invitations/write.ts'
import { lockOrganization } from '../../base/organizations/read.ts'
import { addOrganization, hoursFrom, saveSetupStep } from '../../base/organizations/write.ts'
import { enterOrganization, namePersonOnce, renamePerson } from '../../people/write.ts'
import { addOwner } from '../../people/write-memberships.ts'
import { placeOfZip } from '../../base/kit/zip.ts'
import type { OwnerCode } from './owner-code.ts'
import type { Actor } from '../../base/actor.ts'

/**
 * Creates an organization with its owner in one transaction, so there is never one without the
 * other.
 */
export async function foundOrganization(
  tx: PlatformTx,
  row: OwnerCode,
  { person_id, email }: Actor,
  body: OnboardingAccept & { organization_name: string },
): Promise<string> {
  const name = body.organization_name
  const organization_id = await addOrganization(tx, {
    name,
    industry: body.industry ?? row.prefill.industry ?? 'Other',
    owner_person_id: person_id,
    email: body.email ?? email,
    onboarding_step: 'phone',
    subscription_status: 'trialing',
    trial_ends_at: sql<string>`now() + ${`${trialDays} days`}::interval`,
  })
  await addOwner(tx, { organization_id, person_id })
  await enterOrganization(tx, person_id, organization_id)
  if (body.name) await namePersonOnce(tx, person_id, body.name)
  await bindOwnerInvitation(tx, row.id, { organization_id, person_id })
  await audit(tx, {
    action: 'organization.founded',
    entity: 'organization',
    entity_id: organization_id,
    organization_id,
    after: { name },
  })
  return organization_id
}

/** Saves one step of the wizard; repeating it changes nothing more. */
export async function saveStep(
  tx: OrgTx,
  app: App,
  actor: Actor,
  body: OnboardingAccept,
): Promise<OnboardingStep> {
  const row = await lockOrganization(tx)
  const step = laterStep(stepReached(body), row.onboarding_step)
  const { phone_number, estimated_customers, business_hours } = body
  await saveSetupStep(tx, {
    ...filled({
      name: body.organization_name,
      industry: body.industry,
      email: body.email,
      street: body.street,
      city: body.city,
      state: body.state,
      zip: body.zip,
      time_zone: timeZoneOf(body, row),
    }),
    ...(phone_number === undefined
      ? {}
      : { phone_number: phone_number && readPhone(phone_number) }),
    ...(estimated_customers === undefined ? {} : { estimated_customers }),
    onboarding_step: step,
    hours: business_hours ? hoursFrom(business_hours) : null,
  })
  if (body.name) await renamePerson(tx, actor.person_id, body.name)
  await ensurePermanentCode(tx, app)
  return step
}

/** The time zone of a new ZIP code; null if the ZIP code is unchanged. */
const timeZoneOf = (
  { zip, state }: OnboardingAccept,
  row: { zip: string | null; state: string | null },
): string | null =>
  zip && zip !== row.zip
    ? (placeOfZip(zip)?.time_zone ?? timeZoneOfState(state ?? row.state))
    : null

const filled = <T extends object>(values: T): Partial<{ [K in keyof T]: NonNullable<T[K]> }> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as never

const laterStep = (a: OnboardingStep, b: string | null): OnboardingStep =>
  b && onboardingSteps.indexOf(b as OnboardingStep) > onboardingSteps.indexOf(a)
    ? (b as OnboardingStep)
    : a

/**
 * The step a payload reaches: given by name, or derived from its fields for clients that send none.
 */
function stepReached(body: OnboardingAccept): OnboardingStep {
  if (body.step) return stepAfter(body.step) ?? body.step
  if (body.estimated_customers !== undefined) return 'billing'
  if (body.business_hours) return 'org_stub'
  if (body.zip) return 'kyc'
  return body.phone_number ? 'address' : 'phone'
}
