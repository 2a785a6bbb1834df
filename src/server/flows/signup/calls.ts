import type { signup } from '../../../api/signup.ts'
import { emailKey } from '../../../domain/base/email.ts'
import type { Handlers } from '../../base/call.ts'
import { newCode } from '../../base/kit/codes.ts'
import { changeContact } from '../../customers/write.ts'
import { inOrgAll, type OrgTx } from '../../base/db/door.ts'
import { ensurePermanentCode, openInvitation } from '../../people/invitations/write.ts'
import { addPlatformLead } from '../../people/leads/write.ts'
import { readPublicOrganization } from '../../base/organizations/read.ts'
import { namePersonOnce } from '../../people/write.ts'
import { found, invalid, notFound } from '../../base/kit/refusals.ts'
import { placeOfZip } from '../../base/kit/zip.ts'
import { claimSignup } from './claim.ts'
import { keepConsents } from './consents.ts'
import { finishWizard } from './customer.ts'
import { finishSignup } from './finish.ts'
import {
  findLead,
  keepCookie,
  lockLead,
  offeredServices,
  priced,
  refuseOutOfArea,
  stateOf,
  tokenOf,
  type LeadData,
} from './lead.ts'
import { completeContact, frequencyOf, presentIn, broughtAlong, saveStep } from './steps.ts'
import { findSignup, inviteLost } from './target.ts'
import { saveLead, startLead } from './write.ts'

export const signupHandlers: Handlers<typeof signup> = {
  'GET /api/public/signup/{code}': async (call) => {
    const { organization_id, invitation_id } = await findSignup(
      call.app,
      call.params.code,
      tokenOf(call),
    )
    return inOrgAll(call.app.store, organization_id, call.cause, async (tx) => {
      if (invitation_id) await openInvitation(tx, invitation_id)
      return {
        organization: await readPublicOrganization(
          call.app,
          tx,
          { id: organization_id },
          inviteLost,
        ),
        services: await offeredServices(tx),
        signup_code: null,
      }
    })
  },

  'POST /api/public/signup/{code}': async (call) => {
    // The response does not reveal whether the address is known or what became of the sign-up.
    const next = call.actor ? ('pay' as const) : ('login' as const)
    if (isTrapped(call.body)) await findSignup(call.app, call.params.code, tokenOf(call))
    else await finishSignup(call)
    return { ok: true as const, customer_id: null, status: 'lead', next }
  },

  'POST /api/public/signup/{code}/lead': async (call) => {
    const { email, ref, locale } = call.body
    const kept = tokenOf(call)
    const target = await findSignup(call.app, call.params.code, kept)
    if (isTrapped(call.body))
      return { ok: true as const, lead_token: newCode(), step: 'address' as const }
    const lead_token = await inOrgAll(
      call.app.store,
      target.organization_id,
      call.cause,
      async (tx) => {
        // Going back to the first step does not start a second sign-up.
        const own = await findLead(tx, kept)
        if (
          own &&
          !own.completed_at &&
          !own.claimed_by &&
          emailKey(own.email) === emailKey(email)
        ) {
          const data = { ...own.data, ...broughtAlong(own, { ref, locale }) }
          await saveLead(tx, own, { data, step: own.step })
          return kept!
        }
        return startLead(tx, call, {
          email,
          invitation_id: target.invitation_id,
          code: call.params.code,
          ref,
          locale,
          resumes: true,
        })
      },
    )
    keepCookie(call, lead_token)
    return { ok: true as const, lead_token, step: 'address' as const }
  },

  'GET /api/public/signup/{code}/lead': async (call) => {
    const token = tokenOf(call)
    const { organization_id } = await findSignup(call.app, call.params.code, token)
    return inOrgAll(call.app.store, organization_id, call.cause, async (tx) =>
      stateOf(tx, await lockLead(tx, token), token!),
    )
  },

  'PATCH /api/public/signup/{code}/lead': (call) => {
    const { email: _, lead_token: __, ref: ___, locale: ____, ...data } = call.body
    const referral = presentIn(data) as LeadData
    const finishes = 'name' in referral || 'phone_number' in referral
    const saved = async (tx: OrgTx): Promise<LeadData> => {
      await refuseOutOfArea(tx, referral.zip)
      return referral
    }
    return saveStep(
      call,
      finishes ? 'postauth_phone' : 'address',
      saved,
      finishes ? completeContact : undefined,
    )
  },
  'PATCH /api/public/signup/{code}/lead/availability': (call) =>
    saveStep(call, 'availability', () => ({ available_days: call.body.available_days })),
  'PATCH /api/public/signup/{code}/lead/services': (call) =>
    saveStep(call, 'services', async (tx) => ({
      services_selected: await priced(tx, call.body.services_selected),
    })),
  'PATCH /api/public/signup/{code}/lead/frequency': (call) => {
    const { service_frequency, service_interval } = call.body
    return saveStep(call, 'frequency', () => frequencyOf({ service_frequency, service_interval }))
  },
  'PATCH /api/public/signup/{code}/lead/consents': (call) => {
    const { autopay_authorized, autopay_oneoffs, sms_opt_in } = call.body
    const data = {
      autopay_authorized,
      autopay_oneoffs: autopay_authorized && autopay_oneoffs,
      sms_opt_in,
    }
    return saveStep(
      call,
      'disclosures',
      () => data,
      (tx, lead) => keepConsents(tx, call, lead, call.body),
    )
  },

  'POST /api/users/signup/claim': (call) => claimSignup(call),

  'PATCH /api/users/signup/finish': ({ app, inOrg, body, actor }) =>
    inOrg(async (tx) => {
      const { customer_id } = actor
      if (!customer_id) throw notFound()
      const { name, phone_number } = body
      if (phone_number === null) await refuseTextsWithoutNumber(tx, customer_id)
      const contact = {
        ...(name === undefined ? {} : { name: name || null }),
        ...(phone_number === undefined ? {} : { phone_number }),
      }
      await changeContact(tx, { id: customer_id, team_id: null }, contact)
      if (name) await namePersonOnce(tx, actor.person_id, name)
      // The phone number is the last question.
      if (phone_number !== undefined) await finishWizard(tx, app, customer_id)
      return { ok: true as const }
    }),

  'GET /api/public/zip/{zip}': async ({ params }) =>
    found(placeOfZip(params.zip), 'ZIP not found. Please enter city/state.'),

  'GET /api/public/org/{slug}': async ({ app, params, cause, readPlatform }) => {
    const place = await readPlatform((tx) =>
      readPublicOrganization(app, tx, { slug: params.slug }, 'Organization not found.'),
    )
    return inOrgAll(app.store, place.id, cause, async (tx) => ({
      organization: place,
      services: await offeredServices(tx),
      signup_code: place.open ? await ensurePermanentCode(tx, app) : null,
    }))
  },

  'POST /api/public/leads': async ({ onPlatform: platform, body }) => {
    if (isTrapped(body)) return { ok: true as const }
    await platform((tx) => addPlatformLead(tx, body))
    return { ok: true as const }
  },
}

/** True if a hidden field was filled in, so a bot sent the form. */
const isTrapped = (body: { website?: string | undefined }): boolean => !!body.website?.trim()

/** 422 for someone who asked for texts without giving a number. */
async function refuseTextsWithoutNumber(tx: OrgTx, customer_id: string): Promise<void> {
  const asked = await tx
    .selectFrom('consents')
    .select('id')
    .where('customer_id', '=', customer_id)
    .where('kind', '=', 'sms')
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (asked) throw invalid({ phone_number: 'Enter a valid phone number' })
}
