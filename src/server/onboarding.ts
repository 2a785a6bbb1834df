import { sql, type InsertObject } from 'kysely'
import type { Database } from '../../db/schema.ts'
import type { onboarding } from '../api/onboarding.ts'
import { emailKey, isEmail, maskEmail, toE164 } from '../domain/contact.ts'
import { hoursForOnboarding } from '../domain/hours.ts'
import { invitationRules, ttlDefaults } from '../domain/invitation.ts'
import {
  onboardingSteps,
  prefillName,
  slugFromName,
  stepAfter,
  type Industry,
  type OnboardingAccept,
  type OnboardingRecord,
  type OnboardingStep,
} from '../domain/onboarding.ts'
import { timeZoneOfState } from '../domain/organization.ts'
import { platformFee, trialDays } from '../domain/platform.ts'
import type { Actor, App, CallContext, Handlers } from './call.ts'
import { unseal } from './codes.ts'
import { inOrgAll, onPlatform, type OrgTx, type PlatformTx } from './db/door.ts'
import { audit, emit, rightsChanged } from './events.ts'
import { factsOf, findInvitation, makeInvitation, permanentCode, type InvitationRow } from './invitations.ts'
import { hoursFrom, readHours, writeHours } from './organizations.ts'
import { startVerification } from './payments/verification.ts'
import { invalid, notFound, Refused, refused } from './refusals.ts'
import { placeOfZip } from './zip.ts'

const linkLost = 'Failed to load onboarding link'

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

type Facts = InvitationRow & { prefill: { org_name?: string; anonymous?: true; own?: true; industry?: Industry; phone_number?: string } }

async function findOwnerCode(tx: PlatformTx, code: string): Promise<Facts> {
  const row = await findInvitation(tx, code)
  if (!row || row.kind !== 'owner') throw notFound(linkLost)
  // A business under way stays reachable by its code; only before it was founded does a code expire.
  if (row.status !== 'accepted' && !row.organization_id && invitationRules.use(factsOf(row))) throw notFound(linkLost)
  if (row.status === 'revoked') throw notFound(linkLost)
  return row
}

const sameMailbox = (row: Facts, actor: Actor): boolean => row.email !== null && emailKey(row.email) === emailKey(actor.email)

/** Whether this caller may use the code: who uses it already, who asked for it for themselves, or whose mailbox it was sent to. */
function refuseStranger(row: Facts, actor: Actor): void {
  if (row.accepted_by) {
    if (row.accepted_by !== actor.person_id) throw new Refused(403, 'other_email', 'This link was made for another e-mail address.')
    return
  }
  if (row.prefill.own && row.created_by === actor.person_id) return
  if (!sameMailbox(row, actor)) throw new Refused(403, 'other_email', 'This link was made for another e-mail address.')
  // A code that nobody signed in asked for proves nothing; one that was mailed, or asked for by its owner, does.
  if (row.prefill.anonymous && !actor.email_verified) throw new Refused(403, 'email_unverified', 'Confirm your e-mail address first.')
}

const mayRead = (row: Facts, actor: Actor | null): boolean => {
  if (!actor) return false
  try {
    refuseStranger(row, actor)
    return true
  } catch {
    return false
  }
}

const ownedOrganization = (tx: PlatformTx, person_id: string) =>
  tx
    .selectFrom('memberships as m')
    .innerJoin('organizations as o', 'o.id', 'm.organization_id')
    .select(['o.id', 'o.onboarded_at'])
    .where('m.person_id', '=', person_id)
    .where('m.role', '=', 'owner')
    .where('m.status', '=', 'active')
    .executeTakeFirst()

/** The open code of a person: of the business they are setting up, else the one made for their address. */
async function openCodeOf(tx: PlatformTx, actor: Actor): Promise<string | null> {
  const open = tx
    .selectFrom('invitations')
    .select(['code_sealed', 'prefill'])
    .where('kind', '=', 'owner')
    .where('status', 'in', ['pending', 'opened', 'sent'])
    .orderBy('id', 'desc')
  const begun = await open.where('accepted_by', '=', actor.person_id).where('organization_id', 'is not', null).executeTakeFirst()
  if (begun) return begun.code_sealed
  const own = await open
    .where('accepted_by', 'is', null)
    .where(sql`lower(email)`, '=', emailKey(actor.email))
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', sql<string>`now()`)]))
    // Somebody else may have typed this address; a code of such a kind is theirs once the address is proven.
    .where((e) => e.or([e('created_by', '=', actor.person_id), ...(actor.email_verified ? [e.lit(true)] : [])]))
    .executeTakeFirst()
  return own?.code_sealed ?? null
}

async function bootstrap(call: CallContext & { actor: Actor | null }, given: { email?: string | null; company?: string | null }): Promise<{ code: string }> {
  const { actor, app } = call
  return call.onPlatform(async (tx) => {
    if (!actor) {
      if (!given.email || !isEmail(given.email)) throw invalid({ email: 'Enter a valid email address.' })
      return makeInvitation(tx, app, {
        organization_id: null,
        kind: 'owner',
        via: 'email',
        email: given.email,
        ttl_hours: ttlDefaults.owner,
        prefill: { anonymous: true },
      })
    }
    await sql`select 1 from people where id = ${actor.person_id} for update`.execute(tx)
    const owned = await ownedOrganization(tx, actor.person_id)
    if (owned?.onboarded_at) throw refused('already_owner', linkLost)
    const known = await openCodeOf(tx, actor)
    if (known) return { code: unseal(app.secret, known) }
    const made = await makeInvitation(tx, app, {
      organization_id: owned?.id ?? null,
      kind: 'owner',
      via: 'email',
      email: actor.email,
      ttl_hours: 24 * 30,
      prefill: { own: true, org_name: prefillName(given.company, actor.email) },
    })
    // The code of a business under way was lost: the new one goes on with it.
    if (owned) await tx.updateTable('invitations').set({ accepted_by: actor.person_id }).where('id', '=', made.id).execute()
    return made
  })
}

/** Founds the organization with its owner: one transaction, so that there is never one without the other. */
async function found(tx: PlatformTx, row: Facts, actor: Actor, body: OnboardingAccept, name: string): Promise<string> {
  const id = await addOrganization(tx, {
    name,
    industry: body.industry ?? row.prefill.industry ?? 'Other',
    owner_person_id: actor.person_id,
    email: body.email ?? actor.email,
    onboarding_step: 'phone' as const,
    subscription_status: 'trialing',
    trial_ends_at: sql<string>`now() + ${`${trialDays} days`}::interval`,
  })
  await tx.insertInto('memberships').values({ organization_id: id, person_id: actor.person_id, role: 'owner', status: 'active' }).execute()
  await sql`update people set active_organization_id = ${id}::uuid, status = case when status = 'invited' then 'active' else status end, name = coalesce(name, ${body.name ?? null}::text)
    where id = ${actor.person_id}`.execute(tx)
  await tx
    .updateTable('invitations')
    .set({ organization_id: id, accepted_by: actor.person_id, accepted_at: sql`now()`, uses: sql`uses + 1` })
    .where('id', '=', row.id)
    .execute()
  await audit(tx, { action: 'organization.founded', entity: 'organization', entity_id: id, organization_id: id, after: { name } })
  await rightsChanged(tx, [actor.person_id])
  return id
}

/** Writes the organization under the first free address; two of one name may be founded at once. */
async function addOrganization(tx: PlatformTx, values: Omit<InsertObject<Database, 'organizations'>, 'slug' | 'name'> & { name: string }): Promise<string> {
  for (let tries = 0; tries < 20; tries++) {
    const like = `${slugFromName(values.name)}%`
    const taken = (await sql<{ slug: string }>`select slug from organizations where slug like ${like} limit 10000`.execute(tx)).rows.map((row) => row.slug)
    const made = await tx
      .insertInto('organizations')
      .values({ ...values, slug: slugFromName(values.name, taken) })
      .onConflict((on) => on.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (made) return made.id
  }
  throw new Error(`No free address for ${values.name}`)
}

/** The sales lead of whoever finished setting up is won, and says which business it became. */
const winLead = (tx: PlatformTx, actor: Actor, organization_id: string): Promise<unknown> =>
  sql`update platform_leads set status = 'won', stage = 'closed', organization_id = ${organization_id}, version = version + 1, updated_at = now()
    where lower(email) = ${emailKey(actor.email)} and status <> 'won'`.execute(tx)

const later = (a: OnboardingStep, b: string | null): OnboardingStep =>
  b && onboardingSteps.indexOf(b as OnboardingStep) > onboardingSteps.indexOf(a) ? (b as OnboardingStep) : a

/** The step a payload reaches: said, or read off the fields of clients that do not say. */
function stepReached(body: OnboardingAccept): OnboardingStep {
  if (body.step) return stepAfter(body.step) ?? body.step
  if (body.estimated_customers !== undefined) return 'billing'
  if (body.business_hours) return 'org_stub'
  if (body.zip) return 'kyc'
  return body.phone_number ? 'address' : 'phone'
}

/** Saves what one step brings; repeating it changes nothing more. */
async function saveStep(tx: OrgTx, app: App, actor: Actor, body: OnboardingAccept): Promise<OnboardingStep> {
  const row = await tx.selectFrom('organizations').selectAll().where('id', '=', tx.org).forUpdate().executeTakeFirstOrThrow()
  const time_zone = body.zip && body.zip !== row.zip ? (placeOfZip(body.zip)?.time_zone ?? timeZoneOfState(body.state ?? row.state)) : null
  const step = later(stepReached(body), row.onboarding_step)
  const { organization_name, industry, email, street, city, state, zip, phone_number, estimated_customers } = body
  const given = Object.entries({ name: organization_name, industry, email, street, city, state, zip, time_zone }).filter(([, value]) => value)
  await tx
    .updateTable('organizations')
    .set({
      ...Object.fromEntries(given),
      ...(phone_number === undefined ? {} : { phone_number: phone_number && toE164(phone_number) }),
      ...(estimated_customers === undefined ? {} : { estimated_customers }),
      onboarding_step: step,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('id', '=', tx.org)
    .execute()
  if (body.name) await tx.updateTable('people').set({ name: body.name }).where('id', '=', actor.person_id).execute()
  if (body.business_hours) await writeHours(tx, tx.org, hoursFrom(body.business_hours))
  await permanentCode(tx, app)
  await emit(tx, 'organization.changed', { step })
  return step
}

/** The documented form has no word for it: a whole company with its address, sent before hours, asks for verification. */
const asksForVerification = (body: OnboardingAccept & { start_verification?: boolean | undefined }): boolean =>
  body.step === 'kyc' || body.start_verification === true || (body.step === undefined && !!body.organization_name && !!body.street && !!body.zip)

const finish = async (call: CallContext & { actor: Actor; params: { code: string } }): Promise<{ ok: true; organization_id: string | null }> => {
  const { actor } = call
  const row = await call.onPlatform((tx) => findOwnerCode(tx, call.params.code))
  refuseStranger(row, actor)
  const { organization_id } = row
  if (!organization_id || row.status === 'accepted') return { ok: true, organization_id }
  await onPlatform(call.app.store, call.doer, async (tx) => {
    await tx.updateTable('invitations').set({ status: 'accepted' }).where('id', '=', row.id).execute()
    await tx
      .updateTable('organizations')
      .set({ onboarded_at: sql`coalesce(onboarded_at, now())`, onboarding_step: 'billing' })
      .where('id', '=', organization_id)
      .execute()
    if (actor.email_verified) await winLead(tx, actor, organization_id)
    await audit(tx, { action: 'organization.onboarded', entity: 'organization', entity_id: organization_id, organization_id })
  })
  return { ok: true, organization_id }
}

export const onboardingHandlers: Handlers<typeof onboarding> = {
  'POST /api/public/owner-onboard/bootstrap': async (call) => ({ code: (await bootstrap(call, call.body ?? {})).code }),

  'GET /api/public/owner-onboard/bootstrap': async ({ onPlatform: platform, app, actor }) => {
    const sealed = await platform((tx) => openCodeOf(tx, actor))
    if (!sealed) throw notFound(linkLost)
    return { code: unseal(app.secret, sealed) }
  },

  'GET /api/public/owner-onboard/{code}': async ({ onPlatform: platform, app, actor, params, doer }) => {
    const row = await platform((tx) => findOwnerCode(tx, params.code))
    if (row.status === 'accepted') throw notFound(linkLost)
    const own = mayRead(row, actor)
    const base = { code: params.code, invited_email: row.email && !own ? maskEmail(row.email) : row.email }
    if (!own) return { ...base, prefill: emptyPrefill, pricing_preview: platformFee(1), step: 'org_name' as const }
    const { org_name, industry, phone_number } = row.prefill
    if (!row.organization_id)
      return {
        ...base,
        prefill: { ...emptyPrefill, org_name: org_name ?? prefillName(null, actor!.email), industry: industry ?? null, phone_number: phone_number ?? null },
        pricing_preview: platformFee(1),
        step: 'org_name' as const,
      }
    return inOrgAll(app.store, row.organization_id, doer, async (tx) => {
      const organization = await tx.selectFrom('organizations').selectAll().where('id', '=', tx.org).executeTakeFirstOrThrow()
      const hours = await readHours(tx, tx.org)
      return {
        ...base,
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
    })
  },

  'POST /api/public/owner-onboard/{code}/accept': async (call) => {
    const { body, actor, app, doer } = call
    if (body.completed) {
      const done = await finish(call)
      return { ...done, step: 'billing' as const, stripe_onboarding_url: null }
    }
    if (body.email && !isEmail(body.email)) throw invalid({ email: 'Enter a valid email address.' })
    if (body.business_hours) hoursFrom(body.business_hours)
    const organization_id = await call.onPlatform(async (tx) => {
      const { id } = await findOwnerCode(tx, call.params.code)
      // Held, so that of two first calls, by one code or by two of one person, one founds and the other goes on.
      await sql`select 1 from people where id = ${actor.person_id} for update`.execute(tx)
      await tx.selectFrom('invitations').select('id').where('id', '=', id).forUpdate().execute()
      const fresh = await findOwnerCode(tx, call.params.code)
      refuseStranger(fresh, actor)
      if (fresh.status === 'accepted') throw refused('code_used', linkLost)
      if (fresh.organization_id) return fresh.organization_id
      if (await ownedOrganization(tx, actor.person_id)) throw refused('already_owner', linkLost)
      if (!body.organization_name) throw invalid({ organization_name: 'Enter your company/organization name' })
      return found(tx, fresh, actor, body, body.organization_name)
    })
    app.actors.forget(actor.person_id)
    const step = await inOrgAll(app.store, organization_id, doer, (tx) => saveStep(tx, app, actor, body))
    if (!asksForVerification(body)) return { ok: true as const, organization_id, step, stripe_onboarding_url: null }
    const returns = body.return_url?.startsWith(`${app.config.PUBLIC_URL}/`)
      ? body.return_url
      : `${app.config.PUBLIC_URL}/admin/owner-onboard/${call.params.code}?step=hours`
    // A provider that does not answer is no reason to stop: the link is made again from Settings.
    const url = await startVerification(app, organization_id, returns).catch((fault: Error) => {
      app.log.error({ err: fault }, 'no verification link')
      return null
    })
    return { ok: true as const, organization_id, step, stripe_onboarding_url: url }
  },

  'POST /api/public/owner-onboard/{code}/complete': (call) => finish(call),
}
