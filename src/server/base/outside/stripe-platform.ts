import { snapshotEvent, ask, type Saving, type StripeClient } from './stripe.ts'

export type AccountState = {
  charges_enabled: boolean
  payouts_enabled: boolean
  details_submitted: boolean
  requirements_due: number
  disabled_reason: string | null
}

const accountParts: ('configuration.merchant' | 'requirements')[] = [
  'configuration.merchant',
  'requirements',
]

/** What the product does on the platform's own account. */
export const platformOperations = (stripe: StripeClient) => ({
  ...onboardingOperations(stripe),
  ...billingOperations(stripe),
  ...subscriptionOperations(stripe),
})

const onboardingOperations = (stripe: StripeClient) => ({
  createAccount: (
    account: { name: string; email: string | null; metadata: Record<string, string> },
    key: string,
  ) =>
    ask(() =>
      stripe.v2.core.accounts.create(
        {
          display_name: account.name,
          ...(account.email ? { contact_email: account.email } : {}),
          dashboard: 'full',
          metadata: account.metadata,
          identity: { country: 'us' },
          configuration: {
            merchant: {
              capabilities: {
                card_payments: { requested: true },
                ach_debit_payments: { requested: true },
              },
            },
          },
          defaults: {
            currency: 'usd',
            responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' },
          },
          include: accountParts,
        },
        { idempotencyKey: key },
      ),
    ),
  /** Links live for minutes and work once: make a new one each time. */
  onboardingLink: (account: string, refresh_url: string, return_url: string) =>
    ask(() =>
      stripe.v2.core.accountLinks.create({
        account,
        use_case: { type: 'account_onboarding', account_onboarding: { refresh_url, return_url } },
      }),
    ),
  async readAccount(account: string): Promise<AccountState> {
    const [now, summary] = await Promise.all([
      ask(() => stripe.v2.core.accounts.retrieve(account, { include: accountParts })),
      ask(() => stripe.accounts.retrieve(account)),
    ])
    const capabilities = now.configuration?.merchant?.capabilities
    const due = (now.requirements?.entries ?? []).filter(({ minimum_deadline }) =>
      ['currently_due', 'past_due'].includes(minimum_deadline.status),
    )
    return {
      charges_enabled: capabilities?.card_payments?.status === 'active',
      payouts_enabled: capabilities?.stripe_balance?.payouts?.status === 'active',
      details_submitted: summary.details_submitted,
      requirements_due: due.length,
      disabled_reason: summary.requirements?.disabled_reason ?? null,
    }
  },
})

const billingOperations = (stripe: StripeClient) => ({
  createCustomer: (
    customer: { name: string; email: string | null; metadata: Record<string, string> },
    key: string,
  ) =>
    ask(() =>
      stripe.customers.create(
        {
          name: customer.name,
          ...(customer.email ? { email: customer.email } : {}),
          metadata: customer.metadata,
        },
        { idempotencyKey: key },
      ),
    ),
  createSetup: ({ customer, types, key }: Saving) =>
    ask(() =>
      stripe.setupIntents.create(
        { customer, usage: 'off_session', allowed_payment_method_types: [...types] },
        { idempotencyKey: key },
      ),
    ),
  readSetup: (id: string) =>
    ask(() => stripe.setupIntents.retrieve(id, { expand: ['payment_method'] })),
  setDefaultMethod: (customer: string, method: string) =>
    ask(() =>
      stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } }),
    ),
  findPrice: async (lookup_key: string) =>
    (await ask(() => stripe.prices.list({ lookup_keys: [lookup_key], active: true, limit: 1 })))
      .data[0]?.id ?? null,
  createPrice: (
    price: {
      name: string
      lookup_key: string
      tiers: readonly { up_to: number | 'inf'; unit_cents: number }[]
    },
    key: string,
  ) =>
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
})

const subscriptionOperations = (stripe: StripeClient) => ({
  /** Starts with one user; a second call sets the number, so that a repeat under the same key has the same parameters. */
  createSubscription: (
    plan: {
      customer: string
      price: string
      day: number
      trial_ends_at: Date | null
      metadata: Record<string, string>
    },
    key: string,
  ) =>
    ask(() =>
      stripe.subscriptions.create(
        {
          customer: plan.customer,
          items: [{ price: plan.price, quantity: 1 }],
          billing_cycle_anchor_config: { day_of_month: plan.day },
          proration_behavior: 'none',
          payment_behavior: 'default_incomplete',
          metadata: plan.metadata,
          ...(plan.trial_ends_at
            ? { trial_end: Math.floor(plan.trial_ends_at.getTime() / 1000) }
            : {}),
        },
        { idempotencyKey: key },
      ),
    ),
  readSubscription: (id: string) => ask(() => stripe.subscriptions.retrieve(id)),
  setSubscriptionEnd: (id: string, cancel_at_period_end: boolean) =>
    ask(() => stripe.subscriptions.update(id, { cancel_at_period_end })),
  /** While paused, every bill is void as soon as it is made. */
  pauseBills: (id: string, isPaused: boolean) =>
    ask(() =>
      stripe.subscriptions.update(id, { pause_collection: isPaused ? { behavior: 'void' } : '' }),
    ),
  setSubscriptionUsers: (id: string, item: string, quantity: number) =>
    ask(() =>
      stripe.subscriptions.update(id, {
        items: [{ id: item, quantity }],
        proration_behavior: 'none',
      }),
    ),
  listOpenBills: (customer: string) =>
    ask(async () =>
      (await stripe.invoices.list({ customer, status: 'open', limit: 100 })).data.map(
        ({ id, attempt_count, amount_remaining }) => ({
          id,
          attempt_count,
          cents: amount_remaining,
        }),
      ),
    ),
  payBill: (id: string, method: string, key: string) =>
    ask(() => stripe.invoices.pay(id, { payment_method: method }, { idempotencyKey: key })),
  readInvoice: (id: string) => ask(() => stripe.invoices.retrieve(id)),
  listUndelivered: () =>
    ask(async () =>
      (
        await stripe.events
          .list({ delivery_success: false, limit: 100 })
          .autoPagingToArray({ limit: 1000 })
      ).map(snapshotEvent),
    ),
})
