import { letters } from '../letter-table.ts'

const footer = 'You’re getting this because you’re a customer of {business}.'
const paidAlready = 'If you’ve already paid, ignore this message.'

/** Invoices, payments and cards. */
export const moneyLetters = letters({
  invoice_sent: {
    to_pay: {
      subject: 'Invoice {invoice} from {business}',
      preheader: '{amount}[, due {due_date}].',
      heading: 'Your invoice: {amount}',
      body: ['Here is your invoice. You can pay it online in a minute.'],
      facts: [
        ['Invoice', '{invoice}'],
        ['Due', '{due_date}'],
      ],
      total: 'Total',
      button: 'Pay {amount}',
      footer,
      sms: '{business}: invoice {invoice}, {amount}[, due {due_date}]: {link}',
    },
    autopay: {
      subject: 'Invoice {invoice} from {business}',
      preheader: '{amount}[, due {due_date}].',
      heading: 'Your invoice: {amount}',
      body: [
        'This invoice is paid automatically with your saved payment method. You don’t need to do anything.',
      ],
      facts: [
        ['Invoice', '{invoice}'],
        ['Due', '{due_date}'],
      ],
      total: 'Total',
      button: 'See the invoice',
      footer,
      sms: '{business}: invoice {invoice}, {amount}, is paid automatically: {link}',
    },
    covered: {
      subject: 'Invoice {invoice} from {business}',
      preheader: 'Your credit covers it. There is nothing to pay.',
      heading: 'Your credit covers this invoice',
      body: ['Here is your invoice. There is nothing to pay.'],
      facts: [['Invoice', '{invoice}']],
      total: 'Left to pay',
      button: 'See the invoice',
      footer,
      sms: '{business}: your credit covers invoice {invoice}. There is nothing to pay: {link}',
    },
  },
  pay_link: {
    main: {
      subject: 'Pay invoice {invoice} from {business}',
      preheader: '{amount}: pay securely online.',
      heading: '{amount} to pay',
      body: ['Use the button to pay securely online. No account is needed.'],
      facts: [
        ['Invoice', '{invoice}'],
        ['Due', '{due_date}'],
      ],
      total: 'Total',
      button: 'Pay {amount}',
      notes: ['Don’t share this link: anyone who has it can see this invoice.'],
      footer,
      sms: '{business}: please pay invoice {invoice}, {amount}: {link}',
    },
  },
  invoice_reminder: {
    before: {
      subject: 'Invoice {invoice} from {business} is due {due_date}',
      preheader: '{amount}, due {due_date}. It takes a minute to pay.',
      heading: '{amount} is due {due_date}',
      body: ['This is a friendly reminder of your invoice. You can pay it online in a minute.'],
      facts: [
        ['Invoice', '{invoice}'],
        ['Due', '{due_date}'],
      ],
      total: 'To pay',
      button: 'Pay {amount}',
      notes: [paidAlready],
      footer,
      sms: '{business}: invoice {invoice}, {amount}, is due {due_date}. Pay here: {link}',
    },
    today: {
      subject: 'Invoice {invoice} from {business} is due today',
      preheader: '{amount} is due today. It takes a minute to pay.',
      heading: '{amount} is due today',
      body: ['Your invoice is due today. You can pay it online in a minute.'],
      facts: [
        ['Invoice', '{invoice}'],
        ['Due', '{due_date}'],
      ],
      total: 'To pay',
      button: 'Pay {amount}',
      notes: [paidAlready],
      footer,
      sms: '{business}: invoice {invoice}, {amount}, is due today. Pay here: {link}',
    },
    late: {
      subject: 'Invoice {invoice} from {business} is past due',
      preheader: '{amount} was due {due_date}.',
      heading: '{amount} is past due',
      body: [
        'Your invoice was due {due_date} and is not paid yet. You can pay it online in a minute.',
      ],
      facts: [
        ['Invoice', '{invoice}'],
        ['Was due', '{due_date}'],
      ],
      total: 'To pay',
      button: 'Pay {amount}',
      notes: [paidAlready],
      footer,
      sms: '{business}: invoice {invoice}, {amount}, was due {due_date}. Please pay here: {link}',
    },
    several: {
      subject: '{count} invoices from {business} are not paid yet',
      preheader: '{amount} in all.',
      heading: '{amount} to pay',
      body: [
        '{count} of your invoices are not paid yet. The button pays the one that is due first, invoice {invoice}; each has a link of its own below.',
      ],
      total: 'To pay in all',
      button: 'Pay invoice {invoice}',
      notes: [paidAlready],
      footer,
      sms: '{business}: {count} invoices, {amount} in all, are not paid yet. Pay the first here: {link}',
    },
  },
  payment_failed: {
    main: {
      subject: 'Your payment to {business} did not go through',
      preheader: '{amount} is still due. You can fix it in a minute.',
      heading: 'Your payment did not go through',
      body: [
        'We could not collect {amount} for invoice {invoice}.',
        '{reason}',
        'We will try once more on {retry_date}, or you can pay now.',
        'The button lets you replace {card}: we charge the new card right away and use it from then on.',
      ],
      button: 'Pay {amount}',
      notes: ['You were not charged. If you’ve already paid, ignore this message.'],
      footer,
      sms: '{business}: your payment of {amount} did not go through. Please pay here[, or replace {card}]: {link}',
    },
  },
  card_replaced: {
    charged: {
      subject: 'Paid with a new card: {customer}, invoice {invoice}',
      preheader: '{amount} went through.',
      heading: 'The declined charge went through',
      body: ['{customer} replaced their card, and {amount} went through on the new one.'],
      facts: [
        ['Invoice', '{invoice}'],
        ['New card', '{card}'],
      ],
      button: 'Open the invoice',
      footer: 'You’re getting this because you manage {business} and billing alerts are on.',
      sms: '{customer} replaced their card: {amount} for invoice {invoice} went through. {link}',
    },
    kept: {
      subject: 'New card: {customer}',
      preheader: 'It was not charged for invoice {invoice}.',
      heading: 'A customer replaced their card',
      body: [
        '{customer} replaced the card that was declined. It was not charged for invoice {invoice}: see the invoice for what is due.',
      ],
      facts: [
        ['Invoice', '{invoice}'],
        ['New card', '{card}'],
      ],
      button: 'Open the invoice',
      footer: 'You’re getting this because you manage {business} and billing alerts are on.',
      sms: '{customer} replaced their card. It was not charged for invoice {invoice}. {link}',
    },
  },
  payment_failed_staff: {
    failed: {
      subject: 'Payment failed: {customer}, invoice {invoice}',
      preheader: '{amount}: {reason}',
      heading: 'A payment failed',
      body: ['{customer}: {amount} could not be collected.'],
      facts: [
        ['Invoice', '{invoice}'],
        ['Reason', '{reason}'],
        ['Next try', '{retry_date}'],
      ],
      button: 'Open the invoice',
      footer: 'You’re getting this because you manage {business} and billing alerts are on.',
      sms: 'Payment failed: {customer}, invoice {invoice}, {amount}. {link}',
    },
    attention: {
      subject: 'Payment needs attention: {customer}, invoice {invoice}',
      preheader: '{amount}: {reason}',
      heading: 'A payment needs attention',
      body: ['{customer}, {amount}: {reason}'],
      facts: [['Invoice', '{invoice}']],
      button: 'Open the invoice',
      footer: 'You’re getting this because you manage {business} and billing alerts are on.',
      sms: 'Payment needs attention: {customer}, invoice {invoice}, {amount}. {link}',
    },
  },
  statement: {
    owes: {
      subject: 'Your statement from {business}: {amount} is due',
      preheader: 'Everything billed and paid through {to_date}, attached.',
      heading: 'Your statement',
      body: [
        'Attached is your statement through {to_date}: every invoice and payment, and what you owe.',
        '{amount} is due. The button pays invoice {invoice}, the one that is due first.',
      ],
      facts: [['Balance due', '{amount}']],
      button: 'Pay invoice {invoice}',
      notes: [paidAlready],
      footer,
    },
    settled: {
      subject: 'Your statement from {business}',
      preheader: 'Everything billed and paid through {to_date}, attached.',
      heading: 'Your statement',
      body: ['Attached is your statement through {to_date}. You owe nothing. Thank you.'],
      button: 'See my invoices',
      footer,
    },
  },
  payment_hold: {
    held: {
      subject: '{business}: your visits are on hold until {amount} is paid',
      preheader: 'Nothing is cancelled. They resume as soon as you pay.',
      heading: 'Your visits are on hold',
      body: [
        '{amount} is overdue, so {business} has put your upcoming visits on hold.',
        'Nothing is cancelled. Your visits resume as soon as you pay. You can pay online in a minute.',
      ],
      button: 'Pay now',
      notes: [paidAlready],
      footer,
      sms: '{business}: your visits are on hold because {amount} is overdue. They resume as soon as you pay: {link}',
    },
    released: {
      subject: '{business}: your visits are back on',
      preheader: 'They are no longer on hold.',
      heading: 'Your visits are back on',
      body: ['Your visits with {business} are no longer on hold. They continue as planned.'],
      button: 'See my visits',
      footer,
      sms: '{business}: your visits are no longer on hold. They continue as planned: {link}',
    },
  },
  late_fee_removed: {
    taken: {
      subject: '{business}: you no longer owe the late fee of {fee}',
      preheader: 'Left to pay: {amount}.',
      heading: 'Your late fee is waived',
      body: ['You no longer owe the late fee of {fee} on invoice {invoice}.'],
      facts: [['Left to pay', '{amount}']],
      button: 'See my invoices',
      footer,
      sms: '{business}: you no longer owe the late fee of {fee}. Left to pay: {amount}. {link}',
    },
    credited: {
      subject: '{business}: your late fee of {fee} is waived',
      preheader: 'What you paid of it is now a credit.',
      heading: 'Your late fee is waived',
      body: ['What you paid of the late fee on invoice {invoice} is now a credit for you.'],
      facts: [['Left to pay', '{amount}']],
      button: 'See my invoices',
      footer,
      sms: '{business}: what you paid of your late fee is now a credit. Left to pay: {amount}. {link}',
    },
  },
  charge_upcoming: {
    main: {
      subject: '{business} will charge {amount} on {charge_date}',
      preheader: 'Your automatic payment is coming up. You don’t need to do anything.',
      heading: 'Your automatic payment is coming up',
      body: [
        'On {charge_date}, we will charge {amount} for invoice {invoice}. You don’t need to do anything.',
      ],
      facts: [
        ['Invoice', '{invoice}'],
        ['Charge day', '{charge_date}'],
        ['Payment method', '{card}'],
      ],
      button: 'See the invoice',
      footer,
      sms: '{business}: on {charge_date} we will charge {amount} for invoice {invoice}. You don’t need to do anything. Details: {link}',
    },
  },
  consent_request: {
    main: {
      subject: '{business}: please agree to {new_limit} per visit',
      preheader: 'One tap keeps your automatic payments going.',
      heading: 'Please agree to the new limit',
      body: [
        'You agreed to automatic payments of up to {old_limit} per visit. Your planned work now costs up to {new_limit}.',
        'We won’t charge more than {old_limit} until you agree. Until then, we’ll send you a link to pay.',
      ],
      facts: [
        ['Work', '{work}'],
        ['New limit', '{new_limit}'],
      ],
      button: 'See and agree',
      footer,
      sms: '{business}: your planned work now costs up to {new_limit} per visit; you agreed to {old_limit}. Agree with one tap: {link}',
    },
  },
  price_change: {
    raised: {
      subject: '{subject}',
      preheader: '{message}',
      heading: '{subject}',
      body: ['{message}'],
      footer,
      sms: '{business}: {message}',
    },
    withdrawn: {
      subject: 'Your price with {business} stays the same',
      preheader: 'The new price announced for {date} is cancelled.',
      heading: 'Your price stays the same',
      body: [
        'We told you about a new price from {date}. It is cancelled: you keep paying what you pay now.',
      ],
      footer,
      sms: '{business}: the new price announced for {date} is cancelled. You keep paying what you pay now. {prices}',
    },
  },
  charge_day_moved: {
    main: {
      subject: 'Your charge day with {business} is now day {new_day}',
      preheader: 'Automatic payments move from day {old_day} to day {new_day} of the month.',
      heading: 'Your charge day has moved',
      body: [
        '{business} now wants payment earlier in the month. Your automatic payments move from day {old_day} to day {new_day}. Charges that are already planned keep their date. You can choose another day in your account.',
      ],
      button: 'Choose a day',
      footer,
      sms: '{business}: your automatic payments move from day {old_day} to day {new_day} of the month: {link}',
    },
  },
  method_expiring: {
    main: {
      subject: '{card} expires soon',
      preheader: 'It works until {last_day}. Please add a new card for your automatic payments.',
      heading: 'Your card expires soon',
      body: [
        '{card} pays {business} automatically. It works until {last_day}. Please add a new card so your payments continue.',
      ],
      button: 'Add a card',
      footer: 'You’re getting this because {business} charges this card automatically.',
      sms: '{business}: {card} expires on {last_day}. Please add a new card: {link}',
    },
  },
})
