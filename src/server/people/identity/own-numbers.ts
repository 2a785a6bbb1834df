import { toE164 } from '../../../domain/base/phone.ts'
import { onPlatform, system } from '../../base/db/door.ts'
import { Refused } from '../../base/kit/refusals.ts'
import { dropNumber, keepNumber, mostNumbers, numbersOf } from './addresses.ts'
import { requireProvenMailbox } from './gate.ts'
import { tellOwner } from './account-mail.ts'
import type { Setup } from './protocol.ts'
import type { Gate, OwnNumbers } from './service.ts'
import type { IdentityProviderOptions } from './options.ts'

const refusals = {
  tooMany: () =>
    new Refused(429, 'rate_limited', 'Too many attempts. Please wait a minute and try again.'),
  most: () =>
    new Refused(409, 'too_many_numbers', `You have ${mostNumbers} numbers. Remove one first.`),
  code: () => {
    const sentence = 'This code is wrong or too old. Ask for another one.'
    return new Refused(422, 'invalid', sentence, { code: sentence })
  },
  unknown: () => new Refused(404, 'not_found', 'Not found.'),
}

/** Numbers that get sign-in codes: proven by typing one back, removed. */
export function createOwnNumbers(
  setup: Setup,
  options: IdentityProviderOptions,
  gate: Gate,
): OwnNumbers {
  const { accounts, codes, throttle, undos, store, publicUrl } = setup
  const letters = { store, publicUrl, sendMail: options.sendMail, log: options.log }
  const read = (id: string) => onPlatform(store, system, (tx) => numbersOf(tx, id))

  async function holder(subject: string) {
    const account = await accounts.byId(subject)
    if (!account) throw refusals.unknown()
    return account
  }

  async function hearOfLoss(account_id: string, number: string): Promise<void> {
    const loser = await accounts.byId(account_id)
    if (loser) await tellOwner(letters, loser, { change: 'number_removed', number })
  }

  return {
    async read(subject) {
      const { id, email, email_verified, password_hash } = await holder(subject)
      const numbers = await read(id)
      return {
        mailbox: email ? { email, is_proven: email_verified } : null,
        has_password: password_hash !== null,
        numbers: numbers.map(({ address, ...rest }) => ({ phone_number: address, ...rest })),
      }
    },

    async begin(subject, typed, proof) {
      const account = await gate.pass(subject, proof)
      requireProvenMailbox(account)
      const number = toE164(typed)
      if (!number) throw refusals.unknown()
      if ((await read(account.id)).length >= mostNumbers) throw refusals.most()
      // Apart from the codes that sign in: nobody can use those up by typing a number here.
      const isFew =
        (await throttle.within(`numbers of ${account.id}`, 5, 15 * 60)) &&
        (await throttle.within(`code to prove ${number}`, 3, 15 * 60))
      if (!isFew) throw refusals.tooMany()
      const code = await codes.beginNumber(account.id, number)
      const { host } = new URL(publicUrl)
      const data = { name: account.name, code, host, url: `${publicUrl}/app/account` }
      await options.sendMail({
        to: number,
        by: 'sms',
        payer: account.id,
        template: 'sign_in_code',
        data,
      })
    },

    async confirm(subject, code, session_uid) {
      const account = await holder(subject)
      requireProvenMailbox(account)
      const number = await codes.spendNumber(account.id, code)
      if (!number) throw refusals.code()
      const undo = await undos.keep(account.id, 'number')
      const loser = await onPlatform(store, system, (tx) =>
        keepNumber(tx, { account_id: account.id, address: number, session_uid }),
      )
      await tellOwner(letters, account, { change: 'number_added', number, undo })
      if (loser) await hearOfLoss(loser, number)
    },

    async remove(subject, typed, proof) {
      const account = await gate.pass(subject, proof)
      const number = toE164(typed) ?? ''
      const undo = await undos.keep(account.id, 'number')
      if (!(await onPlatform(store, system, (tx) => dropNumber(tx, account.id, number))))
        throw refusals.unknown()
      await tellOwner(letters, account, { change: 'number_removed', number, undo })
    },
  }
}
