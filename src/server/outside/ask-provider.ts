import { NotReady, Rejected, Unknown } from './payment-faults.ts'
import { Refused, refused } from '../refusals.ts'

/** Runs a call for a screen: 503 if the provider does not answer, 409 not_ready if it refuses. */
export async function askProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (fault) {
    if (fault instanceof Unknown)
      throw new Refused(
        503,
        'provider_unavailable',
        'The payment provider does not answer right now. Please try again.',
      )
    if (fault instanceof NotReady || fault instanceof Rejected)
      throw refused('not_ready', fault.message)
    throw fault
  }
}
