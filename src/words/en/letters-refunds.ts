import { letters } from '../letter-table.ts'

const footer = 'You’re getting this because you’re a customer of {business}.'

/** Money that goes back. */
export const refundLetters = letters({
  refund_issued: {
    main: {
      subject: 'Refund from {business}',
      preheader: '{amount} is on its way back to you.',
      heading: '{amount} refunded',
      body: [
        '{business} refunded {amount} of invoice {invoice}. Banks usually show it within 5 to 10 days.',
      ],
      facts: [
        ['Invoice', '{invoice}'],
        ['Refunded to', '{card}'],
      ],
      button: 'See the invoice',
      footer,
      sms: '{business}: {amount} refunded for invoice {invoice}. Banks usually show it within 5 to 10 days.',
    },
    failed: {
      subject: 'Your refund from {business} could not be delivered',
      preheader: 'Your refund of {amount} came back to {business}.',
      heading: 'Your refund could not be delivered',
      body: [
        'Your bank did not take the refund of {amount} for invoice {invoice}. The money came back to {business}.',
        '{business} will contact you, or pay it another way. You do not have to do anything.',
      ],
      facts: [
        ['Invoice', '{invoice}'],
        ['Refunded to', '{card}'],
      ],
      button: 'See the invoice',
      footer,
      sms: '{business}: your refund of {amount} for invoice {invoice} could not be delivered. We will contact you, or pay it another way.',
    },
    by_hand: {
      subject: 'Refund from {business}',
      preheader: '{business} paid your refund of {amount}.',
      heading: '{amount} refunded',
      body: ['{business} paid your refund of {amount} for invoice {invoice}.'],
      facts: [
        ['Invoice', '{invoice}'],
        ['Paid by', '{card}'],
      ],
      button: 'See the invoice',
      footer,
      sms: '{business} paid your refund of {amount} for invoice {invoice}.',
    },
    credited: {
      subject: 'Your refund from {business} is a credit now',
      preheader: '{amount} pays your next invoices.',
      heading: '{amount} kept as credit',
      body: [
        '{business} keeps your refund of {amount} for invoice {invoice} as your credit. It goes toward your next invoices automatically.',
      ],
      facts: [['Invoice', '{invoice}']],
      button: 'See the invoice',
      footer,
      sms: '{business}: your refund of {amount} for invoice {invoice} is a credit now. It goes toward your next invoices automatically.',
    },
    paid_back: {
      subject: '{business} paid your credit back to you',
      preheader: '{amount} of your credit, paid back to you.',
      heading: '{amount} paid back',
      body: ['{business} paid {amount} of your credit back to you.'],
      facts: [['Paid by', '{card}']],
      button: 'See your credits',
      footer,
      sms: '{business} paid {amount} of your credit back to you.',
    },
    payback_undone: {
      subject: 'Your credit of {amount} is still yours',
      preheader: '{business} recorded by mistake that it paid it back.',
      heading: '{amount} is still your credit',
      body: [
        '{business} wrote that it paid {amount} of your credit back to you. That was a mistake.',
        'It is your credit again and goes toward your next invoices automatically.',
      ],
      button: 'See your credits',
      footer,
      sms: '{business}: {amount} of your credit was not paid back, as we wrote by mistake. It is still your credit and goes toward your next invoices automatically.',
    },
  },
})
