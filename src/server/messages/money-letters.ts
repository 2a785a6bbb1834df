import { formatCents } from '../../domain/money.ts'
import { greet } from './account-letters.ts'
import type { Letter, Sender } from './letter.ts'

type Bill = {
  organization: Sender
  customer_name?: string | null
  invoice_number: string | number
  total_cents: number
  url: string
}
type BillLine = { description: string; total_cents: number; quantity?: number }

export type MoneyData = {
  /** `card`: what was charged, such as 'Visa ending in 4242'; dates are written out by the caller. */
  receipt: Bill & { lines: readonly BillLine[]; card?: string | null; paid_on: string }
  invoice_sent: Bill & { lines: readonly BillLine[]; due_on?: string | null; autopay?: boolean }
  pay_link: Bill & { lines?: readonly BillLine[]; due_on?: string | null }
  payment_failed: Bill & { reason: string; retry_on?: string | null }
  payment_failed_staff: Bill & { reason: string; retry_on?: string | null }
  refund_issued: Bill & { refund_cents: number; card?: string | null }
  charge_upcoming: Bill & { charge_on: string; card?: string | null }
  method_expiring: {
    organization: Sender
    customer_name?: string | null
    card: string
    last_day: string
    url: string
  }
}

const billOf = (lines: readonly BillLine[], total: readonly [string, string]): Letter['bill'] => ({
  lines: lines.map((line) => [
    line.quantity !== undefined && line.quantity !== 1
      ? `${line.description} × ${line.quantity}`
      : line.description,
    formatCents(line.total_cents),
  ]),
  total,
})
const fact = (label: string, value: string | null | undefined): [string, string][] =>
  value ? [[label, value]] : []
const billFooter = (data: Bill): string =>
  `You receive this message because ${data.organization.name} works for you.`

export const moneyLetters: { [K in keyof MoneyData]: (data: MoneyData[K]) => Letter } = {
  receipt: (data) => ({
    subject: `Receipt for invoice ${data.invoice_number} from ${data.organization.name}`,
    preheader: `${formatCents(data.total_cents)} paid on ${data.paid_on}. Thank you.`,
    from: data.organization,
    heading: `Thank you: ${formatCents(data.total_cents)} paid`,
    greeting: greet(data.customer_name),
    paragraphs: [
      `${data.organization.name} received your payment. Please keep this receipt for your records.`,
    ],
    facts: [
      ['Invoice', String(data.invoice_number)],
      ['Paid on', data.paid_on],
      ...fact('Paid with', data.card),
    ],
    bill: billOf(data.lines, ['Paid', formatCents(data.total_cents)]),
    button: { label: 'See the invoice', url: data.url },
    footer: billFooter(data),
    sms: `${data.organization.name}: ${formatCents(data.total_cents)} received for invoice ${data.invoice_number}. Thank you. Receipt: ${data.url}`,
  }),
  invoice_sent: (data) => ({
    subject: `Invoice ${data.invoice_number} from ${data.organization.name}`,
    preheader: `${formatCents(data.total_cents)}${data.due_on ? `, due ${data.due_on}` : ''}.`,
    from: data.organization,
    heading: `Your invoice: ${formatCents(data.total_cents)}`,
    greeting: greet(data.customer_name),
    paragraphs: [
      data.autopay
        ? 'This invoice is paid automatically with your saved payment method. You need not do anything.'
        : 'Here is your invoice. You can pay it online in a minute.',
    ],
    facts: [['Invoice', String(data.invoice_number)], ...fact('Due', data.due_on)],
    bill: billOf(data.lines, ['Total', formatCents(data.total_cents)]),
    button: {
      label: data.autopay ? 'See the invoice' : `Pay ${formatCents(data.total_cents)}`,
      url: data.url,
    },
    footer: billFooter(data),
    sms: `${data.organization.name}: invoice ${data.invoice_number}, ${formatCents(data.total_cents)}${data.due_on ? `, due ${data.due_on}` : ''}: ${data.url}`,
  }),
  pay_link: (data) => ({
    subject: `Pay invoice ${data.invoice_number} from ${data.organization.name}`,
    preheader: `${formatCents(data.total_cents)}: pay securely online.`,
    from: data.organization,
    heading: `${formatCents(data.total_cents)} to pay`,
    greeting: greet(data.customer_name),
    paragraphs: ['Use the button to pay securely online. No account is needed.'],
    facts: [['Invoice', String(data.invoice_number)], ...fact('Due', data.due_on)],
    ...(data.lines?.length
      ? { bill: billOf(data.lines, ['Total', formatCents(data.total_cents)]) }
      : {}),
    button: { label: `Pay ${formatCents(data.total_cents)}`, url: data.url },
    notes: ['The link is meant for you: whoever has it can see this invoice.'],
    footer: billFooter(data),
    sms: `${data.organization.name}: please pay invoice ${data.invoice_number}, ${formatCents(data.total_cents)}: ${data.url}`,
  }),
  payment_failed: (data) => ({
    subject: `Your payment to ${data.organization.name} did not go through`,
    preheader: `${formatCents(data.total_cents)} is still open. It takes a minute to set right.`,
    from: data.organization,
    heading: 'Your payment did not go through',
    greeting: greet(data.customer_name),
    paragraphs: [
      `We could not collect ${formatCents(data.total_cents)} for invoice ${data.invoice_number}.`,
      data.reason,
      ...(data.retry_on ? [`We will try once more on ${data.retry_on}, or you can pay now.`] : []),
    ],
    button: { label: `Pay ${formatCents(data.total_cents)}`, url: data.url },
    notes: ['You were not charged. If you have paid in the meantime, ignore this message.'],
    footer: billFooter(data),
    sms: `${data.organization.name}: your payment of ${formatCents(data.total_cents)} did not go through. Please pay here: ${data.url}`,
  }),
  payment_failed_staff: (data) => ({
    subject: `Payment failed: ${data.customer_name ?? 'a customer'}, invoice ${data.invoice_number}`,
    preheader: `${formatCents(data.total_cents)}: ${data.reason}`,
    heading: 'A payment failed',
    paragraphs: [
      `${formatCents(data.total_cents)} could not be collected${data.customer_name ? ` from ${data.customer_name}` : ''}.`,
    ],
    facts: [
      ['Invoice', String(data.invoice_number)],
      ['Reason', data.reason],
      ...fact('Next try', data.retry_on),
    ],
    button: { label: 'Open the invoice', url: data.url },
    footer: `You receive this message because you manage ${data.organization.name} and billing alerts are on.`,
  }),
  refund_issued: (data) => ({
    subject: `Refund from ${data.organization.name}`,
    preheader: `${formatCents(data.refund_cents)} is on its way back to you.`,
    from: data.organization,
    heading: `${formatCents(data.refund_cents)} refunded`,
    greeting: greet(data.customer_name),
    paragraphs: [
      `${data.organization.name} refunded ${formatCents(data.refund_cents)} of invoice ${data.invoice_number}. Banks usually show it within 5 to 10 days.`,
    ],
    facts: [['Invoice', String(data.invoice_number)], ...fact('Refunded to', data.card)],
    button: { label: 'See the invoice', url: data.url },
    footer: billFooter(data),
    sms: `${data.organization.name}: ${formatCents(data.refund_cents)} refunded for invoice ${data.invoice_number}. Banks usually show it within 5 to 10 days.`,
  }),
  charge_upcoming: (data) => ({
    subject: `${data.organization.name} will charge ${formatCents(data.total_cents)} on ${data.charge_on}`,
    preheader: 'Your automatic payment is coming up. You need not do anything.',
    from: data.organization,
    heading: 'Your automatic payment is coming up',
    greeting: greet(data.customer_name),
    paragraphs: [
      `On ${data.charge_on} we charge ${formatCents(data.total_cents)} for invoice ${data.invoice_number}. You need not do anything.`,
    ],
    facts: [
      ['Invoice', String(data.invoice_number)],
      ['Charge day', data.charge_on],
      ...fact('Payment method', data.card),
    ],
    button: { label: 'See the invoice', url: data.url },
    footer: billFooter(data),
  }),
  method_expiring: (data) => ({
    subject: `${data.card} expires soon`,
    preheader: `It works until ${data.last_day}. Please add a new card for your automatic payments.`,
    from: data.organization,
    heading: 'Your card expires soon',
    greeting: greet(data.customer_name),
    paragraphs: [
      `${data.card} pays ${data.organization.name} automatically. It works until ${data.last_day}. Please add a new card, so that your payments go on.`,
    ],
    button: { label: 'Add a card', url: data.url },
    footer: `You receive this message because ${data.organization.name} charges this card automatically.`,
    sms: `${data.organization.name}: ${data.card} expires on ${data.last_day}. Please add a new card: ${data.url}`,
  }),
}
