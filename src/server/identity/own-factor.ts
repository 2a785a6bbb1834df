import type { PlatformTx } from '../db/door.ts'
import { onPlatform, system } from '../db/door.ts'
import type { FactorChange } from '../../domain/second-factor.ts'
import { Refused } from '../refusals.ts'
import type { Account } from './accounts.ts'
import type { FactorState } from './factors.ts'
import type { Setup } from './protocol.ts'
import type { IdentityProviderOptions } from './provider.ts'
import { byPasswordAndCode, endOwnSessions, raiseSession } from './sessions.ts'

/** The second factor of the account behind a caller, by its subject. */
export type OwnFactor = {
  read(subject: string): Promise<FactorState>
  /** A new secret for an authenticator app. */
  begin(subject: string, current_password: string): Promise<{ secret: string; uri: string }>
  /**
   * Turns it on. The sign-in it is done in counts as proven; all others end, since a password alone
   * opened them.
   */
  confirm(subject: string, code: string, session_id: string | null): Promise<string[]>
  end(subject: string, current_password: string): Promise<void>
}

const tooMany = () =>
  new Refused(429, 'rate_limited', 'Too many attempts. Please wait a minute and try again.')
const wrong = (field: string, sentence: string) =>
  new Refused(422, 'invalid', sentence, { [field]: sentence })

export function createOwnFactor(setup: Setup, options: IdentityProviderOptions): OwnFactor {
  const { accounts, factors, throttle, store } = setup

  async function holder(subject: string): Promise<Account> {
    const account = await accounts.byId(subject)
    if (!account) throw new Refused(404, 'not_found', 'Not found.')
    return account
  }

  async function proven(subject: string, current_password: string): Promise<Account> {
    const account = await holder(subject)
    const key = `password of ${account.id} while signed in`
    if (!(await throttle.guess(key))) throw tooMany()
    if (!(await accounts.signIn(account, current_password)))
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
    read: (subject) => factors.read(subject),

    async begin(subject, current_password) {
      const account = await proven(subject, current_password)
      const begun = await factors.begin(account.id, account.email)
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

    async end(subject, current_password) {
      const account = await proven(subject, current_password)
      if (await factors.end(account.id)) await tell(account, 'off')
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
