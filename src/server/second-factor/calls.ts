import type { secondFactor } from '../../api/second-factor.ts'
import type { Handlers } from '../call.ts'
import { rightsChanged } from '../events.ts'
import { changeSignInRules } from '../organizations/write.ts'
import { proofOf } from '../people/subject.ts'
import { note, own, subjectOf } from './own.ts'

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
    const { subject, identity } = await own(call)
    return identity.factor.begin(subject, proofOf(call))
  },

  'POST /api/me/second-factor/confirm': async (call) => {
    const { subject, identity } = await own(call)
    const recovery_codes = await identity.factor.confirm(
      subject,
      call.body.code,
      call.actor.session_id,
    )
    await note(call, 'POST /api/me/second-factor/confirm')
    return { recovery_codes }
  },

  'POST /api/me/second-factor/end': async (call) => {
    const { subject, identity } = await own(call)
    await identity.factor.end(subject, proofOf(call))
    await note(call, 'POST /api/me/second-factor/end')
    return { ok: true as const }
  },

  'POST /api/me/passkeys/begin': async (call) => {
    const { subject, identity } = await own(call)
    const { options, ticket } = await identity.factor.beginPasskey(subject, proofOf(call))
    return { options: { ...options }, ticket }
  },

  'POST /api/me/passkeys': async (call) => {
    const { subject, identity } = await own(call)
    const { recovery_codes } = await identity.factor.addPasskey(
      subject,
      call.body,
      call.actor.session_id,
    )
    await note(call, 'POST /api/me/passkeys')
    return { recovery_codes }
  },

  'PATCH /api/me/passkeys/{id}': async (call) => {
    const { subject, identity } = await own(call)
    await identity.factor.renamePasskey(subject, call.params.id, call.body.name)
    await note(call, 'PATCH /api/me/passkeys/{id}')
    return { ok: true as const }
  },

  'POST /api/me/passkeys/{id}/removal': async (call) => {
    const { subject, identity } = await own(call)
    await identity.factor.removePasskey(subject, call.params.id, proofOf(call))
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
