import { randomUUID } from 'node:crypto'
import type { App } from '../call.ts'
import { receive } from './receive.ts'

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
