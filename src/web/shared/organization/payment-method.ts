import { ApiError, errorText } from '../../app/client.ts'

const notStarted = 'Could not start payment method setup.'

/** Why no payment method can be added now. */
export function beginText(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.status === 401) return 'You need to sign in as an owner to add a payment method.'
    if (error.status === 403) return 'You are not permitted to add a payment method for this org.'
    return errorText(error, notStarted)
  }
  // The library's own errors (no key, no response) are plain errors with a message.
  return (error instanceof Error && error.message) || notStarted
}

export type BillingDetails = { name: string; email?: string }

/** Who the bill is for, as sent to the provider; null without a name. */
export function billingDetails(name: string, email: string): BillingDetails | null {
  if (name.trim() === '') return null
  return { name: name.trim(), ...(email.trim() ? { email: email.trim() } : {}) }
}
