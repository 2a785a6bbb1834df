import type { people } from '../../api/people.ts'
import { emailKey } from '../../domain/base/email.ts'
import { readPhone } from '../../domain/base/phone.ts'
import type { App, Handlers, ReadContext } from '../base/call.ts'
import { setTextConsent } from '../customers/text-consent.ts'
import type { PlatformTx } from '../base/db/door.ts'
import { audit, rightsChanged } from '../base/events.ts'
import { portraitOf } from '../base/kit/pictures.ts'
import { homeUrl } from '../messages/links.ts'
import { reachAddress } from '../messages/recipient.ts'
import { tell } from '../messages/tell.ts'
import { found, impersonationDenied, invalid, notFound, refused } from '../base/kit/refusals.ts'
import { readEmailToken, sendEmailConfirmation } from './contact-email.ts'
import { endImpersonation, impersonate } from './impersonation.ts'
import { readPicture, readProfile } from './read-profile.ts'
import { proofOf, readSubject } from '../base/security/subject.ts'
import { changeContactEmail, changeProfile, putPicture } from './write.ts'
import type { Actor } from '../base/actor.ts'
import { signInWay } from './sign-in-way.ts'
import { activateOrganization } from './activate.ts'

export const peopleHandlers: Handlers<typeof people> = {
  'GET /api/public/config': async ({ app: { config, identity, payments } }) => ({
    ...signInWay(config, identity),
    provider_name: identity ? 'Fieldhive' : config.OIDC_PROVIDER_NAME,
    embedded: identity !== null,
    support_email: config.SUPPORT_EMAIL,
    stripe: { publishable_key: payments.publishableKey, script_url: payments.scriptUrl },
    sandbox: !config.STRIPE_SECRET_KEY,
    map: config.MAP_TILES_URL
      ? { tiles_url: config.MAP_TILES_URL, attribution: config.MAP_ATTRIBUTION ?? '' }
      : null,
  }),

  'GET /api/users/me': (call) => call.readPlatform((tx) => readProfile(tx, call.app, call.actor)),

  'PUT /api/users/update-me': async (call) => {
    const { email, current_password: _, proof: __, ...patch } = call.body
    const { app, actor } = call
    const { person_id } = actor
    if (email !== undefined && !actor.impersonation_id) await proveForEmail(call, email)
    return call.onPlatform(async (tx) => {
      if (actor.impersonation_id) await refuseNewContact(tx, person_id, call.body)
      await changeProfile(tx, person_id, patch)
      const texts = patch.notification_prefs?.sms_general
      if (texts !== undefined) await setTextConsent(tx, call, texts)
      const pending_email =
        email === undefined ? null : await sendEmailConfirmation(tx, app, person_id, email)
      await auditPerson(tx, 'PUT /api/users/update-me', person_id, {
        ...patch,
        ...(email === undefined ? {} : { email }),
      })
      await rightsChanged(tx, [person_id])
      return { ...(await readProfile(tx, app, actor)), pending_email }
    })
  },

  'PUT /api/users/picture': async ({ app, actor, raw_body, onPlatform }) => {
    if (!raw_body?.length) throw invalid({ file: 'Choose a picture.' })
    const portrait = await portraitOf(raw_body)
    return onPlatform(async (tx) => {
      await putPicture(tx, actor.person_id, portrait)
      await auditPerson(tx, 'PUT /api/users/picture', actor.person_id)
      return readProfile(tx, app, actor)
    })
  },

  'GET /api/people/{id}/pictures/{hash}': async (call) => {
    const content = found(await readPicture(call))
    await call.reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, no-store')
      .type('image/jpeg')
      .send(content)
    return undefined as never
  },

  'POST /api/users/confirm-email': async ({ app, actor, body, onPlatform, readPlatform }) => {
    const { person_id, email } = readEmailToken(app, body.token)
    if (person_id !== actor.person_id) throw notFound()
    const subject = await readPlatform((tx) => readSubject(tx, app, person_id))
    const url = subject && (await app.identity?.undoContact(subject))
    return onPlatform(async (tx) => {
      const before = await readContact(tx, person_id)
      await changeContactEmail(tx, person_id, email)
      if (before.email && emailKey(before.email) !== emailKey(email))
        await tell(tx, await reachAddress(tx, { email: before.email, person_id }), {
          kind: 'email_changed',
          data: { name: before.name, url: url || homeUrl('/app/account') },
        })
      await auditPerson(tx, 'POST /api/users/confirm-email', person_id, { email })
      await rightsChanged(tx, [person_id])
      return readProfile(tx, app, actor)
    })
  },

  'POST /api/users/verification-mail': async ({ app, actor, readPlatform }) => {
    const subject = actor.email_verified
      ? null
      : await readPlatform((tx) => readSubject(tx, app, actor.person_id))
    return { sent: subject ? ((await app.identity?.sendVerification(subject)) ?? false) : false }
  },

  'POST /api/users/password-change-ticket': async (call) => {
    const { app, actor } = call
    const subject = await call.readPlatform((tx) => readSubject(tx, app, actor.person_id))
    if (!subject || !app.identity)
      throw refused(
        'password_elsewhere',
        `Your password is managed by ${app.config.OIDC_PROVIDER_NAME}. Change it there.`,
      )
    const url = await app.identity.passwordTicket(
      subject,
      proofOf({ actor, body: call.body ?? {} }),
    )
    await call.onPlatform((tx) =>
      auditPerson(tx, 'POST /api/users/password-change-ticket', actor.person_id),
    )
    return { url }
  },

  'POST /api/users/active-organization': ({ app, actor, body, onPlatform }) =>
    onPlatform(async (tx) => {
      await auditPerson(tx, 'POST /api/users/active-organization', actor.person_id, body)
      return activateOrganization(tx, app, actor, body.organization_id)
    }),

  'POST /api/admin/impersonate/start': (call) => impersonate(call, call.body),

  'POST /api/admin/impersonate/stop': async (call) => {
    await endImpersonation(call)
    return { ok: true as const }
  },
}

type Updating = Pick<ReadContext, 'readPlatform'> & {
  app: App
  actor: Actor
  body: { current_password?: string | undefined; proof?: string | undefined }
}

/**
 * A new contact address gets what a customer is sent, so it is asked for like a sign-in. Where
 * another provider keeps the sign-ins there is nothing to ask here, and no address opens anything.
 */
async function proveForEmail(call: Updating, email: string): Promise<void> {
  const { app, actor } = call
  const { subject, now } = await call.readPlatform(async (tx) => ({
    subject: await readSubject(tx, app, actor.person_id),
    now: await readContact(tx, actor.person_id),
  }))
  if (subject && emailKey(email) !== emailKey(now.email ?? ''))
    await app.identity?.gate.pass(subject, proofOf(call))
}

const auditPerson = (
  tx: PlatformTx,
  action: string,
  person_id: string,
  after?: unknown,
): Promise<void> => audit(tx, { action, entity: 'person', entity_id: person_id, after })

/** Whoever acts as somebody else changes nothing about where they are reached: it could become a way in. */
async function refuseNewContact(
  tx: PlatformTx,
  person_id: string,
  { email, phone_number }: { email?: string | undefined; phone_number?: string | null | undefined },
): Promise<void> {
  const now = await readContact(tx, person_id)
  const isNewEmail = email !== undefined && emailKey(email) !== emailKey(now.email ?? '')
  const isNewPhone = phone_number !== undefined && !isSamePhone(phone_number, now.phone_number)
  if (isNewEmail || isNewPhone) throw impersonationDenied()
}

const isSamePhone = (one: string | null, other: string | null): boolean =>
  one === other || (one !== null && other !== null && readPhone(one) === readPhone(other))

const readContact = (tx: PlatformTx, person_id: string) =>
  tx
    .selectFrom('people')
    .select(['email', 'name', 'phone_number'])
    .where('id', '=', person_id)
    .executeTakeFirstOrThrow()
