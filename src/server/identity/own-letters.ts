import { phoneText } from '../../domain/contact.ts'
import type { SignInChange } from '../../domain/second-factor.ts'
import { onPlatform, system } from '../db/door.ts'
import type { Store } from '../db/store.ts'
import type { AccountMail } from './account-mail.ts'
import type { Account } from './accounts.ts'
import { numbersOf } from './addresses.ts'

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
