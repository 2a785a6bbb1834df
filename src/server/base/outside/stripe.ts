import Stripe from 'stripe'
import { outcomeOf, paymentFault } from './payment-faults.ts'

export type PaymentIntent = Stripe.PaymentIntent
export type SetupIntent = Stripe.SetupIntent
export type ProviderMethod = Stripe.PaymentMethod
export type Charge = Stripe.Charge
export type ProviderRefund = Stripe.Refund
export type Dispute = Stripe.Dispute
export type BalanceTransaction = Stripe.BalanceTransaction
export type ProviderPayout = Stripe.Payout
export type Subscription = Stripe.Subscription

/** The SDK's client; other files take it from here, so that one file imports the SDK. */
export type StripeClient = Stripe

/** How long one answer may take, in ms: a person waits for a screen, no one for a job. */
const patienceMs = { screen: 7_000, job: 20_000 } as const
export type Patience = keyof typeof patienceMs

export type WebhookKind = 'platform' | 'connect' | 'thin'
/** A signed delivery. Only a hint: the object is read again before anything is done. */
export type ProviderEvent = {
  id: string
  type: string
  account: string | null
  object_id: string | null
  object_type: string | null
  live: boolean
  payload: object
}

export const types: ('card' | 'us_bank_account')[] = ['card', 'us_bank_account']

type Connection = {
  secretKey: string
  host?: string
  port?: number
  protocol?: 'http' | 'https'
}

/** A client of one account. An options object given alone would be sent as parameters, and the call would run on the platform. */
export const newClient = (
  { secretKey, host, port, protocol }: Connection,
  patience: Patience,
  account?: string,
): StripeClient =>
  new Stripe(secretKey, {
    ...(host ? { host } : {}),
    ...(port ? { port } : {}),
    ...(protocol ? { protocol } : {}),
    ...(account ? { stripeContext: account } : {}),
    timeout: patienceMs[patience],
    maxNetworkRetries: 2,
    telemetry: false,
  })

/** The event of a signed delivery, or null when the signature, its age or the kind is wrong. */
export function verifyEvent(
  client: StripeClient,
  kind: WebhookKind,
  rawBody: Buffer,
  signature: string,
  secret: string,
): ProviderEvent | null {
  try {
    return kind === 'thin'
      ? thinEvent(client.parseEventNotification(rawBody, signature, secret))
      : snapshotEvent(client.webhooks.constructEvent(rawBody, signature, secret))
  } catch {
    return null
  }
}

function thinEvent(event: Stripe.V2.Core.EventNotification): ProviderEvent {
  const related =
    'related_object' in event ? (event.related_object as { id: string; type: string } | null) : null
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

export function snapshotEvent(event: Stripe.Event): ProviderEvent {
  const object = event.data.object as { id?: string; object?: string }
  return {
    id: event.id,
    type: event.type,
    account: event.account ?? null,
    object_id: object.id ?? null,
    object_type: object.object ?? null,
    live: event.livemode,
    payload: {
      id: event.id,
      type: event.type,
      created: event.created,
      object: { id: object.id, object: object.object },
    },
  }
}

/** Runs one call and turns the SDK's errors into ours. */
export async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (fault) {
    throw fault instanceof Stripe.errors.StripeError ? paymentFault(outcomeOf(fault)) : fault
  }
}
export type Saving = {
  customer: string
  types: readonly ('card' | 'us_bank_account')[]
  metadata?: Record<string, string>
  key: string
}
