import type { signIn, SignInWays } from '../../api/sign-in.ts'
import type { Handlers } from '../call.ts'
import { proofOf } from '../people/subject.ts'
import { note, own, subjectOf } from './own.ts'

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
