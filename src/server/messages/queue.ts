import type { LocalDate } from '../../domain/dates.ts'
import type { App } from '../call.ts'
import { onPlatform, type Tx, system } from '../db/door.ts'
import { jobPlans } from '../jobs/catalog.ts'
import { enqueue } from '../jobs/jobs.ts'
import { accountLetters, type AccountData } from './account-letters.ts'
import { renderHtml, renderText, type Letter } from './letter.ts'
import { moneyLetters, type MoneyData } from './money-letters.ts'
import { visitLetters, type VisitData } from './visit-letters.ts'
import { Undeliverable } from '../outside/mail.ts'

export type TemplateData = AccountData & MoneyData & VisitData
export type TemplateName = keyof TemplateData
type Category = 'account' | 'invitation' | 'receipt' | 'billing' | 'service' | 'staff'

const letters: { [K in TemplateName]: (data: TemplateData[K]) => Letter } = {
  ...accountLetters,
  ...moneyLetters,
  ...visitLetters,
}
export const templateNames = Object.keys(letters) as TemplateName[]

/** A template with its values filled in. */
export const letterOf = <K extends TemplateName>(template: K, data: TemplateData[K]): Letter =>
  letters[template](data)

const categoryOf = (template: TemplateName): Category => {
  if (template === 'receipt' || template === 'refund_issued') return 'receipt'
  if (template.endsWith('_invite')) return 'invitation'
  if (template === 'payment_failed_staff' || template.endsWith('_received')) return 'staff'
  if (template in moneyLetters) return 'billing'
  return template in accountLetters ? 'account' : 'service'
}

export type NewMessage<K extends TemplateName> = {
  organization_id?: string | null
  channel: 'email' | 'sms'
  template: K
  to: string
  data: TemplateData[K]
  /** A second message with the same key is the first one: nothing is sent twice. */
  once_key?: string
  customer_id?: string | null
  person_id?: string | null
  category?: Category
  /** The work it announces: [date, service]. */
  tells?: readonly (readonly [date: LocalDate, service: string])[]
}

/** Writes a message and queues its sending in the caller's transaction: it goes out only if that commits. */
export async function queueMessage<K extends TemplateName>(
  tx: Tx,
  message: NewMessage<K>,
): Promise<void> {
  const letter = letterOf(message.template, message.data)
  if (message.channel === 'sms' && letter.sms === undefined)
    throw new Error(`The template ${message.template} has no short form`)
  const written = await tx
    .insertInto('messages')
    .values({
      organization_id: message.organization_id ?? tx.org,
      customer_id: message.customer_id ?? null,
      person_id: message.person_id ?? null,
      channel: message.channel,
      template: message.template,
      category: message.category ?? categoryOf(message.template),
      once_key: message.once_key ?? null,
      recipient: message.to,
      from_name: letter.from ? oneLine(letter.from.name) : null,
      reply_to: letter.from?.email ?? null,
      tells: message.tells?.length ? JSON.stringify(message.tells) : null,
      ...(message.channel === 'sms'
        ? { subject: null, text: letter.sms ?? '', html: null }
        : { subject: oneLine(letter.subject), text: renderText(letter), html: renderHtml(letter) }),
    })
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (written) await enqueue(tx, 'message.send', { message_id: written.id }, { key: written.id })
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, 250)

const maxTries = jobPlans['message.send'].retries + 1

/** Sends one message by its channel. Throws if it is worth another try. */
export async function sendMessage(
  app: Pick<App, 'store' | 'mail' | 'sms' | 'log'>,
  id: string,
): Promise<void> {
  const message = await onPlatform(app.store, system, (tx) =>
    tx
      .updateTable('messages')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('id', '=', id)
      .where('status', '=', 'queued')
      .returning([
        'id',
        'channel',
        'recipient',
        'subject',
        'text',
        'html',
        'from_name',
        'reply_to',
        'tries',
      ])
      .executeTakeFirst(),
  )
  if (!message) return
  const settle = (values: {
    status?: 'sent' | 'failed'
    error: string | null
    provider_id?: string
    sent_at?: string
  }) =>
    onPlatform(app.store, system, (tx) =>
      tx
        .updateTable('messages')
        .set(values)
        .where('id', '=', id)
        .where('status', '=', 'queued')
        .execute(),
    )
  let provider_id: string
  try {
    provider_id =
      message.channel === 'sms'
        ? await app.sms.send({ to: message.recipient, text: message.text })
        : await app.mail.send({
            id,
            to: message.recipient,
            subject: message.subject ?? '',
            text: message.text,
            html: message.html,
            from_name: message.from_name,
            reply_to: message.reply_to,
          })
  } catch (fault) {
    const error = fault instanceof Error ? fault.message.slice(0, 500) : 'unknown'
    const given_up = fault instanceof Undeliverable || message.tries >= maxTries
    await settle({ error, ...(given_up ? { status: 'failed' } : {}) })
    if (given_up) return app.log.error({ message_id: id, error }, 'message not delivered')
    throw fault
  }
  await settle({ status: 'sent', error: null, provider_id, sent_at: new Date().toISOString() })
}
