import { isCodeTextsFull } from '../../domain/message.ts'
import { onPlatform, type PlatformTx, system } from '../db/door.ts'
import type { Store } from '../db/store.ts'
import type { AccountMail } from '../identity/account-mail.ts'
import { enqueue } from '../jobs/jobs.ts'
import { lockPayers } from './code-texts.ts'
import { reachAddress, type Reached } from './reach.ts'
import { tell, type Telling } from './tell.ts'

/**
 * Queues a letter of the identity provider, in the person's language or the one of the page that
 * asked for it. Its link opens in the same language.
 */
export const sendAccountMail = (
  store: Store,
  { to, by, payer, template, data, reading }: AccountMail,
): Promise<void> =>
  onPlatform(store, system, async (tx) => {
    if (to === null) return
    const reached = await reachAddress(tx, {
      ...(by === 'sms' ? { phone: to } : { email: to }),
      reading,
    })
    const url = new URL(data.url)
    url.searchParams.set('lang', reached.locale)
    const telling = { kind: template, data: { ...data, url: url.href } }
    if (by === 'sms') await textFor(tx, reached, telling, { phone: to, account_id: payer ?? null })
    else await tell(tx, reached, telling)
  })

/** Texts somebody on the account of one of their businesses, if it has not sent too many today. */
async function textFor(
  tx: PlatformTx,
  to: Reached,
  telling: Telling<AccountMail['template']>,
  from: { phone: string; account_id: string | null },
): Promise<void> {
  const payers = await lockPayers(tx, from)
  const facts = payers.map(({ id, ...sender }) => ({
    texted_for: id,
    reached: {
      ...to,
      recipient: { ...to.recipient, sender: { ...to.recipient.sender, ...sender } },
    },
  }))
  const [first = { reached: to }] = facts
  const open = facts.find(({ reached }) => !isCodeTextsFull(reached.recipient))
  const { reached, ...texted } = open ?? first
  await tell(tx, reached, { ...telling, ...texted })
  if (!open)
    for (const { id } of payers)
      await enqueue(tx, 'code-texts.full', { organization_id: id }, { key: id })
}
