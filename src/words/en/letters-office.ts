import { letters } from '../letter-table.ts'

const footer = 'You’re getting this because you manage {business}.'

/** News for the office, and answers to what somebody wrote to us. */
export const officeLetters = letters({
  push_test: {
    main: {
      subject: 'Notices work on this device',
      preheader: 'This is how news from Fieldhive looks here.',
      heading: 'Notices work on this device',
      body: ['This is how news from Fieldhive looks here.'],
      button: 'Open my profile',
      footer: 'You’re getting this because you asked for a test.',
    },
  },
  signup_new: {
    main: {
      subject: 'New sign-up: {customer}',
      preheader: '{summary}',
      heading: 'You have a new sign-up',
      body: ['{customer} signed up with {business}.'],
      facts: [
        ['Email', '{email}'],
        ['Phone', '{phone}'],
        ['Services', '{services}'],
        ['Days', '{days}'],
        ['Card on file', '{card}'],
      ],
      button: 'Open the customer',
      footer,
      sms: 'New sign-up: {customer}. {summary}. {link}',
    },
  },
  signup_unfinished: {
    main: {
      subject: 'Unfinished sign-up: {customer}',
      preheader: 'They started a day ago and did not finish. A short call may help.',
      heading: 'A sign-up was not finished',
      body: [
        '{customer} began to sign up with {business} and stopped a day ago. A short call or email may help.',
      ],
      facts: [
        ['Email', '{email}'],
        ['Phone', '{phone}'],
        ['Services', '{services}'],
        ['Days', '{days}'],
      ],
      button: 'Open the dashboard',
      footer,
      sms: 'Unfinished sign-up: {customer}. {summary}. {link}',
    },
  },
  digest: {
    main: {
      subject: 'Today: {summary}',
      preheader: '{summary}. Have a good day.',
      heading: 'Good morning',
      body: ['This is the day at {business}.'],
      facts: [
        ['Visits today', '{visits}'],
        ['Past visits not completed', '{missed}'],
        ['Not assigned to a team', '{unassigned}'],
        ['On hold', '{to_place}'],
        ['Failed payments', '{failed_payments}'],
        ['Open requests', '{requests}'],
      ],
      button: 'Open the day',
      footer,
      sms: 'Good morning: {summary}. {link}',
    },
  },
  platform_bill: {
    paid: {
      subject: 'Your Fieldhive bill is paid: {amount}',
      preheader: 'Thank you. You don’t need to do anything.',
      heading: 'Your bill is paid',
      body: ['We received {amount} for {business}. Thank you.'],
      button: 'See my plan',
      footer,
    },
    unpaid: {
      subject: 'Your Fieldhive bill of {amount} could not be paid',
      preheader: 'Please check your payment method in Settings.',
      heading: 'Your bill could not be paid',
      body: [
        'We could not collect {amount} for {business}. Please check your payment method. We will try again.',
      ],
      button: 'Check my payment method',
      footer,
    },
  },
  export_ended: {
    ready: {
      subject: 'The copy of your data is ready',
      preheader: 'You can download it for {days} days.',
      heading: 'Your copy is ready',
      body: [
        'Everything {business} has with Fieldhive is in one file now. You can download it in Settings for {days} days.',
        'It holds the names and addresses of your customers, so keep it in a safe place. If you did not ask for it, change your password.',
      ],
      button: 'Download it',
      footer: 'You’re getting this because you own {business}.',
    },
    failed: {
      subject: 'The copy of your data could not be prepared',
      preheader: 'Please try again.',
      heading: 'The copy could not be prepared',
      body: [
        'We could not prepare the copy of everything {business} has with Fieldhive. Please try again. If it fails again, reply to this message.',
      ],
      button: 'Open Settings',
      footer: 'You’re getting this because you own {business}.',
    },
  },
  trial_ending: {
    ready: {
      subject: 'Your Fieldhive trial ends on {end_date}',
      preheader: 'You don’t need to do anything. Your plan starts then.',
      heading: 'Your trial is about to end',
      body: [
        'The trial of {business} ends on {end_date}.',
        'Your payment method is saved. You don’t need to do anything.',
      ],
      button: 'Open Settings',
      footer,
    },
    not_started: {
      subject: 'Your Fieldhive trial ends on {end_date}',
      preheader: 'Start the subscription to keep working.',
      heading: 'Your trial is about to end',
      body: [
        'The trial of {business} ends on {end_date}.',
        'Your payment method is saved, but the subscription does not start automatically. Start it in Settings, under Billing, to keep working after that day. Your data stays as it is.',
      ],
      button: 'Start the subscription',
      footer,
    },
    without_method: {
      subject: 'Your Fieldhive trial ends on {end_date}',
      preheader: 'Add a payment method to keep working.',
      heading: 'Your trial is about to end',
      body: [
        'The trial of {business} ends on {end_date}.',
        'Add a payment method and start the subscription in Settings, under Billing, to keep working after that day. Your data stays as it is.',
      ],
      button: 'Add a payment method',
      footer,
    },
  },
  read_only_ahead: {
    unpaid: {
      subject: 'From {date}, your staff can only read',
      preheader: 'Your Fieldhive bill is still not paid.',
      heading: 'Your bill is still not paid',
      body: [
        'The Fieldhive bill of {business} is still not paid. From {date}, your staff can look at everything but change nothing. Customers can still pay their invoices.',
        'Pay the bill in Settings, under Billing, to keep working.',
      ],
      button: 'Pay the bill',
      footer,
    },
    not_running: {
      subject: 'From {date}, your staff can only read',
      preheader: 'Your Fieldhive subscription is not running.',
      heading: 'Your subscription is not running',
      body: [
        'The Fieldhive subscription of {business} is not running. From {date}, your staff can look at everything but change nothing. Customers can still pay their invoices.',
        'Start the subscription in Settings, under Billing, to keep working. Your data stays as it is.',
      ],
      button: 'Start the subscription',
      footer,
    },
  },
  reply: {
    answer: {
      subject: '{subject}',
      preheader: '{text}',
      heading: 'A message from {business}',
      body: ['{text}'],
      footer: 'You can reply to this message. It goes to {business}.',
      sms: '{text}',
    },
    first: {
      subject: 'A message from {business}',
      preheader: '{text}',
      heading: 'A message from {business}',
      body: ['{text}'],
      footer: 'You can reply to this message. It goes to {business}.',
      sms: '{text}',
    },
  },
  // Answers to a word sent by text, in both languages: all we know may be a phone number.
  stop_confirmed: {
    main: {
      subject: '{business}',
      preheader: 'You won’t get any more texts from us.',
      heading: '{business}',
      body: ['You won’t get any more texts from us. Reply START to get them again.'],
      footer: '{business}',
      sms: '{business}: You won’t get any more texts from us. Reply START to get them again. / No recibirá más mensajes. Responda START para recibirlos.',
    },
  },
  start_confirmed: {
    main: {
      subject: '{business}',
      preheader: 'You’ll get our texts again.',
      heading: '{business}',
      body: ['You’ll get our texts again. Reply STOP to end them.'],
      footer: '{business}',
      sms: '{business}: You’ll get our texts again. Reply STOP to end them. / Recibirá nuestros mensajes de nuevo. Responda STOP para no recibirlos.',
    },
  },
  help: {
    main: {
      subject: '{business}',
      preheader: 'Reply STOP to get no more texts.',
      heading: '{business}',
      body: ['Call us at {business_phone}.', 'Reply STOP to get no more texts.'],
      footer: '{business}',
      sms: '{business}: [Call us at {business_phone}. ]You can write to us here. Reply STOP to get no more texts. Message and data rates may apply.',
    },
  },
})
