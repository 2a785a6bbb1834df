// Sends an event to a webhook endpoint, signed the way Stripe does.
import { createHmac } from 'node:crypto'
import type { WebhookKind } from './call.ts'
import { thinNotification } from './events.ts'
import type { Row } from './store.ts'
import { publicForm } from './wire.ts'

export type Webhook = { url: string; secret: string; kind: WebhookKind }

/** Seconds between attempts; the last repeats for three days. */
export const backoffSeconds = [0.5, 1, 2, 5, 10, 30, 60, 300, 900, 3600]
export const giveUpAfterMilliseconds = 3 * 24 * 3600 * 1000
const timeoutMilliseconds = 10_000

export const bodyOf = (webhook: Webhook, event: Row): string =>
  JSON.stringify(webhook.kind === 'thin' ? thinNotification(event) : publicForm(event), null, 2)

/** `unreachable`: nothing is listening, so other events need not be tried for a while. */
export async function deliver(
  webhook: Webhook,
  body: string,
  closing: AbortSignal,
): Promise<'delivered' | 'refused' | 'unreachable'> {
  const at = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', webhook.secret).update(`${at}.${body}`).digest('hex')
  const timeout = AbortSignal.timeout(timeoutMilliseconds)
  try {
    const answer = await fetch(webhook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (sandbox)',
        'stripe-signature': `t=${at},v1=${signature}`,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([timeout, closing]),
    })
    await answer.arrayBuffer()
    return answer.ok ? 'delivered' : 'refused'
  } catch {
    return timeout.aborted ? 'refused' : 'unreachable'
  }
}
