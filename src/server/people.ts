import { sql } from 'kysely'
import type { MyProfile, people } from '../api/people.ts'
import { emailKey, toE164 } from '../domain/contact.ts'
import { missingSetup } from '../domain/onboarding.ts'
import { impersonationMinutes, personRules, type NotificationPrefs, type ProfilePatch, type UserStatus } from '../domain/person.ts'
import type { Role } from '../domain/roles.ts'
import type { Actor, App, Handlers } from './call.ts'
import { unseal as unsealCode } from './codes.ts'
import type { PlatformTx } from './db/door.ts'
import { audit } from './events.ts'
import { actorFrom, mayOnlyRead, touchPerson } from './identity/actors.ts'
import { fingerprint, randomToken, seal, unseal } from './identity/secret.ts'
import { personChanged, reachCustomersAt } from './memberships.ts'
import { queueMessage } from './messages.ts'
import { agreesToTexts, chooseTexts } from './messages/text-consent.ts'
import { enforce, found, notFound, refused } from './refusals.ts'

export const impersonationCookie = 'impersonation'
const emailLink_hours = 24

export const peopleHandlers: Handlers<typeof people> = {
  'GET /api/public/config': async ({ app: { config, identity, payments } }) => ({
    authority: identity?.issuer ?? config.OIDC_ISSUER ?? '',
    client_id: identity?.clientId ?? config.OIDC_CLIENT_ID,
    audience: config.OIDC_AUDIENCE,
    scope: 'openid profile email offline_access',
    provider_name: identity ? 'Fieldhive' : config.OIDC_PROVIDER_NAME,
    embedded: identity !== null,
    support_email: config.SUPPORT_EMAIL,
    stripe: { publishable_key: payments.publishableKey, script_url: payments.scriptUrl },
    sandbox: !config.STRIPE_SECRET_KEY,
  }),

  'GET /api/users/me': (call) => call.onPlatform((tx) => profileOf(tx, call.app, call.actor)),

  'PUT /api/users/update-me': async (call) => {
    const { email, ...patch } = call.body
    const { app, actor } = call
    const changed = await call.onPlatform(async (tx) => {
      await change(tx, actor.person_id, patch)
      const texts = patch.notification_prefs?.sms_general
      if (texts !== undefined) await chooseTexts(tx, call, texts)
      const pending_email = email === undefined ? null : await askForEmail(tx, app, actor.person_id, email)
      await audit(tx, { action: 'PUT /api/users/update-me', entity: 'person', entity_id: actor.person_id, after: call.body })
      await touchPerson(tx, actor.person_id)
      return { ...(await profileOf(tx, app, actor)), pending_email }
    })
    app.actors.forget(actor.person_id)
    return changed
  },

  'POST /api/users/confirm-email': async ({ app, actor, body, onPlatform }) => {
    const { person_id, email } = readEmailToken(app, body.token)
    if (person_id !== actor.person_id) throw notFound()
    return onPlatform(async (tx) => {
      await setContactEmail(tx, person_id, email)
      await audit(tx, { action: 'POST /api/users/confirm-email', entity: 'person', entity_id: person_id, after: { email } })
      await touchPerson(tx, person_id)
      return profileOf(tx, app, actor)
    })
  },

  'POST /api/users/verification-mail': async ({ app, actor, onPlatform }) => {
    const subject = actor.email_verified ? null : await onPlatform((tx) => subjectOf(tx, app, actor.person_id))
    return { sent: subject ? ((await app.identity?.sendVerification(subject)) ?? false) : false }
  },

  'POST /api/users/password-change-ticket': async ({ app, actor, onPlatform }) => {
    const subject = await onPlatform(async (tx) => {
      await audit(tx, { action: 'POST /api/users/password-change-ticket', entity: 'person', entity_id: actor.person_id })
      return subjectOf(tx, app, actor.person_id)
    })
    const url = subject && (await app.identity?.passwordTicket(subject))
    if (!url) throw refused('password_elsewhere', `Your password is kept by ${app.config.OIDC_PROVIDER_NAME}. Change it there.`)
    return { url }
  },

  'POST /api/users/active-organization': async ({ app, actor, body, onPlatform }) => {
    const profile = await onPlatform(async (tx) => {
      await audit(tx, { action: 'POST /api/users/active-organization', entity: 'person', entity_id: actor.person_id, after: body })
      return activate(tx, app, actor, body.organization_id)
    })
    app.actors.forget(actor.person_id)
    return profile
  },

  'POST /api/admin/impersonate/start': async ({ app, actor, body, reply, onPlatform }) => {
    const code = randomToken()
    const expires = new Date(Date.now() + impersonationMinutes * 60_000)
    const profile = await onPlatform(async (tx) => {
      const target = found(await tx.selectFrom('people').select(['id', 'status', 'platform_role']).where('id', '=', body.user_id).executeTakeFirst())
      const facts = { role: target.platform_role as Role | null, status: target.status as UserStatus }
      enforce(personRules.impersonate({ target: facts, already: actor.impersonation_id !== null }))
      const { id } = await tx
        .insertInto('impersonations')
        .values({ admin_id: actor.person_id, target_id: target.id, session_hash: fingerprint(code), expires_at: expires.toISOString() })
        .returning('id')
        .executeTakeFirstOrThrow()
      await audit(tx, { action: 'impersonation.started', entity: 'person', entity_id: target.id, after: { impersonation_id: id, expires_at: expires } })
      return profileOf(tx, app, { ...(await actorFrom(tx, target.id)), real_person_id: actor.person_id, impersonation_id: id })
    })
    reply.setCookie(impersonationCookie, code, { ...cookieOptions(app), expires })
    return profile
  },

  'POST /api/admin/impersonate/stop': async ({ app, actor, cookies, reply, onPlatform }) => {
    const admin_id = actor.real_person_id ?? actor.person_id
    const code = cookies[impersonationCookie]
    if (code) {
      await onPlatform(async (tx) => {
        const ended = await tx
          .updateTable('impersonations')
          .set({ ended_at: sql<string>`now()` })
          .where('session_hash', '=', fingerprint(code))
          .where('admin_id', '=', admin_id)
          .where('ended_at', 'is', null)
          .returning(['id', 'target_id'])
          .executeTakeFirst()
        if (!ended) return
        await audit(tx, { action: 'impersonation.stopped', entity: 'person', entity_id: ended.target_id, after: { impersonation_id: ended.id } })
        await touchPerson(tx, admin_id)
      })
      app.actors.forget(admin_id)
    }
    reply.clearCookie(impersonationCookie, cookieOptions(app))
    return { ok: true as const }
  },
}

/** From now on the person works in this one of their organizations. */
export async function activate(tx: PlatformTx, app: App, actor: Actor, organization_id: string): Promise<MyProfile> {
  found(
    await tx
      .selectFrom('memberships')
      .select('id')
      .where('person_id', '=', actor.person_id)
      .where('organization_id', '=', organization_id)
      .where('status', '=', 'active')
      .executeTakeFirst(),
  )
  await tx.updateTable('people').set({ active_organization_id: organization_id }).where('id', '=', actor.person_id).execute()
  await touchPerson(tx, actor.person_id)
  const { email, email_verified, real_person_id, impersonation_id } = actor
  return profileOf(tx, app, { ...(await actorFrom(tx, actor.person_id)), email, email_verified, real_person_id, impersonation_id })
}

const cookieOptions = (app: App) => ({ path: '/api', httpOnly: true, sameSite: 'lax' as const, secure: app.config.PUBLIC_URL.startsWith('https:') })

/** The profile of an actor in his active organization, as the page reads it. */
export async function profileOf(tx: PlatformTx, app: App, actor: Actor): Promise<MyProfile> {
  const person = await tx.selectFrom('people').selectAll().where('id', '=', actor.person_id).executeTakeFirstOrThrow()
  const memberships = await tx
    .selectFrom('memberships as m')
    .innerJoin('organizations as o', 'o.id', 'm.organization_id')
    .select(['m.organization_id', 'o.name as organization_name', 'm.role', 'm.customer_id', 'm.team_id'])
    .where('m.person_id', '=', actor.person_id)
    .where('m.status', '=', 'active')
    .orderBy('o.name')
    .orderBy('m.id')
    .execute()
  const organization = actor.organization_id
    ? await tx
        .selectFrom('organizations')
        .select(['id', 'name', 'slug', 'industry', 'time_zone', 'status', 'phone_number', 'street', 'stripe_details_submitted', 'onboarded_at'])
        .where('id', '=', actor.organization_id)
        .executeTakeFirstOrThrow()
    : null
  const real_user = actor.real_person_id
    ? await tx.selectFrom('people').select(['id', 'email', 'name']).where('id', '=', actor.real_person_id).executeTakeFirstOrThrow()
    : null
  const impersonation = actor.impersonation_id
    ? await tx.selectFrom('impersonations').select('expires_at').where('id', '=', actor.impersonation_id).executeTakeFirst()
    : undefined
  return {
    id: person.id,
    email: person.email,
    email_verified: actor.email_verified,
    name: person.name,
    phone_number: person.phone_number,
    avatar_url: person.avatar_url,
    timezone: person.time_zone,
    locale: person.locale,
    theme: person.theme as MyProfile['theme'],
    role: actor.role,
    roles: actor.roles,
    organization_id: actor.organization_id,
    organization_name: organization?.name ?? null,
    organization_timezone: organization?.time_zone ?? null,
    organization: organization && { ...organization, status: organization.status as 'active' | 'inactive' },
    team_id: actor.team_id,
    customer_id: actor.customer_id,
    memberships: memberships.map((m) => ({ ...m, role: m.role as Role })),
    impersonating: actor.impersonation_id !== null,
    real_user,
    setup: organization && actor.roles.includes('owner') ? await setupOf(tx, app, organization) : null,
    impersonation_ends_at: impersonation?.expires_at ?? null,
    notification_prefs: {
      ...(person.notification_prefs as unknown as NotificationPrefs),
      // Of a customer the switch is their consent, which belongs to one organization.
      ...(actor.organization_id && actor.customer_id ? { sms_general: await agreesToTexts(tx, actor.organization_id, actor.customer_id) } : {}),
    },
    preferred_contact: person.preferred_contact as MyProfile['preferred_contact'],
    onboarding_code: actor.organization_id || actor.impersonation_id ? null : await openOnboarding(tx, app, actor),
    can_change_password: app.identity !== null && actor.impersonation_id === null,
    read_only: mayOnlyRead(app, actor) && actor.roles.some((role) => role !== 'user' && role !== actor.platform_role),
  }
}

type SetUp = { id: string; phone_number: string | null; street: string | null; stripe_details_submitted: boolean; onboarded_at: string | null }

/** What an owner's setup left open; its code is told while the wizard can still be finished. */
async function setupOf(tx: PlatformTx, app: App, organization: SetUp): Promise<MyProfile['setup']> {
  const { id, phone_number, street, stripe_details_submitted, onboarded_at } = organization
  const hours = await tx.selectFrom('business_hours').select('weekday').where('organization_id', '=', id).limit(1).executeTakeFirst()
  const open = onboarded_at
    ? undefined
    : await tx
        .selectFrom('invitations')
        .select('code_sealed')
        .where('kind', '=', 'owner')
        .where('organization_id', '=', id)
        .where('status', 'in', ['pending', 'sent', 'opened'])
        .orderBy('id', 'desc')
        .executeTakeFirst()
  return {
    code: open ? readable(app, open.code_sealed) : null,
    missing: missingSetup({ phone_number, street, is_verified: stripe_details_submitted, has_hours: hours !== undefined }),
  }
}

/** The business this person began to set up: by their own start, or by an owner's invitation once the mailbox is proven. */
async function openOnboarding(tx: PlatformTx, app: App, { person_id, email, email_verified }: Actor): Promise<string | null> {
  const row = await tx
    .selectFrom('invitations')
    .select('code_sealed')
    .where('kind', '=', 'owner')
    .where('status', 'in', ['pending', 'sent', 'opened'])
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<string>`now()`)]))
    .where((eb) =>
      eb.or([
        eb('accepted_by', '=', person_id),
        // Somebody else may have typed this address; a code of such a kind is theirs once the address is proven.
        eb.and([eb(sql<string>`lower(email)`, '=', emailKey(email)), ...(email_verified ? [] : [eb('created_by', '=', person_id)])]),
      ]),
    )
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return row ? readable(app, row.code_sealed) : null
}

/** A code sealed with another secret is lost; that is no reason to refuse the profile. */
function readable(app: App, sealed: string): string | null {
  try {
    return unsealCode(app.secret, sealed)
  } catch {
    return null
  }
}

async function change(tx: PlatformTx, person_id: string, patch: Omit<ProfilePatch, 'email'>): Promise<void> {
  const { timezone, locale, notification_prefs, ...plain } = patch
  await tx
    .updateTable('people')
    .set({
      ...plain,
      ...(timezone === undefined ? {} : { time_zone: timezone }),
      ...(locale === undefined ? {} : { locale: locale ?? sql<string>`default` }),
      ...(notification_prefs ? { notification_prefs: sql<never>`notification_prefs || ${JSON.stringify(notification_prefs)}::text::jsonb` } : {}),
      updated_at: sql<string>`now()`,
    })
    .where('id', '=', person_id)
    .execute()
  const { name, phone_number } = plain
  if (name !== undefined || phone_number !== undefined) await personChanged(tx, person_id)
  if (phone_number !== undefined) await reachCustomersAt(tx, person_id, { phone_number: phone_number && toE164(phone_number), phone_display: phone_number })
}

const emailPurpose = 'contact e-mail'

/** Sends the link that proves a new contact e-mail. Null when it is the one already in use. */
async function askForEmail(tx: PlatformTx, app: App, person_id: string, email: string): Promise<string | null> {
  const person = await tx.selectFrom('people').select(['email', 'name']).where('id', '=', person_id).executeTakeFirstOrThrow()
  if (emailKey(person.email) === emailKey(email)) return null
  const expires_at = Date.now() + emailLink_hours * 3_600_000
  const token = seal(app.secret, emailPurpose, JSON.stringify({ person_id, email, expires_at }))
  const url = `${app.config.PUBLIC_URL}/app/account?confirm_email=${token}`
  await queueMessage(tx, { channel: 'email', template: 'verify_email', to: email, person_id, data: { name: person.name, url, hours: emailLink_hours } })
  return email
}

function readEmailToken(app: App, token: string): { person_id: string; email: string } {
  const text = unseal(app.secret, emailPurpose, token)
  const held = text ? (JSON.parse(text) as { person_id: string; email: string; expires_at: number }) : null
  if (!held || held.expires_at < Date.now()) throw refused('link_expired', 'This link is no longer valid. Save the address again to get a new one.')
  return held
}

/** The address of the person and of the customer rows that are theirs; the sign-in keeps its own. */
async function setContactEmail(tx: PlatformTx, person_id: string, email: string): Promise<void> {
  const { rows } = await sql`
    select 1 from people where lower(email) = lower(${email}) and id <> ${person_id}::uuid
    union all
    select 1 from customers mine join customers theirs on theirs.organization_id = mine.organization_id and theirs.id <> mine.id
     where mine.person_id = ${person_id}::uuid and lower(theirs.email) = lower(${email})`.execute(tx)
  if (rows.length) throw refused('email_taken', 'This e-mail is already used by somebody else.')
  await tx
    .updateTable('people')
    .set({ email, updated_at: sql<string>`now()` })
    .where('id', '=', person_id)
    .execute()
  await reachCustomersAt(tx, person_id, { email })
}

/** The person's account in the embedded provider. */
async function subjectOf(tx: PlatformTx, app: App, person_id: string): Promise<string | null> {
  if (!app.identity) return null
  const row = await tx
    .selectFrom('person_identities')
    .select('subject')
    .where('person_id', '=', person_id)
    .where('issuer', '=', app.identity.issuer)
    .executeTakeFirst()
  return row?.subject ?? null
}
