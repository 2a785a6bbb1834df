import type { BillingStatus } from '../../../domain/money/payment.ts'
import type { SetupIntent, Stripe, StripeError } from '@stripe/stripe-js'
import { wordsNow } from '../../app/words.ts'
import { moneyWords } from '../../../words/en/money.ts'

/** The provider's permission to add a method, with its library. */
export type Setup = { client_secret: string; stripe: Stripe; wallets: boolean }

/**
 * Starts loading what a form needs. After the returned function is called, because the form is
 * gone, no callback runs.
 */
export function beginWork<T>(
  work: () => Promise<T>,
  ready: (result: T) => void,
  lost: (error: unknown) => void,
): () => void {
  let isOver = false
  work().then(
    (result) => isOver || ready(result),
    (error: unknown) => isOver || lost(error),
  )
  return () => {
    isOver = true
  }
}

/** What the provider has confirmed; `verify_url` is its page for the deposits it sends to a bank account. */
export type Confirmed = {
  setup_intent_id: string
  payment_method_id: string | null
  verify_url: string | null
}

type Outcome =
  | { error: Pick<StripeError, 'message' | 'type'>; setupIntent?: undefined }
  | {
      error?: undefined
      setupIntent: Pick<SetupIntent, 'id' | 'status' | 'payment_method' | 'next_action'>
    }

/**
 * The result of confirming a method: what was confirmed, or why not. `refused` and `incomplete` are
 * for errors without a message.
 */
export function confirmedOf(
  { error, setupIntent }: Outcome,
  { refused, incomplete = refused }: { refused: string; incomplete?: string },
): Confirmed | string {
  if (error) return error.message ?? (error.type === 'validation_error' ? incomplete : refused)
  const { id, status, payment_method: method, next_action } = setupIntent
  if (!['succeeded', 'requires_action', 'processing'].includes(status))
    return wordsNow(moneyWords).unexpected(status)
  return {
    setup_intent_id: id,
    payment_method_id: typeof method === 'string' ? method : (method?.id ?? null),
    verify_url: next_action?.verify_with_microdeposits?.hosted_verification_url ?? null,
  }
}

const returnNames = ['setup_intent', 'setup_intent_client_secret', 'redirect_status']

/**
 * A bank may first send people to its own page and back, with the setup in the URL: returns its id,
 * and the URL without it.
 */
export function returnedSetup(href: string): { id: string; rest: URL } | null {
  const rest = new URL(href)
  const id = rest.searchParams.get('setup_intent')
  for (const name of returnNames) rest.searchParams.delete(name)
  return id ? { id, rest } : null
}

/**
 * What payers see if the organization's account is not complete: worth mentioning, but no reason to
 * stop.
 */
export function billingWarning(
  status: Pick<BillingStatus, 'hasAccount' | 'canCollect' | 'disabled_reason'> | undefined,
  organization: string | null,
): string | null {
  if (!status?.hasAccount) return null
  const words = wordsNow(moneyWords)
  if (!status.canCollect) return words.notSetUp(organization)
  if (!status.disabled_reason) return null
  const reason = status.disabled_reason.replaceAll(/[._]/g, ' ')
  return words.notFullyActive(organization, reason)
}
