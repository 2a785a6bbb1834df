import type { secondFactor } from '../../../api/second-factor.ts'
import type { Handlers } from '../../base/call.ts'
import { rightsChanged } from '../../base/events.ts'
import { changeSignInRules } from '../../base/organizations/write.ts'
import { proofOf } from '../../base/security/subject.ts'
import { note, own, subjectOf } from './own.ts'
import type { signIn, SignInWays } from '../../../api/sign-in.ts'

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

export const signInHandlers: Handlers<typeof signIn> = {
  'GET /api/me/sign-in': async (call) => {
    const subject = await subjectOf(call)
    const ways = subject ? await call.app.identity?.numbers.read(subject) : undefined
    return ways ? { ...ways, is_offered: true } : elsewhere
  },

  'POST /api/me/proof/begin': async (call) => {
    const { subject, identity } = await own(call)
    const { passkey, ...ways } = await identity.gate.ways(subject)
    return { ...ways, passkey: passkey && { ...passkey, options: { ...passkey.options } } }
  },

  'POST /api/me/proof/code': async (call) => {
    const { subject, identity } = await own(call)
    await identity.gate.sendCode(subject, call.body.to)
    return { ok: true as const }
  },

  'POST /api/me/proof': async (call) => {
    const { subject, identity } = await own(call)
    return { proof: await identity.gate.prove(subject, call.body, call.actor.session_id) }
  },

  'POST /api/me/numbers': async (call) => {
    const { subject, identity } = await own(call)
    await identity.numbers.begin(subject, call.body.phone_number, proofOf(call))
    return { ok: true as const }
  },

  'POST /api/me/numbers/confirm': async (call) => {
    const { subject, identity } = await own(call)
    await identity.numbers.confirm(subject, call.body.code, call.actor.session_id)
    await note(call, 'POST /api/me/numbers/confirm')
    return { ...(await identity.numbers.read(subject)), is_offered: true }
  },

  'POST /api/me/numbers/removal': async (call) => {
    const { subject, identity } = await own(call)
    await identity.numbers.remove(subject, call.body.phone_number, proofOf(call))
    await note(call, 'POST /api/me/numbers/removal')
    return { ...(await identity.numbers.read(subject)), is_offered: true }
  },
}

const elsewhere: SignInWays = {
  is_offered: false,
  has_password: false,
  mailbox: null,
  numbers: [],
}
