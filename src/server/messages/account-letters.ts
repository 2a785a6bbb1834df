import { leavingText } from '../../domain/leaving.ts'
import type { Letter, Sender } from './letter.ts'

export type AccountData = {
  verify_email: { name?: string | null; url: string; hours?: number }
  reset_password: { name?: string | null; url: string; hours?: number }
  password_changed: { name?: string | null; url: string }
  device_new: {
    name?: string | null
    /** ISO 8601. */
    at: string
    browser: string | null
    system: string | null
    url: string
  }
  email_changed: { name?: string | null; url: string }
  welcome: { name?: string | null; organization_name?: string | null; url: string }
  signup_resume: { organization: Sender; url: string }
  signup_finished: { organization: Sender; name?: string | null; url: string }
  leave_received: {
    organization: Sender
    customer_name?: string | null
    reason?: string | null
    url: string
  }
  leave_decided: {
    organization: Sender
    customer_name?: string | null
    archived: boolean
    answer?: string | null
    url: string
  }
  announcement_service: {
    organization: Sender
    name?: string | null
    subject: string
    message: string
  }
  referral_thanks: { organization: Sender; name?: string | null; url: string }
  promotion: {
    organization: Sender
    name?: string | null
    subject?: string
    message: string
  }
  review_request: {
    organization: Sender
    customer_name?: string | null
    url: string
  }
  customer_invite: {
    organization: Sender
    name?: string | null
    url: string
    expires_on?: string | null
    note?: string | null
  }
  staff_invite: {
    organization: Sender
    name?: string | null
    role_label: string
    inviter_name?: string | null
    url: string
    expires_on?: string | null
  }
  owner_invite: {
    name?: string | null
    organization_name?: string | null
    url: string
    expires_on?: string | null
  }
}

export const greet = (name: string | null | undefined): string =>
  name?.trim() ? `Hello ${name.trim()},` : 'Hello,'
const until = (expires_on: string | null | undefined): string[] =>
  expires_on ? [`This invitation is open until ${expires_on}.`] : []
const hours = (count: number): string => (count === 1 ? 'one hour' : `${count} hours`)

const signInTime = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'long',
  timeZone: 'UTC',
})
/** 'Chrome on Windows'. */
const deviceText = ({ browser, system }: AccountData['device_new']): string =>
  browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'A device we cannot name')

export const accountLetters: { [K in keyof AccountData]: (data: AccountData[K]) => Letter } = {
  verify_email: (data) => ({
    subject: 'Confirm your e-mail address',
    preheader: 'One click and your account is ready.',
    heading: 'Confirm your e-mail address',
    greeting: greet(data.name),
    paragraphs: [
      'Please confirm that this address is yours. It keeps your account safe and lets us send you what you ask for.',
    ],
    button: { label: 'Confirm my address', url: data.url },
    notes: [
      `The link works once, for ${hours(data.hours ?? 24)}. If you did not sign up, ignore this message: nothing happens without the click.`,
    ],
    footer: 'You receive this message because this address was used to sign up.',
  }),
  reset_password: (data) => ({
    subject: 'Choose a new password',
    preheader: 'The link works once. Nobody needs to know it but you.',
    heading: 'Choose a new password',
    greeting: greet(data.name),
    paragraphs: ['Somebody, probably you, asked to set a new password for this account.'],
    button: { label: 'Set a new password', url: data.url },
    notes: [
      `The link works once, for ${hours(data.hours ?? 1)}. If it was not you, ignore this message: your password stays as it is.`,
    ],
    footer: 'You receive this message because a new password was asked for.',
  }),
  password_changed: (data) => ({
    subject: 'Your password was changed',
    preheader: 'If it was you, there is nothing to do.',
    heading: 'Your password was changed',
    greeting: greet(data.name),
    paragraphs: [
      'A new password was set for this account, and every device was signed out. If it was you, there is nothing to do.',
      'If it was not you, choose “Forgot password?” on the sign-in page now and set a new one.',
    ],
    button: { label: 'Go to sign-in', url: data.url },
    footer: 'You receive this message because the password of your account was changed.',
  }),
  device_new: (data) => ({
    subject: 'New sign-in to your account',
    preheader: `${deviceText(data)}. If it was you, you need not do anything.`,
    heading: 'New sign-in to your account',
    greeting: greet(data.name),
    paragraphs: [
      'Somebody signed in to your account on a device we have not seen before. If it was you, you need not do anything.',
    ],
    facts: [
      ['When', signInTime.format(new Date(data.at))],
      ['Device', deviceText(data)],
    ],
    button: { label: 'It was not me: change my password', url: data.url },
    notes: ['A new password signs out every device.'],
    footer: 'You receive this message because your account was used to sign in.',
  }),
  email_changed: (data) => ({
    subject: 'Your email address was changed',
    preheader: 'Messages about your account go to the new address from now on.',
    heading: 'Your email address was changed',
    greeting: greet(data.name),
    paragraphs: [
      'The email address of your account was changed. From now on our messages go to the new address, and no longer to this one.',
      'If it was not you, sign in now, change your password and set your address again.',
    ],
    button: { label: 'Open my account', url: data.url },
    footer: 'You receive this message because this was the address of your account.',
  }),
  welcome: (data) => ({
    subject: data.organization_name
      ? `Welcome to Fieldhive, ${data.organization_name}`
      : 'Welcome to Fieldhive',
    preheader: 'Your schedule, your customers and your money in one place.',
    heading: 'Welcome to Fieldhive',
    greeting: greet(data.name),
    paragraphs: [
      data.organization_name ? `${data.organization_name} is set up.` : 'Your account is ready.',
      'A good first hour: add your services, invite one customer, and put the first visit on the schedule. Everything else can wait.',
    ],
    button: { label: 'Open my dashboard', url: data.url },
    footer: 'You receive this message because you opened an account.',
  }),
  signup_resume: (data) => ({
    subject: `Your sign-up with ${data.organization.name}`,
    preheader: 'Go on where you left off, on any device.',
    from: data.organization,
    heading: 'Go on with your sign-up',
    greeting: greet(null),
    paragraphs: [
      `Your answers to ${data.organization.name} are saved. This link brings you back to where you left off, on any device.`,
    ],
    button: { label: 'Go on with my sign-up', url: data.url },
    notes: [
      'Keep the link to yourself: whoever has it can read and change your answers. If you did not sign up, ignore this message.',
    ],
    footer: `You receive this message because this address was entered on the sign-up page of ${data.organization.name}.`,
  }),
  signup_finished: (data) => ({
    subject: `You're all set with ${data.organization.name}`,
    preheader: 'Your sign-up is complete. They will be in touch about your first service.',
    from: data.organization,
    heading: "You're all set!",
    greeting: greet(data.name),
    paragraphs: [
      `Thank you for signing up with ${data.organization.name}. They will be in touch about your first service.`,
    ],
    button: { label: 'See my summary', url: data.url },
    footer: `You receive this message because you signed up with ${data.organization.name}.`,
  }),
  leave_received: (data) => ({
    subject: `${data.customer_name ?? 'A customer'} ${leavingText}`,
    preheader: 'They are your customer until you archive them.',
    heading: 'A customer wants to leave',
    paragraphs: [
      `${data.customer_name ?? 'A customer'} ${leavingText} with ${data.organization.name}. Everything stays as it is until you answer: archive them, or write them a word.`,
    ],
    ...(data.reason ? { facts: [['Reason', data.reason] as const] } : {}),
    button: { label: 'See the customer', url: data.url },
    footer: `You receive this message because you manage ${data.organization.name}.`,
  }),
  leave_decided: (data) => ({
    subject: data.archived
      ? `Your account with ${data.organization.name} is closed`
      : `About your account with ${data.organization.name}`,
    preheader: data.archived ? 'As you asked.' : 'Your account stays open for now.',
    from: data.organization,
    heading: data.archived ? 'Your account is closed' : 'We would like to keep you',
    greeting: greet(data.customer_name),
    paragraphs: data.archived
      ? [
          'As you asked, we have closed your account with us. There are no further visits. You can still see your history and pay your invoices.',
        ]
      : [
          'You asked us to close your account. For now it stays open, with all of your visits.',
          ...(data.answer ? [data.answer] : []),
        ],
    button: { label: 'Open my account', url: data.url },
    footer: `You receive this message because you asked ${data.organization.name} to close your account.`,
    sms: data.archived
      ? `${data.organization.name}: your account is closed, as you asked. You can still see your history: ${data.url}`
      : `${data.organization.name}: ${data.answer ?? 'your account stays open for now.'} ${data.url}`,
  }),
  announcement_service: (data) => ({
    subject: data.subject,
    preheader: data.message.replace(/\s+/g, ' ').slice(0, 90),
    from: data.organization,
    heading: data.subject,
    greeting: greet(data.name),
    paragraphs: data.message.split(/\n{2,}/),
    footer: `You receive this message because you are a customer of ${data.organization.name}.`,
    sms: `${data.organization.name}: ${data.message.replace(/\s+/g, ' ')}`,
  }),
  referral_thanks: (data) => ({
    subject: `Thank you from ${data.organization.name}`,
    preheader: 'A friend of yours had their first visit.',
    from: data.organization,
    heading: 'Thank you for recommending us',
    greeting: greet(data.name),
    paragraphs: [
      `Somebody who came through your link had their first visit from ${data.organization.name}. Thank you for passing it on.`,
    ],
    button: { label: 'See my referrals', url: data.url },
    footer: `You receive this message because you shared your link to ${data.organization.name}.`,
    sms: `${data.organization.name}: thank you! A friend who came through your link had their first visit. ${data.url} Reply STOP to opt out.`,
  }),
  promotion: (data) => ({
    subject: data.subject ?? `News from ${data.organization.name}`,
    preheader: data.message.replace(/\s+/g, ' ').slice(0, 90),
    from: data.organization,
    heading: data.subject ?? `News from ${data.organization.name}`,
    greeting: greet(data.name),
    paragraphs: data.message.split(/\n{2,}/),
    footer: `You receive this message because you are a customer of ${data.organization.name}.`,
    sms: `${data.organization.name}: ${data.message.replace(/\s+/g, ' ')} Reply STOP to opt out.`,
  }),
  review_request: (data) => ({
    subject: `How did ${data.organization.name} do?`,
    preheader: 'A short review helps other people choose.',
    from: data.organization,
    heading: 'How did we do?',
    greeting: greet(data.customer_name),
    paragraphs: [
      'Thank you for your trust. If you are happy with our work, a short review helps us a lot.',
    ],
    button: { label: 'Write a review', url: data.url },
    footer: `You receive this message because you are a customer of ${data.organization.name}.`,
    sms: `${data.organization.name}: thank you! If you are happy with our work, please write a short review: ${data.url} Reply STOP to opt out.`,
  }),
  customer_invite: (data) => ({
    subject: `${data.organization.name} invites you to sign up`,
    preheader: 'Choose your service and your day; it takes about three minutes.',
    from: data.organization,
    heading: `Set up your service with ${data.organization.name}`,
    greeting: greet(data.name),
    paragraphs: [
      ...(data.note?.trim() ? [data.note.trim()] : []),
      'Choose your services, tell us where, and see the price before you decide. It takes about three minutes.',
    ],
    button: { label: 'Start my sign-up', url: data.url },
    notes: until(data.expires_on),
    footer: `You receive this message because ${data.organization.name} entered your address.`,
    sms: `${data.organization.name}: set up your service here: ${data.url} Reply STOP to opt out.`,
  }),
  staff_invite: (data) => ({
    subject: `Join ${data.organization.name} on Fieldhive`,
    preheader: `You are invited as ${data.role_label}.`,
    from: data.organization,
    heading: `Join ${data.organization.name}`,
    greeting: greet(data.name),
    paragraphs: [
      `${data.inviter_name?.trim() || data.organization.name} invites you to work with ${data.organization.name} on Fieldhive.`,
    ],
    facts: [['Your role', data.role_label]],
    button: { label: 'Accept the invitation', url: data.url },
    notes: [
      ...until(data.expires_on),
      'Sign in, or sign up, with this e-mail address so that the invitation finds you.',
    ],
    footer: `You receive this message because ${data.organization.name} entered your address.`,
    sms: `${data.organization.name} invites you to Fieldhive as ${data.role_label}: ${data.url} Reply STOP to opt out.`,
  }),
  owner_invite: (data) => ({
    subject: 'Set up your business on Fieldhive',
    preheader: 'Your invitation to start.',
    heading: data.organization_name ? `Set up ${data.organization_name}` : 'Set up your business',
    greeting: greet(data.name),
    paragraphs: [
      'You are invited to run your schedule, your customers and your payments on Fieldhive. The setup takes about ten minutes and can be left and taken up again.',
    ],
    button: { label: 'Start the setup', url: data.url },
    notes: until(data.expires_on),
    footer: 'You receive this message because you were invited to Fieldhive.',
    sms: `Fieldhive: set up ${data.organization_name ?? 'your business'} here: ${data.url} Reply STOP to opt out.`,
  }),
}
