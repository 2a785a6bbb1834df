import { sql } from 'kysely'
import type { onboarding } from '../../../api/onboarding.ts'
import { isEmail, maskEmail, readEmail } from '../../../domain/base/email.ts'
import { hoursForOnboarding } from '../../../domain/base/hours.ts'
import { ttlDefaults } from '../../../domain/people/invitation.ts'
import {
  prefillName,
  type Industry,
  type OnboardingAccept,
  type OnboardingRecord,
  type OnboardingStep,
} from '../../../domain/base/onboarding.ts'
import { personRules } from '../../../domain/base/person.ts'
import { platformFee } from '../../../domain/money/platform.ts'
import type { CallContext, Handlers } from '../../base/call.ts'
import { unseal } from '../../base/kit/codes.ts'
import {
  inOrgAll,
  onPlatform,
  readOrgAll,
  type OrgTx,
  type PlatformTx,
} from '../../base/db/door.ts'
import { audit } from '../../base/events.ts'
import {
  addInvitation,
  assignOwnerInvitation,
  finishOwnerInvitation,
  openOwnerInvitation,
} from '../../people/invitations/write.ts'
import { addPlatformLead, winPlatformLead } from '../../people/leads/write.ts'
import { homeUrl } from '../../messages/links.ts'
import { reachAddress } from '../../messages/recipient.ts'
import { tell } from '../../messages/tell.ts'
import { readHours, readOrganizationRow } from '../../base/organizations/read.ts'
import { finishSetup, hoursFrom } from '../../base/organizations/write.ts'
import { startVerification } from '../../money/payments/accounts.ts'
import { enforce, invalid, notFound, refused } from '../../base/kit/refusals.ts'
import {
  findOwnerCode,
  linkLost,
  mayRead,
  openCodeOf,
  ownedOrganization,
  refuseStranger,
} from './owner-code.ts'
import { foundOrganization, saveStep } from './steps.ts'
import type { Actor } from '../../base/actor.ts'

export const onboardingHandlers: Handlers<typeof onboarding> = {
  'POST /api/public/owner-onboard/bootstrap': async (call) => ({
    code: call.actor
      ? await startOwnSetup(call, call.actor, call.body?.company)
      : await startAnonymousSetup(call, call.body?.email),
  }),

  'GET /api/public/owner-onboard/bootstrap': async ({ readPlatform, app, actor }) => {
    const sealed = await readPlatform((tx) => openCodeOf(tx, actor))
    if (!sealed) throw notFound(linkLost)
    return { code: unseal(app.secret, sealed) }
  },

  'GET /api/public/owner-onboard/{code}': async ({ readPlatform, app, actor, params, cause }) => {
    const row = await readPlatform((tx) => findOwnerCode(tx, params.code))
    if (row.status === 'accepted') throw notFound(linkLost)
    if (row.status === 'sent' || row.status === 'pending')
      await onPlatform(app.store, cause, (tx) => openOwnerInvitation(tx, row.id))
    const { code } = params
    if (!mayRead(row, actor))
      return { code, invited_email: row.email && maskEmail(row.email), ...blankRecord() }
    const known = { code, invited_email: row.email }
    if (row.organization_id)
      return readOrgAll(app.store, row.organization_id, cause, async (tx) => ({
        ...known,
        ...(await readSetup(tx)),
      }))
    const { org_name, industry, phone_number } = row.prefill
    return {
      ...known,
      ...blankRecord({
        org_name: org_name ?? prefillName(null, actor.email),
        industry: industry ?? null,
        phone_number: phone_number ?? null,
      }),
    }
  },

  'POST /api/public/owner-onboard/{code}/accept': async (call) => {
    const { body, actor, app, cause } = call
    enforce(personRules.join(actor))
    if (body.completed) {
      const done = await finishOnboarding(call)
      return { ...done, step: 'billing' as const, stripe_onboarding_url: null }
    }
    if (body.email && !isEmail(body.email)) throw invalid({ email: 'Enter a valid email address.' })
    if (body.business_hours) hoursFrom(body.business_hours)
    const organization_id = await ensureFounded(call)
    const step = await inOrgAll(app.store, organization_id, cause, (tx) =>
      saveStep(tx, app, actor, body),
    )
    const stripe_onboarding_url = asksForVerification(body)
      ? await verificationUrl(call, organization_id)
      : null
    return { ok: true as const, organization_id, step, stripe_onboarding_url }
  },

  'POST /api/public/owner-onboard/{code}/complete': (call) => finishOnboarding(call),
}

/** Creates the code for a visitor who entered an e-mail address, which is not verified yet. */
async function startAnonymousSetup(
  call: CallContext,
  typed: string | null | undefined,
): Promise<string> {
  const email = readEmail(typed ?? '')
  if (!email) throw invalid({ email: 'Enter a valid email address.' })
  const { code } = await call.onPlatform(async (tx) => {
    await addPlatformLead(tx, { email, source: 'setup' })
    return addInvitation(tx, call.app, {
      organization_id: null,
      kind: 'owner',
      via: 'email',
      email,
      ttl_hours: ttlDefaults.owner,
      prefill: { anonymous: true },
    })
  })
  return code
}

/** The code of a signed-in person: their existing one, or a new one. 409 `already_owner`. */
async function startOwnSetup(
  { app, onPlatform: platform }: CallContext,
  actor: Actor,
  company: string | null | undefined,
): Promise<string> {
  enforce(personRules.join(actor))
  return platform(async (tx) => {
    await sql`select 1 from people where id = ${actor.person_id} for update`.execute(tx)
    const owned = await ownedOrganization(tx, actor.person_id)
    if (owned?.onboarded_at) throw refused('already_owner', linkLost)
    const known = await openCodeOf(tx, actor)
    if (known) return unseal(app.secret, known)
    await addPlatformLead(tx, { email: actor.email, name: actor.name, company, source: 'setup' })
    const { row, code } = await addInvitation(tx, app, {
      organization_id: owned?.id ?? null,
      kind: 'owner',
      via: 'email',
      email: actor.email,
      ttl_hours: 24 * 30,
      prefill: { own: true, org_name: prefillName(company, actor.email) },
    })
    // The code of an unfinished business was lost; the new one resumes it.
    if (owned) await assignOwnerInvitation(tx, row.id, actor.person_id)
    return code
  })
}

const emptyPrefill: OnboardingRecord['prefill'] = {
  org_name: '',
  industry: null,
  phone_number: null,
  street: null,
  city: null,
  state: null,
  zip: null,
  business_hours: null,
  estimated_customers: null,
}

/** The wizard's state before an organization exists. */
const blankRecord = (prefill: Partial<OnboardingRecord['prefill']> = {}) => ({
  prefill: { ...emptyPrefill, ...prefill },
  pricing_preview: platformFee(1),
  step: 'org_name' as const,
})

/** The wizard's state for an organization being set up. */
async function readSetup(tx: OrgTx) {
  const organization = await readOrganizationRow(tx)
  const hours = await readHours(tx, tx.org)
  return {
    prefill: {
      org_name: organization.name,
      industry: organization.industry as Industry,
      phone_number: organization.phone_number,
      street: organization.street,
      city: organization.city,
      state: organization.state,
      zip: organization.zip,
      business_hours: hours ? hoursForOnboarding(hours) : null,
      estimated_customers: organization.estimated_customers,
    },
    pricing_preview: platformFee(organization.estimated_customers),
    step: (organization.onboarding_step ?? 'org_name') as OnboardingStep,
  }
}

type AcceptCall = CallContext & {
  actor: Actor
  params: { code: string }
  body: OnboardingAccept & {
    start_verification?: boolean | undefined
    return_url?: string | undefined
  }
}

/** The organization of a code, created by the first call. */
const ensureFounded = ({ onPlatform: platform, params, actor, body }: AcceptCall) =>
  platform(async (tx) => {
    const { id } = await findOwnerCode(tx, params.code)
    // Locked, so that of two first calls, with one code or two codes of one person, one creates it
    // and the other resumes.
    await sql`select 1 from people where id = ${actor.person_id} for update`.execute(tx)
    await tx.selectFrom('invitations').select('id').where('id', '=', id).forUpdate().execute()
    const row = await findOwnerCode(tx, params.code)
    refuseStranger(row, actor)
    if (row.status === 'accepted') throw refused('code_used', linkLost)
    if (row.organization_id) return row.organization_id
    if (await ownedOrganization(tx, actor.person_id)) throw refused('already_owner', linkLost)
    const { organization_name } = body
    if (!organization_name)
      throw invalid({ organization_name: 'Enter your company/organization name' })
    return foundOrganization(tx, row, actor, { ...body, organization_name })
  })

/**
 * The documented payload has no field for this: a complete company with its address, sent before
 * the hours, requests verification.
 */
const asksForVerification = (body: AcceptCall['body']): boolean =>
  body.step === 'kyc' ||
  body.start_verification === true ||
  (body.step === undefined && !!body.organization_name && !!body.street && !!body.zip)

/**
 * Where the owner verifies the business; null if the provider does not respond, since Settings can
 * create the link later.
 */
async function verificationUrl(
  { app, body, params }: AcceptCall,
  organization_id: string,
): Promise<string | null> {
  const returns = body.return_url?.startsWith(`${app.config.PUBLIC_URL}/`)
    ? body.return_url
    : `${app.config.PUBLIC_URL}/admin/owner-onboard/${params.code}?step=hours`
  return startVerification(app, organization_id, returns).catch((fault: Error) => {
    app.log.error({ err: fault }, 'no verification link')
    return null
  })
}

async function finishOnboarding(
  call: CallContext & { actor: Actor; params: { code: string } },
): Promise<{ ok: true; organization_id: string | null }> {
  const { actor, app, cause } = call
  const row = await call.onPlatform((tx) => findOwnerCode(tx, call.params.code))
  refuseStranger(row, actor)
  const { organization_id } = row
  if (!organization_id || row.status === 'accepted') return { ok: true, organization_id }
  await onPlatform(app.store, cause, async (tx) => {
    await finishOwnerInvitation(tx, row.id)
    await finishSetup(tx, organization_id)
    await welcome(tx, actor, organization_id)
    if (actor.email_verified) await winPlatformLead(tx, actor.email, organization_id)
    await audit(tx, {
      action: 'organization.onboarded',
      entity: 'organization',
      entity_id: organization_id,
      organization_id,
    })
  })
  return { ok: true, organization_id }
}

/** Greets the owner once, when the business is set up. */
async function welcome(tx: PlatformTx, actor: Actor, organization_id: string): Promise<void> {
  const about = await tx
    .selectFrom('organizations')
    .select(['id', 'name', 'time_zone'])
    .where('id', '=', organization_id)
    .executeTakeFirstOrThrow()
  const { email, person_id, name } = actor
  await tell(tx, await reachAddress(tx, { email, person_id, name, about }), {
    kind: 'welcome',
    once: `welcome:${organization_id}`,
    data: { name, organization_name: about.name, url: homeUrl('/app') },
  })
}
