import { onPlatform, system } from '../../base/db/door.ts'
import { Refused } from '../../base/kit/refusals.ts'
import { numbersOf } from './addresses.ts'
import type { Setup } from './protocol.ts'
import type { Account, ProvenAddress } from './service.ts'
import type { IdentityProviderOptions } from './options.ts'

const quarter_hour = 15 * 60
const day = 24 * 3600

/** Codes by which somebody without a password and a passkey shows that it is them. */
export function createProofCodes(
  { codes, passkeys, throttle, store, publicUrl }: Setup,
  { sendMail }: Pick<IdentityProviderOptions, 'sendMail'>,
) {
  /** The addresses they have proven; none for who has something better, which a mailbox may not pass by. */
  async function goTo(account: Account): Promise<ProvenAddress[]> {
    const { id, email, email_verified, password_hash } = account
    if (password_hash !== null) return []
    if (passkeys.isOffered && (await passkeys.list(id)).length > 0) return []
    const numbers = await onPlatform(store, system, (tx) => numbersOf(tx, id))
    return [
      ...(email && email_verified ? [{ by: 'email' as const, to: email }] : []),
      ...numbers.map(({ address }) => ({ by: 'sms' as const, to: address })),
    ]
  }

  return {
    goTo,

    async send(account: Account, to: string): Promise<void> {
      const { id, name } = account
      const address = (await goTo(account)).find((one) => one.to === to)
      if (!address) throw new Refused(404, 'not_found', 'Not found.')
      const isFew =
        (await throttle.within(`proof codes of ${id}`, 3, quarter_hour)) &&
        (await throttle.within(`proof codes a day of ${id}`, 10, day))
      if (!isFew) throw new Refused(429, 'rate_limited', tooMany)
      const code = await codes.beginProof(id, address)
      const { host } = new URL(publicUrl)
      const data = { name, code, host, url: `${publicUrl}/app/account` }
      const sms = address.by === 'sms' ? { by: 'sms' as const, payer: id } : {}
      await sendMail({ to, ...sms, template: 'sign_in_code', data })
    },

    async check(account: Account, typed: string): Promise<void> {
      const may = (await goTo(account)).length > 0
      if (!may || !(await codes.spendProof(account.id, typed)))
        throw new Refused(422, 'invalid', wrong, { code: wrong })
    },
  }
}

const tooMany = 'Too many attempts. Please wait a minute and try again.'
const wrong = 'This code is wrong or too old. Ask for another one.'
