import { types, snapshotEvent, ask, type Saving, type StripeClient } from './stripe.ts'

const settledIntent = ['latest_charge.balance_transaction']

type NewIntent = {
  amount_cents: number
  currency: string
  customer: string
  description: string
  metadata: Record<string, string>
  application_fee_cents?: number
}
type Confirmation = { payment_method: string; mandate?: string | null; off_session: boolean }

/** What may be done on one connected account. */
export const accountOperations = (stripe: StripeClient) => ({
  ...intentOperations(stripe),
  ...customerOperations(stripe),
  ...moneyOperations(stripe),
  ...walletOperations(stripe),
})

const intentOperations = (stripe: StripeClient) => ({
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
          ...(intent.application_fee_cents
            ? { application_fee_amount: intent.application_fee_cents }
            : {}),
        },
        { idempotencyKey: key },
      ),
    ),
  readIntent: (id: string) =>
    ask(() => stripe.paymentIntents.retrieve(id, { expand: settledIntent })),
  /** Includes the tip, so that readers of the payment see how much of it is the tip. */
  setIntentAmount: (id: string, amounts: { amount_cents: number; tip_cents: number }) =>
    ask(() =>
      stripe.paymentIntents.update(id, {
        amount: amounts.amount_cents,
        metadata: { tip_cents: amounts.tip_cents ? String(amounts.tip_cents) : '' },
      }),
    ),
  confirmIntent: (
    id: string,
    { payment_method, mandate, off_session }: Confirmation,
    key: string,
  ) =>
    ask(() =>
      stripe.paymentIntents.confirm(
        id,
        { payment_method, off_session, ...(mandate ? { mandate } : {}) },
        { idempotencyKey: key },
      ),
    ),
  cancelIntent: (id: string) =>
    ask(() => stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })),
  /** A customer's intents made since a moment; for finding the one whose answer was lost long ago. */
  listIntents: (customer: string, since: Date) =>
    ask(() =>
      stripe.paymentIntents
        .list({ customer, created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 })
        .autoPagingToArray({ limit: 1000 }),
    ),
})

const customerOperations = (stripe: StripeClient) => ({
  createCustomer: (
    customer: { name?: string | null; email?: string | null; metadata: Record<string, string> },
    key: string,
  ) =>
    ask(() =>
      stripe.customers.create(
        {
          ...(customer.name ? { name: customer.name } : {}),
          ...(customer.email ? { email: customer.email } : {}),
          metadata: customer.metadata,
        },
        { idempotencyKey: key },
      ),
    ),
  setDefaultMethod: (customer: string, method: string) =>
    ask(() =>
      stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } }),
    ),
  createSetup: ({ customer, types, metadata, key }: Saving) =>
    ask(() =>
      stripe.setupIntents.create(
        {
          customer,
          usage: 'off_session',
          allowed_payment_method_types: [...types],
          ...(metadata ? { metadata } : {}),
        },
        { idempotencyKey: key },
      ),
    ),
  readSetup: (id: string) =>
    ask(() => stripe.setupIntents.retrieve(id, { expand: ['payment_method'] })),
  readMethod: (id: string) => ask(() => stripe.paymentMethods.retrieve(id)),
  detachMethod: (id: string) => ask(() => stripe.paymentMethods.detach(id)),
  openPortal: (customer: string, return_url: string) =>
    ask(() => stripe.billingPortal.sessions.create({ customer, return_url })),
})

const moneyOperations = (stripe: StripeClient) => ({
  refund: (
    payment_intent: string,
    amount_cents: number,
    metadata: Record<string, string>,
    key: string,
  ) =>
    ask(() =>
      stripe.refunds.create(
        { payment_intent, amount: amount_cents, metadata },
        { idempotencyKey: key },
      ),
    ),
  /** With its balance transactions in full: the one that took the money, and the one that brought it back. */
  readRefund: (id: string) =>
    ask(async () => {
      const refund = await stripe.refunds.retrieve(id, { expand: ['balance_transaction'] })
      const returned = refund.failure_balance_transaction
      return typeof returned === 'string'
        ? {
            ...refund,
            failure_balance_transaction: await stripe.balanceTransactions.retrieve(returned),
          }
        : refund
    }),
  listRefunds: (payment_intent: string) =>
    ask(() =>
      stripe.refunds.list({ payment_intent, limit: 100 }).autoPagingToArray({ limit: 1000 }),
    ),
  readCharge: (id: string) => ask(() => stripe.charges.retrieve(id)),
  readDispute: (id: string) => ask(() => stripe.disputes.retrieve(id)),
  /** What the bank is told; it may be sent once. */
  answerDispute: (id: string, text: string, key: string) =>
    ask(() =>
      stripe.disputes.update(
        id,
        { evidence: { uncategorized_text: text }, submit: true },
        { idempotencyKey: key },
      ),
    ),
  listDisputes: (payment_intent: string) =>
    ask(() =>
      stripe.disputes.list({ payment_intent, limit: 100 }).autoPagingToArray({ limit: 100 }),
    ),
  readBalance: () => ask(() => stripe.balance.retrieve()),
  listTransactions: (since: Date) =>
    ask(() =>
      stripe.balanceTransactions
        .list({ created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 })
        .autoPagingToArray({ limit: 10_000 }),
    ),
  readPayout: (id: string) => ask(() => stripe.payouts.retrieve(id)),
  listPayouts: (since: Date) =>
    ask(() =>
      stripe.payouts
        .list({ created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 })
        .autoPagingToArray({ limit: 1000 }),
    ),
  /** What is in an automatic payout, itself included; only once it is reconciled. */
  listPayoutTransactions: (payout: string) =>
    ask(() =>
      stripe.balanceTransactions.list({ payout, limit: 100 }).autoPagingToArray({ limit: 10_000 }),
    ),
  /** Events of the last 30 days that no endpoint of ours has acknowledged. */
  listUndelivered: () =>
    ask(async () =>
      (
        await stripe.events
          .list({ delivery_success: false, limit: 100 })
          .autoPagingToArray({ limit: 1000 })
      ).map(snapshotEvent),
    ),
})

const walletOperations = (stripe: StripeClient) => ({
  /** Lets the pages of a domain offer wallets on this account; one that is registered is checked again. */
  registerDomain: (domain_name: string) =>
    ask(async () => {
      const known = (await stripe.paymentMethodDomains.list({ domain_name, limit: 1 })).data[0]
      return known
        ? stripe.paymentMethodDomains.validate(known.id)
        : stripe.paymentMethodDomains.create({ domain_name })
    }),
})
