import type Stripe from 'stripe'

/** What the payment sandbox says it holds: for each account, its objects and its balance. */
export type ProviderState = {
  platform: string
  accounts: Record<string, AccountState>
}
type AccountState = {
  balance: Record<'available' | 'pending', { amount: number }[]>
  payment_intents: Stripe.PaymentIntent[]
  charges: Stripe.Charge[]
  refunds: Stripe.Refund[]
  payouts: Stripe.Payout[]
  customers: Stripe.Customer[]
  subscriptions: Stripe.Subscription[]
  events: ProviderEvent[]
}
export type ProviderEvent = {
  id: string
  type: string
  data: { object: { id: string; payment_intent?: string } }
}
