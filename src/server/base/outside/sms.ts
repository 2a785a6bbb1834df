import { Undeliverable, Unregistered } from './faults.ts'
import { signedByTwilio, twilioAt, TwilioFault } from './twilio.ts'

export type Sms = {
  kind: 'twilio' | 'outbox'
  /** The number texts come from. */
  from: string
  /** True if the provider signed these parameters of a webhook at this address. */
  isSigned(signature: string, url: string, parameters: Record<string, string>): boolean
  /** True if the provider answers this message itself. */
  answersItself(text: string): boolean
  /** Returns the channel's id of the message. `id` is ours. */
  send(message: { id: string; to: string; text: string }): Promise<string>
  /** The channel's ids of the texts it has with these words to this number since a moment (ISO 8601). */
  find(message: { to: string; text: string; since: string }): Promise<string[]>
}

type Options = {
  accountSid: string | null
  authToken: string | null
  from: string | null
  /** Another server with Twilio's API. */
  apiBase?: string | null
  /** Where the provider tells what became of a text, by our id of it. */
  statusUrl?: (id: string) => string
}

/** Text messages through Twilio, or into the outbox that one reads on this machine. */
export function createSms({
  accountSid,
  authToken,
  from,
  apiBase = null,
  statusUrl,
}: Options): Sms {
  if (!accountSid || !authToken || !from)
    return {
      kind: 'outbox',
      from: 'outbox',
      isSigned: () => false,
      answersItself: () => false,
      send: () => Promise.resolve('outbox'),
      find: () => Promise.resolve([]),
    }
  const call = twilioAt({ accountSid, authToken, base: apiBase ?? 'https://api.twilio.com' })
  return {
    kind: 'twilio',
    from,
    isSigned: (signature, url, parameters) =>
      signedByTwilio({ authToken, signature, url, parameters }),
    answersItself: (text) => answeredByTwilio.test(text.trim()),
    async send({ id, to, text }) {
      const callback: Record<string, string> = statusUrl ? { StatusCallback: statusUrl(id) } : {}
      try {
        return (await call.create({ To: to, From: from, Body: text, ...callback })).sid
      } catch (fault) {
        throw meaningOf(fault)
      }
    },
    async find({ to, text, since }) {
      const sent = await call.list({ To: to, From: from, since_ms: Date.parse(since) - 5000 })
      return sent.filter(({ body }) => body === text).map(({ sid }) => sid)
    },
  }
}

/** https://www.twilio.com/docs/messaging/tutorials/advanced-opt-out; its answer to HELP says nothing of the business, so we answer too. */
const answeredByTwilio = /^(stop|stopall|unsubscribe|cancel|end|quit|revoke|optout|start|unstop)$/i

/** Twilio's error codes that speak of our registration, and of the number; https://www.twilio.com/docs/api/errors */
const unregistered = new Set([30032, 30034])
const aboutTheNumber: Record<number, 'stopped' | 'invalid'> = {
  21610: 'stopped',
  21211: 'invalid',
  21614: 'invalid',
  30005: 'invalid',
  30006: 'invalid',
}

function meaningOf(fault: unknown): unknown {
  if (!(fault instanceof TwilioFault)) return fault
  const { status, code, message } = fault
  if (unregistered.has(code)) return new Unregistered(message, { cause: fault })
  const address = aboutTheNumber[code] ?? null
  // 4xx other than 'too many' speaks of the number or of the account; the next try would hear the same.
  if (address || (status >= 400 && status < 500 && status !== 429))
    return new Undeliverable(message, { address, cause: fault })
  return fault
}

/** What an error code says that the provider tells after it took the text. */
export function laterFault(code: number): Unregistered | Undeliverable {
  const message = `The carrier did not deliver it (${code || 'no reason given'}).`
  if (unregistered.has(code)) return new Unregistered(message)
  return new Undeliverable(message, { address: aboutTheNumber[code] ?? null })
}
