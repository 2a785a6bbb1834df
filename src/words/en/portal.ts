import { type UpcomingState, deniedText } from '../../domain/schedule/request.ts'
import { friendsText } from '../../domain/customers/referral.ts'
import { autochargeConsent, oneoffsLabel } from '../../domain/flows/signup.ts'
import { arrivalText } from '../../domain/schedule/visit.ts'
import { charging } from './charging.ts'
import { table } from '../table.ts'

/** Of the states a visit can be in; what is as planned needs no word. */
const states: Partial<Record<UpcomingState, string>> = {
  reschedule_requested: 'Reschedule requested',
  cancel_requested: 'Cancellation requested',
  rescheduled: 'Rescheduled',
  on_the_way: 'On the way',
  held: 'Held: payment',
  completed: 'Completed',
  paused: 'Paused',
  to_be_rescheduled: 'To be rescheduled',
  cancelled: 'Cancelled',
}

/** A customer’s own pages. */
export const portalWords = table('portal', {
  title: 'Self-Service Portal',
  theBusiness: 'the business',
  theBusinessFirst: 'The business',
  allSet: "You're all set!",
  signupComplete: 'Your sign-up is complete.',
  seeSummary: 'See your summary',

  chargeFailed: (amount: string) => `Your payment of ${amount} failed`,
  bankReturned: (amount: string) => `Your bank returned ${amount}, which is due again`,
  chargeFailedText: (number: string) =>
    `Invoice #${number} is not paid. Pay it now with this or another card.`,
  pay: (amount: string) => `Pay ${amount}`,
  payFailed: 'Could not open the payment page',
  /** What is owed; null for nothing. */
  balance: (amount: string | null) => (amount ? `${amount} to pay` : 'Nothing to pay'),
  autopayOn: (day: number | null) => `Autopay is on. ${charging.explained(day)}`,
  call: (phone: string) => `Call ${phone}`,
  writeTo: 'Write an email',
  lastVisit: 'Last visit',
  itsInvoice: 'Invoice',
  fromTheCrew: 'From the crew',
  comingNow: 'The crew is on its way to you',
  atWork: 'The crew is at work',
  hearsBy: (business: string, day: string) =>
    `${business} has your sign-up and is planning your first service. You’ll hear from them by ${day}.`,
  notHeard: (business: string) =>
    `${business} has your sign-up and is planning your first service. Call or write if you have not heard from them.`,
  heldTitle: 'Your visits are on hold',
  heldText: (amount: string) =>
    `${amount} is overdue. Once it is paid, your visits resume automatically. Nothing is cancelled.`,
  payOverdue: 'Pay',

  upcoming: 'Upcoming services',
  upcomingFailed: 'Failed to load upcoming services',
  seeLater: 'See later',
  toCalendar: 'Show in my calendar',
  nothingPlanned: 'Nothing is planned',
  noServices: (days: number) => `There are no services in the next ${days} days.`,
  moreUpcoming: 'More Upcoming',
  state: (state: UpcomingState): string | undefined => states[state],
  unscheduled: 'Unscheduled',
  arrival: (start_minutes: number, window_minutes: number) =>
    arrivalText(start_minutes, window_minutes),
  nextService: (service: string, day: string) => `Next service: ${service}, ${day}`,
  movedFrom: (day: string) => `Moved from ${day}`,
  denied: deniedText,
  askReschedule: 'Request a Reschedule',
  requestSent: 'Request Sent',
  cancel: 'Cancel',
  withdraw: 'Withdraw request',
  withdrawn: 'Request withdrawn',
  requestFailed: 'Failed to submit request',

  datesFailed: 'Failed to load open days',
  movesAtOnce: 'Pick another day. The visit moves right away.',
  openDays: 'Open days',
  crewNearby: 'Crew nearby',
  moreDays: (count: number) => (count === 1 ? 'Show one more day' : `Show ${count} more days`),
  pickFirst: 'Pick a day',
  moveVisit: 'Move the visit',
  moveTo: (day: string) => `Move to ${day}`,
  movedTo: (day: string) => `Moved to ${day}`,
  moveFailed: 'Failed to reschedule',
  noneSuits: 'None of these days suits me',

  otherDate: (business: string) => `${business} will answer with another date.`,
  daysThatSuit: (most: number) => `Days that would suit, up to ${most} (optional)`,
  note: 'Note',
  noteAbout: (left: number) => `Anything else they should know? Optional. ${left} characters left`,
  noteTooLong: (most: number) => `At most ${most} characters`,
  sendRequest: 'Send Request',

  cancelled: 'Service cancelled',
  cancelTitle: 'Cancel this service?',
  cancelNow: 'Cancel service',
  cancelAsk: 'Ask to cancel',
  keepIt: 'Keep it',
  cancelFailed: 'Failed to cancel service',
  cancelNowText: 'It is cancelled right away. Later services stay as planned.',
  cancelAskText: (business: string) =>
    `It is close to its start, so this is a request: ${business} has to agree to it.`,
  sinceBefore: (hours: number) =>
    `You can cancel online until ${hours === 1 ? 'one hour' : `${hours} hours`} before a visit.`,

  askVisit: 'Request a visit',

  skip: 'Skip this visit',
  skipTitle: 'Skip this visit?',
  skipNow: 'Skip visit',
  skipAsk: 'Ask to skip',
  skipped: 'Visit skipped',
  skipNowText:
    'It is skipped right away, and you are not charged for it. Later visits stay as planned.',
  untilBefore: (hours: number) =>
    hours === 0
      ? 'You can do this until it starts.'
      : `You can do this until ${hours === 1 ? 'one hour' : `${hours} hours`} before it starts; after that, you can ask.`,

  paused: ({ from, until }: { from: string | null; until: string | null }) =>
    `Paused${from ? ` from ${from}` : ''}${until ? ` until ${until}` : ''}`,
  businessClosed: (business: string) =>
    `${business} is not working at the moment, so nothing is planned. You can still see your history and pay your invoices.`,
  goOnThen: 'Your services resume automatically on that day.',
  restUntilResumed: 'Your services stay paused until you or the office resume them.',
  pauseOpen: 'Pause my service',
  pauseTitle: 'Pause your service',
  pauseNow: 'Pause',
  pauseWhich: 'What to pause',
  pauseWhat: 'Choose what to pause',
  pauseFrom: 'Pause from',
  pauseFromMissing: 'Choose the first day of the pause',
  pauseHowLong: 'How long',
  pauseWeeks: (weeks: number) => (weeks === 1 ? '1 week' : `${weeks} weeks`),
  pauseUntil: 'Resume on',
  pauseUntilMissing: 'Choose the day on which your service resumes',
  pauseAbout: (day: string | null) =>
    `No one comes in between, and you are not charged. ${day ? `Your service resumes automatically on ${day}` : 'Your service resumes automatically on that day'}; you can resume it earlier here.`,
  pausedDone: 'Your service is paused',
  pauseFailed: 'Could not pause your service',
  resume: 'Resume now',
  resumed: 'Your services are back on',
  resumeFailed: 'Could not resume your services',

  recentInvoices: 'Recent invoices',
  allInvoices: 'All invoices',
  invoicesFailed: 'Failed to load invoices',
  statement: 'Statement',
  statementFailed: 'The statement could not be made. Try again.',
  noInvoices: 'No invoices yet',
  noInvoicesText: 'After a service its invoice appears here.',
  invoicesAbout: 'Your invoices and receipts',

  refer: 'Refer a friend',
  referText: (business: string | null) =>
    `Know someone who could use ${business ?? 'us'}? They sign up with your link and count here once their first visit is done.`,
  copyLink: 'Copy link',
  share: 'Share',
  signUp: 'Sign up',
  friends: friendsText,

  credits: 'Your credits',
  creditsLeft: (amount: string) =>
    `${amount} left. It goes toward your next invoice automatically.`,
  creditsUsed: 'Nothing left',
  creditUsed: (amount: string) => `${amount} used`,
  creditPaidBack: (amount: string) => `${amount} paid back to you`,
  paymentsAbout: 'Your payment methods and autopay',
  methods: 'Payment methods',
  methodsFailed: 'Failed to load billing status',
  noMethods: 'No payment method yet',
  noMethodsText: 'Save a card or a bank account to pay without typing it again.',
  whoKeeps: (business: string) =>
    `${business} receives your payments. Your card number is kept by the payment provider, never by us. A bank account costs ${business} the least.`,
  notReady: 'Organization is not ready for billing',
  addMethod: 'Add payment method',
  addMethodFailed: 'Failed to start add payment method',
  cardFormFailed: 'Could not open secure card form',
  asDefault: 'Use it as my default',
  savedNotDefault: 'Saved, but failed to set as default',
  removeTitle: 'Remove this payment method?',
  remove: 'Remove',
  removeOf: (method: string) => `Remove ${method}`,
  removeText: (method: string) => `${method} can no longer be charged.`,
  removed: 'Payment method removed',
  removedAndNext: (next: string) => `Payment method removed. ${next} is your default now.`,
  removeFailed: 'Failed to remove payment method',
  default: 'Default',
  makeDefault: 'Make default',
  makeDefaultOf: (method: string) => `Make ${method} the default`,
  defaultChanged: 'Default payment method changed',
  defaultFailed: 'Failed to set default payment method',
  beingVerified: 'Being verified',
  expires: (when: string) => `Expires ${when}`,
  onProvider: 'Manage on Stripe',
  onProviderFailed: 'Failed to start payment method update',

  autopay: 'Autopay',
  autopayFailed: 'Failed to load billing info',
  autopaySwitch: 'Pay my invoices automatically',
  autopayEnding: 'Charges already begun still go through; later ones are not started.',
  autopayNeedsMethod: 'Add a payment method before enabling autopay',
  chargeDay: 'Charge day',
  charging: charging.explained,
  nextCharge: (day: string) => `Next: ${day}`,
  chargeChoice: charging.choice,
  /** What is agreed to, up to `limit` for a visit. */
  consent: (organization: string, limit: string) => autochargeConsent({ organization, limit }),
  limitOutgrown: (limit: string) =>
    `You agreed to at most ${limit} per visit. Planned work now costs more: until you agree, you get a link to pay instead.`,
  oneoffs: oneoffsLabel,
  authorize: 'I authorize automatic payments',
  authorizedOn: (day: string) => `You authorized this on ${day}.`,
  emailInvoices: 'Email me my invoices',
  save: 'Save',
  saved: 'Saved',
  saveFailed: 'Failed to save billing settings',
})
