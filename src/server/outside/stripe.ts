import Stripe from 'stripe'
import { outcomeOf, paymentFault, Rejected } from './payment-faults.ts'

export type PaymentIntent = Stripe.PaymentIntent
export type SetupIntent = Stripe.SetupIntent
export type ProviderMethod = Stripe.PaymentMethod
export type Charge = Stripe.Charge
export type ProviderRefund = Stripe.Refund
export type Dispute = Stripe.Dispute
export type BalanceTransaction = Stripe.BalanceTransaction
export type Subscription = Stripe.Subscription

/** How long one answer may take: a person waits for a screen, nobody for a job. */
const patienceMs = { screen: 7_000, job: 20_000 } as const
export type Patience = keyof typeof patienceMs

export type WebhookKind = 'platform' | 'connect' | 'thin'
/** What a signed delivery says; only a hint, since the object is read again before anything is done. */
export type ProviderEvent = {
  id: string
  type: string
  account: string | null
  object_id: string | null
  object_type: string | null
  live: boolean
  payload: object
}

export type AccountState = {
  charges_enabled: boolean
  payouts_enabled: boolean
  details_submitted: boolean
  requirements_due: number
  disabled_reason: string | null
}

export type PaymentsOptions = {
  secretKey: string
  publishableKey: string | null
  host?: string
  port?: number
  protocol?: 'http' | 'https'
  /** Where the browser loads the provider's script from; null for the provider's own address. */
  scriptUrl?: string | null
  webhookSecrets: Partial<Record<WebhookKind, string>>
  /** Where an account's dashboard is, when it is not the provider's own site: an address, or a path on our origin. */
  dashboardUrl?: (account: string) => string
}

/** The payment provider, as the product uses it. Amounts are integer cents, keys are ours and stored before the call. */
export type Payments = ReturnType<typeof createPayments>
export type AccountPayments = ReturnType<Payments['on']>
export type PlatformPayments = Payments['platform']

const settledIntent = ['latest_charge.balance_transaction']
const types: ('card' | 'us_bank_account')[] = ['card', 'us_bank_account']

/** One client an account, since an options object given alone would be sent as parameters and the call would run on the platform. */
export function createPayments(options: PaymentsOptions) {
  const { secretKey, host, port, protocol } = options
  const live = /^(sk|rk)_live_/.test(secretKey)
  const isElsewhere = Boolean(host && !/(^|\.)stripe\.com$/.test(host))
  const clientOf = (patience: Patience, account?: string): Stripe =>
    new Stripe(secretKey, {
      ...(host ? { host } : {}),
      ...(port ? { port } : {}),
      ...(protocol ? { protocol } : {}),
      ...(account ? { stripeContext: account } : {}),
      timeout: patienceMs[patience],
      maxNetworkRetries: 2,
      telemetry: false,
    })
  const platform = clientOf('job')
  const known = new Map<string, ReturnType<typeof accountOperations>>()
  return {
    live,
    sandbox: isElsewhere,
    publishableKey: options.publishableKey,
    scriptUrl: options.scriptUrl ?? null,
    /** Where the holder of an account looks after it. */
    dashboardUrl: options.dashboardUrl ?? ((account: string) => (isElsewhere ? `/sandbox/payments/dashboard/${account}` : 'https://dashboard.stripe.com')),
    platform: platformOperations(clientOf('screen')),
    /** What may be done on one connected account. */
    on(account: string, patience: Patience = 'job') {
      if (!/^acct_\w+$/.test(account)) throw new Rejected('account_invalid', 'Not a connected account.')
      const key = `${patience}:${account}`
      let operations = known.get(key)
      if (!operations) known.set(key, (operations = accountOperations(clientOf(patience, account))))
      return operations
    },
    /** The event, or null when the signature, its age or the kind is wrong. */
    verifyWebhook(kind: WebhookKind, rawBody: Buffer, signature: string | undefined): ProviderEvent | null {
      const secret = options.webhookSecrets[kind]
      if (!secret || !signature) return null
      try {
        if (kind === 'thin') return thinEvent(platform.parseEventNotification(rawBody, signature, secret))
        return snapshotEvent(platform.webhooks.constructEvent(rawBody, signature, secret))
      } catch {
        return null
      }
    },
  }
}

function thinEvent(event: Stripe.V2.Core.EventNotification): ProviderEvent {
  const related = 'related_object' in event ? (event.related_object as { id: string; type: string } | null) : null
  return {
    id: event.id,
    type: event.type,
    account: related?.type === 'v2.core.account' ? related.id : null,
    object_id: related?.id ?? null,
    object_type: related?.type ?? null,
    live: event.livemode,
    payload: { id: event.id, type: event.type, related_object: related },
  }
}

function snapshotEvent(event: Stripe.Event): ProviderEvent {
  const object = event.data.object as { id?: string; object?: string }
  return {
    id: event.id,
    type: event.type,
    account: event.account ?? null,
    object_id: object.id ?? null,
    object_type: object.object ?? null,
    live: event.livemode,
    payload: { id: event.id, type: event.type, created: event.created, object: { id: object.id, object: object.object } },
  }
}

/** Runs one call and turns the SDK's errors into ours. */
async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (fault) {
    throw fault instanceof Stripe.errors.StripeError ? paymentFault(outcomeOf(fault)) : fault
  }
}

type NewIntent = {
  amount_cents: number
  currency: string
  customer: string
  description: string
  metadata: Record<string, string>
  application_fee_cents?: number
}
type Confirmation = { payment_method: string; mandate?: string | null; off_session: boolean }
type Saving = { customer: string; types: readonly ('card' | 'us_bank_account')[]; metadata?: Record<string, string>; key: string }

function accountOperations(stripe: Stripe) {
  return {
    createIntent: (intent: NewIntent, key: string) =>
      ask(() =>
        stripe.paymentIntents.create(
          {
            amount: intent.amount_cents,
            currency: intent.currency.toLowerCase(),
            customer: intent.customer,
            description: intent.description,
            metadata: intent.metadata,
            allowed_payment_method_types: types,
            ...(intent.application_fee_cents ? { application_fee_amount: intent.application_fee_cents } : {}),
          },
          { idempotencyKey: key },
        ),
      ),
    readIntent: (id: string) => ask(() => stripe.paymentIntents.retrieve(id, { expand: settledIntent })),
    setIntentAmount: (id: string, amount_cents: number) => ask(() => stripe.paymentIntents.update(id, { amount: amount_cents })),
    confirmIntent: (id: string, { payment_method, mandate, off_session }: Confirmation, key: string) =>
      ask(() => stripe.paymentIntents.confirm(id, { payment_method, off_session, ...(mandate ? { mandate } : {}) }, { idempotencyKey: key })),
    cancelIntent: (id: string) => ask(() => stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })),
    /** A customer's intents made since a moment; for finding the one whose answer was lost long ago. */
    listIntents: (customer: string, since: Date) =>
      ask(() => stripe.paymentIntents.list({ customer, created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 }).autoPagingToArray({ limit: 1000 })),
    createCustomer: (customer: { name?: string | null; email?: string | null; metadata: Record<string, string> }, key: string) =>
      ask(() =>
        stripe.customers.create(
          { ...(customer.name ? { name: customer.name } : {}), ...(customer.email ? { email: customer.email } : {}), metadata: customer.metadata },
          { idempotencyKey: key },
        ),
      ),
    setDefaultMethod: (customer: string, method: string) =>
      ask(() => stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } })),
    createSetup: ({ customer, types, metadata, key }: Saving) =>
      ask(() =>
        stripe.setupIntents.create(
          { customer, usage: 'off_session', allowed_payment_method_types: [...types], ...(metadata ? { metadata } : {}) },
          { idempotencyKey: key },
        ),
      ),
    readSetup: (id: string) => ask(() => stripe.setupIntents.retrieve(id, { expand: ['payment_method'] })),
    readMethod: (id: string) => ask(() => stripe.paymentMethods.retrieve(id)),
    detachMethod: (id: string) => ask(() => stripe.paymentMethods.detach(id)),
    openPortal: (customer: string, return_url: string) => ask(() => stripe.billingPortal.sessions.create({ customer, return_url })),
    refund: (payment_intent: string, amount_cents: number, metadata: Record<string, string>, key: string) =>
      ask(() => stripe.refunds.create({ payment_intent, amount: amount_cents, metadata }, { idempotencyKey: key })),
    /** With its balance transactions in full: the one that took the money, and the one that brought it back. */
    readRefund: (id: string) =>
      ask(async () => {
        const refund = await stripe.refunds.retrieve(id, { expand: ['balance_transaction'] })
        const returned = refund.failure_balance_transaction
        return typeof returned === 'string' ? { ...refund, failure_balance_transaction: await stripe.balanceTransactions.retrieve(returned) } : refund
      }),
    listRefunds: (payment_intent: string) => ask(() => stripe.refunds.list({ payment_intent, limit: 100 }).autoPagingToArray({ limit: 1000 })),
    readCharge: (id: string) => ask(() => stripe.charges.retrieve(id)),
    readDispute: (id: string) => ask(() => stripe.disputes.retrieve(id)),
    listDisputes: (payment_intent: string) => ask(() => stripe.disputes.list({ payment_intent, limit: 100 }).autoPagingToArray({ limit: 100 })),
    readBalance: () => ask(() => stripe.balance.retrieve()),
    listTransactions: (since: Date) =>
      ask(() => stripe.balanceTransactions.list({ created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 }).autoPagingToArray({ limit: 10_000 })),
    /** Events of the last 30 days that no endpoint of ours has acknowledged. */
    listUndelivered: () =>
      ask(async () => (await stripe.events.list({ delivery_success: false, limit: 100 }).autoPagingToArray({ limit: 1000 })).map(snapshotEvent)),
  }
}

const accountParts: ('configuration.merchant' | 'requirements')[] = ['configuration.merchant', 'requirements']

function platformOperations(stripe: Stripe) {
  return {
    createAccount: (account: { name: string; email: string | null; metadata: Record<string, string> }, key: string) =>
      ask(() =>
        stripe.v2.core.accounts.create(
          {
            display_name: account.name,
            ...(account.email ? { contact_email: account.email } : {}),
            dashboard: 'full',
            metadata: account.metadata,
            identity: { country: 'us' },
            configuration: { merchant: { capabilities: { card_payments: { requested: true }, ach_debit_payments: { requested: true } } } },
            defaults: { currency: 'usd', responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' } },
            include: accountParts,
          },
          { idempotencyKey: key },
        ),
      ),
    /** Links live for minutes and work once: make a new one each time. */
    onboardingLink: (account: string, refresh_url: string, return_url: string) =>
      ask(() => stripe.v2.core.accountLinks.create({ account, use_case: { type: 'account_onboarding', account_onboarding: { refresh_url, return_url } } })),
    async readAccount(account: string): Promise<AccountState> {
      const [now, summary] = await Promise.all([
        ask(() => stripe.v2.core.accounts.retrieve(account, { include: accountParts })),
        ask(() => stripe.accounts.retrieve(account)),
      ])
      const capabilities = now.configuration?.merchant?.capabilities
      const due = (now.requirements?.entries ?? []).filter(({ minimum_deadline }) => ['currently_due', 'past_due'].includes(minimum_deadline.status))
      return {
        charges_enabled: capabilities?.card_payments?.status === 'active',
        payouts_enabled: capabilities?.stripe_balance?.payouts?.status === 'active',
        details_submitted: summary.details_submitted,
        requirements_due: due.length,
        disabled_reason: summary.requirements?.disabled_reason ?? null,
      }
    },
    createCustomer: (customer: { name: string; email: string | null; metadata: Record<string, string> }, key: string) =>
      ask(() =>
        stripe.customers.create(
          { name: customer.name, ...(customer.email ? { email: customer.email } : {}), metadata: customer.metadata },
          { idempotencyKey: key },
        ),
      ),
    createSetup: ({ customer, types, key }: Saving) =>
      ask(() => stripe.setupIntents.create({ customer, usage: 'off_session', allowed_payment_method_types: [...types] }, { idempotencyKey: key })),
    readSetup: (id: string) => ask(() => stripe.setupIntents.retrieve(id, { expand: ['payment_method'] })),
    setDefaultMethod: (customer: string, method: string) =>
      ask(() => stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } })),
    findPrice: async (lookup_key: string) => (await ask(() => stripe.prices.list({ lookup_keys: [lookup_key], active: true, limit: 1 }))).data[0]?.id ?? null,
    createPrice: (price: { name: string; lookup_key: string; tiers: readonly { up_to: number | 'inf'; unit_cents: number }[] }, key: string) =>
      ask(() =>
        stripe.prices.create(
          {
            currency: 'usd',
            lookup_key: price.lookup_key,
            product_data: { name: price.name },
            recurring: { interval: 'month' },
            billing_scheme: 'tiered',
            tiers_mode: 'graduated',
            tiers: price.tiers.map(({ up_to, unit_cents }) => ({ up_to, unit_amount: unit_cents })),
          },
          { idempotencyKey: key },
        ),
      ),
    /** Begins with one user: the number is set by a second call, so that a repeat under the same key says the same. */
    createSubscription: (plan: { customer: string; price: string; day: number; trial_ends_at: Date | null; metadata: Record<string, string> }, key: string) =>
      ask(() =>
        stripe.subscriptions.create(
          {
            customer: plan.customer,
            items: [{ price: plan.price, quantity: 1 }],
            billing_cycle_anchor_config: { day_of_month: plan.day },
            proration_behavior: 'none',
            payment_behavior: 'default_incomplete',
            metadata: plan.metadata,
            ...(plan.trial_ends_at ? { trial_end: Math.floor(plan.trial_ends_at.getTime() / 1000) } : {}),
          },
          { idempotencyKey: key },
        ),
      ),
    readSubscription: (id: string) => ask(() => stripe.subscriptions.retrieve(id)),
    setSubscriptionEnd: (id: string, cancel_at_period_end: boolean) => ask(() => stripe.subscriptions.update(id, { cancel_at_period_end })),
    setSubscriptionUsers: (id: string, item: string, quantity: number) =>
      ask(() => stripe.subscriptions.update(id, { items: [{ id: item, quantity }], proration_behavior: 'none' })),
    readInvoice: (id: string) => ask(() => stripe.invoices.retrieve(id)),
    listUndelivered: () =>
      ask(async () => (await stripe.events.list({ delivery_success: false, limit: 100 }).autoPagingToArray({ limit: 1000 })).map(snapshotEvent)),
  }
}
