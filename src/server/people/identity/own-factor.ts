import type { PlatformTx } from '../../base/db/door.ts'
import { onPlatform, system } from '../../base/db/door.ts'
import type { SignInChange } from '../../../domain/people/second-factor.ts'
import { Refused } from '../../base/kit/refusals.ts'
import type { Setup } from './protocol.ts'
import { mostPasskeys } from './passkeys.ts'
import { requireProvenMailbox } from './gate.ts'
import { tellOwner } from './account-mail.ts'
import { byPasswordAndCode, endOwnSessions, raiseSession } from './sessions.ts'
import type { Account, Gate, OwnFactor, OwnProof } from './service.ts'
import type { IdentityProviderOptions } from './options.ts'

const tooMany = () =>
  new Refused(429, 'rate_limited', 'Too many attempts. Please wait a minute and try again.')
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
export function createOwnFactor(
  setup: Setup,
  options: IdentityProviderOptions,
  gate: Gate,
): OwnFactor {
  const { accounts, factors, passkeys, throttle, undos, store } = setup

  async function holder(subject: string): Promise<Account> {
    const account = await accounts.byId(subject)
    if (!account) throw notFound()
    return account
  }

  async function proven(subject: string, proof: OwnProof): Promise<Account> {
    const account = await gate.pass(subject, proof)
    requireProvenMailbox(account)
    return account
  }
  const before = ({ id }: Account) => undos.keep(id, 'factor')
  const letters = {
    store,
    publicUrl: setup.publicUrl,
    sendMail: options.sendMail,
    log: options.log,
  }
  const tell: Shared['tell'] = (account, change, undo = null) =>
    tellOwner(letters, account, { change, undo })

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
      const undo = await before(account)
      const codes = await factors.confirm(account.id, code)
      if (!codes)
        throw wrong('code', 'This code is wrong, or too old. Type the one your app shows now.')
      await throttle.forget(key)
      await onPlatform(store, system, (tx: PlatformTx) => onlyThisSession(tx, account, session_id))
      await tell(account, 'on', undo)
      return codes
    },

    async end(subject, proof) {
      const account = await proven(subject, proof)
      const undo = await before(account)
      if (await factors.end(account.id)) await tell(account, 'off', undo)
    },

    async reset(subject) {
      const account = await holder(subject)
      const isReset = await factors.reset(account.id)
      if (isReset) await tell(account, 'reset')
      return isReset
    },

    ...ownPasskeys(setup, { proven, holder, before, tell }),
  }
}

type Shared = {
  holder: (subject: string) => Promise<Account>
  proven: (subject: string, proof: OwnProof) => Promise<Account>
  /** The token of the link that takes back what comes next. */
  before: (account: Account) => Promise<string>
  tell: (account: Account, change: SignInChange, undo?: string | null) => Promise<void>
}

function ownPasskeys(
  { factors, passkeys, store }: Setup,
  { holder, proven, before, tell }: Shared,
): Pick<OwnFactor, 'beginPasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey'> {
  return {
    beginPasskey: async (subject, proof) => passkeys.begin(await proven(subject, proof)),

    async addPasskey(subject, made, session_id) {
      const account = await holder(subject)
      requireProvenMailbox(account)
      const isFirst = !(await factors.isOn(account.id))
      const undo = await before(account)
      const added = await passkeys.add(account.id, made)
      if ('wrong' in added) throw new Refused(422, 'passkey_refused', refusals[added.wrong])
      if (isFirst) await onPlatform(store, system, (tx) => onlyThisSession(tx, account, session_id))
      await tell(account, 'passkey_added', undo)
      return { recovery_codes: added.recovery_codes }
    },

    async renamePasskey(subject, id, name) {
      if (!(await passkeys.rename(subject, id, name))) throw notFound()
    },

    async removePasskey(subject, id, proof) {
      const account = await proven(subject, proof)
      const undo = await before(account)
      if (!(await passkeys.remove(account.id, id))) throw notFound()
      await tell(account, 'passkey_removed', undo)
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
