import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

// The two calls and the signature that texts need; the whole library would be 45 more packages on every server.

/** An answer of Twilio that is not a success, with the HTTP status and Twilio's own code (0: none). */
export class TwilioFault extends Error {
  readonly status: number
  readonly code: number
  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

const timeout_ms = 20_000
/** As many messages as `list` reads at most. */
const mostListed = 200

const Message = z.object({ sid: z.string(), body: z.string().nullable() })
const Refusal = z.object({ code: z.number().nullish(), message: z.string().nullish() })

type Account = { accountSid: string; authToken: string; base: string }

/** Twilio's messages of one account: https://www.twilio.com/docs/messaging/api/message-resource */
export function twilioAt({ accountSid, authToken, base }: Account) {
  const messages = `${base}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const ask = async (url: string, init: RequestInit): Promise<unknown> => {
    const response = await fetch(url, {
      ...init,
      headers: { accept: 'application/json', authorization },
      redirect: 'error',
      signal: AbortSignal.timeout(timeout_ms),
    })
    const body: unknown = await response.json().catch(() => null)
    if (response.ok) return body
    const { code, message } = Refusal.safeParse(body).data ?? {}
    throw new TwilioFault(response.status, code ?? 0, message ?? `Twilio: ${response.status}`)
  }
  return {
    create: async (fields: Record<string, string>) =>
      Message.parse(await ask(messages, { method: 'POST', body: new URLSearchParams(fields) })),

    /** Those sent after a moment (ms since 1970), the newest first. */
    async list({ since_ms, ...fields }: { To: string; From: string; since_ms: number }) {
      const after = `${new Date(since_ms).toISOString().slice(0, 19)}Z`
      const query = new URLSearchParams({
        ...fields,
        'DateSent>': after,
        PageSize: String(mostListed),
      })
      const answer = await ask(`${messages}?${query}`, { method: 'GET' })
      return z.object({ messages: z.array(Message) }).parse(answer).messages
    },
  }
}

type Signed = {
  authToken: string
  signature: string
  /** Where the request arrived, as it is set up at Twilio. */
  url: string
  parameters: Record<string, string>
}

/** True if Twilio signed a form: https://www.twilio.com/docs/usage/webhooks/webhooks-security */
export function signedByTwilio({ authToken, signature, url, parameters }: Signed): boolean {
  const given = Buffer.from(signature)
  const names = Object.keys(parameters).sort()
  const form = names.map((name) => name + parameters[name]).join('')
  return spellings(url).some((spelling) => {
    const own = Buffer.from(
      createHmac('sha1', authToken)
        .update(spelling + form)
        .digest('base64'),
    )
    return own.length === given.length && timingSafeEqual(own, given)
  })
}

/** Twilio signs an address with its port or without it, depending on the product. */
function spellings(url: string): string[] {
  const [whole = '', scheme = '', host = '', rest = ''] =
    /^(https?:\/\/)([^/?#:]+|\[[^\]]*\])(?::\d+)?(.*)$/.exec(url) ?? []
  if (whole === '') return [url]
  const port = scheme === 'https://' ? 443 : 80
  return [url, `${scheme}${host}${rest}`, `${scheme}${host}:${port}${rest}`]
}
