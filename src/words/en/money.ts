import { autochargeConsent } from '../../domain/flows/signup.ts'
import { displayStatus, type InvoiceDisplay } from '../../domain/money/invoice.ts'
import { paymentStateLabels, type PaymentState } from '../../domain/money/payment.ts'
import { table } from '../table.ts'

type Shown = Parameters<typeof displayStatus>
const methods: Readonly<Record<string, string>> = { cash: 'Cash', check: 'Check', other: 'Other' }

/** Invoices and payments, in lists and on their own pages. */
export const moneyWords = table('money', {
  draft: 'Draft invoice',
  invoice: (number: string) => `Invoice #${number}`,
  customer: 'Customer',
  receipt: 'View receipt',
  receiptOf: (title: string) => `View receipt of ${title}`,
  pdf: 'PDF',
  pdfOf: (title: string) => `PDF of ${title}`,
  pdfFailed: 'The PDF could not be made. Try again.',
  left: 'left',
  /** Below the amount of an invoice. */
  refunded: (amount: string) => `${amount} refunded`,
  workAndMore: (service: string) => `${service} and more`,
  serviceOn: (day: string) => `Service on ${day}`,
  recurrence: (label: string) => label,
  chargedOn: (day: string) => `Charged on ${day}`,
  noDueDate: 'No due date',
  dueToday: 'Due today',
  due: (day: string) => `Due ${day}`,
  paidOn: (day: string) => `Paid ${day}`,
  updated: (day: string) => `Updated ${day}`,
  overdue: 'Overdue',
  status: (label: InvoiceDisplay['label']): string => label,
  /** The second chip beside the status. */
  chip: (...shown: Shown): string | null => displayStatus(...shown).chip,
  payment: (state: PaymentState): string => paymentStateLabels[state],
  card: 'Card',
  bankAccount: 'Bank account',
  method: (type: string): string => methods[type] ?? type,

  saveCard: 'Save card',
  saving: 'Saving…',
  cardNotSaved: 'Failed to save card.',
  formFailed: 'Failed to initialize payment form.',
  formNotLoaded: 'The payment form could not be loaded.',
  formSlow: 'The payment form took too long to load.',
  noKey: 'Stripe publishable key is not configured.',
  preparingForm: 'Preparing the payment form',
  checkCard: 'Please check your card details.',
  unexpected: (status: string) => `Unexpected status: ${status}`,
  emailInvoices: 'Email me my invoices',
  formTrouble: 'Trouble with the form?',
  contactSupport: 'Contact support',
  cardSaved: 'Card saved',
  beingVerified: 'Your bank account is being verified and cannot be charged until that is done.',
  deposits: 'Two small deposits arrive within two business days.',
  confirmDeposits: 'Confirm their amounts',
  onceSeen: 'once you see them.',
  goOn: 'Continue',
  notSetUp: (business: string | null) =>
    `${business ?? 'This business'} has not finished setting up payments. You can still add a card.`,
  notFullyActive: (business: string | null, reason: string) =>
    `Payouts to ${business ?? 'This business'} are not fully active yet (${reason}). You can still add a card.`,
  agreeTitle: (limit: string) => `Agree to automatic charges up to ${limit} per visit?`,
  agreeWhy: (old: string, limit: string) =>
    `You agreed to at most ${old} per visit. Your planned work now costs up to ${limit}. Until you agree, you get a link to pay instead.`,
  agreeConsent: (organization: string, limit: string) => autochargeConsent({ organization, limit }),
  agreeTo: (limit: string) => `Agree to ${limit} per visit`,
  notNow: 'Not now',
  agreedTitle: 'Thank you: you agreed',
  agreedText: (limit: string) =>
    `Your visits are charged automatically, up to ${limit} each. You can turn this off in your account at any time.`,
  declinedTitle: 'Nothing more is charged automatically',
  declinedText: (old: string) =>
    `Up to ${old} per visit, nothing changes. For more, you get a link to pay. You can still agree here.`,
  overtakenTitle: 'This question is out of date',
  overtakenText: 'If there is a new one, you got a link to it.',
  chargedTo: (method: string) => `Charged to ${method}`,
  agreeNotShown: 'Could not load this page',
  agreeFailed: 'Could not save your answer',
})
