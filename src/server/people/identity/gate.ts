import { z } from 'zod'
import { Refused } from '../../base/kit/refusals.ts'
import { randomToken, sealFor, unsealFor } from '../../base/kit/secrets.ts'
import { createProofCodes } from './proof-codes.ts'
import type { Setup } from './protocol.ts'
import { signedInLately } from './sessions.ts'
import type { Account, Gate, Given, OwnProof } from './service.ts'
import type { IdentityProviderOptions } from './options.ts'

/** How long a proof, or a sign-in, stands for its owner. */
const proof_ms = 10 * 60_000

const purpose = 'proof of identity'
const Proven = z.object({
  account_id: z.string(),
  session_id: z.string().nullable(),
  until: z.number(),
})
const Asked = z.object({ account_id: z.string(), uid: z.string(), until: z.number() })

const tooMany = () =>
  new Refused(429, 'rate_limited', 'Too many attempts. Please wait a minute and try again.')
const notFound = () => new Refused(404, 'not_found', 'Not found.')
const wrong = (field: string, sentence: string) =>
  new Refused(422, 'invalid', sentence, { [field]: sentence })

/** Refused until the address of the account is proven: anyone could have typed it. */
export function requireProvenMailbox({ email, email_verified }: Account): void {
  if (!email || email_verified) return
  const sentence = 'Confirm your email address first: open the link we sent you.'
  throw new Refused(409, 'mailbox_unproven', sentence)
}

/** The one question "is it really you?" before a sign-in changes. */
export function createGate(setup: Setup, mail: Pick<IdentityProviderOptions, 'sendMail'>): Gate {
  const { accounts, passkeys, throttle, store, secret } = setup
  const codes = createProofCodes(setup, mail)
  async function holder(subject: string): Promise<Account> {
    const account = await accounts.byId(subject)
    if (!account) throw notFound()
    return account
  }

  async function checkPassword(account: Account, typed: string): Promise<void> {
    const key = `password of ${account.id} while signed in`
    if (!(await throttle.guess(key))) throw tooMany()
    if (!(await accounts.signIn(account, typed)))
      throw wrong('current_password', 'This is not your current password.')
    await throttle.forget(key)
  }

  const seal = (held: object): string => sealFor(secret, purpose, JSON.stringify(held))
  function opened<T>(sealed: string, shape: z.ZodType<T>): T | null {
    const text = unsealFor(secret, purpose, sealed)
    return text ? (shape.safeParse(JSON.parse(text)).data ?? null) : null
  }

  function isProof(id: string, { proof, session_id }: OwnProof): boolean {
    const held = proof ? opened(proof, Proven) : null
    return (
      held !== null &&
      held.account_id === id &&
      held.session_id === session_id &&
      held.until > Date.now()
    )
  }

  async function checkPasskey({ id }: Account, { ticket, response }: Given): Promise<void> {
    const key = `passkey of ${id} while signed in`
    if (!(await throttle.guess(key))) throw tooMany()
    const asked = ticket ? opened(ticket, Asked) : null
    const isAsked = asked !== null && asked.account_id === id && asked.until > Date.now()
    const by = isAsked ? await passkeys.spend(asked.uid, JSON.stringify(response ?? {})) : null
    if (by !== id) throw wrong('response', 'That did not work. Try again, or use another way.')
    await throttle.forget(key)
  }

  return {
    async pass(subject, proof) {
      const account = await holder(subject)
      if (isProof(account.id, proof)) return account
      if (proof.session_id && (await signedInLately(store, proof.session_id, account.id)))
        return account
      if (!proof.current_password)
        throw new Refused(403, 'prove_it_is_you', 'First show that it is you.')
      await checkPassword(account, proof.current_password)
      return account
    },

    async ways(subject) {
      const account = await holder(subject)
      const { id, password_hash } = account
      const has_password = password_hash !== null
      const known = passkeys.isOffered ? await passkeys.list(id) : []
      if (!known.length) return { has_password, passkey: null, codes_to: await codes.goTo(account) }
      const asked = { account_id: id, uid: `proof ${randomToken()}`, until: Date.now() + proof_ms }
      const options = await passkeys.ask(asked.uid, id)
      return { has_password, passkey: { options, ticket: seal(asked) }, codes_to: [] }
    },

    sendCode: async (subject, to) => codes.send(await holder(subject), to),

    async prove(subject, given, session_id) {
      const account = await holder(subject)
      if (given.ticket) await checkPasskey(account, given)
      else if (given.code) await codes.check(account, given.code)
      else await checkPassword(account, given.current_password ?? '')
      return seal({ account_id: account.id, session_id, until: Date.now() + proof_ms })
    },
  }
}
