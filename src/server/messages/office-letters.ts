import { phoneText } from '../../domain/contact.ts'
import { signupText } from '../../domain/new-signup.ts'
import { formatCents } from '../../domain/money.ts'
import type { Letter, Sender } from './letter.ts'

type Signup = {
  organization: Sender
  name: string | null
  email: string | null
  phone_number: string | null
  services: readonly string[]
  days: string
  url: string
}

export type OfficeData = {
  push_test: { url: string }
  signup_new: Signup & { has_card_on_file: boolean }
  signup_unfinished: Signup
  digest: {
    organization: Sender
    visits: number
    unassigned: number
    failed_payments: number
    requests: number
    url: string
  }
  platform_bill: {
    organization: { name: string }
    total_cents: number
    paid: boolean
    url: string
  }
  /** Written to those who run the business, in the platform's name. */
  trial_ending: {
    organization: { name: string }
    ends_on: string
    has_method: boolean
    url: string
  }
}

const count = (many: number, one: string, more = `${one}s`): string =>
  `${many} ${many === 1 ? one : more}`
/** '5 visits today, 1 failed payment': without what is zero. */
const dayOf = (data: OfficeData['digest']): string =>
  [
    data.visits && count(data.visits, 'visit today', 'visits today'),
    data.unassigned && `${data.unassigned} unassigned`,
    data.failed_payments && count(data.failed_payments, 'failed payment'),
    data.requests && count(data.requests, 'open request'),
  ]
    .filter(Boolean)
    .join(', ')

const whoOf = ({ name, email, phone_number }: Signup): string =>
  name ?? email ?? (phone_number ? phoneText(phone_number) : 'Somebody')
const forOffice = ({ organization }: { organization: Sender }): string =>
  `You receive this message because you manage ${organization.name}.`
const fact = (label: string, value: string | null): [string, string][] =>
  value ? [[label, value]] : []

const wishesOf = (data: Signup): [string, string][] => [
  ...fact('Email', data.email),
  ...fact('Phone', data.phone_number && phoneText(data.phone_number)),
  ['Services', data.services.join(', ') || 'None chosen'],
  ['Days', data.days],
]

export const officeLetters: { [K in keyof OfficeData]: (data: OfficeData[K]) => Letter } = {
  push_test: ({ url }) => ({
    subject: 'Notices work on this device',
    preheader: 'This is how news from Fieldhive looks here.',
    heading: 'Notices work on this device',
    paragraphs: ['This is how news from Fieldhive looks here.'],
    button: { label: 'Open my profile', url },
    footer: 'You receive this notice because you asked for a test.',
  }),
  signup_new: (data) => ({
    subject: `New sign-up: ${whoOf(data)}`,
    preheader: signupText({ ...data, services: [...data.services] }),
    heading: 'You have a new sign-up',
    paragraphs: [`${whoOf(data)} signed up with ${data.organization.name}.`],
    facts: [...wishesOf(data), ['Card on file', data.has_card_on_file ? 'Yes' : 'Not yet']],
    button: { label: 'Open the customer', url: data.url },
    footer: forOffice(data),
    sms: `New sign-up: ${whoOf(data)}. ${signupText({ ...data, services: [...data.services] })}. ${data.url}`,
  }),
  signup_unfinished: (data) => ({
    subject: `Unfinished sign-up: ${whoOf(data)}`,
    preheader: 'They started a day ago and did not finish. A short call may help.',
    heading: 'A sign-up was not finished',
    paragraphs: [
      `${whoOf(data)} began to sign up with ${data.organization.name} and stopped a day ago. A short call or email may help.`,
    ],
    facts: wishesOf(data),
    button: { label: 'Open the dashboard', url: data.url },
    footer: forOffice(data),
    sms: `Unfinished sign-up: ${whoOf(data)}. ${signupText({ ...data, services: [...data.services] })}. ${data.url}`,
  }),
  digest: (data) => ({
    subject: `Today: ${dayOf(data)}`,
    preheader: `${dayOf(data)}. Have a good day.`,
    heading: 'Good morning',
    paragraphs: [`This is the day at ${data.organization.name}.`],
    facts: [
      ['Visits today', String(data.visits)],
      ['Not assigned to a team', String(data.unassigned)],
      ['Failed payments', String(data.failed_payments)],
      ['Open requests', String(data.requests)],
    ],
    button: { label: 'Open the day', url: data.url },
    footer: forOffice(data),
    sms: `Good morning: ${dayOf(data)}. ${data.url}`,
  }),
  platform_bill: (data) => ({
    subject: data.paid
      ? `Your Fieldhive bill is paid: ${formatCents(data.total_cents)}`
      : `Your Fieldhive bill of ${formatCents(data.total_cents)} could not be paid`,
    preheader: data.paid
      ? 'Thank you. You need not do anything.'
      : 'Please check your payment method in Settings.',
    heading: data.paid ? 'Your bill is paid' : 'Your bill could not be paid',
    paragraphs: [
      data.paid
        ? `We received ${formatCents(data.total_cents)} for ${data.organization.name}. Thank you.`
        : `We could not collect ${formatCents(data.total_cents)} for ${data.organization.name}. Please check your payment method. We will try again.`,
    ],
    button: { label: data.paid ? 'See my plan' : 'Check my payment method', url: data.url },
    footer: forOffice(data),
  }),
  trial_ending: (data) => ({
    subject: `Your Fieldhive trial ends on ${data.ends_on}`,
    preheader: data.has_method
      ? 'You need not do anything. Your plan starts then.'
      : 'Add a payment method to keep working.',
    heading: 'Your trial is about to end',
    paragraphs: [
      `The trial of ${data.organization.name} ends on ${data.ends_on}.`,
      data.has_method
        ? 'Your payment method is saved. You need not do anything.'
        : 'Add a payment method in Settings to keep working after that day. Your data stays as it is.',
    ],
    button: { label: data.has_method ? 'Open Settings' : 'Add a payment method', url: data.url },
    footer: forOffice(data),
  }),
}
