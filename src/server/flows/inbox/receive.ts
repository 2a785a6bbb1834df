import { randomUUID } from 'node:crypto'
import { emailKey } from '../../../domain/base/email.ts'
import { toE164 } from '../../../domain/base/phone.ts'
import { keywordOf, type Keyword } from '../../../domain/base/keywords.ts'
import type { MessageKind } from '../../../domain/messages/message-kinds.ts'
import type { App } from '../../base/call.ts'
import { restoreTexts, stopTexts } from '../../customers/text-consent.ts'
import { inOrgAll, onPlatform, readPlatform, system, type OrgTx } from '../../base/db/door.ts'
import { reachAddress, readReach } from '../../messages/recipient.ts'
import { tell } from '../../messages/tell.ts'
import { block, holdTexts, release, unblock } from '../../messages/write-blocks.ts'
import { addReceived } from '../../messages/write-received.ts'
import { heardIn } from '../../messages/threads/write.ts'
import { findHome, findThread, type Incoming } from './place.ts'
import { organizationOf } from './read.ts'

type Receiving = Pick<App, 'store' | 'sms' | 'log'>

/**
 * Takes a message from outside into the conversation it belongs to. One that comes twice is one message. Words such as STOP take effect
 * first, for every organization, so that they do even if the rest fails. Returns our id of it; null if it is known already.
 */
export async function receive(app: Receiving, given: Incoming): Promise<string | null> {
  const message = { ...given, from: addressKey(given) }
  if (await isKnown(app, message)) return null
  const word = message.channel === 'sms' ? keywordOf(message.text) : null
  if (word === 'stop' || word === 'start' || word === 'hold') await obey(app, word, message.from)
  const home = await readPlatform(app.store, system, (tx) => findHome(tx, message))
  if (!home) return keepForNobody(app, message)
  return inOrgAll(app.store, home.organization_id, system, async (tx) => {
    const place = await findThread(tx, home, message)
    const id = await addReceived(tx, message, { organization_id: tx.org, ...place })
    if (!id) return null
    const at = new Date().toISOString()
    await heardIn(tx, place.thread_id, { needs_care: word === 'care' || word === 'hold', at })
    if (word && word !== 'care' && word !== 'hold' && !app.sms.answersItself(message.text))
      await answerWord(tx, word, { id, from: message.from, ...place })
    return id
  })
}

const addressKey = ({ channel, from }: Incoming): string =>
  channel === 'email' ? emailKey(from) : (toE164(from) ?? from)

const isKnown = (app: Receiving, { channel, provider_id }: Incoming): Promise<boolean> =>
  readPlatform(app.store, system, async (tx) =>
    Boolean(
      await tx
        .selectFrom('messages')
        .select('id')
        .where('channel', '=', channel)
        .where('provider_id', '=', provider_id)
        .executeTakeFirst(),
    ),
  )

/** Somebody in the office has looked at texts that may ask us to stop: they do, or texts go on. */
export async function settleHeld(
  app: Pick<App, 'store'>,
  phones: readonly string[],
  texts: 'stop' | 'resume',
): Promise<void> {
  if (texts === 'stop') for (const phone of phones) await obey(app, 'stop', phone)
  else await onPlatform(app.store, system, (tx) => release(tx, phones))
}

/** Stops, holds or allows texts to a number, from every organization. */
const obey = (
  app: Pick<App, 'store'>,
  word: 'stop' | 'start' | 'hold',
  phone: string,
): Promise<void> =>
  onPlatform(app.store, system, async (tx) => {
    if (word === 'hold') await holdTexts(tx, phone)
    else if (word === 'stop') {
      await block(tx, 'sms', phone, 'stopped')
      await stopTexts(tx, phone)
    } else {
      await restoreTexts(tx, phone)
      await unblock(tx, phone)
    }
  })

const answers = {
  stop: 'stop_confirmed',
  start: 'start_confirmed',
  help: 'help',
} as const satisfies Record<Exclude<Keyword, 'hold' | 'care'>, MessageKind>

async function answerWord(
  tx: OrgTx,
  word: keyof typeof answers,
  about: { id: string; from: string; thread_id: string; customer_id: string | null },
): Promise<void> {
  const { customer_id, from, thread_id } = about
  const customer = customer_id ? (await readReach(tx, [customer_id])).get(customer_id) : undefined
  const address = await reachAddress(tx, { phone: from, customer_id })
  const { phone, blocked } = address.recipient
  const to = customer
    ? { ...customer, recipient: { ...customer.recipient, phone, blocked, email: null } }
    : address
  await tell(tx, to, {
    kind: answers[word],
    data: { organization: await organizationOf(tx) },
    once: `${answers[word]}:${about.id}`,
    thread_id,
  })
}

/** Nobody here knows this address and several businesses may be meant: kept for the platform's log. */
async function keepForNobody(app: Receiving, message: Incoming): Promise<string | null> {
  app.log.warn({ channel: message.channel }, 'message from an unknown sender to no organization')
  const nowhere = { organization_id: null, thread_id: null, customer_id: null }
  return onPlatform(app.store, system, (tx) => addReceived(tx, message, nowhere))
}

type Answered = { id: string; channel: 'email' | 'sms'; recipient: string; subject: string | null }

/** What comes in when somebody answers a message that stayed in the outbox. */
export const answerAsRecipient = (
  app: App,
  { id, channel, recipient, subject }: Answered,
  text: string,
): Promise<string | null> =>
  receive(app, {
    channel,
    from: recipient,
    text,
    subject: channel === 'email' ? `Re: ${subject ?? ''}` : null,
    provider_id: `outbox-${randomUUID()}`,
    answers: [id],
  })
