import { onPlatform, system } from '../db/door.ts'
import type { Store } from '../db/store.ts'
import type { AccountMail } from '../identity/account-mail.ts'
import { reachAddress } from './reach.ts'
import { tell } from './tell.ts'

/**
 * Queues a letter of the identity provider, in the person's language or the one of the page that
 * asked for it. Its link opens in the same language.
 */
export const sendAccountMail = (
  store: Store,
  { to, by, template, data, reading }: AccountMail,
): Promise<void> =>
  onPlatform(store, system, async (tx) => {
    if (to === null) return
    const reached = await reachAddress(tx, {
      ...(by === 'sms' ? { phone: to } : { email: to }),
      reading,
    })
    const url = new URL(data.url)
    url.searchParams.set('lang', reached.locale)
    await tell(tx, reached, { kind: template, data: { ...data, url: url.href } })
  })
