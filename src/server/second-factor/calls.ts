import type { secondFactor } from '../../api/second-factor.ts'
import type { Actor, App, CallContext, Handlers, ReadContext } from '../call.ts'
import { audit, rightsChanged } from '../events.ts'
import { changeSignInRules } from '../organizations/write.ts'
import { readSubject } from '../people/subject.ts'
import { found } from '../refusals.ts'
import { originOfCall } from '../security/log.ts'

export const secondFactorHandlers: Handlers<typeof secondFactor> = {
  'GET /api/me/second-factor': async (call) => {
    const { app, actor } = call
    const subject = await subjectOf(call)
    const state = subject ? await app.identity?.factor.read(subject) : undefined
    return {
      ...(state ?? nothing),
      is_offered: state !== undefined,
      is_required: actor.requires_second_factor,
    }
  },

  'POST /api/me/second-factor/begin': async (call) => {
    const { subject, factor } = await own(call)
    return factor.begin(subject, proofOf(call))
  },

  'POST /api/me/second-factor/confirm': async (call) => {
    const { subject, factor } = await own(call)
    const recovery_codes = await factor.confirm(subject, call.body.code, call.actor.session_id)
    await note(call, 'POST /api/me/second-factor/confirm')
    return { recovery_codes }
  },

  'POST /api/me/second-factor/end': async (call) => {
    const { subject, factor } = await own(call)
    await factor.end(subject, proofOf(call))
    await note(call, 'POST /api/me/second-factor/end')
    return { ok: true as const }
  },

  'POST /api/me/passkeys/begin': async (call) => {
    const { subject, factor } = await own(call)
    const { options, ticket } = await factor.beginPasskey(subject, proofOf(call))
    return { options: { ...options }, ticket }
  },

  'POST /api/me/passkeys': async (call) => {
    const { subject, factor } = await own(call)
    const { recovery_codes } = await factor.addPasskey(subject, call.body, call.actor.session_id)
    await note(call, 'POST /api/me/passkeys')
    return { recovery_codes }
  },

  'PATCH /api/me/passkeys/{id}': async (call) => {
    const { subject, factor } = await own(call)
    await factor.renamePasskey(subject, call.params.id, call.body.name)
    await note(call, 'PATCH /api/me/passkeys/{id}')
    return { ok: true as const }
  },

  'POST /api/me/passkeys/{id}/removal': async (call) => {
    const { subject, factor } = await own(call)
    await factor.removePasskey(subject, call.params.id, proofOf(call))
    await note(call, 'POST /api/me/passkeys/{id}/removal')
    return { ok: true as const }
  },

  'GET /api/owner/sign-in-rules': ({ readOrg }) =>
    readOrg((tx) =>
      tx
        .selectFrom('organizations')
        .select('requires_second_factor')
        .where('id', '=', tx.org)
        .executeTakeFirstOrThrow(),
    ),

  'PUT /api/owner/sign-in-rules': ({ inOrg, body }) =>
    inOrg(async (tx) => {
      await changeSignInRules(tx, body)
      const staff = await tx
        .selectFrom('memberships')
        .select('person_id')
        .where('role', '<>', 'user')
        .execute()
      await rightsChanged(
        tx,
        staff.map(({ person_id }) => person_id),
      )
      return body
    }),
}

const nothing = {
  is_on: false,
  has_app: false,
  has_password: false,
  passkeys_offered: false,
  passkeys: [],
  recovery_codes_left: 0,
}

const proofOf = (call: { body: { current_password?: string | undefined }; actor: Actor }) => ({
  current_password: call.body.current_password,
  session_id: call.actor.session_id,
})

type Own = Pick<ReadContext, 'readPlatform'> & { app: App; actor: Actor }

const subjectOf = ({ app, actor, readPlatform }: Own): Promise<string | null> =>
  readPlatform((tx) => readSubject(tx, app, actor.person_id))

async function own(call: Own) {
  return { subject: found(await subjectOf(call)), factor: found(call.app.identity?.factor) }
}

async function note(call: CallContext & { actor: Actor }, action: string): Promise<void> {
  const { person_id } = call.actor
  const changed = { event: 'authn_factor_change', person_id, detail: { action } } as const
  call.app.security(changed, originOfCall(call))
  await call.onPlatform((tx) => audit(tx, { action, entity: 'person', entity_id: person_id }))
}
