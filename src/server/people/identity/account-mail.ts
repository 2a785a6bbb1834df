import type { SignInChange } from '../../../domain/people/second-factor.ts'
import type { Locale } from '../../../domain/base/locale.ts'
import { phoneText } from '../../../domain/base/contact.ts'
import { onPlatform, system } from '../../base/db/door.ts'
import type { Store } from '../../base/db/store.ts'
import { numbersOf } from './addresses.ts'
import type { Account } from './service.ts'

/** A letter about an account, to its mailbox. `reading`: the language of the page that asked for it. */
export type AccountMail = {
  /** Null for people without a mailbox: nothing is sent. */
  to: string | null
  /** By text, to a phone number. */
  by?: 'sms'
  /** The account whose businesses pay for a text; by default the one that the number opens. */
  payer?: string
  reading?: Locale
} & (
  | {
      template: 'second_factor_changed'
      data: { name: string | null; change: SignInChange; number?: string | null; url: string }
    }
  | {
      template: 'sign_in_code'
      /** `host`: the name of this site, for phones that fill codes in. */
      data: { name: string | null; code: string; host: string; url: string }
    }
  | {
      template: 'verify_email' | 'reset_password' | 'password_changed' | 'account_exists'
      data: { name: string | null; url: string }
    }
  | {
      template: 'device_new'
      data: {
        name: string | null
        /** ISO 8601. */
        at: string
        browser: string | null
        system: string | null
        url: string
      }
    }
)

type Sender = {
  store: Store
  publicUrl: string
  sendMail: (mail: AccountMail) => Promise<void>
  log: { error(object: object, message?: string): void }
}
type Change = {
  change: SignInChange
  /** In E.164. */
  number?: string | null
  /** The token of the link that takes it back; without one the letter leads to the account. */
  undo?: string | null
}

/**
 * Tells the owner of an account how their sign-in changed, everywhere they were reached before: in
 * their mailbox, and on each number they had proven.
 */
export async function tellOwner(
  { store, publicUrl, sendMail, log }: Sender,
  { id, email, name }: Pick<Account, 'id' | 'email' | 'name'>,
  { change, number = null, undo = null }: Change,
): Promise<void> {
  const url = undo ? `${publicUrl}/idp/undo?token=${undo}` : `${publicUrl}/app/account`
  const data = { name, change, url, number: number && phoneText(number) }
  const letter = { template: 'second_factor_changed', data } as const
  const numbers = await onPlatform(store, system, (tx) => numbersOf(tx, id))
  const others = numbers.filter(({ address }) => address !== number)
  const texts = others.map(({ address }) => ({ to: address, by: 'sms' as const, payer: id }))
  for (const to of [{ to: email }, ...texts])
    await sendMail({ ...to, ...letter }).catch((fault: unknown) =>
      log.error({ err: fault }, 'account mail not sent'),
    )
}
