import { createHmac, timingSafeEqual } from 'node:crypto'
import type { inboxWebhooks, MailEvent } from '../../../api/inbox-webhooks.ts'
import { isUuid } from '../../../domain/base/id.ts'
import type { App, Handlers, ReadContext } from '../../base/call.ts'
import { heardBack } from '../../messages/deliver.ts'
import { Undeliverable } from '../../base/outside/faults.ts'
import { laterFault } from '../../base/outside/sms.ts'
import { Refused } from '../../base/kit/refusals.ts'
import { receive } from './receive.ts'

export const inboxWebhookHandlers: Handlers<typeof inboxWebhooks> = {
  'POST /api/webhooks/sms': async (call) => {
    const form = await readForm(call, '/api/webhooks/sms')
    await receive(call.app, {
      channel: 'sms',
      from: form['From'] ?? '',
      text: textOf(form),
      provider_id: form['MessageSid'] ?? '',
    })
    return noAnswer(call)
  },

  'POST /api/webhooks/sms/status': async (call) => {
    const id = call.query.message
    const form = await readForm(call, `/api/webhooks/sms/status?message=${id}`)
    const { MessageSid: provider_id = '', MessageStatus: status, ErrorCode: code } = form
    if (status === 'sent' || status === 'delivered')
      await heardBack(call.app, { id, provider_id, status })
    if (status === 'failed' || status === 'undelivered')
      await heardBack(call.app, { id, provider_id, fault: laterFault(Number(code ?? 0)) })
    return noAnswer(call)
  },

  'POST /api/webhooks/mail': async (call) => {
    checkMailSignature(call)
    const event = call.body
    if (event.kind === 'inbound') await receiveMail(call.app, event)
    else await heardOfMail(call.app, event)
    return { received: true }
  },
}

const badSignature = () => new Refused(403, 'bad_signature', 'The signature does not match.')

/** The form's fields, once the provider's signature over all of them as they came is right. */
async function readForm(
  { app, headers, raw_body }: ReadContext,
  path: string,
): Promise<Record<string, string>> {
  const form = Object.fromEntries(new URLSearchParams(raw_body?.toString('utf8') ?? ''))
  const signature = headers['x-twilio-signature']
  const isSigned =
    typeof signature === 'string' &&
    app.sms.isSigned(signature, `${app.config.PUBLIC_URL}${path}`, form)
  if (!isSigned) throw badSignature()
  return form
}

/** Pictures stay with the provider; the office learns that there are some. */
const textOf = ({ Body = '', NumMedia = '0' }: Record<string, string>): string =>
  [Body, ...(Number(NumMedia) ? [`[${NumMedia} picture(s), not shown here]`] : [])]
    .filter(Boolean)
    .join('\n')

/** We answer with a message of our own, if at all. */
const noAnswer = ({ reply }: ReadContext): undefined =>
  void reply.type('text/xml; charset=utf-8').send('<Response/>')

const freshSeconds = 300

/** `t=…,v1=…` with HMAC-SHA256 over the time, a dot and the body. */
function checkMailSignature({ app, headers, raw_body }: ReadContext): void {
  const secret = app.config.MAIL_WEBHOOK_SECRET
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(
    String(headers['fieldhive-signature'] ?? ''),
  )
  if (!secret || !raw_body || !parts) throw badSignature()
  const [, at = '', given = ''] = parts
  const right = createHmac('sha256', secret).update(`${at}.`).update(raw_body).digest()
  const isFresh = Math.abs(Date.now() / 1000 - Number(at)) <= freshSeconds
  if (!isFresh || !timingSafeEqual(right, Buffer.from(given, 'hex'))) throw badSignature()
}

const receiveMail = (app: App, event: MailEvent): Promise<string | null> =>
  receive(app, {
    channel: 'email',
    from: bareAddress(event.from ?? ''),
    from_name: event.from_name ?? nameIn(event.from ?? ''),
    subject: event.subject ?? null,
    text: event.text ?? '',
    provider_id: event.message_id ?? event.id,
    verified: event.auth?.dmarc === 'pass',
    answers: [
      ...(event.to ?? []).flatMap(idInToken),
      ...[event.in_reply_to ?? '', ...(event.references ?? []).toReversed()].flatMap(idInMessageId),
    ],
  })

async function heardOfMail(app: App, { kind, message_id, bounce }: MailEvent): Promise<void> {
  const [id] = idInMessageId(message_id ?? '')
  if (!id) return
  if (kind === 'delivered') return heardBack(app, { id, status: 'delivered' })
  // A mailbox that is full today takes mail tomorrow.
  if (kind === 'bounced' && !bounce?.permanent) return
  const address = kind === 'complained' ? 'complained' : 'bounced'
  await heardBack(app, { id, fault: new Undeliverable(bounce?.code ?? kind, { address }) })
}

/** '"Ana" <ana@example.com>' → 'ana@example.com'. */
const bareAddress = (text: string): string => /<([^>]+)>/.exec(text)?.[1] ?? text
const nameIn = (text: string): string | null =>
  /^\s*"?([^"<]+?)"?\s*</.exec(text)?.[1]?.trim() || null
/** Our message ids: in an address that answers go to, and in a Message-ID. */
const idInToken = (to: string): string[] => ids(/^r\+([0-9a-f-]{36})@/i.exec(bareAddress(to)))
const idInMessageId = (text: string): string[] => ids(/^<?([0-9a-f-]{36})@/i.exec(text.trim()))
const ids = (found: RegExpExecArray | null): string[] =>
  found?.[1] && isUuid(found[1]) ? [found[1].toLowerCase()] : []
