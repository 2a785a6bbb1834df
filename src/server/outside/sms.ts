import type { Twilio } from 'twilio'
import { Undeliverable } from './mail.ts'

export type Sms = {
  kind: 'twilio' | 'outbox'
  /** Returns the channel's id of the message. */
  send(message: { to: string; text: string }): Promise<string>
}

/** Text messages through Twilio, or into the outbox that one reads on this machine. */
export function createSms({
  accountSid,
  authToken,
  from,
}: {
  accountSid: string | null
  authToken: string | null
  from: string | null
}): Sms {
  if (!accountSid || !authToken || !from)
    return { kind: 'outbox', send: () => Promise.resolve('outbox') }
  // Loaded only where it is used: it takes a fifth of a second.
  let client: Promise<Twilio> | undefined
  const connect = async (): Promise<Twilio> =>
    (await import('twilio')).default(accountSid, authToken, { timeout: 20_000 })
  return {
    kind: 'twilio',
    async send({ to, text }) {
      try {
        return (await (await (client ??= connect())).messages.create({ to, from, body: text })).sid
      } catch (fault) {
        const status = (fault as { status?: number }).status ?? 0
        // 4xx other than 'too many' speaks of the number or of the account; the next try would hear the same.
        if (status >= 400 && status < 500 && status !== 429)
          throw new Undeliverable((fault as Error).message, { cause: fault })
        throw fault
      }
    },
  }
}
