import type { PlatformTx } from '../db/door.ts'
import { onPlatform, system } from '../db/door.ts'
import type { FactorChange } from '../../domain/second-factor.ts'
import { Refused } from '../refusals.ts'
import type { Account } from './accounts.ts'
import type { FactorState } from './factors.ts'
import type { Setup } from './protocol.ts'
import type { IdentityProviderOptions } from './provider.ts'
import { mostPasskeys } from './passkeys.ts'
import { byPasswordAndCode, endOwnSessions, raiseSession, startedLately } from './sessions.ts'

/** What shows that it is really them: their password, or a sign-in of the last minutes. */
type OwnProof = { current_password?: string | undefined; session_id: string | null }

/** The second factors of the account behind a caller, by its subject. */
export type OwnFactor = {
  read(subject: string): Promise<FactorState & { passkeys_offered: boolean; has_password: boolean }>
  /** A new secret for an authenticator app. */
  begin(subject: string, proof: OwnProof): Promise<{ secret: string; uri: string }>
  /**
   * Turns it on. The sign-in it is done in counts as proven; all others end, since a password alone
   * opened them.
   */
  confirm(subject: string, code: string, session_id: string | null): Promise<string[]>
  end(subject: string, proof: OwnProof): Promise<void>
  /** Ends every factor of somebody who lost theirs. */
  reset(subject: string): Promise<void>
  /** What the browser needs to make a passkey. */
  beginPasskey(subject: string, proof: OwnProof): Promise<{ options: object; ticket: string }>
  /** Keeps it. The first factor of all ends the other sign-ins and comes with recovery codes. */
  addPasskey(
    subject: string,
    made: { ticket: string; response: object; name: string },
    session_id: string | null,
  ): Promise<{ recovery_codes: string[] | null }>
  renamePasskey(subject: string, id: string, name: string): Promise<void>
  removePasskey(subject: string, id: string, proof: OwnProof): Promise<void>
}

const tooMany = () =>
  new Refused(429, 'rate_limited', 'Too many attempts. Please wait a minute and try again.')
const mailboxUnproven = () =>
  new Refused(
    409,
    'mailbox_unproven',
    'Confirm your e-mail address first: open the link we sent you.',
  )
const notFound = () => new Refused(404, 'not_found', 'Not found.')
const wrong = (field: string, sentence: string) =>
  new Refused(422, 'invalid', sentence, { [field]: sentence })

const refusals = {
  ticket: 'That took too long. Please try again.',
  response: 'Your device could not make a passkey for this site. Please try again.',
  taken: 'This passkey is registered already.',
  many: `You have ${mostPasskeys} passkeys. Remove one first.`,
} as const

/** The second factors of an account, seen from inside the application. */
export function createOwnFactor(setup: Setup, options: IdentityProviderOptions): OwnFactor {
  const { accounts, factors, passkeys, throttle, store } = setup

  async function holder(subject: string): Promise<Account> {
    const account = await accounts.byId(subject)
    if (!account) throw notFound()
    return account
  }

  async function proven(
    subject: string,
    { current_password, session_id }: OwnProof,
  ): Promise<Account> {
    const account = await holder(subject)
    if (account.email && !account.email_verified) throw mailboxUnproven()
    if (!account.password_hash) {
      if (session_id && (await startedLately(store, session_id))) return account
      throw new Refused(403, 'sign_in_again', 'Sign in again first, then change how you sign in.')
    }
    const key = `password of ${account.id} while signed in`
    if (!(await throttle.guess(key))) throw tooMany()
    if (!current_password || !(await accounts.signIn(account, current_password)))
      throw wrong('current_password', 'This is not your current password.')
    await throttle.forget(key)
    return account
  }

  const tell = ({ email, name }: Account, change: FactorChange): Promise<void> =>
    options
      .sendMail({
        to: email,
        template: 'second_factor_changed',
        data: { name, change, url: `${setup.publicUrl}/app/account` },
      })
      .catch((fault: unknown) => options.log.error({ err: fault }, 'account mail not sent'))

  return {
    async read(subject) {
      const { password_hash } = await holder(subject)
      const state = await factors.read(subject)
      return {
        ...state,
        passkeys_offered: passkeys.isOffered,
        has_password: password_hash !== null,
      }
    },

    async begin(subject, proof) {
      const account = await proven(subject, proof)
      const begun = await factors.begin(account.id, account.email ?? account.name ?? '')
      if (!begun) throw new Refused(409, 'second_factor_on', 'It is already on.')
      return begun
    },

    async confirm(subject, code, session_id) {
      const account = await holder(subject)
      const key = `code of ${account.id} while signed in`
      if (!(await throttle.guess(key))) throw tooMany()
      const codes = await factors.confirm(account.id, code)
      if (!codes)
        throw wrong('code', 'This code is wrong, or too old. Type the one your app shows now.')
      await throttle.forget(key)
      await onPlatform(store, system, (tx: PlatformTx) => onlyThisSession(tx, account, session_id))
      await tell(account, 'on')
      return codes
    },

    async end(subject, proof) {
      const account = await proven(subject, proof)
      if (await factors.end(account.id)) await tell(account, 'off')
    },

    async reset(subject) {
      const account = await holder(subject)
      if (await factors.reset(account.id)) await tell(account, 'reset')
    },

    ...ownPasskeys(setup, { proven, holder, tell }),
  }
}

type Shared = {
  holder: (subject: string) => Promise<Account>
  proven: (subject: string, proof: OwnProof) => Promise<Account>
  tell: (account: Account, change: FactorChange) => Promise<void>
}

function ownPasskeys(
  { factors, passkeys, store }: Setup,
  { holder, proven, tell }: Shared,
): Pick<OwnFactor, 'beginPasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey'> {
  return {
    beginPasskey: async (subject, proof) => passkeys.begin(await proven(subject, proof)),

    async addPasskey(subject, made, session_id) {
      const account = await holder(subject)
      const isFirst = !(await factors.isOn(account.id))
      const added = await passkeys.add(account.id, made)
      if ('wrong' in added) throw new Refused(422, 'passkey_refused', refusals[added.wrong])
      if (isFirst) await onPlatform(store, system, (tx) => onlyThisSession(tx, account, session_id))
      await tell(account, 'passkey_added')
      return { recovery_codes: added.recovery_codes }
    },

    async renamePasskey(subject, id, name) {
      if (!(await passkeys.rename(subject, id, name))) throw notFound()
    },

    async removePasskey(subject, id, proof) {
      const account = await proven(subject, proof)
      if (!(await passkeys.remove(account.id, id))) throw notFound()
      await tell(account, 'passkey_removed')
    },
  }
}

async function onlyThisSession(
  tx: PlatformTx,
  { id }: Account,
  session_id: string | null,
): Promise<void> {
  await endOwnSessions(tx, { account_id: id, except: session_id })
  if (session_id) await raiseSession(tx, session_id, byPasswordAndCode)
}
