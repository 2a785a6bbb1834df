import { letters } from '../letter-table.ts'

const footer = 'You’re getting this because you’re a customer of {business}.'

/** Money that came in, or that credit paid. */
export const receiptLetters = letters({
  receipt: {
    main: {
      subject: 'Receipt for invoice {invoice} from {business}',
      preheader: '{amount} paid on {paid_date}. Thank you.',
      heading: 'Thank you: {amount} paid',
      body: ['{business} received your payment. Please keep this receipt for your records.'],
      facts: [
        ['Invoice', '{invoice}'],
        ['Paid on', '{paid_date}'],
        ['Paid with', '{card}'],
      ],
      total: 'Paid',
      button: 'See the invoice',
      footer,
      sms: '{business}: {amount} received for invoice {invoice}. Thank you. Receipt: {link}',
    },
    credit_paid: {
      subject: 'Your credit paid invoice {invoice} from {business}',
      preheader: 'There is nothing left to pay.',
      heading: 'Your credit paid {credit}',
      body: [
        'Your credit with {business} paid what was left of this invoice. There is nothing to pay, and nothing will be charged for it.',
      ],
      facts: [
        ['Invoice', '{invoice}'],
        ['Paid on', '{paid_date}'],
      ],
      total: 'Left to pay',
      button: 'See the invoice',
      footer,
      sms: '{business}: your credit paid {credit} of invoice {invoice}. There is nothing left to pay: {link}',
    },
    credit_rest: {
      subject: 'Your credit was used for invoice {invoice} from {business}',
      preheader: '{credit} paid, {amount} left.',
      heading: '{amount} left to pay',
      body: [
        'Your credit with {business} paid {credit} of this invoice. Only the {amount} that is left will be asked for or charged.',
      ],
      facts: [
        ['Invoice', '{invoice}'],
        ['Paid on', '{paid_date}'],
      ],
      total: 'Left to pay',
      button: 'See the invoice',
      footer,
      sms: '{business}: your credit paid {credit} of invoice {invoice}. {amount} is left: {link}',
    },
  },
})
