// The numbers the sandbox knows, and how each behaves. They are Stripe's published test values; any
// other number is rejected and never stored.

/** How a payment method behaves; stored instead of its number. */
export type Behavior = {
  /** Cannot be saved or charged. */
  declines?: Decline
  /** Can be saved, but every charge declines. */
  declinesCharges?: Decline
  /**
   * `once`: challenges when saved or paid on-session, then works alone. `always`: challenges at
   * every payment.
   */
  authentication?: 'once' | 'always'
  /** Challenges, then declines anyway. */
  declinesAfterAuthentication?: Decline
  disputed?: 'fraudulent' | 'product_not_received'
  refundFails?: true
  refundPends?: true
  /** The money is available immediately. */
  available?: true
  bank?: BankOutcome
}

export type Decline = { code: string; decline_code: string; message: string }

/**
 * A bank debit starts as processing. `returned` succeeds, then comes back; `stays` never ends on
 * its own.
 */
export type BankOutcome =
  | { ends: 'succeeds' | 'returned' | 'stays' }
  | { ends: 'fails'; code: string; network: string; message: string }

const decline = (code: string, declineCode: string, message: string): Decline => ({
  code,
  decline_code: declineCode,
  message,
})

const declines = {
  generic: decline('card_declined', 'generic_decline', 'Your card was declined.'),
  funds: decline('card_declined', 'insufficient_funds', 'Your card has insufficient funds.'),
  lost: decline('card_declined', 'lost_card', 'Your card was declined.'),
  stolen: decline('card_declined', 'stolen_card', 'Your card was declined.'),
  fraudulent: decline('card_declined', 'fraudulent', 'Your card was declined.'),
  expired: decline('expired_card', 'expired_card', 'Your card has expired.'),
  cvc: decline('incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."),
  processing: decline(
    'processing_error',
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
}

export type TestCard = {
  number: string
  brand: string
  funding: 'credit' | 'debit'
  country?: string
  tokens: string[]
  behavior: Behavior
}

const card = (
  number: string,
  tokens: string[],
  behavior: Behavior = {},
  brand = 'visa',
  funding: 'credit' | 'debit' = 'credit',
): TestCard => ({
  number,
  brand,
  funding,
  tokens,
  behavior,
})

export const testCards: TestCard[] = [
  card('4242424242424242', ['visa']),
  card('4000056655665556', ['visa_debit'], {}, 'visa', 'debit'),
  card('5555555555554444', ['mastercard'], {}, 'mastercard'),
  card('2223003122003222', [], {}, 'mastercard'),
  card('5200828282828210', ['mastercard_debit'], {}, 'mastercard', 'debit'),
  card('378282246310005', ['amex'], {}, 'amex'),
  card('6011111111111117', ['discover'], {}, 'discover'),
  card('3056930009020004', ['diners'], {}, 'diners'),
  card('3566002020360505', ['jcb'], {}, 'jcb'),
  card('4000000000000077', ['bypassPending'], { available: true }),
  card('4000000000000002', ['chargeDeclined', 'visa_chargeDeclined'], {
    declines: declines.generic,
  }),
  card(
    '4000000000009995',
    ['chargeDeclinedInsufficientFunds', 'visa_chargeDeclinedInsufficientFunds'],
    { declines: declines.funds },
  ),
  card('4000000000009987', ['chargeDeclinedLostCard', 'visa_chargeDeclinedLostCard'], {
    declines: declines.lost,
  }),
  card('4000000000009979', ['chargeDeclinedStolenCard', 'visa_chargeDeclinedStolenCard'], {
    declines: declines.stolen,
  }),
  card('4000000000000069', ['chargeDeclinedExpiredCard'], { declines: declines.expired }),
  card('4000000000000127', ['chargeDeclinedIncorrectCvc'], { declines: declines.cvc }),
  card('4000000000000119', ['chargeDeclinedProcessingError'], { declines: declines.processing }),
  card('4100000000000019', ['radarBlock'], { declines: declines.fraudulent }),
  card('4000000000000341', ['chargeCustomerFail'], { declinesCharges: declines.generic }),
  card('4000002500003155', ['authenticationRequiredOnSetup'], { authentication: 'once' }),
  card('4000002760003184', ['authenticationRequired'], { authentication: 'always' }),
  card('4000000000003220', ['threeDSecure2Required'], { authentication: 'always' }),
  card('4000008260003178', ['authenticationRequiredChargeDeclinedInsufficientFunds'], {
    authentication: 'once',
    declinesCharges: declines.funds,
  }),
  card('4000008400001629', ['threeDSecureRequiredChargeDeclined'], {
    authentication: 'always',
    declinesAfterAuthentication: declines.generic,
  }),
  card('4000000000000259', ['createDispute'], { disputed: 'fraudulent' }),
  card('4000000000002685', ['createDisputeProductNotReceived'], {
    disputed: 'product_not_received',
  }),
  card('4000000000005126', ['refundFail'], { refundFails: true }),
  card('4000000000007726', ['pendingRefund'], { refundPends: true }),
]

export type TestBank = { number: string; tokens: string[]; outcome: BankOutcome }

const fails = (code: string, network: string, message: string): BankOutcome => ({
  ends: 'fails',
  code,
  network,
  message,
})

export const testRouting = '110000000'

export const testBanks: TestBank[] = [
  {
    number: '000123456789',
    tokens: ['usBankAccount', 'usBankAccount_success'],
    outcome: { ends: 'succeeds' },
  },
  {
    number: '000111111113',
    tokens: ['usBankAccount_accountClosed'],
    outcome: fails('account_closed', 'R02', 'The customer’s bank account has been closed.'),
  },
  {
    number: '000111111116',
    tokens: ['usBankAccount_noAccount'],
    outcome: fails('no_account', 'R03', 'The customer’s bank account could not be located.'),
  },
  {
    number: '000222222227',
    tokens: ['usBankAccount_insufficientFunds'],
    outcome: fails(
      'insufficient_funds',
      'R01',
      'The customer’s account has insufficient funds to cover this payment.',
    ),
  },
  {
    number: '000333333335',
    tokens: ['usBankAccount_debitNotAuthorized'],
    outcome: fails(
      'debit_not_authorized',
      'R10',
      'The customer has notified their bank that this payment was unauthorized.',
    ),
  },
  { number: '000555555559', tokens: ['usBankAccount_dispute'], outcome: { ends: 'returned' } },
  { number: '000000000009', tokens: ['usBankAccount_processing'], outcome: { ends: 'stays' } },
]

/** `pm_card_visa`, and the older `tok_visa`, refer to a test card. */
export const cardByToken = (token: string): TestCard | undefined => {
  const name = /^(?:pm_card_|tok_)(.+)$/.exec(token)?.[1]
  return name === undefined ? undefined : testCards.find((known) => known.tokens.includes(name))
}

export const bankByToken = (token: string): TestBank | undefined =>
  testBanks.find((known) => known.tokens.some((name) => token === `pm_${name}`))

/** The Luhn check digit. */
export function hasValidCheckDigit(number: string): boolean {
  let sum = 0
  for (let index = 0; index < number.length; index++) {
    const digit = Number(number[number.length - 1 - index])
    sum += index % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
  }
  return sum % 10 === 0
}
