import { letters } from '../letter-table.ts'

const expires = 'This invitation is open until {last_day}.'
const invited = 'You’re getting this because {business} entered your address.'

/** Accounts, sign-ups, invitations and offers. */
export const accountLetters = letters({
  verify_email: {
    main: {
      subject: 'Confirm your email address',
      preheader: 'One click and your account is ready.',
      heading: 'Confirm your email address',
      body: [
        'Please confirm that this address is yours. It keeps your account safe and lets us send you what you ask for.',
      ],
      button: 'Confirm my address',
      notes: [
        'The link works once, for {hours}. If you did not sign up, ignore this message: nothing happens unless you click.',
      ],
      footer: 'You’re getting this because this address was used to sign up.',
    },
  },
  account_exists: {
    main: {
      subject: 'You have an account already',
      preheader: 'Sign in with it, or choose a new password.',
      heading: 'You have an account already',
      body: [
        'Someone, probably you, tried to create an account with this address. There is one already, so nothing was changed.',
        'Sign in instead. If you forgot the password, ask for a code or a new password on the sign-in page. If this wasn’t you, there is nothing to do.',
      ],
      button: 'Sign in',
      footer: 'You’re getting this because this address was used to sign up.',
    },
  },
  reset_password: {
    main: {
      subject: 'Choose a new password',
      preheader: 'The link works once. Don’t share it with anyone.',
      heading: 'Choose a new password',
      body: ['Someone, probably you, asked to set a new password for this account.'],
      button: 'Set a new password',
      notes: [
        'The link works once, for {hours}. If this wasn’t you, ignore this message: your password stays as it is.',
      ],
      footer: 'You’re getting this because someone asked for a new password.',
    },
  },
  password_changed: {
    main: {
      subject: 'Your password was changed',
      preheader: 'If this was you, you don’t need to do anything.',
      heading: 'Your password was changed',
      body: [
        'A new password was set for this account, and every device was signed out. If this was you, you don’t need to do anything.',
        'If this wasn’t you, use the button below to undo it. The old password works again, and every device is signed out. Then choose a new one.',
      ],
      button: 'It wasn’t me: undo it',
      footer: 'You’re getting this because the password of your account was changed.',
    },
  },
  email_changed: {
    main: {
      subject: 'Your email address was changed',
      preheader: 'Messages about your account now go to the new address.',
      heading: 'Your email address was changed',
      body: [
        'The email address of your account was changed. Our messages now go to the new address instead of this one.',
        'If this wasn’t you, use the button below. Messages come to this address again, and every device is signed out. Then choose a new password.',
      ],
      button: 'It wasn’t me',
      footer: 'You’re getting this because this was the address of your account.',
    },
  },
  welcome: {
    main: {
      subject: 'Welcome to Fieldhive[, {business}]',
      preheader: 'Your schedule, your customers and your money in one place.',
      heading: 'Welcome to Fieldhive',
      body: [
        '{business} is set up.',
        'A good first hour: add your services, invite one customer, and put the first visit on the schedule. Everything else can wait.',
      ],
      button: 'Open my dashboard',
      footer: 'You’re getting this because you opened an account.',
    },
  },
  access_given: {
    platform: {
      subject: 'Your access to Fieldhive',
      preheader: 'Your role: {role}.',
      heading: 'Sign in to Fieldhive',
      body: ['You were given access to Fieldhive. Sign in, or sign up, with this email address.'],
      facts: [['Your role', '{role}']],
      button: 'Sign in',
      footer: 'You’re getting this because you were given access to Fieldhive.',
    },
    business: {
      subject: 'Your access to {business}',
      preheader: 'Your role: {role}.',
      heading: 'Sign in to {business}',
      body: [
        'You were given access to {business} on Fieldhive. Sign in, or sign up, with this email address.',
      ],
      facts: [['Your role', '{role}']],
      button: 'Sign in',
      footer: 'You’re getting this because you were given access to {business}.',
    },
  },
  business_status: {
    inactive: {
      subject: '{business} is deactivated on Fieldhive',
      preheader: 'Your staff can’t work with it until it is active again.',
      heading: '{business} is deactivated',
      body: [
        'We deactivated {business} on Fieldhive. Your staff can no longer work with it, nothing new is planned, and no customer is charged automatically.',
        'Your data is safe: you can download it after signing in. Customers can still pay the invoices they have.',
        'Please reply to this message if you have questions.',
      ],
      button: 'Sign in',
      footer: 'You’re getting this because you own {business}.',
    },
    active: {
      subject: '{business} is active again on Fieldhive',
      preheader: 'Everything is as you left it.',
      heading: '{business} is active again',
      body: [
        'We activated {business} again. Your staff can work as before, and automatic payments continue.',
      ],
      button: 'Open my dashboard',
      footer: 'You’re getting this because you own {business}.',
    },
  },
  ownership: {
    offered: {
      subject: '{person} wants to hand {business} over to you',
      preheader: 'You have a week to accept.',
      heading: 'Take over {business}?',
      body: [
        '{person} offers you {business} on Fieldhive. If you accept, you own the business there, with its payouts and its bill, and {person} becomes a manager.',
        'The offer is open for a week.',
      ],
      button: 'Open the offer',
      footer: 'You’re getting this because you manage {business}.',
    },
    handed_over: {
      subject: '{business} now belongs to {person}',
      preheader: 'The business was handed over.',
      heading: '{business} was handed over',
      body: ['{person} is the owner of {business} on Fieldhive now.'],
      button: 'Open the list of people',
      footer: 'You’re getting this because you manage {business}.',
    },
  },
  signup_resume: {
    main: {
      subject: 'Your sign-up with {business}',
      preheader: 'Pick up where you left off, on any device.',
      heading: 'Finish your sign-up',
      body: [
        'Your answers to {business} are saved. This link brings you back to where you left off, on any device.',
      ],
      button: 'Finish my sign-up',
      notes: [
        'Don’t share this link: anyone who has it can read and change your answers. If you did not sign up, ignore this message.',
      ],
      footer:
        'You’re getting this because this address was entered on the sign-up page of {business}.',
    },
  },
  signup_finished: {
    main: {
      subject: "You're all set with {business}",
      preheader: 'Your sign-up is complete. They will be in touch about your first service.',
      heading: "You're all set!",
      body: [
        'Thank you for signing up with {business}. They will be in touch about your first service.',
      ],
      button: 'See my summary',
      footer: 'You’re getting this because you signed up with {business}.',
    },
  },
  leave_received: {
    main: {
      subject: '{customer} asks to close their account',
      preheader: 'They are your customer until you archive them.',
      heading: 'A customer wants to leave',
      body: [
        '{customer} asks to close their account with {business}. Nothing changes until you respond: archive them, or write to them.',
      ],
      facts: [['Reason', '{reason}']],
      button: 'See the customer',
      footer: 'You’re getting this because you manage {business}.',
      sms: '{customer} asks to close their account with {business}: {link}',
    },
  },
  leave_decided: {
    archived: {
      subject: 'Your account with {business} is closed',
      preheader: 'As you asked.',
      heading: 'Your account is closed',
      body: [
        'As you asked, we have closed your account with us. There are no further visits. You can still see your history and pay your invoices.',
      ],
      button: 'Open my account',
      footer: 'You’re getting this because you asked {business} to close your account.',
      sms: '{business}: your account is closed, as you asked. You can still see your history: {link}',
    },
    kept: {
      subject: 'About your account with {business}',
      preheader: 'Your account stays open for now.',
      heading: 'We’d love to keep you',
      body: [
        'You asked us to close your account. For now it stays open, with all of your visits.',
        '{answer}',
      ],
      button: 'Open my account',
      footer: 'You’re getting this because you asked {business} to close your account.',
      sms: '{business}: your account stays open for now.[ {answer}] {link}',
    },
  },
  promotion: {
    news: {
      subject: 'News from {business}',
      preheader: '{message}',
      heading: 'News from {business}',
      body: ['{message}'],
      footer: 'You’re getting this because you’re a customer of {business}.',
      sms: '{business}: {message}',
    },
    titled: {
      subject: '{subject}',
      preheader: '{message}',
      heading: '{subject}',
      body: ['{message}'],
      footer: 'You’re getting this because you’re a customer of {business}.',
      sms: '{business}: {message}',
    },
  },
  announcement_service: {
    main: {
      subject: '{subject}',
      preheader: '{message}',
      heading: '{subject}',
      body: ['{message}'],
      footer: 'You’re getting this because you’re a customer of {business}.',
      sms: '{business}: {message}',
    },
  },
  product_update: {
    main: {
      subject: '{subject}',
      preheader: '{message}',
      heading: '{subject}',
      body: ['{message}'],
      button: 'Open Fieldhive',
      footer: 'You’re getting this because you chose product updates in your account.',
    },
  },
  product_update_test: {
    main: {
      subject: 'Test: {subject}',
      preheader: '{message}',
      heading: '{subject}',
      body: ['{message}'],
      button: 'Open Fieldhive',
      footer:
        'This is a test that you sent to yourself. Those who chose product updates get the link to end them here.',
    },
  },
  referral_thanks: {
    main: {
      subject: 'Thank you from {business}',
      preheader: 'A friend of yours had their first visit.',
      heading: 'Thank you for recommending us',
      body: [
        'Someone who used your link had their first visit from {business}. Thank you for sharing it.',
      ],
      button: 'See my referrals',
      footer: 'You’re getting this because you shared your link to {business}.',
      sms: '{business}: thank you! A friend who used your link had their first visit. {link}',
    },
  },
  review_request: {
    main: {
      subject: 'How did {business} do?',
      preheader: 'A short review helps other people choose.',
      heading: 'How did we do?',
      body: [
        'Thank you for your trust. If you are happy with our work, a short review helps us a lot.',
      ],
      button: 'Write a review',
      footer: 'You’re getting this because you’re a customer of {business}.',
      sms: '{business}: thank you! If you are happy with our work, please write a short review: {link}',
    },
  },
  customer_invite: {
    main: {
      subject: '{business} invites you to sign up',
      preheader: 'Choose your service and your day; it takes about three minutes.',
      heading: 'Set up your service with {business}',
      body: [
        '{note}',
        'Choose your services, tell us where, and see the price before you decide. It takes about three minutes.',
      ],
      button: 'Start my sign-up',
      notes: [expires],
      footer: invited,
      sms: '{business}: set up your service here: {link}',
    },
  },
  staff_invite: {
    main: {
      subject: 'Join {business} on Fieldhive',
      preheader: 'Your role: {role}.',
      heading: 'Join {business}',
      body: ['{inviter} invites you to work with {business} on Fieldhive.'],
      facts: [['Your role', '{role}']],
      button: 'Accept the invitation',
      notes: [expires, 'Sign in or sign up with this email address to see the invitation.'],
      footer: invited,
      sms: '{business} invites you to Fieldhive as {role}: {link}',
    },
  },
  owner_invite: {
    main: {
      subject: 'Set up your business on Fieldhive',
      preheader: 'Your invitation to start.',
      heading: 'Set up {business}',
      body: [
        'You are invited to run your schedule, your customers and your payments on Fieldhive. The setup takes about ten minutes, and you can stop and come back at any time.',
      ],
      button: 'Start the setup',
      notes: [expires],
      footer: 'You’re getting this because you were invited to Fieldhive.',
      sms: 'Fieldhive: set up {business} here: {link}',
    },
  },
})
