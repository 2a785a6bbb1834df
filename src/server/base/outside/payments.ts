import { Rejected } from './payment-faults.ts'
import { accountOperations } from './stripe-account.ts'
import { platformOperations } from './stripe-platform.ts'
import {
  newClient,
  verifyEvent,
  type Patience,
  type ProviderEvent,
  type WebhookKind,
} from './stripe.ts'

type PaymentsOptions = {
  secretKey: string
  publishableKey: string | null
  host?: string
  port?: number
  protocol?: 'http' | 'https'
  /** Where the browser loads the provider's script from; null for the provider's own address. */
  scriptUrl?: string | null
  webhookSecrets: Partial<Record<WebhookKind, string>>
  /** Where an account's dashboard is, if it is not on the provider's own site: an address, or a path on our origin. */
  dashboardUrl?: (account: string) => string
}

/** The payment provider, as the product uses it. Amounts are integer cents; keys are ours and stored before the call. */
export type Payments = ReturnType<typeof createPayments>

export function createPayments(options: PaymentsOptions) {
  const { secretKey, host } = options
  const isElsewhere = Boolean(host && !/(^|\.)stripe\.com$/.test(host))
  const platform = newClient(options, 'job')
  const known = new Map<string, ReturnType<typeof accountOperations>>()
  return {
    live: /^(sk|rk)_live_/.test(secretKey),
    sandbox: isElsewhere,
    publishableKey: options.publishableKey,
    scriptUrl: options.scriptUrl ?? null,
    /** Where the holder of an account manages it. */
    dashboardUrl:
      options.dashboardUrl ??
      ((account: string) =>
        isElsewhere ? `/sandbox/payments/dashboard/${account}` : 'https://dashboard.stripe.com'),
    platform: platformOperations(newClient(options, 'screen')),
    /** What may be done on one connected account. */
    on(account: string, patience: Patience = 'job') {
      if (!/^acct_\w+$/.test(account))
        throw new Rejected('account_invalid', 'Not a connected account.')
      const key = `${patience}:${account}`
      let operations = known.get(key)
      if (!operations)
        known.set(key, (operations = accountOperations(newClient(options, patience, account))))
      return operations
    },
    /** The event, or null when the signature, its age or the kind is wrong. */
    verifyWebhook(
      kind: WebhookKind,
      rawBody: Buffer,
      signature: string | undefined,
    ): ProviderEvent | null {
      const secret = options.webhookSecrets[kind]
      return secret && signature ? verifyEvent(platform, kind, rawBody, signature, secret) : null
    },
  }
}
