import { sql } from 'kysely'
import type { signup } from '../api/signup.ts'
import { emailKey, toE164 } from '../domain/contact.ts'
import { invitationRules } from '../domain/invitation.ts'
import type { SignupStep } from '../domain/signup.ts'
import type { Actor, App, CallContext, Handlers } from './call.ts'
import { hashCode, newCode } from './codes.ts'
import { inOrgAll, onPlatform, type OrgTx } from './db/door.ts'
import { audit, emit, rightsChanged } from './events.ts'
import { factsOf, findInvitation, permanentCode } from './invitations.ts'
import { textsOnceReachable } from './messages/text-consent.ts'
import { isServing, publicOrganization } from './organizations.ts'
import { keepReferrer } from './referrals.ts'
import { found, invalid, notFound, refused } from './refusals.ts'
import { keepConsents } from './signup/consents.ts'
import { customerOfClaimant, customerOfLead, linkLead, mailSummaryLink } from './signup/customer.ts'
import {
  findLead,
  givenToken,
  keepCookie,
  laterStep,
  leadLost,
  lockLead,
  nextStep,
  offeredServices,
  priced,
  refuseOutOfArea,
  saveLead,
  startLead,
  stateOf,
  tokenOf,
  type LeadData,
  type LeadRow,
} from './signup/lead.ts'
import { placeOfZip } from './zip.ts'

const inviteLost = 'Invite not found or expired'

type Found = { organization_id: string; invitation_id: string }

/** The organization behind a sign-up code, or 404 without a hint why. A code used up still serves the lead it started. */
async function findSignup(app: App, code: string, lead_token?: string | null): Promise<Found> {
  return onPlatform(app.store, { person_id: null }, async (tx) => {
    const row = await findInvitation(tx, code)
    if (!row) throw notFound(inviteLost)
    if (row.kind === 'staff') throw refused('is_staff_invite', 'This is an invitation to a team.')
    if (row.kind === 'owner') throw refused('is_owner_invite', 'This is an invitation to set up a business.')
    const organization = row.organization_id && (await tx.selectFrom('organizations').selectAll().where('id', '=', row.organization_id).executeTakeFirst())
    if (!organization || !isServing(app, organization) || !(organization.signup_open || row.kind === 'customer')) throw notFound(inviteLost)
    if (invitationRules.use(factsOf(row))) {
      const own =
        lead_token &&
        (await tx.selectFrom('signup_leads').select('id').where('token_hash', '=', hashCode(lead_token)).where('invitation_id', '=', row.id).executeTakeFirst())
      if (!own) throw notFound(inviteLost)
    }
    return { organization_id: organization.id, invitation_id: row.id }
  })
}

/** What was sent, without what was left out. */
const given = <T extends object>(data: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined)) as never

/** Every week is "weekly", however it was said. */
const frequencyOf = <T extends { service_frequency?: string | null | undefined; service_interval?: number | null | undefined }>(wish: T): T =>
  wish.service_frequency === 'every_x_weeks' && wish.service_interval === 1 ? { ...wish, service_frequency: 'weekly', service_interval: null } : wish

type StepCall = CallContext & { params: { code: string }; body: { ref?: string | undefined } }

/** The code of whoever sent somebody, once it was told. */
const sentBy = (lead: LeadRow, ref: string | undefined): Pick<LeadData, 'ref'> => (ref && !lead.data.ref ? { ref } : {})

/** Saves what one step tells; the token says whose, and a claimed sign-up is closed to it. */
async function saveStep(
  call: StepCall,
  done: SignupStep,
  data: (tx: OrgTx) => Promise<LeadData> | LeadData,
  also?: (tx: OrgTx, lead: LeadRow) => Promise<unknown>,
): Promise<{ ok: true; step: SignupStep }> {
  const token = tokenOf(call)
  const { organization_id } = await findSignup(call.app, call.params.code, token)
  return inOrgAll(call.app.store, organization_id, call.doer, async (tx) => {
    const lead = await lockLead(tx, token)
    if (lead.claimed_by && done !== 'postauth_phone') throw refused('already_signed_up', 'This sign-up is finished. Log in to change it.')
    lead.data = { ...lead.data, ...sentBy(lead, call.body.ref), ...(await data(tx)) }
    await saveLead(tx, lead, { data: lead.data, step: laterStep(nextStep(done), lead.step) })
    await also?.(tx, lead)
    return { ok: true as const, step: nextStep(done) }
  })
}

/** Name and phone told by token complete the customer this sign-up made; they replace nothing. */
async function completeContact(tx: OrgTx, lead: LeadRow): Promise<void> {
  const { name = null, phone_number = null } = lead.data
  if (!lead.customer_id || !(name || phone_number)) return
  await sql`update customers set name = coalesce(name, ${name}::text), phone_display = coalesce(phone_display, ${phone_number}::text),
      phone_number = coalesce(phone_number, ${phone_number ? toE164(phone_number) : null}::text), updated_at = now()
    where organization_id = ${tx.org} and id = ${lead.customer_id} and signup_lead_id = ${lead.id}`.execute(tx)
  await textsOnceReachable(tx, tx.org, lead.customer_id)
  await emit(tx, 'customer.changed', { customer_id: lead.customer_id }, { customer_id: lead.customer_id })
}

/** Counts a sign-up against its invitation. One that serves once serves the first who finishes. */
async function useInvitation(tx: OrgTx, lead: LeadRow): Promise<void> {
  if (!lead.invitation_id) return
  const used = await tx
    .updateTable('invitations')
    .set({ uses: sql`uses + 1`, status: sql`case when single_use then 'accepted' else status end`, accepted_at: sql`now()` })
    .where('organization_id', '=', tx.org)
    .where('id', '=', lead.invitation_id)
    .where((e) => e.or([e('single_use', '=', false), e('status', 'not in', ['accepted', 'revoked'])]))
    .returning('id')
    .executeTakeFirst()
  if (!used) throw notFound(inviteLost)
}

/** The lead a finishing call is about: the one its token names, the one its browser began with the same address, else a new one. */
async function leadToFinish(tx: OrgTx, call: StepCall, target: Found, email: string): Promise<{ lead: LeadRow; token: string }> {
  const named = givenToken(call)
  if (named) return { lead: await lockLead(tx, named), token: named }
  const kept = tokenOf(call)
  const own = await findLead(tx, kept)
  // Several people may sign up in one browser.
  if (own && emailKey(own.email) === emailKey(email)) return { lead: own, token: kept! }
  const token = await startLead(tx, call, { email, invitation_id: target.invitation_id, code: call.params.code, ref: call.body.ref, resumes: false })
  return { lead: await lockLead(tx, token), token }
}

const trapped = (body: { website?: string | undefined }): boolean => !!body.website?.trim()

export const signupHandlers: Handlers<typeof signup> = {
  'GET /api/public/signup/{code}': async (call) => {
    const { organization_id, invitation_id } = await findSignup(call.app, call.params.code, tokenOf(call))
    return inOrgAll(call.app.store, organization_id, call.doer, async (tx) => {
      await tx
        .updateTable('invitations')
        .set({ status: 'opened' })
        .where('organization_id', '=', tx.org)
        .where('id', '=', invitation_id)
        .where('status', 'in', ['pending', 'sent'])
        .where('kind', '=', 'customer')
        .execute()
      return {
        organization: await publicOrganization(call.app, tx, { id: organization_id }, inviteLost),
        services: await offeredServices(tx),
        signup_code: null,
      }
    })
  },

  'POST /api/public/signup/{code}': async (call) => {
    const { email, lead_token: _, website: __, ref, authorization_text, consent_texts, services_selected, ...told } = call.body
    const target = await findSignup(call.app, call.params.code, tokenOf(call))
    const next = call.actor ? ('pay' as const) : ('login' as const)
    // Neither whether the address is known nor what became of the sign-up shows in the answer.
    const answer = { ok: true as const, customer_id: null, status: 'lead', next }
    if (trapped(call.body)) return answer
    const { token, started } = await inOrgAll(call.app.store, target.organization_id, call.doer, async (tx) => {
      const { lead, token } = await leadToFinish(tx, call, target, email)
      const done = { token, started: token !== tokenOf(call) }
      if (lead.claimed_by) return done
      const { service_interval, ...rest } = told
      const wish = given(frequencyOf({ ...rest, ...(rest.service_frequency === undefined ? {} : { service_interval }) }))
      lead.data = {
        ...lead.data,
        ...sentBy(lead, ref),
        ...(wish as LeadData),
        ...(services_selected ? { services_selected: await priced(tx, services_selected) } : {}),
      }
      await refuseOutOfArea(tx, lead.data.zip)
      const { autopay_authorized = false, autopay_oneoffs = false, sms_opt_in = false } = lead.data
      lead.data.autopay_oneoffs = autopay_authorized && autopay_oneoffs
      if (lead.completed_at === null) await useInvitation(tx, lead)
      await saveLead(tx, lead, { data: lead.data, step: laterStep('postauth_name', lead.step), completed: true })
      lead.completed_at ??= new Date().toISOString()
      await keepConsents(tx, call, lead, { autopay_authorized, autopay_oneoffs, sms_opt_in, authorization_text, consent_texts })
      const customer_id = await customerOfLead(tx, lead)
      if (customer_id) await keepReferrer(tx, lead, customer_id)
      await audit(tx, { action: 'signup.completed', entity: 'customer', ...(customer_id ? { entity_id: customer_id } : {}) })
      return done
    })
    if (started) keepCookie(call, token)
    return answer
  },

  'POST /api/public/signup/{code}/lead': async (call) => {
    const { email, ref } = call.body
    const kept = tokenOf(call)
    const target = await findSignup(call.app, call.params.code, kept)
    if (trapped(call.body)) return { ok: true as const, lead_token: newCode(), step: 'address' as const }
    const lead_token = await inOrgAll(call.app.store, target.organization_id, call.doer, async (tx) => {
      // Going back to the first step is no second sign-up.
      const own = await findLead(tx, kept)
      if (own && !own.completed_at && !own.claimed_by && emailKey(own.email) === emailKey(email)) {
        const told = sentBy(own, ref)
        if (told.ref) await saveLead(tx, own, { data: { ...own.data, ...told }, step: own.step })
        return kept!
      }
      return startLead(tx, call, { email, invitation_id: target.invitation_id, code: call.params.code, ref, resumes: true })
    })
    keepCookie(call, lead_token)
    return { ok: true as const, lead_token, step: 'address' as const }
  },

  'GET /api/public/signup/{code}/lead': async (call) => {
    const token = tokenOf(call)
    const { organization_id } = await findSignup(call.app, call.params.code, token)
    return inOrgAll(call.app.store, organization_id, call.doer, async (tx) => stateOf(tx, await lockLead(tx, token), token!))
  },

  'PATCH /api/public/signup/{code}/lead': (call) => {
    const { email: _, lead_token: __, ref: ___, ...data } = call.body
    const told = given(data) as LeadData
    const finishes = 'name' in told || 'phone_number' in told
    const saved = async (tx: OrgTx): Promise<LeadData> => {
      await refuseOutOfArea(tx, told.zip)
      return told
    }
    return saveStep(call, finishes ? 'postauth_phone' : 'address', saved, finishes ? completeContact : undefined)
  },
  'PATCH /api/public/signup/{code}/lead/availability': (call) => saveStep(call, 'availability', () => ({ available_days: call.body.available_days })),
  'PATCH /api/public/signup/{code}/lead/services': (call) =>
    saveStep(call, 'services', async (tx) => ({ services_selected: await priced(tx, call.body.services_selected) })),
  'PATCH /api/public/signup/{code}/lead/frequency': (call) => {
    const { service_frequency, service_interval } = call.body
    return saveStep(call, 'frequency', () => frequencyOf({ service_frequency, service_interval }))
  },
  'PATCH /api/public/signup/{code}/lead/consents': (call) => {
    const { autopay_authorized, autopay_oneoffs, sms_opt_in } = call.body
    const data = { autopay_authorized, autopay_oneoffs: autopay_authorized && autopay_oneoffs, sms_opt_in }
    return saveStep(
      call,
      'disclosures',
      () => data,
      (tx, lead) => keepConsents(tx, call, lead, call.body),
    )
  },

  'POST /api/users/signup/claim': async (call) => {
    const token = tokenOf(call)
    const place =
      token &&
      (await call.onPlatform((tx) => tx.selectFrom('signup_leads').select('organization_id').where('token_hash', '=', hashCode(token)).executeTakeFirst()))
    if (!token || !place) throw notFound(leadLost)
    const { actor } = call
    const { organization_id } = place
    const customer = await inOrgAll(call.app.store, organization_id, call.doer, (tx) => claim(call.app, tx, token, actor))
    await call.onPlatform((tx) =>
      sql`update people set active_organization_id = ${organization_id}::uuid, status = case when status = 'invited' then 'active' else status end where id = ${actor.person_id}`.execute(
        tx,
      ),
    )
    call.app.actors.forget(actor.person_id)
    const next = !customer.default_payment_method_id
      ? ('pay' as const)
      : customer.name && customer.phone_number
        ? ('done' as const)
        : ('postauth_name' as const)
    return { ok: true as const, customer_id: customer.id, organization_id, next }
  },

  'PATCH /api/users/signup/finish': ({ app, inOrg, body, actor }) =>
    inOrg(async (tx) => {
      const { customer_id } = actor
      if (!customer_id) throw notFound()
      const { name, phone_number } = body
      if (phone_number === null) await refuseTextsWithoutNumber(tx, customer_id)
      await tx
        .updateTable('customers')
        .set({
          ...(name === undefined ? {} : { name: name || null }),
          ...(phone_number === undefined ? {} : { phone_number: phone_number ? toE164(phone_number) : null, phone_display: phone_number }),
          version: sql`version + 1`,
          updated_at: sql`now()`,
        })
        .where('organization_id', '=', tx.org)
        .where('id', '=', customer_id)
        .execute()
      if (name)
        await tx
          .updateTable('people')
          .set({ name: sql`coalesce(name, ${name})` })
          .where('id', '=', actor.person_id)
          .execute()
      await textsOnceReachable(tx, tx.org, customer_id)
      // The phone is the last question.
      if (phone_number !== undefined) await mailSummaryLink(tx, app, customer_id)
      await emit(tx, 'customer.changed', { customer_id }, { customer_id })
      return { ok: true as const }
    }),

  'GET /api/public/zip/{zip}': async ({ params }) => found(placeOfZip(params.zip), 'ZIP not found. Please enter city/state.'),

  'GET /api/public/org/{slug}': async ({ app, params, doer }) => {
    const place = await onPlatform(app.store, doer, (tx) => publicOrganization(app, tx, { slug: params.slug }, 'Organization not found.'))
    return inOrgAll(app.store, place.id, doer, async (tx) => ({
      organization: place,
      services: await offeredServices(tx),
      signup_code: place.open ? await permanentCode(tx, app) : null,
    }))
  },

  'POST /api/public/leads': async ({ onPlatform: platform, body }) => {
    if (trapped(body)) return { ok: true as const }
    const { email, name = null, company = null, phone = null, source, origin = null, path = null } = body
    // Anybody can type an address: what is known of it stays, what is missing is taken.
    await platform((tx) =>
      sql`insert into platform_leads (email, name, company, phone, source, origin, path) values (${email}, ${name}, ${company}, ${phone}, ${source}, ${origin}, ${path})
        on conflict ((lower(email))) do update set name = coalesce(platform_leads.name, excluded.name), company = coalesce(platform_leads.company, excluded.company),
          phone = coalesce(platform_leads.phone, excluded.phone), updated_at = now()`.execute(tx),
    )
    return { ok: true as const }
  },
}

/** Makes the signed-in person the customer of the sign-up whose token they hold; a second person with the token finds nothing. */
async function claim(app: App, tx: OrgTx, token: string, actor: Actor) {
  const lead = await lockLead(tx, token)
  const organization = await tx.selectFrom('organizations').selectAll().where('id', '=', tx.org).executeTakeFirstOrThrow()
  if (!isServing(app, organization)) throw notFound(inviteLost)
  if (lead.claimed_by && lead.claimed_by !== actor.person_id) throw notFound(leadLost)
  const staff = await tx
    .selectFrom('memberships')
    .select('role')
    .where('organization_id', '=', tx.org)
    .where('person_id', '=', actor.person_id)
    .where('role', '<>', 'user')
    .where('status', '<>', 'inactive')
    .executeTakeFirst()
  if (staff) throw refused('staff_here', 'You already work for this business, so you keep your role here. Sign up with another account to be its customer.')
  const id = lead.claimed_by && lead.customer_id ? lead.customer_id : await customerOfClaimant(tx, lead, actor)
  const row = { organization_id: tx.org, person_id: actor.person_id, role: 'user', customer_id: id, status: 'active' } as const
  if (!lead.claimed_by) {
    if (lead.completed_at === null) await useInvitation(tx, lead)
    await tx
      .updateTable('signup_leads')
      .set({ claimed_by: actor.person_id, updated_at: sql`now()` })
      .where('organization_id', '=', tx.org)
      .where('id', '=', lead.id)
      .execute()
    await tx.updateTable('customers').set({ person_id: actor.person_id }).where('organization_id', '=', tx.org).where('id', '=', id).execute()
    await tx
      .insertInto('memberships')
      .values(row)
      .onConflict((on) => on.columns(['organization_id', 'person_id', 'is_customer']).doNothing())
      .execute()
    await linkLead(tx, lead, id)
    await keepReferrer(tx, lead, id)
    if (lead.invitation_id)
      await tx
        .updateTable('invitations')
        .set({ accepted_by: actor.person_id })
        .where('organization_id', '=', tx.org)
        .where('id', '=', lead.invitation_id)
        .where('single_use', '=', true)
        .execute()
    await emit(tx, 'customer.changed', { customer_id: id }, { customer_id: id })
    await audit(tx, { action: 'signup.claimed', entity: 'customer', entity_id: id })
    await rightsChanged(tx, [actor.person_id])
  }
  return tx
    .selectFrom('customers')
    .select(['id', 'default_payment_method_id', 'name', 'phone_number'])
    .where('organization_id', '=', tx.org)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Whoever asked for texts cannot leave the number out. */
async function refuseTextsWithoutNumber(tx: OrgTx, customer_id: string): Promise<void> {
  const asked = await tx
    .selectFrom('consents')
    .select('id')
    .where('organization_id', '=', tx.org)
    .where('customer_id', '=', customer_id)
    .where('kind', '=', 'sms')
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (asked) throw invalid({ phone_number: 'Enter a valid phone number' })
}
