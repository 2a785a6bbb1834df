import { greet } from './account-letters.ts'
import type { Letter, Sender } from './letter.ts'

/** Dates and times are written out by the caller, in the organization's zone. */
type Visit = {
  organization: Sender
  customer_name?: string | null
  service: string
  on: string
  at?: string | null
  url: string
}
type RequestAction = 'reschedule' | 'cancel'
type When = { on: string; at?: string | null }
/** One of several visits that changed at once. */
export type ChangedVisit = When & {
  kind: 'moved' | 'cancelled' | 'restored' | 'held' | 'kept'
  service: string
  old: When
}

export type VisitData = {
  on_the_way: Visit
  visit_completed: Visit
  visit_rescheduled: Visit & { old: When }
  visit_cancelled: Visit & { reason?: string | null }
  visit_restored: Visit
  visit_held: Visit
  /** Held on its day after all, of which was said that it is to be rescheduled. */
  visit_kept: Visit
  visits_changed: Pick<Visit, 'organization' | 'customer_name' | 'url'> & {
    visits: readonly ChangedVisit[]
  }
  /** All on one day. */
  visit_reminder: Pick<Visit, 'organization' | 'customer_name' | 'url' | 'on'> & {
    visits: readonly (When & { service: string; where?: string | null })[]
  }
  request_received: Visit & {
    action: RequestAction
    reason?: string | null
    preferred?: readonly string[]
  }
  /** `on` is the date the request was about; `is_done`: it came too late. */
  request_decided: Visit & {
    action: RequestAction
    approved: boolean
    moved_to?: string | null
    is_done?: boolean
    reason?: string | null
  }
}

const when = (visit: When): string => (visit.at ? `${visit.on} at ${visit.at}` : visit.on)
const whatBecame: Record<ChangedVisit['kind'], (visit: ChangedVisit) => string> = {
  moved: (visit) => `moved from ${when(visit.old)} to ${when(visit)}`,
  cancelled: (visit) => `cancelled on ${when(visit.old)}`,
  restored: (visit) => `on again, ${when(visit)}`,
  held: (visit) => `not on ${when(visit.old)}, to be rescheduled`,
  kept: (visit) => `stays on ${when(visit)} after all`,
}
const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
const facts = (visit: Visit): [string, string][] => [
  ['Service', visit.service],
  ['When', when(visit)],
]
const footer = (visit: Pick<Visit, 'organization'>): string =>
  `You receive this message because ${visit.organization.name} works for you. You can change what we send in your account.`
const asked: Record<RequestAction, string> = {
  reschedule: 'move the visit',
  cancel: 'cancel the visit',
}

export const visitLetters: { [K in keyof VisitData]: (data: VisitData[K]) => Letter } = {
  on_the_way: (data) => ({
    subject: `${data.organization.name} is on the way`,
    preheader: `For your ${data.service} today.`,
    from: data.organization,
    heading: 'We are on our way',
    greeting: greet(data.customer_name),
    paragraphs: ['Our crew has set out and is on its way to you.'],
    facts: facts(data),
    button: { label: 'See my visits', url: data.url },
    footer: footer(data),
    sms: `${data.organization.name}: we are on our way to you for your ${data.service}.`,
  }),
  visit_completed: (data) => ({
    subject: `${data.service}: done`,
    preheader: `${data.organization.name} finished the visit on ${data.on}.`,
    from: data.organization,
    heading: 'Your visit is done',
    greeting: greet(data.customer_name),
    paragraphs: [
      'We have finished the work. If something is not as you expected, answer this message.',
    ],
    facts: facts(data),
    button: { label: 'See my visits', url: data.url },
    footer: footer(data),
    sms: `${data.organization.name}: ${data.service} on ${data.on} is done.`,
  }),
  visit_rescheduled: (data) => ({
    subject:
      data.on === data.old.on
        ? `New time for your ${data.service}: ${when(data)}`
        : `New date for your ${data.service}: ${data.on}`,
    preheader: `Moved from ${when(data.old)} to ${when(data)}.`,
    from: data.organization,
    heading: data.on === data.old.on ? 'Your visit has a new time' : 'Your visit has a new date',
    greeting: greet(data.customer_name),
    paragraphs: [`We moved your visit from ${when(data.old)}.`],
    facts: facts(data),
    button: { label: 'See my visits', url: data.url },
    footer: footer(data),
    sms: `${data.organization.name}: your ${data.service} moved from ${when(data.old)} to ${when(data)}.`,
  }),
  visit_cancelled: (data) => ({
    subject: `Your ${data.service} on ${data.on} is cancelled`,
    preheader: 'You are not charged for it.',
    from: data.organization,
    heading: 'This visit is cancelled',
    greeting: greet(data.customer_name),
    paragraphs: [
      'We will not come on this date, and you are not charged for it. Later visits stay as they are.',
      ...(data.reason ? [data.reason] : []),
    ],
    facts: facts(data),
    button: { label: 'See my visits', url: data.url },
    footer: footer(data),
    sms: `${data.organization.name}: your ${data.service} on ${data.on} is cancelled.`,
  }),
  visit_restored: (data) => ({
    subject: `Your ${data.service} on ${data.on} takes place after all`,
    preheader: `${data.organization.name} comes ${when(data)}.`,
    from: data.organization,
    heading: 'This visit is on again',
    greeting: greet(data.customer_name),
    paragraphs: ['We had cancelled this visit. Now it takes place after all.'],
    facts: facts(data),
    button: { label: 'See my visits', url: data.url },
    footer: footer(data),
    sms: `${data.organization.name}: your ${data.service} on ${when(data)} takes place after all.`,
  }),
  visit_held: (data) => ({
    subject: `Your ${data.service} on ${data.on} is to be rescheduled`,
    preheader: 'We will tell you the new date.',
    from: data.organization,
    heading: 'This visit is to be rescheduled',
    greeting: greet(data.customer_name),
    paragraphs: [
      'We cannot come on this date. We will tell you the new one as soon as we know it. Later visits stay as they are.',
    ],
    facts: facts(data),
    button: { label: 'See my visits', url: data.url },
    footer: footer(data),
    sms: `${data.organization.name}: your ${data.service} on ${data.on} is to be rescheduled. We will tell you the new date.`,
  }),
  visit_kept: (data) => ({
    subject: `Your ${data.service} stays on ${data.on}`,
    preheader: `${data.organization.name} comes ${when(data)} after all.`,
    from: data.organization,
    heading: 'This visit stays on its day',
    greeting: greet(data.customer_name),
    paragraphs: [
      'We told you that this visit is to be rescheduled. We can come on its day after all, so no new date is needed.',
    ],
    facts: facts(data),
    button: { label: 'See my visits', url: data.url },
    footer: footer(data),
    sms: `${data.organization.name}: your ${data.service} stays on ${when(data)} after all.`,
  }),
  visits_changed: (data) => ({
    subject: `${data.visits.length} of your visits have changed`,
    preheader: `${data.organization.name} changed ${data.visits.length} of your visits.`,
    from: data.organization,
    heading: 'Some of your visits have changed',
    greeting: greet(data.customer_name),
    paragraphs: ['Visits that are not listed stay as they are.'],
    facts: data.visits.map((visit) => [visit.service, capital(whatBecame[visit.kind](visit))]),
    button: { label: 'See my visits', url: data.url },
    footer: footer(data),
    sms: `${data.organization.name}: ${data.visits
      .slice(0, 3)
      .map((visit) => `${visit.service} ${whatBecame[visit.kind](visit)}`)
      .join(
        '; ',
      )}${data.visits.length > 3 ? `; and ${data.visits.length - 3} more: ${data.url}` : '.'}`,
  }),
  visit_reminder: (data) => {
    const [first] = data.visits
    const alone = data.visits.length === 1 && first
    const what = alone ? alone.service : `${data.visits.length} visits`
    return {
      subject: `Reminder: ${what} on ${data.on}`,
      preheader: `${data.organization.name} comes ${alone ? when(alone) : data.on}.`,
      from: data.organization,
      heading: 'We are coming soon',
      greeting: greet(data.customer_name),
      paragraphs: [
        'Please see that we can get to where the work is. If the day no longer suits you, tell us in your account.',
      ],
      facts: alone
        ? [
            ['Service', alone.service],
            ['When', when(alone)],
            ...(alone.where ? [['Where', alone.where] as const] : []),
          ]
        : data.visits.map((visit) => [
            visit.service,
            [when(visit), visit.where].filter(Boolean).join(', '),
          ]),
      button: { label: 'See my visits', url: data.url },
      footer: footer(data),
      sms: `${data.organization.name}: reminder, ${data.on}: ${data.visits.map(({ service, at }) => (at ? `${service} at ${at}` : service)).join(', ')}.`,
    }
  },
  request_received: (data) => ({
    subject: `Request: ${data.customer_name ?? 'a customer'} asks to ${asked[data.action]}`,
    preheader: `${data.service}, ${data.on}.`,
    heading: 'A customer asks for a change',
    paragraphs: [`${data.customer_name ?? 'A customer'} asks to ${asked[data.action]}.`],
    facts: [
      ...facts(data),
      ...(data.preferred?.length
        ? [['Preferred', data.preferred.join(', ')] as [string, string]]
        : []),
      ...(data.reason ? [['Reason', data.reason] as [string, string]] : []),
    ],
    button: { label: 'Review on the schedule', url: data.url },
    footer: `You receive this message because you manage ${data.organization.name}.`,
  }),
  request_decided: (data) => ({
    subject: data.approved ? 'Your request is approved' : 'About your request',
    preheader: outcomeOf(data),
    from: data.organization,
    heading: data.approved ? 'Your request is approved' : 'We could not approve your request',
    greeting: greet(data.customer_name),
    paragraphs: [outcomeOf(data), ...(data.reason ? [data.reason] : [])],
    facts: facts(data),
    button: { label: 'See my visits', url: data.url },
    footer: footer(data),
    sms: `${data.organization.name}: ${data.approved ? 'your request is approved' : 'we could not approve your request'}. ${data.service}, ${when(data)}: ${outcomeOf(data)}`,
  }),
}

function outcomeOf({ action, approved, moved_to, is_done }: VisitData['request_decided']): string {
  if (approved)
    return action === 'cancel'
      ? 'The visit is cancelled.'
      : moved_to
        ? `The visit moves to ${moved_to}.`
        : 'We will tell you the new date.'
  return is_done ? 'The visit was already done.' : 'The visit stays as it was.'
}
