import { Refused, refused } from '../kit/refusals.ts'

/** The bank said no: the charge did not happen. `sentence` may be shown, `advice` is the network's word on trying again. */
export class Declined extends Error {
  code: string
  decline_code: string | null
  advice: string | null
  charge: string | null
  constructor({
    code,
    decline_code,
    sentence,
    advice,
    charge,
  }: {
    code: string
    decline_code: string | null
    sentence: string
    advice: string | null
    charge: string | null
  }) {
    super(sentence)
    this.code = code
    this.decline_code = decline_code
    this.advice = advice
    this.charge = charge
  }
}

/** The bank wants its holder there: nothing was charged, a pay link can be. */
export class AuthenticationRequired extends Declined {}

/** The connected account may not take payments now. */
export class NotReady extends Error {
  code = 'org_not_charge_ready'
}

/** No usable answer came, so it may have happened. Never show this as a failure; retry with the same key or read the object. */
export class Unknown extends Error {
  /** The provider did answer, with a fault of its own, and will give the same answer to the same key. */
  answered: boolean
  constructor(sentence: string, answered = false) {
    super(sentence)
    this.answered = answered
  }
}

/** The provider refused the request itself; nothing happened. `object_status` is the intent's state if that was the reason. */
export class Rejected extends Error {
  code: string
  status: number
  object_status: string | null
  constructor(code: string, sentence: string, status = 400, object_status: string | null = null) {
    super(sentence)
    this.code = code
    this.status = status
    this.object_status = object_status
  }
}

type PaymentFault = Declined | NotReady | Unknown | Rejected

/** An SDK error, reduced to what decides. */
type ProviderOutcome = {
  kind: string
  message: string
  code: string | null
  decline_code: string | null
  advice: string | null
  charge: string | null
  status: number | null
  object_status: string | null
}

type SdkError = {
  type: string
  message: string
  code?: string
  decline_code?: string
  advice_code?: string
  charge?: string
  statusCode?: number
  payment_intent?: { status: string }
  setup_intent?: { status: string }
}

export const outcomeOf = (fault: SdkError): ProviderOutcome => ({
  kind: fault.type,
  message: fault.message,
  code: fault.code ?? null,
  decline_code: fault.decline_code ?? null,
  advice: fault.advice_code ?? null,
  charge: fault.charge ?? null,
  status: fault.statusCode ?? null,
  object_status: fault.payment_intent?.status ?? fault.setup_intent?.status ?? null,
})

const notReadyCodes = new Set([
  'account_invalid',
  'capability_not_active',
  'account_closed',
  'account_information_mismatch',
  'charges_not_allowed',
])

export function paymentFault(outcome: ProviderOutcome): PaymentFault {
  const { kind, message, code, decline_code, advice, charge, status } = outcome
  if (kind === 'StripeCardError') {
    const declined = {
      code: code ?? 'card_declined',
      decline_code,
      sentence: message,
      advice,
      charge,
    }
    return code === 'authentication_required' || decline_code === 'authentication_required'
      ? new AuthenticationRequired(declined)
      : new Declined(declined)
  }
  // A saved 500 is answered for ever under its key and a key in use means a twin is still running: both leave the outcome open.
  const isOpen =
    kind === 'StripeConnectionError' ||
    kind === 'StripeAPIError' ||
    kind === 'StripeRateLimitError' ||
    status === 409 ||
    status === 429 ||
    (status !== null && status >= 500)
  if (isOpen)
    return new Unknown(message, kind === 'StripeAPIError' && status !== null && status >= 500)
  if (code !== null && notReadyCodes.has(code)) return new NotReady(message)
  return new Rejected(code ?? kind, message, status ?? 400, outcome.object_status)
}

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
