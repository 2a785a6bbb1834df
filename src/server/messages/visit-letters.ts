import { greet } from './account-letters.ts'
import type { Letter, Sender } from './letter.ts'

/** Dates and times are written out by the caller, in the organization's zone. */
type Visit = { organization: Sender; customer_name?: string | null; service: string; on: string; at?: string | null; url: string }
export type RequestAction = 'reschedule' | 'cancel'

export type VisitData = {
  visit_completed: Visit & { notes?: string | null }
  visit_rescheduled: Visit & { old_on: string }
  visit_cancelled: Visit & { reason?: string | null }
  visit_reminder: Visit
  request_received: Visit & { action: RequestAction; reason?: string | null; preferred?: readonly string[] }
  request_decided: Visit & { action: RequestAction; approved: boolean; new_on?: string | null; reason?: string | null }
}

const when = (visit: Visit): string => (visit.at ? `${visit.on} at ${visit.at}` : visit.on)
const facts = (visit: Visit): [string, string][] => [
  ['Service', visit.service],
  ['When', when(visit)],
]
const footer = (visit: Visit): string =>
  `You receive this message because ${visit.organization.name} works for you. You can change what we send in your account.`
const asked: Record<RequestAction, string> = { reschedule: 'move the visit', cancel: 'cancel the visit' }

export const visitLetters: { [K in keyof VisitData]: (data: VisitData[K]) => Letter } = {
  visit_completed: (data) => ({
    subject: `${data.service}: done`,
    preheader: `${data.organization.name} finished the visit on ${data.on}.`,
    from: data.organization,
    heading: 'Your visit is done',
    greeting: greet(data.customer_name),
    paragraphs: ['We have finished the work. If something is not as you expected, answer this message.', ...(data.notes ? [data.notes] : [])],
    facts: facts(data),
    button: { label: 'See my visits', url: data.url },
    footer: footer(data),
    sms: `${data.organization.name}: ${data.service} on ${data.on} is done.`,
  }),
  visit_rescheduled: (data) => ({
    subject: `New date for your ${data.service}: ${data.on}`,
    preheader: `Moved from ${data.old_on} to ${when(data)}.`,
    from: data.organization,
    heading: 'Your visit has a new date',
    greeting: greet(data.customer_name),
    paragraphs: [`We moved your visit from ${data.old_on}.`],
    facts: facts(data),
    button: { label: 'See my visits', url: data.url },
    footer: footer(data),
    sms: `${data.organization.name}: your ${data.service} moved from ${data.old_on} to ${when(data)}.`,
  }),
  visit_cancelled: (data) => ({
    subject: `Your ${data.service} on ${data.on} is cancelled`,
    preheader: 'You are not charged for it.',
    from: data.organization,
    heading: 'This visit is cancelled',
    greeting: greet(data.customer_name),
    paragraphs: ['We will not come on this date, and you are not charged for it. Later visits stay as they are.', ...(data.reason ? [data.reason] : [])],
    facts: facts(data),
    button: { label: 'See my visits', url: data.url },
    footer: footer(data),
    sms: `${data.organization.name}: your ${data.service} on ${data.on} is cancelled.`,
  }),
  visit_reminder: (data) => ({
    subject: `Reminder: ${data.service} on ${data.on}`,
    preheader: `${data.organization.name} comes ${when(data)}.`,
    from: data.organization,
    heading: 'We are coming soon',
    greeting: greet(data.customer_name),
    paragraphs: ['Please see that we can get to where the work is.'],
    facts: facts(data),
    button: { label: 'See my visits', url: data.url },
    footer: footer(data),
    sms: `${data.organization.name}: reminder, ${data.service} ${when(data)}.`,
  }),
  request_received: (data) => ({
    subject: `Request: ${data.customer_name ?? 'a customer'} asks to ${asked[data.action]}`,
    preheader: `${data.service}, ${data.on}.`,
    heading: 'A customer asks for a change',
    paragraphs: [`${data.customer_name ?? 'A customer'} asks to ${asked[data.action]}.`],
    facts: [
      ...facts(data),
      ...(data.preferred?.length ? [['Preferred', data.preferred.join(', ')] as [string, string]] : []),
      ...(data.reason ? [['Reason', data.reason] as [string, string]] : []),
    ],
    button: { label: 'Review on the schedule', url: data.url },
    footer: `You receive this message because you manage ${data.organization.name}.`,
  }),
  request_decided: (data) => ({
    subject: data.approved ? 'Your request is approved' : 'About your request',
    preheader: data.approved ? 'We have changed your schedule.' : 'Your visit stays as it was.',
    from: data.organization,
    heading: data.approved ? 'Your request is approved' : 'We could not approve your request',
    greeting: greet(data.customer_name),
    paragraphs: [
      data.approved
        ? data.action === 'cancel'
          ? 'The visit is cancelled.'
          : `The visit moves to ${data.new_on ?? 'its new date'}.`
        : 'The visit stays as it was.',
      ...(data.reason ? [data.reason] : []),
    ],
    facts: facts(data),
    button: { label: 'See my visits', url: data.url },
    footer: footer(data),
    sms: data.approved
      ? `${data.organization.name}: your request is approved.`
      : `${data.organization.name}: we could not approve your request; the visit on ${data.on} stays.`,
  }),
}
